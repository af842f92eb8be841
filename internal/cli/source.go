package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// readSource reads a file of a position, nil if it is not there or has changed
// since a time: then it says something else than the program that ran.
func readSource(path string, unchangedSince time.Time) []byte {
	info, err := os.Stat(path)
	if err != nil || !unchangedSince.IsZero() && info.ModTime().After(unchangedSince) {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return text
}

// sourceBeside reads what a saved schedule names, as long as it is older than
// the schedule.
func sourceBeside(schedulePath string) func(string) []byte {
	info, err := os.Stat(schedulePath)
	if err != nil {
		return nil
	}
	return func(name string) []byte { return readSource(sourcePath(schedulePath, name), info.ModTime()) }
}

// sourcePath is where a file is that a saved schedule names (see portable), ""
// if that is not known.
func sourcePath(schedulePath, name string) string {
	// The package is where testdata/gocheck/TestX/HASH is.
	dir := filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(schedulePath))))
	modCache, root := "", ""
	if strings.HasPrefix(name, "$") {
		modCache, root = goPlaces()
	}
	for prefix, in := range map[string]func() string{
		"$GOMODCACHE/": func() string { return modCache },
		"$GOROOT/":     func() string { return root },
		"$MODULE/":     func() string { return moduleOf(dir) },
	} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			dir, name = in(), filepath.FromSlash(rest)
			break
		}
	}
	if filepath.IsAbs(name) {
		return name
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// moduleOf is the folder of the module that dir is in, "" if in none.
func moduleOf(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); !errors.Is(err, os.ErrNotExist) {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
