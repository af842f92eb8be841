package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/instrument/internal/naming"
	"gocheck.dev/internal/longtest"
)

// TestShadowed holds that rewritten code means what it says where a program has declared
// names anew. In the programs of testdata/equivalence each block declares all names that
// it does not use: predeclared ones, those of imports, and of what packages and functions
// declare. So does each package. They still have to compile when they are rewritten, and
// to print what they print natively.
func TestShadowed(t *testing.T) {
	paths, err := filepath.Glob("testdata/equivalence/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	files := make(map[string]string)
	var names []string
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".go")
		if !longtest.Asked() && !slices.Contains([]string{"locks", "names", "spelled", "std"}, name) {
			continue
		}
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		files[name+"/"+name+".go"] = string(src)
	}
	m := newModule(t, files)
	if n := m.shadow(); n < 5_000 {
		t.Errorf("only %d names are declared anew", n)
	}
	build := func(suffix string) {
		t.Helper()
		if out, err := m.Run("build", "-o", filepath.Join(m.Dir, "bin"+suffix)+"/", "./..."); err != nil {
			t.Fatalf("%s: %v\n%.5000s", suffix, err, out)
		}
	}
	build(".original")
	m.rewrite()
	build(".rewritten")
	for _, name := range names {
		want, got := m.output("bin.original/"+name), m.output("bin.rewritten/"+name)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s behaves differently (-original +rewritten):\n%s", name, diff)
		}
	}
}

// TestShadowedTests does the same with packages of tests, which only have to compile.
func TestShadowedTests(t *testing.T) {
	longtest.Only(t)
	files := make(map[string]string)
	for dir := range strings.FieldsSeq("litmus stdlib races reach language state native/sync native/data verdicts") {
		paths, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", dir, "*.go"))
		if err != nil || len(paths) == 0 {
			t.Fatal("no files in ", dir, err)
		}
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files[dir+"/"+filepath.Base(path)] = string(src)
		}
	}
	m := newModule(t, files)
	m.shadow()
	m.rewrite()
	pipes, _ := filepath.Glob(filepath.Join(m.Dir, "*", "0gocheck_pipes*.go"))
	for _, name := range pipes { // they need another package io
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	// Without rewriting it compiles as well: rewriting has checked its types.
	if out, err := m.Run("list", "-test", "-export", "./..."); err != nil { // compiles, and links nothing
		t.Fatalf("rewritten: %v\n%.5000s", err, out)
	}
}

// shadow lets all packages of the module declare names anew, and returns how many.
func (m *module) shadow() (n int) {
	m.T.Helper()
	for _, u := range m.Load() {
		used := make(map[string]bool)
		for _, f := range u.Pkg.Syntax {
			usedNames(u.Pkg.TypesInfo, f, used)
		}
		last := ""
		for _, name := range types.Universe.Names() {
			if name != "_" && !used[name] && u.Pkg.Types.Scope().Lookup(name) == nil {
				last += "\nconst " + name + " = 0"
				n++
			}
		}
		for i, f := range u.Pkg.Syntax {
			text, k := shadowFile(m.T, u.Pkg.Fset, u.Pkg.TypesInfo, f)
			n += k
			name, err := filepath.Rel(m.Dir, u.Pkg.GoFiles[i])
			if err != nil {
				m.T.Fatal(err)
			}
			m.Write(name, text+last)
			last = ""
		}
	}
	return n
}

// usedNames are those that mean something declared in a scope.
func usedNames(info *types.Info, n ast.Node, used map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := info.Uses[id]; o != nil && o.Parent() != nil {
				used[id.Name] = true
			}
		}
		return true
	})
}

// shadowFile is the text of a file whose blocks declare all names that they do not use, and
// how many that are.
func shadowFile(t *testing.T, fset *token.FileSet, info *types.Info, f *ast.File) (string, int) {
	src, err := os.ReadFile(fset.File(f.FileStart).Name())
	if err != nil {
		t.Fatal(err)
	}
	type insertion struct {
		at   int
		text string
	}
	var all []insertion
	count := 0
	block := func(n ast.Node, scope *types.Scope, at token.Pos) {
		if scope == nil {
			return
		}
		used := make(map[string]bool)
		usedNames(info, n, used)
		known := make(map[string]bool)
		for s := scope.Parent(); s != nil; s = s.Parent() {
			for _, name := range s.Names() {
				switch s.Lookup(name).(type) {
				case *types.TypeName, *types.PkgName, *types.Func, *types.Builtin, *types.Const, *types.Nil:
					if !used[name] && name != "_" && name != "main" && name != "init" && scope.Lookup(name) == nil {
						known[name] = true
					}
				}
			}
		}
		if len(known) > 0 {
			count += len(known)
			names := slices.Sorted(maps.Keys(known))
			zeros := strings.TrimSuffix(strings.Repeat("0, ", len(names)), ", ")
			all = append(all, insertion{fset.Position(at).Offset, " const " + commas(names) + " = " + zeros + "; "})
		}
	}
	bodies := make(map[*ast.BlockStmt]*types.Scope)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				bodies[n.Body] = info.Scopes[n.Type]
			}
		case *ast.FuncLit:
			bodies[n.Body] = info.Scopes[n.Type]
		case *ast.SwitchStmt:
			bodies[n.Body] = nil
		case *ast.TypeSwitchStmt:
			bodies[n.Body] = nil
		case *ast.SelectStmt:
			bodies[n.Body] = nil
		case *ast.BlockStmt:
			scope, special := bodies[n]
			if !special {
				scope = info.Scopes[n]
			}
			block(n, scope, n.Lbrace+1)
		case *ast.CaseClause:
			block(n, info.Scopes[n], n.Colon+1)
		case *ast.CommClause:
			block(n, info.Scopes[n], n.Colon+1)
		}
		return true
	})
	sort.SliceStable(all, func(i, j int) bool { return all[i].at < all[j].at })
	var b strings.Builder
	from := 0
	for _, i := range all {
		b.Write(src[from:i.at])
		b.WriteString(i.text)
		from = i.at
	}
	b.Write(src[from:])
	return b.String(), count
}

// TestUnspeakable holds the same of types that cannot be written in a package: those of
// others that are not exported, and of packages that it must not import.
func TestUnspeakable(t *testing.T) {
	m := newModule(t, map[string]string{
		"dep/internal/in/in.go": `package in

type Number int

func (n Number) Twice(by Number) Number { return 2 * n * by }

type Twicer interface{ Twice(Number) Number }
`,
		"dep/dep.go": `package dep

import (
	"bytes"
	"sync"
	"sync/atomic"

	"example.com/m/dep/internal/in"
)

type hidden struct{ N, M int }

type Ok bool

type flag bool

type number int

type Box struct {
	sync.Mutex
	P    atomic.Pointer[hidden]
	Q    atomic.Pointer[in.Number]
	Flag flag
	N    number
	In   in.Number
	All  map[hidden]in.Number
	Row  []hidden
	T    in.Twicer
	bytes.Buffer
	*inner
}

type inner struct{ Deep hidden }

func New() *Box {
	return &Box{In: 3, T: in.Number(4), All: map[hidden]in.Number{}, Row: []hidden{{1, 2}}, inner: &inner{}}
}

func Make(n int) *hidden               { return &hidden{n, n} }
func Number(n int) number              { return number(n) }
func Inside(n int) in.Number           { return in.Number(n) }
func Two() (hidden, in.Number)         { return hidden{1, 1}, 5 }
func (b *Box) Take(h hidden, n in.Number) (flag, in.Number) { b.N++; return h.N > 0, n + 1 }
func (b *Box) Get(n number) hidden     { return hidden{int(n), 1} }

type Getter interface{ Get(number) hidden }
`,
		"p/main.go": `package main

import (
	"fmt"

	"example.com/m/dep"
)

var box = dep.New()

var first, second = dep.Two()

var kept = dep.Inside(2) + second

type mine struct {
	*dep.Box
	dep.Getter
}

func main() {
	load, swap, cas := box.P.Load, box.P.Swap, box.Q.CompareAndSwap
	fmt.Println(load() == nil, swap(dep.Make(1)) == nil, cas(nil, &box.In), load().N)
	a, n := first, dep.Number(1)
	fmt.Println(func() bool { return a == first }(), func() int { n++; return int(n) }())
	n, m := 7, box.In.Twice(2)
	set := func() { n++ }
	set()
	fmt.Println(n, m, box.T.Twice(box.In))
	c := make(chan bool, 2)
	c <- true
	_, box.Flag = <-c
	fmt.Println(box.Flag)
	close(c)
	select {
	case _, box.Flag = <-c:
	}
	fmt.Println(box.Flag)
	box.All[*dep.Make(2)] = box.In
	box.All[first], box.N = dep.Inside(int(box.N)), n+1<<1
	for k, v := range box.All {
		func() { a, second = k, second+v }()
	}
	fmt.Println(len(box.All), a.N > 0, second > 0)
	for _, r := range box.Row {
		func() { r.N++; fmt.Println(r) }()
	}
	take, get := box.Take, dep.Getter(box).Get
	fmt.Println(take(dep.Two()))
	fmt.Println(get(n), mine{box, nil}.Box.Get(n), (*dep.Box).Get(box, n))
	switch v := box.Get(n); v {
	case *dep.Make(int(n)), first:
		fmt.Println("met")
	default:
		fmt.Println("other", v)
	}
	write := box.WriteString
	write("hello")
	lock, unlock := box.Lock, box.Unlock
	lock()
	box.Deep.N, box.Deep.M = int(box.N), box.Buffer.Len()
	unlock()
	fmt.Println(box.Deep, box.Buffer.String())
	done := make(chan bool)
	go func(h, g any, f bool) { fmt.Println(h, g, f); close(done) }(box.Get(n), box.In<<1, box.Row[0] == *dep.Make(1))
	<-done
	x, y := func() (int, int) { box.N++; return int(box.N), int(kept) }()
	fmt.Println(x, y, box.N+dep.Number(x) > n, dep.Inside(y)+box.In)
}
`,
	})
	build := func(suffix string) {
		t.Helper()
		if out, err := m.Run("build", "-o", filepath.Join(m.Dir, "bin"+suffix), "./p"); err != nil {
			t.Fatalf("%s: %v\n%.5000s", suffix, err, out)
		}
	}
	build(".original")
	m.rewrite()
	build(".rewritten")
	if diff := cmp.Diff(m.output("bin.original"), m.output("bin.rewritten")); diff != "" {
		t.Errorf("(-original +rewritten):\n%s", diff)
	}
}

func TestImportable(t *testing.T) {
	for _, c := range []struct {
		path, by string
		want     bool
	}{
		{"a/b", "c", true},
		{"a/internal/b", "a", true},
		{"a/internal/b", "a_test", true},
		{"a/internal/b", "a/c/d", true},
		{"a/internal/b", "ab", false},
		{"a/internal/b", "c", false},
		{"a/internal", "a/c", true},
		{"internal/abi", "a", false},
		{"a/internal/b/internal/c", "a/d", false},
		{"a/internal/b/internal/c", "a/internal/b/d", true},
		{"vendor/golang.org/x/net", "a", false},
		{"a/internals", "b", true},
	} {
		if got := naming.Importable(c.path, c.by); got != c.want {
			t.Errorf("importable(%q, %q) = %t", c.path, c.by, got)
		}
	}
}
