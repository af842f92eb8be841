package goplaces

import (
	"errors"
	"go/build"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"gocheck.dev/internal/files"
)

// ModuleOf is the folder of the module that dir is in, "" if in none.
func ModuleOf(dir string) string { return upTo(dir, "go.mod") }

// upTo is dir, or the nearest folder that it is in, that has a file of that name.
func upTo(dir, name string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, os.ErrNotExist) {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// PackageIn is the folder of a package in the module in root, "" if it is of another
// one.
func PackageIn(root, pkg string) string {
	path := goMod(root).path
	if path == "" || module.CheckImportPath(pkg) != nil {
		return ""
	}
	if pkg == path {
		return root
	}
	rest, ok := strings.CutPrefix(pkg, path+"/")
	if !ok || !filepath.IsLocal(filepath.FromSlash(rest)) {
		return ""
	}
	return filepath.Join(root, filepath.FromSlash(rest))
}

// ModulePath is the path of the module in a folder, "" if its go.mod cannot be read.
func ModulePath(root string) string { return goMod(root).path }

// aModule is the part of a go.mod or go.work that is used here.
type aModule struct {
	path     string            // of a module
	use      []string          // folders of a workspace
	replaced map[string]string // by folders: the folders by the modules' paths
	needs    string            // the version of Go, "" if it does not say
}

// goMod reads the go.mod in a folder; what cannot be read is empty.
func goMod(dir string) aModule {
	file := filepath.Join(dir, "go.mod")
	data, err := files.Read(file, files.Module)
	if err != nil {
		return aModule{}
	}
	f, err := modfile.Parse(file, data, nil)
	if err != nil {
		return aModule{}
	}
	m := aModule{replaced: folders(dir, f.Replace), needs: needed(f.Go, f.Toolchain)}
	if f.Module != nil {
		m.path = f.Module.Mod.Path
	}
	return m
}

// goWork reads a go.work.
func goWork(file string) aModule {
	data, err := files.Read(file, files.Module)
	if err != nil {
		return aModule{}
	}
	f, err := modfile.ParseWork(file, data, nil)
	if err != nil {
		return aModule{}
	}
	dir := filepath.Dir(file)
	w := aModule{replaced: folders(dir, f.Replace), needs: needed(f.Go, f.Toolchain)}
	for _, u := range f.Use {
		w.use = append(w.use, absolute(dir, u.Path))
	}
	return w
}

func folders(dir string, replaced []*modfile.Replace) map[string]string {
	all := map[string]string{}
	for _, r := range replaced {
		if r.New.Version == "" {
			all[r.Old.Path] = absolute(dir, r.New.Path)
		}
	}
	return all
}

func absolute(dir, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func needed(v *modfile.Go, t *modfile.Toolchain) string {
	needs := ""
	if v != nil {
		needs = "go" + v.Version
	}
	if t != nil && version.Compare(t.Name, needs) > 0 {
		needs = t.Name
	}
	return needs
}

// workspaceOf is the go.work that the go command goes by in a folder, "" if none.
func workspaceOf(dir string) string {
	switch w := goVariable("GOWORK", ""); {
	case w == "off":
		return ""
	case w != "":
		return w
	}
	if at := upTo(dir, "go.work"); at != "" {
		return filepath.Join(at, "go.work")
	}
	return ""
}

// LocalModules are the folders of modules that are worked on together with the one in
// root: those of its workspace, and those that are replaced by folders. What is no
// folder of a module is none.
func LocalModules(root string) map[string]string {
	local := map[string]string{}
	if root == "" {
		return local
	}
	add := func(path, dir string) {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && info.Mode().IsRegular() && module.CheckImportPath(path) == nil {
			local[path] = dir
		}
	}
	mains := []string{root}
	if file := workspaceOf(root); file != "" {
		work := goWork(file)
		mains = append(mains, work.use...)
		for path, dir := range work.replaced {
			add(path, dir)
		}
	}
	for _, dir := range mains {
		m := goMod(dir)
		add(m.path, dir)
		for path, dir := range m.replaced {
			add(path, dir)
		}
	}
	return local
}

// goVariable is a variable of the go command: from the environment, from the user's
// own file, from Go's.
func goVariable(name, root string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	file := os.Getenv("GOENV")
	if config, err := os.UserConfigDir(); file == "" && err == nil {
		file = filepath.Join(config, "go", "env")
	}
	if value := settingIn(file, name); value != "" {
		return value
	}
	if root == "" {
		return ""
	}
	return settingIn(filepath.Join(root, "go.env"), name)
}

// settingIn is the value of a variable in a file of the go command.
func settingIn(file, name string) string {
	if file == "" || file == "off" {
		return ""
	}
	data, err := files.Read(file, files.Module)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			return value
		}
	}
	return ""
}

// For are the module cache, and GOROOT for the module in that folder; "" is
// what cannot be known.
func For(moduleDir string) (modCache, root string) {
	root = goRoot()
	modCache = goVariable("GOMODCACHE", root)
	if modCache == "" {
		path := goVariable("GOPATH", root)
		if home, err := os.UserHomeDir(); path == "" && err == nil {
			path = filepath.Join(home, "go")
		}
		if list := filepath.SplitList(path); len(list) > 0 {
			modCache = filepath.Join(list[0], "pkg", "mod")
		}
	}
	return modCache, toolchain(moduleDir, modCache, root)
}

// goRoot is the GOROOT of the go command in PATH.
func goRoot() string {
	if root := os.Getenv("GOROOT"); root != "" {
		return root
	}
	if path, err := exec.LookPath("go"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			root := filepath.Dir(filepath.Dir(path))
			if info, err := os.Stat(filepath.Join(root, "src", "runtime")); err == nil && info.IsDir() {
				return root
			}
		}
	}
	return build.Default.GOROOT
}

// toolchain is the GOROOT of the version of Go that a module wants, which the go
// command would call: the one that there is, or a later one from the module cache. The
// source of another version would be another source.
func toolchain(moduleDir, modCache, root string) string {
	if moduleDir == "" || root == "" {
		return root
	}
	needs := goMod(moduleDir).needs
	if file := workspaceOf(moduleDir); file != "" {
		if w := goWork(file).needs; version.Compare(w, needs) > 0 {
			needs = w
		}
	}
	text, err := files.Read(filepath.Join(root, "VERSION"), files.Module)
	if err != nil {
		return root
	}
	have, _, _ := strings.Cut(string(text), "\n")
	if !version.IsValid(needs) || version.Compare(needs, strings.TrimSpace(have)) <= 0 {
		return root
	}
	dir := filepath.Join(modCache, "golang.org", "toolchain@v0.0.1-"+needs+"."+runtime.GOOS+"-"+runtime.GOARCH)
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}
