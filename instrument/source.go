package instrument

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
	"gocheck.dev/instrument/internal/layout"
	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/instrument/internal/rewrite"
	"gocheck.dev/instrument/internal/tidy"
)

// What packages io and os have to be changed for is in an overlay of the directory, for
// whoever wants it: without, the go command builds it like any other source.
const (
	overlayFile = "gocheck-overlay.json"
	overlayDir  = "gocheck-overlay"
)

// sourceMark is the file by which WriteSource knows a directory that it wrote.
const sourceMark = "gocheck-instrument.txt"

// WriteSource writes the rewritten source of the packages, of all packages
// outside the standard library that they depend on, and of gocheck's runtime
// into a directory that the plain go command can build: a workspace of its own,
// that needs no network. It returns what there is to be said about the
// packages; those with Err set are missing.
//
// Nothing but a new or empty directory, or one that it wrote before, is written
// to: what is there otherwise may be somebody's source.
func WriteSource(ctx context.Context, cfg Config, outDir string) ([]Binary, error) {
	s, err := newSession(ctx, &cfg, rewrite.Unit)
	if err != nil {
		return nil, err
	}
	binaries, err := s.writeSource(ctx, outDir)
	return binaries, s.g.Blame(err)
}

func (s *session) writeSource(ctx context.Context, outDir string) ([]Binary, error) {
	s.source = true
	out, err := claim(s.g.Dir, outDir)
	if err != nil {
		return nil, err
	}
	var wanted []*target
	for _, t := range s.targets {
		if t.binary.Err == nil {
			wanted = append(wanted, t)
		}
	}
	if err := s.rewriteUnits(ctx, wanted); err != nil {
		return nil, err
	}
	var done []*target
	for _, t := range s.targets {
		if t.binary.Err == nil {
			done = append(done, t)
		}
	}
	tree, err := s.sourceTree(done)
	if err != nil {
		return nil, err
	}
	if err := cache.WriteTree(out, tree); err != nil {
		return nil, fmt.Errorf("writing the source: %w", err)
	}
	for _, t := range done {
		for _, p := range t.closure {
			if !p.Rewritable() {
				continue
			}
			info, err := s.unitOf(p)
			if err != nil {
				return nil, err
			}
			t.binary.Tests = append(t.binary.Tests, info.Tests...)
			t.binary.Unsupported = append(t.binary.Unsupported, info.Unsupported...)
		}
		t.binary.NoTests = len(t.binary.Tests) == 0
	}
	var binaries []Binary
	for _, t := range s.targets {
		binaries = append(binaries, t.binary)
	}
	return binaries, nil
}

// claim empties the directory to be written, if it is ours to empty.
func claim(base, dir string) (string, error) {
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(base, dir)
	}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", &gocmd.LoadError{Text: fmt.Sprintf("cannot write to %s: %v", dir, err)}
	case len(entries) > 0:
		if _, err := os.Stat(filepath.Join(dir, sourceMark)); err != nil {
			return "", &gocmd.LoadError{Text: fmt.Sprintf("%s is not empty and gocheck did not write it (it has no %s): remove it or name another directory", dir, sourceMark)}
		}
		for _, e := range entries {
			if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
				return "", &gocmd.LoadError{Text: fmt.Sprintf("emptying %s: %v", dir, err)}
			}
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", &gocmd.LoadError{Text: fmt.Sprintf("cannot write to %s: %v", dir, err)}
	}
	return dir, nil
}

// A sourceTree is the content of the directory, as it is made.
type sourceTree struct {
	s       *session
	targets []*target
	files   map[string][]byte            // by slash-separated name
	overlay map[string]string            // overlayFile's: of what is in GOROOT, for whoever wants it
	modules map[string]*layout.Placement // by module path
}

// sourceTree makes the directory's content, by slash-separated name.
func (s *session) sourceTree(targets []*target) (map[string][]byte, error) {
	tree := &sourceTree{s, targets, make(map[string][]byte), make(map[string]string), make(map[string]*layout.Placement)}
	tree.placeModules()
	if err := tree.addPackages(); err != nil {
		return nil, fmt.Errorf("reading the source: %w", err)
	}
	if err := tree.addWorkspace(); err != nil {
		return nil, err
	}
	overlaid := len(tree.overlay) > 0
	if overlaid {
		if err := tree.addOverlay(); err != nil {
			return nil, err
		}
	}
	tree.files[sourceMark] = []byte(sourceNote(targets, overlaid))
	return tree.files, nil
}

// placeModules gives each module that has something to add its place.
func (tree *sourceTree) placeModules() {
	for _, t := range tree.targets {
		for _, p := range t.closure {
			m := p.Module
			if tree.modules[m.Path] != nil || p.StandsAside() {
				continue
			}
			root := m.Path
			if !m.Main {
				root += "@" + m.Version
			}
			tree.modules[m.Path] = &layout.Placement{Module: m, Real: p.ModuleRoot(), Root: root}
		}
	}
}

// addPackages adds all packages. A file may have been rewritten in several variants of its package.
// The one that stays is the richest, that with the test files, which are added last: it makes a
// plain package too, where those are left out.
func (tree *sourceTree) addPackages() error {
	for _, tested := range []bool{false, true} {
		for _, t := range tree.targets {
			for _, p := range t.closure {
				if p.StandsAside() || p.UnderTest() != tested {
					continue
				}
				if err := tree.addPackage(p); err != nil {
					return err
				}
			}
			if t.main == nil || !tested {
				continue
			}
			if err := addTestdata(tree.files, t.root, tree.modules[t.root.Module.Path]); err != nil {
				return err
			}
		}
	}
	return nil
}

// addPackage adds the files of a package, and in place of them what it was rewritten to.
func (tree *sourceTree) addPackage(p *golist.Package) error {
	dir, err := tree.modules[p.Module.Path].Dir(p.Dir)
	if err != nil {
		return err
	}
	for _, name := range p.Files() {
		if tree.files[filepath.ToSlash(filepath.Join(dir, name))], err = os.ReadFile(filepath.Join(p.Dir, name)); err != nil {
			return err
		}
	}
	if !p.Rewritable() {
		return nil
	}
	info, err := tree.s.unitOf(p)
	if err != nil {
		return err
	}
	for original, file := range info.Files {
		if err := tree.addRewritten(filepath.Join(dir, filepath.Base(original)), file); err != nil {
			return err
		}
	}
	for base, file := range info.Extra {
		name := filepath.Join(dir, base)
		if base == load.PipesFile || base == load.PipesExternalFile {
			// For package io as it is in GOROOT, it would not compile.
			overlaid := overlayDir + "/" + filepath.ToSlash(name)
			tree.overlay["./"+filepath.ToSlash(name)] = "./" + overlaid
			name = overlaid
		}
		if err := tree.addRewritten(name, file); err != nil {
			return err
		}
	}
	return nil
}

// addRewritten adds a file of rewritten source by its name in the tree.
func (tree *sourceTree) addRewritten(name, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	tree.files[filepath.ToSlash(name)] = tidy.Source(text)
	return nil
}

// addWorkspace adds go.work, the modules' go.mod, and gocheck's module, unless that is among them.
func (tree *sourceTree) addWorkspace() error {
	within := tree.modules[golist.ModulePath] != nil
	if len(tree.targets) > 0 {
		layout.EnsureMain(tree.modules, tree.targets[0].root)
	}
	all := layout.Modules(tree.modules)
	for _, pl := range all {
		tree.files[pl.Root+"/go.mod"] = layout.GoMod(pl.Module, all)
	}
	own := ""
	if !within {
		own = "./" + golist.ModulePath
		files, err := layout.OwnModule()
		if err != nil {
			return err
		}
		for name, data := range files {
			tree.files[golist.ModulePath+"/"+name] = data
		}
	}
	godebug := ""
	if i := slices.IndexFunc(tree.targets, func(t *target) bool { return t.main != nil }); i >= 0 {
		godebug = tree.targets[i].main.DefaultGODEBUG
	}
	tree.files["go.work"] = layout.GoWork(tree.s.g.Version, godebug, all, own, func(pl *layout.Placement) string { return "./" + pl.Root })
	return nil
}

// addOverlay adds overlayFile, with what packages of GOROOT have to be for it.
func (tree *sourceTree) addOverlay() error {
	goroot := tree.s.g.Getenv("GOROOT")
	files, err := layout.ChangedPipes(goroot)
	if err != nil {
		return err
	}
	for name, text := range files {
		tree.overlay[filepath.Join(goroot, "src", name)] = "./" + overlayDir + "/" + name
		tree.files[overlayDir+"/"+name] = tidy.Source(text)
	}
	if tree.files[overlayFile], err = json.MarshalIndent(map[string]any{"Replace": tree.overlay}, "", "\t"); err != nil {
		return fmt.Errorf("writing the overlay: %w", err)
	}
	return nil
}

// addTestdata copies the data files of a package's tests, without the schedules
// that gocheck has saved.
func addTestdata(tree map[string][]byte, p *golist.Package, pl *layout.Placement) error {
	from := filepath.Join(p.Dir, "testdata")
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if path == from && errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if d.IsDir() && path == filepath.Join(from, "gocheck") {
			return filepath.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		to, err := pl.Dir(path)
		if err != nil {
			return err
		}
		tree[filepath.ToSlash(to)], err = os.ReadFile(path)
		return err
	})
}

// sourceNote says what the directory is.
func sourceNote(targets []*target, overlay bool) string {
	var b strings.Builder
	b.WriteString("Source rewritten by gocheck instrument, which overwrites this directory.\nTo build it, in this directory:\n\n")
	for _, t := range targets {
		verb := "build"
		if t.main != nil {
			verb = "test -c -vet=off"
		}
		fmt.Fprintf(&b, "\tgo %s %s\n", verb, t.root.ImportPath)
	}
	if overlay {
		b.WriteString("\nIt makes an io.Pipe. So built, pipes are package io's own; with -overlay=" + overlayFile + "\nthey can be under gocheck's control, as all else.\n")
	}
	return b.String()
}
