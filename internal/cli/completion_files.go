package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gocheck.dev/internal/schedule"
)

// enough bounds the number of folders that one completion reads.
const enough = 5000

// tree calls visit for the folders of the module below dir, by their slash-
// separated names, until it has seen enough of them. Folders that the go command
// passes by are left out, but testdata, where schedules are.
func (a *App) tree(visit func(name string, entries []fs.DirEntry)) {
	seen := 0
	var walk func(name string)
	walk = func(name string) {
		if seen++; seen > enough {
			return
		}
		entries, err := os.ReadDir(filepath.Join(a.Dir, filepath.FromSlash(name)))
		if err != nil {
			return // completion says nothing of errors
		}
		visit(name, entries)
		for _, e := range entries {
			if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(e.Name(), "_") && e.Name() != "vendor" {
				walk(path.Join(name, e.Name()))
			}
		}
	}
	walk(".")
}

// packages are those below the current directory, and the patterns that stand
// for several of them.
func (a *App) packages(last string) []candidate {
	if last != "" && !strings.HasPrefix("./", last) && !strings.HasPrefix(last, "./") {
		return nil
	}
	below := map[string]int{} // pattern → packages that it stands for
	var names []string
	a.tree(func(name string, entries []fs.DirEntry) {
		if slices.Contains(strings.Split(name, "/"), "testdata") || !slices.ContainsFunc(entries, isGo) {
			return
		}
		if name != "." {
			names = append(names, "./"+name)
		}
		for up := name; ; up = path.Dir(up) {
			below[strings.TrimSuffix("./"+up, "/.")+"/..."]++
			if up == "." {
				break
			}
		}
	})
	for pattern, n := range below {
		if n > 1 || pattern == "./..." {
			names = append(names, pattern)
		}
	}
	slices.Sort(names)
	var all []candidate
	for _, name := range names {
		all = append(all, candidate{word: name})
	}
	return all
}

func isGo(e fs.DirEntry) bool { return !e.IsDir() && strings.HasSuffix(e.Name(), ".go") }

// schedules are the saved ones below the current directory; elsewhere the shell
// completes names of files.
func (a *App) schedules(last string) []candidate {
	if strings.HasPrefix(last, "/") || strings.HasPrefix(last, ".") {
		return anyFile
	}
	var all []candidate
	a.tree(func(name string, entries []fs.DirEntry) {
		if up := path.Dir(name); up != schedule.Folder && !strings.HasSuffix(up, "/"+schedule.Folder) {
			return
		}
		for _, e := range entries {
			if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
				all = append(all, candidate{word: path.Join(name, e.Name())})
			}
		}
	})
	return all
}

// testNames are the tests of the package in the current directory: which
// packages will be named after the flags is not known yet.
func (a *App) testNames() []candidate {
	files, err := filepath.Glob(filepath.Join(a.Dir, "*_test.go"))
	if err != nil {
		return nil
	}
	var names []string
	for _, file := range files {
		// What does not parse has tests all the same.
		f, _ := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if f == nil {
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") && fn.Name.Name != "TestMain" {
				names = append(names, fn.Name.Name)
			}
		}
	}
	slices.Sort(names)
	var all []candidate
	for _, name := range slices.Compact(names) {
		all = append(all, candidate{word: name})
	}
	return all
}
