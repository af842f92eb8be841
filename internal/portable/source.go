package portable

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/files"
	"gocheck.dev/internal/goplaces"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
)

// Below are the folders that positions of a binary are looked up in: of what is
// worked on, of the module cache, of the standard library. A //line comment may name
// any file.
func Below(b *instrument.Binary) files.Below {
	modCache, root := GoPlaces()
	all := files.Below{b.ModuleDir, b.Dir, modCache, StdOf(root)}
	for _, dir := range b.Local {
		all = append(all, dir)
	}
	return all
}

// StdOf is the source of the standard library. Where Go is packaged it may be a link
// out of GOROOT.
func StdOf(root string) string {
	if root == "" {
		return ""
	}
	return filepath.Join(root, "src")
}

// A Finder finds the source that a saved schedule names, without running
// anything: what the schedule says is not even shown to the go command.
type Finder struct {
	dir    string            // of the package, "" if it is not known
	module string            // its module's
	local  map[string]string // the folders of modules that are worked on with it, by path
	cache  string            // of modules
	root   string            // Go's
}

// Find is for a schedule that lies at path, for a user who is in dir.
func Find(path, dir string, s *wire.Schedule) *Finder {
	f := &Finder{}
	if d, ok := schedule.PackageDir(path); ok {
		f.dir, f.module = d, goplaces.ModuleOf(d)
	} else if f.module = goplaces.ModuleOf(dir); f.module != "" {
		// It was taken elsewhere. Perhaps it is of a package of the module that the user
		// is in.
		f.dir = goplaces.PackageIn(f.module, s.Package)
	}
	f.cache, f.root = goplaces.For(f.module)
	f.local = goplaces.LocalModules(f.module)
	return f
}

// Read reads a file that the schedule names, nil if it is not there, is no source of
// anything that the schedule may be about, or has changed since a time.
func (f *Finder) Read(name string, unchangedSince time.Time) []byte {
	path := f.Path(name)
	if path == "" {
		return nil
	}
	below := files.Below{f.module, f.dir, f.cache, StdOf(f.root)}
	for _, dir := range f.local {
		below = append(below, dir)
	}
	text, err := below.Read(path, unchangedSince)
	if err != nil {
		return nil
	}
	return text
}

// Path is where a file should be (see Schedule), "" if that is not known.
func (f *Finder) Path(name string) string {
	dir := f.dir
	if before, rest, ok := strings.Cut(name, "/"); ok && strings.HasPrefix(before, "$") {
		switch before {
		case "$GOMODCACHE":
			dir, name = f.cache, rest
		case "$GOROOT":
			dir, name = f.root, rest
		case "$MODULE":
			dir, name = f.module, rest
		}
	}
	if rest, ok := strings.CutPrefix(name, moduleOpen); ok {
		path, rest, ok := strings.Cut(rest, moduleClose)
		if !ok {
			return ""
		}
		dir, name = f.local[path], rest
	}
	if name = filepath.FromSlash(name); filepath.IsAbs(name) {
		return name
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name)
}

// Beside reads what a saved schedule names, as long as it is older than the schedule.
func (f *Finder) Beside(schedulePath string) func(string) []byte {
	info, err := os.Stat(schedulePath)
	if err != nil {
		return nil
	}
	return func(name string) []byte { return f.Read(name, info.ModTime()) }
}
