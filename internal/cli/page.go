package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gocheck.dev/internal/page"
	"gocheck.dev/internal/schedule"
)

// writePage is `gocheck show -html FILE SCHEDULE`.
func writePage(to string, file *schedule.File) error {
	html, err := page.Write(file.Schedule, func(name string) []byte { return sourceOf(file.Path, name) })
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, html, 0o666); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// sourceOf reads a file that a saved schedule names (see portable), nil if it
// is not there.
func sourceOf(schedulePath, name string) []byte {
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
	if !filepath.IsAbs(name) {
		if dir == "" {
			return nil
		}
		name = filepath.Join(dir, name)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return text
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
