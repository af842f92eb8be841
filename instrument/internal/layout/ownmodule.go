package layout

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	gocheck "gocheck.dev"
	"gocheck.dev/instrument/internal/cache"
	"gocheck.dev/instrument/internal/gocmd"
	"gocheck.dev/instrument/internal/golist"
)

// ownGoMod is the go.mod of the unpacked module. It requires nothing: what is
// linked into test binaries imports the standard library only, and so no
// go.sum, no network and no module of the user's can be in its way.
const ownGoMod = "module " + golist.ModulePath + "\n\ngo 1.25\n"

// OwnModule returns the files of gocheck's module that rewritten packages need,
// by slash-separated name.
func OwnModule() (map[string][]byte, error) {
	files := map[string][]byte{"go.mod": []byte(ownGoMod)}
	err := fs.WalkDir(gocheck.ModuleSource, ".", func(name string, d fs.DirEntry, err error) error {
		// Tests are embedded as well; module.go, which embeds it all, would embed
		// nothing but copies of copies.
		pkg := path.Join(golist.ModulePath, path.Dir(name))
		if err != nil || d.IsDir() || !golist.IsOwn(pkg) || !isSource(name) || name == "module.go" {
			return err
		}
		data, err := gocheck.ModuleSource.ReadFile(name)
		files[name] = data
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the embedded module: %w", err)
	}
	return files, nil
}

// isSource reports whether an embedded file is compiled into a package.
func isSource(name string) bool {
	return !strings.HasSuffix(name, "_test.go")
}

// profile is where the unpacked module has what was measured of the runtime and the
// checker: `make profile`.
const profile = "runtime/hot.pprof"

// profileFlags has the compiler inline what is called most. Only gocheck's own
// packages are compiled with the profile (-pgo would take in the standard library,
// which would have to be compiled anew); the user's -gcflags come later and count
// where they name the same packages. None, where the module has no profile, or the
// name of its folder cannot be quoted.
func profileFlags(own string) []string {
	path := filepath.Join(own, filepath.FromSlash(profile))
	if _, err := os.Stat(path); err != nil || strings.ContainsAny(path, "'\"") {
		return nil
	}
	if strings.ContainsAny(path, " \t") {
		path = `"-pgoprofile=` + path + `"`
	} else {
		path = "-pgoprofile=" + path
	}
	return []string{"-gcflags=" + golist.ModulePath + "/checker/...=" + path, "-gcflags=" + golist.ModulePath + "/runtime/...=" + path}
}

// UnpackModule puts gocheck's module into the cache, under a name made of its
// content, and returns its directory.
func UnpackModule(c *cache.Cache) (string, error) {
	files, err := OwnModule()
	if err != nil {
		return "", err
	}
	return c.FillTree("module", files)
}

// BuildFlags is GOFLAGS for the build in a workspace of ours, where modules are
// selected by that workspace alone. It is never empty, because an empty
// variable would let `go env -w GOFLAGS` through.
//
// The binary has no debug information, as one that go test runs: stacks do not
// need it, and it is a third of the linker's time and a quarter of the file. Who
// has flags for the linker, if only -ldflags=, gets what they say.
//
// goflags are the user's; own is where gocheck's module is unpacked.
func BuildFlags(goflags, own string) string {
	flags := append([]string{"-mod=readonly", "-ldflags=-w"}, profileFlags(own)...)
	for _, f := range gocmd.SplitFlags(goflags) {
		switch name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "="); name {
		case "mod", "vet", "json", "n", "x", "o", "c":
		default:
			flags = append(flags, f)
		}
	}
	for i, f := range flags {
		if strings.ContainsAny(f, " \t") {
			flags[i] = "'" + f + "'"
		}
	}
	return strings.Join(flags, " ")
}
