package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
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
	if rest, ok := strings.CutPrefix(name, moduleOpen); ok {
		path, rest, ok := strings.Cut(rest, moduleClose)
		if !ok {
			return ""
		}
		dir, name = moduleNamed(path, dir), filepath.FromSlash(rest)
	}
	if filepath.IsAbs(name) {
		return name
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// named are the folders of modules, by the folder that they were asked for in and
// their paths.
var named sync.Map

// moduleNamed is the folder of the module of that path, for a package in dir; "" if
// it is not there.
func moduleNamed(path, dir string) string {
	key := dir + "\n" + path
	if known, ok := named.Load(key); ok {
		return known.(string)
	}
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", path)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		out = nil
	}
	found := strings.TrimSpace(string(out))
	named.Store(key, found)
	return found
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
