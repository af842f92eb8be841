package cli

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocheck.dev/instrument"
)

// Positions come from test binaries as absolute files. On the screen they are
// relative to where the user is; in saved schedules, which travel with the
// source, to the package and to the places that every machine has elsewhere.

// shortener makes paths in texts relative to dir: those beneath it, and those
// of the package, its module and others that are worked on when the way there is
// shorter.
func shortener(dir string, b *instrument.Binary) func(string) string {
	var pairs []string
	for _, root := range append([]string{dir, b.Dir, b.ModuleDir}, slices.Sorted(maps.Values(b.Local))...) {
		if root == "" || root == "/" {
			continue
		}
		rel, err := filepath.Rel(dir, root)
		if err != nil || len(rel) > len(root) {
			continue
		}
		to := rel + string(filepath.Separator)
		if rel == "." {
			to = ""
		}
		pairs = append(pairs, root+string(filepath.Separator), to)
	}
	return strings.NewReplacer(pairs...).Replace
}

// relative is a path as the user would type it in dir.
func relative(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}

// inFolder is a position with the whole path of its file, if that is in the folder. What a test
// has logged names the file only.
func inFolder(dir, pos string) string {
	file, rest, ok := strings.Cut(pos, ".go:")
	path := filepath.Join(dir, file+".go")
	if _, err := os.Stat(path); !ok || filepath.Base(file) != file || err != nil {
		return pos
	}
	return path + ":" + rest
}
