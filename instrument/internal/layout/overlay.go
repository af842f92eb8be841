package layout

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
)

// A Workspace is what a test binary is built in: a go.work outside of the
// user's tree and an overlay.
type Workspace struct {
	Own     string            // folder of gocheck's module in the build
	Overlay map[string]string // name in the build → file with the content
	Changed []string          // the keys of overlay that are rewritten files

	goWork []byte
	mods   map[string][]byte     // go.mod in the build → content
	placed map[string]*Placement // module path → its place
}

// New lays out the packages of a binary, as they are. root is the one under test,
// own the folder where gocheck's module is unpacked, godebug what the binary's defaults
// differ in from the tool chain's newest.
func New(packages []*golist.Package, root *golist.Package, c *cache.Cache, g *gocmd.Command, own, godebug string) (*Workspace, error) {
	placed, err := place(packages, c, g.Getenv("GOMODCACHE"))
	if err != nil {
		return nil, err
	}
	EnsureMain(placed, root)
	w := &Workspace{Own: own, mods: make(map[string][]byte), Overlay: make(map[string]string), placed: placed}
	all := Modules(placed)
	for _, pl := range all {
		w.mods[filepath.Join(pl.Root, "go.mod")] = GoMod(pl.Module, all)
		if pl.Module.Path == golist.ModulePath {
			own, w.Own = "", pl.Root // gocheck is at work on its own module, which has the packages itself
		}
	}
	w.goWork = GoWork(g.Version, godebug, all, own, func(pl *Placement) string { return pl.Root })
	for _, p := range packages {
		pl := placed[p.Module.Path]
		dir, err := pl.Dir(p.Dir)
		if err != nil {
			return nil, err
		}
		if pl.virtual {
			for _, name := range p.Files() {
				w.Overlay[filepath.Join(dir, name)] = filepath.Join(p.Dir, name)
			}
		}
	}
	return w, nil
}

// Replace puts new files in the place of a package's: for the originals, by their names,
// and besides them, by names in the package's folder.
func (w *Workspace) Replace(p *golist.Package, files, extra map[string]string) error {
	dir, err := w.placed[p.Module.Path].Dir(p.Dir)
	if err != nil {
		return err
	}
	add := func(base, file string) {
		name := filepath.Join(dir, base)
		w.Overlay[name] = file
		w.Changed = append(w.Changed, name)
	}
	for original, file := range files {
		add(filepath.Base(original), file)
	}
	for base, file := range extra {
		add(base, file)
	}
	sort.Strings(w.Changed)
	return nil
}

// Write writes the workspace into a directory.
func (w *Workspace) Write(dir string) error {
	replace := make(map[string]string)
	for name, file := range w.Overlay {
		replace[name] = file
	}
	var names []string
	for name := range w.mods {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		file := filepath.Join(dir, fmt.Sprintf("%d.mod", i))
		if err := os.WriteFile(file, w.mods[name], 0o666); err != nil {
			return err
		}
		replace[name] = file
	}
	if err := os.WriteFile(filepath.Join(dir, "go.work"), w.goWork, 0o666); err != nil {
		return err
	}
	return cache.WriteJSON(filepath.Join(dir, "overlay.json"), map[string]any{"Replace": replace})
}
