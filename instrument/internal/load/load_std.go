package load

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/golist"
)

// exportsOf finds the export data of packages of the standard library, and of
// all that they depend on. The go command knows where it is, and makes it if
// need be; but to be told so takes longer than to rewrite a package, so what it
// has said is kept, for as long as the files are there and the sources of the
// packages are untouched.
func (l *Loader) exportsOf(ctx context.Context, ids []string) error {
	key := l.exportKey(ids)
	entry := filepath.Join(l.cache.Path("types", key), "info.json")
	var kept map[string]string
	if l.cache.Has("types", key) && cache.ReadJSON(entry, &kept) == nil && allThere(kept) {
		for id, file := range kept {
			l.export[id] = file
		}
		return nil
	}
	l.cache.Remove("types", key)
	all, err := golist.Run(ctx, l.g, []string{"-e", "-deps", "-export", "-json=ImportPath,Export,Error", "--"}, ids)
	if err != nil {
		return err
	}
	found := make(map[string]string)
	whole := true
	for _, p := range all {
		l.export[p.ImportPath] = p.Export
		if p.Export != "" {
			found[p.ImportPath] = p.Export
		}
		if p.Error != nil {
			whole = false
			l.faults[p.ImportPath] = ": " + strings.TrimSpace(p.Error.Err)
		}
	}
	if !whole {
		return nil
	}
	_, err = l.cache.Fill("types", key, func(dir string) error { return cache.WriteJSON(filepath.Join(dir, "info.json"), found) })
	return err
}

// allThere reports whether all files exist: the go command removes from its
// cache what was not used for some days.
func allThere(files map[string]string) bool {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return false
		}
	}
	return len(files) > 0
}

// exportKey is the key of what the go command says of packages of the standard
// library: who asks, which go command in which environment, and the sources, by
// sizes and times, as who works at the standard library changes them while the
// version stays.
func (l *Loader) exportKey(ids []string) string {
	h := sha256.New()
	fmt.Fprintf(h, "types %s\ncache %s\n", l.base, l.g.Getenv("GOCACHE"))
	seen := make(map[string]bool)
	var visit func(id string)
	visit = func(id string) {
		p := l.gr.ByID[id]
		if p == nil || seen[id] {
			return
		}
		seen[id] = true
		fmt.Fprintf(h, "package %s\n", id)
		for _, name := range golist.Absolute(p.Dir, slices.Concat(p.Files(), p.HFiles)) {
			fi, err := os.Stat(name)
			if err != nil {
				fmt.Fprintf(h, "file %s %v\n", name, err)
				continue
			}
			fmt.Fprintf(h, "file %s %d %d\n", name, fi.Size(), fi.ModTime().UnixNano())
		}
		for _, i := range p.Imports {
			visit(i)
		}
	}
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for _, id := range ids {
		visit(id)
	}
	return cache.Sum(h)
}
