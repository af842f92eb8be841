package layout

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
)

// CopyWorkspace makes the go command see a copy of the user's go.work, if there
// is one. In workspace mode even go list writes go.work.sum where it finds sums
// to be missing (modload.commitRequirements), and the tree is not ours to write
// to. With a vendor folder beside go.work the original is needed, and no sums
// are.
func CopyWorkspace(g *gocmd.Command, c *cache.Cache) error {
	original := g.Workspace()
	if original == "" {
		return nil
	}
	dir := filepath.Dir(original)
	if fi, err := os.Stat(filepath.Join(dir, "vendor")); err == nil && fi.IsDir() && !ignoresVendor(g) {
		return nil
	}
	text, err := os.ReadFile(original)
	if err != nil {
		return &gocmd.LoadError{Text: err.Error()}
	}
	// Not by go work edit -json, which leaves out the lines toolchain and godebug.
	file, err := modfile.ParseWork(original, text, nil)
	if err != nil {
		return &gocmd.LoadError{Text: err.Error()}
	}
	local := func(path string) string {
		if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		return path
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// A copy of %s.\n", original)
	if file.Go != nil {
		fmt.Fprintf(&b, "go %s\n", file.Go.Version)
	}
	if file.Toolchain != nil {
		fmt.Fprintf(&b, "toolchain %s\n", file.Toolchain.Name)
	}
	for _, d := range file.Godebug {
		fmt.Fprintf(&b, "godebug %s=%s\n", d.Key, d.Value)
	}
	for _, u := range file.Use {
		fmt.Fprintf(&b, "use %q\n", local(u.Path))
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
