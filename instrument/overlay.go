package instrument

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
)

// A workspace is what a test binary is built in: a go.work outside of the
// user's tree and an overlay.
type workspace struct {
	goWork  []byte
	own     string            // folder of gocheck's module in the build
	mods    map[string][]byte // go.mod in the build → content
	overlay map[string]string // name in the build → file with the content
	changed []string          // the keys of overlay that are rewritten files
}

// workspace lays out the build of a target, and adds to b what its units know
// about tests and unsupported operations.
func (s *session) workspace(t *target, b *Binary) (*workspace, error) {
	var laid []*golist.Package
	for _, p := range t.closure {
		if !p.StandsAside() {
			laid = append(laid, p)
		}
	}
	placed, err := place(laid, s.cache, s.g.Getenv("GOMODCACHE"))
	if err != nil {
		return nil, err
	}
	ensureMain(placed, t.root)
	w := &workspace{own: s.own, mods: make(map[string][]byte), overlay: make(map[string]string)}
	all := modules(placed)
	own := s.own
	for _, pl := range all {
		w.mods[filepath.Join(pl.root, "go.mod")] = goMod(pl.module, all)
		if pl.module.Path == golist.ModulePath {
			own, w.own = "", pl.root // gocheck is at work on its own module, which has the packages itself
		}
	}
	w.goWork = goWork(s.g.Version, t.main.DefaultGODEBUG, all, own, func(pl *placement) string { return pl.root })

	for _, p := range laid {
		pl := placed[p.Module.Path]
		dir, err := pl.dir(p.Dir)
		if err != nil {
			return nil, err
		}
		if pl.virtual {
			for _, name := range p.Files() {
				w.overlay[filepath.Join(dir, name)] = filepath.Join(p.Dir, name)
			}
		}
		if !p.Rewritable() {
			continue
		}
		info, err := s.unitOf(p)
		if err != nil {
			return nil, err
		}
		for original, file := range info.Files {
			name := filepath.Join(dir, filepath.Base(original))
			w.overlay[name] = file
			w.changed = append(w.changed, name)
		}
		for base, file := range info.Extra {
			name := filepath.Join(dir, base)
			w.overlay[name] = file
			w.changed = append(w.changed, name)
		}
		if info.Pipes {
			if err := s.overlayPipe(w); err != nil {
				return nil, err
			}
		}
		b.Tests = append(b.Tests, info.Tests...)
		b.Directives = append(b.Directives, info.Directives...)
		b.Unsupported = append(b.Unsupported, info.Unsupported...)
	}
	sort.Strings(w.changed)
	return w, nil
}

// write writes the workspace into a directory.
func (w *workspace) write(dir string) error {
	replace := make(map[string]string)
	for name, file := range w.overlay {
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

// copyWorkspace makes the go command see a copy of the user's go.work, if there
// is one. In workspace mode even go list writes go.work.sum where it finds sums
// to be missing (modload.commitRequirements), and the tree is not ours to write
// to. With a vendor folder beside go.work the original is needed, and no sums
// are.
func copyWorkspace(ctx context.Context, g *gocmd.Command, c *cache.Cache) error {
	original := g.Workspace()
	if original == "" {
		return nil
	}
	dir := filepath.Dir(original)
	if fi, err := os.Stat(filepath.Join(dir, "vendor")); err == nil && fi.IsDir() && !ignoresVendor(g) {
		return nil
	}
	out, err := g.Run(ctx, nil, "work", "edit", "-json", original)
	if err != nil {
		return &gocmd.LoadError{Text: err.Error()}
	}
	var file struct {
		Go, Toolchain string
		Godebug       []struct{ Key, Value string }
		Use           []struct{ DiskPath string }
		Replace       []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(out, &file); err != nil {
		return fmt.Errorf("reading %s: %w", original, err)
	}
	local := func(path string) string {
		if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		return path
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// A copy of %s.\n", original)
	if file.Go != "" {
		fmt.Fprintf(&b, "go %s\n", file.Go)
	}
	if file.Toolchain != "" {
		fmt.Fprintf(&b, "toolchain %s\n", file.Toolchain)
	}
	for _, d := range file.Godebug {
		fmt.Fprintf(&b, "godebug %s=%s\n", d.Key, d.Value)
	}
	for _, u := range file.Use {
		fmt.Fprintf(&b, "use %q\n", local(u.DiskPath))
	}
	for _, r := range file.Replace {
		to := fmt.Sprintf("%s %s", r.New.Path, r.New.Version)
		if r.New.Version == "" {
			to = fmt.Sprintf("%q", local(r.New.Path))
		}
		fmt.Fprintf(&b, "replace %s %s => %s\n", r.Old.Path, r.Old.Version, to)
	}
	sums, err := os.ReadFile(original + ".sum")
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("copying the workspace: %w", err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s", b.String(), sums)
	g.Work = filepath.Join(c.Path("list", cache.Sum(h)), "go.work")
	_, err = c.Fill("list", cache.Sum(h), func(dir string) error {
		return cache.WriteTree(dir, map[string][]byte{"go.work": []byte(b.String()), "go.work.sum": sums})
	})
	if err != nil {
		return fmt.Errorf("copying the workspace: %w", err)
	}
	return nil
}

// ignoresVendor reports whether the user's flags pass a vendor folder by.
func ignoresVendor(g *gocmd.Command) bool {
	for _, f := range gocmd.SplitFlags(g.Getenv("GOFLAGS")) {
		if name, value, _ := strings.Cut(strings.TrimLeft(f, "-"), "="); name == "mod" && value != "vendor" {
			return true
		}
	}
	return false
}
