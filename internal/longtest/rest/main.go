package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// longtest is the package that has the switch.
const longtest = "gocheck.dev/internal/longtest"

func main() {
	flag.Parse()
	args, err := rest("", flag.Args()...)
	if err != nil {
		fmt.Fprintf(os.Stderr, "rest: %v\n", err)
		os.Exit(1)
	}
	fmt.Println(strings.Join(args, " "))
}

// rest has the arguments, for packages as seen from the folder.
func rest(folder string, patterns ...string) ([]string, error) {
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedExportFile | packages.NeedTypes |
			packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedForTest,
		Dir:   folder,
		Tests: true,
	}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("loading the packages: %w", err)
	}
	var tests, paths []string
	for _, p := range all {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("package %s: %w", p.ID, p.Errors[0])
		}
		if p.ForTest == "" {
			continue
		}
		if found := seeing(p); len(found) > 0 {
			tests = append(tests, found...)
			paths = append(paths, p.ForTest)
		}
	}
	if len(tests) == 0 {
		return nil, fmt.Errorf("no test of %s sees the switch", strings.Join(patterns, " "))
	}
	return append([]string{"-run=^(" + strings.Join(tidy(tests), "|") + ")$"}, tidy(paths)...), nil
}

func tidy(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// seeing has the tests of a package, or of the tests beside it, that see the switch.
func seeing(p *packages.Package) []string {
	r := reach{info: p.TypesInfo, of: map[types.Object][]ast.Node{}, seen: map[types.Object]bool{}, switched: map[string]bool{}}
	for _, q := range p.Imports {
		r.switched[q.PkgPath] = switched(q, map[*packages.Package]bool{})
	}
	var tests, first []types.Object
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			r.declare(decl)
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil {
				switch o := p.TypesInfo.Defs[f.Name]; {
				case f.Name.Name == "init" || f.Name.Name == "TestMain":
					first = append(first, o)
				case runs(f.Name.Name):
					tests = append(tests, o)
				}
			}
		}
	}
	all := slices.ContainsFunc(first, r.sees)
	var found []string
	for _, o := range tests {
		clear(r.seen)
		if all || r.sees(o) {
			found = append(found, o.Name())
		}
	}
	return found
}

// runs reports whether go test runs a function of that name.
func runs(name string) bool {
	for _, prefix := range []string{"Test", "Example", "Fuzz"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// switched reports whether a package is longtest, or imports it by others of ours.
func switched(p *packages.Package, seen map[*packages.Package]bool) bool {
	if p.PkgPath == longtest {
		return true
	}
	if seen[p] {
		return false
	}
	seen[p] = true
	for _, q := range p.Imports {
		if strings.HasPrefix(q.PkgPath, "gocheck.dev") && switched(q, seen) {
			return true
		}
	}
	return false
}

// reach looks through a package for uses of the switch.
type reach struct {
	info     *types.Info
	of       map[types.Object][]ast.Node // what is looked through when the object is used
	seen     map[types.Object]bool
	switched map[string]bool // by path: imports that have the switch
}

// declare notes what belongs to each object of a declaration.
func (r *reach) declare(decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		o := r.info.Defs[d.Name]
		r.of[o] = append(r.of[o], d)
		if d.Recv != nil { // with its type, for it may be called by an interface
			if named := receiver(o); named != nil {
				r.of[named] = append(r.of[named], d)
			}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range s.Names {
					r.of[r.info.Defs[name]] = append(r.of[r.info.Defs[name]], s)
				}
			case *ast.TypeSpec:
				r.of[r.info.Defs[s.Name]] = append(r.of[r.info.Defs[s.Name]], s)
			}
		}
	}
}

// receiver is the type that a method belongs to.
func receiver(method types.Object) types.Object {
	t := method.Type().(*types.Signature).Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj()
	}
	return nil
}

// sees reports whether what the object stands for comes to the switch.
func (r *reach) sees(o types.Object) bool {
	if r.seen[o] {
		return false
	}
	r.seen[o] = true
	found := false
	for _, node := range r.of[o] {
		ast.Inspect(node, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if found || !ok {
				return !found
			}
			switch used := r.info.Uses[id].(type) {
			case nil:
			case *types.PkgName:
				found = r.switched[used.Imported().Path()]
			case *types.Func: // the method of an instance is declared once
				found = r.sees(used.Origin())
			default:
				found = r.sees(used)
			}
			return !found
		})
	}
	return found
}
