package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A program is one of Go's test directory that is to be run.
type program struct {
	name  string // path below the test directory, without .go
	dir   string // of its packages, if it has a folder of its own
	files []string
	out   string // why it is left out; empty: it is not
}

// ident is the name of the program's package.
func (p *program) ident() string {
	return "p_" + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, p.name)
}

// test is the name of the test that runs it.
func (p *program) test() string { return "Test_" + p.ident() }

var recipe = regexp.MustCompile(`(?m)^// ?(run|runoutput|rundir|runindir|buildrundir|buildrun)( .*)?$`)

// findPrograms lists the programs of the test directory that are to be run, by name.
func findPrograms(root string) ([]*program, error) {
	var all []*program
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && strings.HasSuffix(file, ".dir") {
			return fs.SkipDir
		}
		if e.IsDir() || !strings.HasSuffix(file, ".go") {
			return nil
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		m := recipe.FindSubmatch(head(content))
		if m == nil {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		p := &program{name: strings.TrimSuffix(filepath.ToSlash(rel), ".go"), files: []string{file}}
		if err := p.plan(string(m[1]), strings.TrimSpace(string(m[2]))); err != nil {
			return err
		}
		all = append(all, p)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for Go's programs: %w", err)
	}
	return all, nil
}

// head is what comes before the package clause: the recipe is there.
func head(content []byte) []byte {
	if i := bytes.Index(content, []byte("\npackage ")); i >= 0 {
		return content[:i+1]
	}
	return content
}

// plan decides how the program is run, by its recipe: "run" with arguments, and so on.
func (p *program) plan(verb, args string) error {
	if match, err := build.Default.MatchFile(filepath.Split(p.files[0])); err != nil {
		return fmt.Errorf("reading the build constraints of %s: %w", p.name, err)
	} else if !match {
		p.out = "its build constraints leave it out on this machine"
		return nil
	}
	// An argument that only has Go's own runner go another way.
	args = strings.TrimSpace(strings.TrimPrefix(args, "fake-arg-to-force-use-of-go-run"))
	switch {
	case args != "":
		p.out = fmt.Sprintf("needs flags or arguments: %s %s", verb, args)
	case verb == "rundir":
		p.dir = strings.TrimSuffix(p.files[0], ".go") + ".dir"
		files, err := filepath.Glob(filepath.Join(p.dir, "*"))
		if err != nil {
			return fmt.Errorf("listing %s: %w", p.dir, err)
		}
		p.files = files
		for _, file := range files {
			if !strings.HasSuffix(file, ".go") {
				p.out = "has files that are not Go: " + filepath.Base(file)
			}
		}
	case verb != "run" && verb != "runoutput": // of runoutput, what writes the output
		p.out = "is a module of its own: " + verb
	}
	return nil
}

// write writes the program as packages below the module: its main package is the folder itself.
func (p *program) write(module string) error {
	if p.dir == "" {
		return p.copyFile(p.files[0], filepath.Join(module, p.ident(), "prog.go"), nil)
	}
	// A package is named by its first file; "./a" imports the one that has a.go.
	folder := map[string]string{} // of a file's base name
	names := map[string]string{}  // folder by package name
	for _, file := range p.files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly)
		if err != nil {
			return fmt.Errorf("reading %s: %w", p.name, err)
		}
		base := strings.TrimSuffix(filepath.Base(file), ".go")
		if names[f.Name.Name] == "" {
			names[f.Name.Name] = path.Join(p.ident(), base)
			if f.Name.Name == "main" {
				names["main"] = p.ident()
			}
		}
		folder[base] = names[f.Name.Name]
	}
	for _, file := range p.files {
		base := strings.TrimSuffix(filepath.Base(file), ".go")
		// The name of a test is that of a file like others to Go's runner.
		to := filepath.Join(module, filepath.FromSlash(folder[base]), strings.TrimSuffix(base, "_test")+".go")
		if err := p.copyFile(file, to, folder); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies a file of the program. Only the name of package main changes, and what imports
// by relative paths. A package that is no command may have a function main, too, so the file that
// has it gets a function that calls it.
func (p *program) copyFile(from, to string, folder map[string]string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("copying %s: %w", p.name, err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, from, content, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("reading %s: %w", p.name, err)
	}
	var edits []edit
	at := func(pos token.Pos) int { return fset.PositionFor(pos, false).Offset }
	for _, imported := range f.Imports {
		name, err := strconv.Unquote(imported.Path.Value)
		if err != nil {
			return fmt.Errorf("reading %s: %w", p.name, err)
		}
		base, ok := strings.CutPrefix(name, "./")
		if !ok {
			base, ok = strings.CutPrefix(name, "test/") // as Go's runner calls them
		}
		if ok && folder[base] != "" {
			text := strconv.Quote(programsModule + "/" + folder[base])
			edits = append(edits, edit{at(imported.Path.Pos()), at(imported.Path.End()), text})
		}
	}
	if f.Name.Name == "main" {
		edits = append(edits, edit{at(f.Name.Pos()), at(f.Name.End()), p.ident()})
		if hasMain(f) {
			edits = append(edits, edit{len(content), len(content), "\n\nfunc GotestMain() { main() }\n"})
		}
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("copying %s: %w", p.name, err)
	}
	if err := os.WriteFile(to, splice(content, edits), 0o644); err != nil {
		return fmt.Errorf("copying %s: %w", p.name, err)
	}
	return nil
}

func hasMain(f *ast.File) bool {
	return slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Recv == nil && fn.Name.Name == "main"
	})
}

// An edit replaces a part of a text.
type edit struct {
	from, to int
	text     string
}

func splice(content []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		b.Write(content[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.Write(content[at:])
	return b.Bytes()
}
