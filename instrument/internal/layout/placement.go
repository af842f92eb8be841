package layout

import (
	"crypto/sha256"
	"fmt"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
)

// A Placement is where the build of a rewritten module finds it.
type Placement struct {
	Module *golist.Module
	Real   string // the module's root, where its files are
	Root   string // the module's root, where the build sees it

	virtual bool // root exists in the overlay only: all files have to be laid there
}

// Dir and file map places of the module's files into the build.
func (p *Placement) Dir(realDir string) (string, error) {
	rel, err := filepath.Rel(p.Real, realDir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("%s is not within its module %s in %s", realDir, p.Module.Path, p.Real)
	}
	return filepath.Join(p.Root, rel), nil
}

// place decides where modules go, given all packages of a binary.
//
// Main modules and local replacements stay where they are; their rewritten files
// replace the originals by the overlay. Files beneath GOMODCACHE must not be
// replaced (cmd/go refuses), and in a vendor folder they belong to no module
// once the workspace is ours: such modules get a directory that exists in the
// overlay only. That is not enough for C and assembly, whose tools run in the
// package's directory: modules that have them are copied.
func place(packages []*golist.Package, c *cache.Cache, modCache string) (map[string]*Placement, error) {
	placed := make(map[string]*Placement)
	foreign := make(map[string]bool)
	for _, p := range packages {
		if len(p.Foreign()) > 0 {
			foreign[p.Module.Path] = true
		}
	}
	for _, p := range packages {
		m := p.Module
		if placed[m.Path] != nil || p.StandsAside() {
			continue
		}
		pl := &Placement{Module: m, Real: p.ModuleRoot()}
		placed[m.Path] = pl
		pl.Root = pl.Real
		if m.Local() && !golist.Within(pl.Real, modCache) {
			continue
		}
		if foreign[m.Path] {
			var err error
			if pl.Root, err = copyModule(c, m, pl.Real); err != nil {
				return nil, fmt.Errorf("copying module %s: %w", m.Path, err)
			}
			continue
		}
		pl.virtual = true
		pl.Root = filepath.Join(c.Dir, "deps", filepath.FromSlash(m.Path)+"@"+m.Version)
	}
	return placed, nil
}

// copyModule copies a module's tree into the cache, by content: vendored files
// may be edited.
func copyModule(c *cache.Cache, m *golist.Module, from string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", m.Path, m.Version)
	var names []string
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			// Another module within (in a vendor folder they are side by
			// side) does no harm: what is imported decides.
			if d.Name() == ".git" || d.Name() == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || d.Name() == "go.mod" {
			return nil
		}
		content, err := cache.HashFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %s\n", rel, content)
		names = append(names, rel)
		return nil
	})
	if err != nil {
		return "", err
	}
	return c.Fill("copy", cache.Sum(h), func(dir string) error {
		for _, name := range names {
			if err := copyFile(filepath.Join(dir, name), filepath.Join(from, name)); err != nil {
				return err
			}
		}
		return nil
	})
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}

// Modules returns the placements in the order of their paths.
func Modules(placed map[string]*Placement) []*Placement {
	var all []*Placement
	for _, pl := range placed {
		all = append(all, pl)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Module.Path < all[j].Module.Path })
	return all
}

// EnsureMain makes the module of a package under test a main module of the
// build, if the packages are all of dependencies: something has to require them.
func EnsureMain(placed map[string]*Placement, root *golist.Package) {
	for _, pl := range placed {
		if pl.Module.Main {
			return
		}
	}
	m := *root.Module
	m.Main = true
	placed[m.Path].Module = &m
}

// GoMod writes the go.mod that a module has in the build. Main modules require
// every dependency that go list found, at its version; dependencies require
// nothing. So the versions are those of the user's build, go.sum is not
// consulted (every dependency is replaced by a directory), and no go.mod of a
// module outside of this build has to be at hand: it works offline where the
// user's own build does.
func GoMod(m *golist.Module, all []*Placement) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s\n", m.Path)
	if m.GoVersion != "" {
		fmt.Fprintf(&b, "\ngo %s\n", m.GoVersion)
	}
	if m.Main {
		b.WriteString("\n")
		for _, pl := range all {
			if !pl.Module.Main {
				fmt.Fprintf(&b, "require %s %s\n", pl.Module.Path, pl.Module.Version)
			}
		}
	}
	return []byte(b.String())
}

// GoWork writes the go.work of the build: the main modules and gocheck's own,
// and where every dependency is. path says how a directory is written.
//
// In a workspace the GODEBUG defaults come from go.work instead of the main
// module's go.mod. The user's, as go list found them, differ from the tool
// chain's newest in the settings listed in godebug.
func GoWork(goVersion, godebug string, all []*Placement, own string, path func(*Placement) string) []byte {
	var b strings.Builder
	least := gocmd.LeastGo
	for _, pl := range all {
		if v := "go" + pl.Module.GoVersion; version.Compare(v, least) > 0 {
			least = v
		}
	}
	fmt.Fprintf(&b, "go %s\n", strings.TrimPrefix(least, "go"))
	if version.IsValid(goVersion) {
		if version.Compare(goVersion, least) > 0 {
			fmt.Fprintf(&b, "toolchain %s\n", goVersion)
		}
		fmt.Fprintf(&b, "godebug default=%s\n", version.Lang(goVersion))
	}
	for _, setting := range strings.Split(godebug, ",") {
		if setting != "" {
			fmt.Fprintf(&b, "godebug %s\n", setting)
		}
	}
	for _, pl := range all {
		if pl.Module.Main {
			fmt.Fprintf(&b, "use %q\n", path(pl))
		}
	}
	if own != "" {
		fmt.Fprintf(&b, "use %q\n", own)
	}
	for _, pl := range all {
		if !pl.Module.Main {
			fmt.Fprintf(&b, "replace %s => %q\n", pl.Module.Path, path(pl))
		}
	}
	return []byte(b.String())
}
