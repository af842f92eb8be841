package decls

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"gocheck.dev/instrument/internal/sharing"
	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// What initialisation makes need not be made again for each execution, if nobody
// has changed it since. Who may have is not asked here: the runtime keeps a copy of
// what a variable led to when it had been made, and compares (runtime/tables.go).
//
// What has to be known here is that making it again would come to the same, and
// do nothing else. The steps of initialisation are the initialisers that run again
// and the init functions. Steps that mention a variable in common make one table
// with it, and with all other variables that they mention: it is made again as a
// whole, or not at all. All that its steps do has to be seen: they compute, by
// functions of the unit and by those of the standard library that do nothing else.
type table struct {
	name  string // of the generated variable
	vars  []*types.Var
	steps []ast.Node // initialisers' expressions and bodies of init functions, in their order
	test  bool       // it is one of test files
}

// findTables finds the tables of the unit, once it is known what is reset.
// constant says of package variables that they are not, because they cannot change.
func (u *Unit) findTables(constant func(*types.Var) bool) {
	s := &u.State
	s.tables = make(map[ast.Node]*table)
	s.tableOf = make(map[*types.Var]*table)
	var all []*stepFacts
	member := make(map[*types.Var]bool)
	for _, v := range s.zero {
		member[v] = true
	}
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		if s.resets[in] {
			for _, v := range in.Lhs {
				member[v] = true
			}
		}
	}
	look := func(n ast.Node, lhs []*types.Var) {
		f := &stepFacts{u: u, node: n, member: member, constant: constant, vars: map[*types.Var]bool{}, seen: map[ast.Node]bool{}}
		for _, v := range lhs {
			f.vars[v] = v.Name() != "_"
		}
		if f.test = u.mine(n.Pos(), true); !f.test && !u.mine(n.Pos(), false) {
			f.opaque = true // it does not run again
		}
		f.walk(n)
		all = append(all, f)
	}
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		if s.resets[in] {
			look(in.Rhs, in.Lhs)
		}
	}
	for _, file := range u.Pkg.Syntax {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && s.Inits[fn] != "" {
				look(fn.Body, nil)
			}
		}
	}
	for _, group := range together(all) {
		u.addTable(all, group)
	}
}

// together joins steps that mention a variable in common: indices, in order.
func together(all []*stepFacts) [][]int {
	first := make(map[*types.Var]int)
	parent := make([]int, len(all))
	var find func(int) int
	find = func(i int) int {
		if parent[i] != i {
			parent[i] = find(parent[i])
		}
		return parent[i]
	}
	for i, f := range all {
		parent[i] = i
		for v, is := range f.vars {
			if !is {
				continue
			}
			if j, ok := first[v]; ok {
				a, b := find(i), find(j)
				parent[max(a, b)] = min(a, b)
			} else {
				first[v] = i
			}
		}
	}
	groups := make([][]int, len(all))
	for i := range all {
		groups[find(i)] = append(groups[find(i)], i)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
}

// addTable adds what the steps of a group make, if it can be a table and is worth it.
func (u *Unit) addTable(all []*stepFacts, group []int) {
	s := &u.State
	t := &table{name: fmt.Sprintf("gocheckTable%d", s.made+1), test: all[group[0]].test}
	vars := make(map[*types.Var]bool)
	costly := false
	for _, i := range group {
		f := all[i]
		if f.opaque || f.test != t.test {
			return
		}
		costly = costly || f.costly
		t.steps = append(t.steps, f.node)
		for v, is := range f.vars {
			if is && !vars[v] {
				vars[v] = true
				t.vars = append(t.vars, v)
			}
		}
	}
	// What is not seen between two steps might look at what the first has made.
	for i := group[0]; i < group[len(group)-1]; i++ {
		if all[i].opaque && all[i].test == t.test {
			return
		}
	}
	for _, v := range t.vars {
		if v.Parent() != u.Pkg.Types.Scope() || !u.mine(v.Pos(), t.test) {
			return
		}
	}
	if !costly {
		return
	}
	s.made++
	slices.SortFunc(t.vars, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
	for _, n := range t.steps {
		s.tables[n] = t
	}
	for _, v := range t.vars {
		s.tableOf[v] = t
	}
}

// ordered are the tables of test files, or of the others, as they are made.
func (s *state) ordered(u *Unit, test bool) []*table {
	var ts []*table
	for _, t := range s.tables {
		if t.test == test && !slices.Contains(ts, t) {
			ts = append(ts, t)
		}
	}
	slices.SortFunc(ts, func(a, b *table) int { return int(a.steps[0].Pos() - b.steps[0].Pos()) })
	return ts
}

// call is the text that runs a step again.
func (s *state) call(n ast.Node, name string) string {
	t := s.tables[n]
	if t == nil {
		return "\t\t" + name + "()\n"
	}
	text := "\t\tif " + t.name + ".Again() {\n\t\t\t" + name + "()\n\t\t}\n"
	if n == t.steps[len(t.steps)-1] {
		text += "\t\t" + t.name + ".Made()\n"
	}
	return text
}

// stepFacts is what one step of initialisation does, functions of the unit followed.
// Whatever function it may call is mentioned somewhere: in what it runs, or in what a
// variable that it mentions is made of, and all of that is looked at. So calls of
// variables are known, and those of interfaces' methods are not.
type stepFacts struct {
	u        *Unit
	node     ast.Node
	member   map[*types.Var]bool
	constant func(*types.Var) bool
	test     bool
	vars     map[*types.Var]bool
	opaque   bool // it may do something that is not known
	costly   bool // it takes longer than a comparison may
	elements int  // of literals
	seen     map[ast.Node]bool
}

// manyElements are those of a literal that it is worth to keep.
const manyElements = 16

func (f *stepFacts) walk(n ast.Node) {
	if f.opaque || f.seen[n] {
		return
	}
	f.seen[n] = true
	info := f.u.Pkg.TypesInfo
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.SendStmt, *ast.SelectStmt, *ast.DeferStmt:
			f.opaque = true
		case *ast.UnaryExpr:
			f.opaque = f.opaque || n.Op == token.ARROW
		case *ast.ForStmt:
			f.costly = true
		case *ast.RangeStmt:
			f.costly = true
			switch typing.Under(info.TypeOf(n.X)).(type) {
			case *types.Basic, *types.Slice, *types.Array, *types.Pointer, *types.Map:
			default:
				f.opaque = true
			}
		case *ast.CompositeLit:
			f.elements += len(n.Elts)
			f.costly = f.costly || f.elements >= manyElements
		case *ast.CallExpr:
			f.call(n)
		case *ast.Ident:
			switch o := info.Uses[n].(type) {
			case *types.Var:
				f.variable(o)
			case *types.Func:
				f.function(o)
			case *types.TypeName:
				f.opaque = f.opaque || o.Pkg() == types.Unsafe
			}
		}
		return !f.opaque
	})
}

// variable notes the use of a variable.
func (f *stepFacts) variable(v *types.Var) {
	switch {
	case v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope():
	case v.Pkg() != f.u.Pkg.Types:
		f.opaque = f.opaque || !computes[v.Pkg().Path()] && v.Pkg().Path() != "io"
	case f.member[v]:
		f.vars[v] = true
	case !f.constant(v):
		f.opaque = true
	case sharing.HoldsFunction(v.Type()):
		for _, in := range f.u.Pkg.TypesInfo.InitOrder {
			if slices.Contains(in.Lhs, v) {
				f.walk(in.Rhs)
			}
		}
	}
}

// function notes the mention of a function: it may be called.
func (f *stepFacts) function(fn *types.Func) {
	if fn = fn.Origin(); fn.Pkg() == f.u.Pkg.Types {
		if d := f.u.State.registry.Decls[fn]; d != nil {
			f.walk(d.Body)
			return
		}
	}
	f.opaque = f.opaque || !onlyComputes(fn)
}

// call looks at a call for what the mention of its function does not tell.
func (f *stepFacts) call(n *ast.CallExpr) {
	info := f.u.Pkg.TypesInfo
	tv := info.Types[ast.Unparen(n.Fun)]
	switch {
	case tv.IsType():
		return
	case tv.IsBuiltin():
		switch sharing.Builtin(ast.Unparen(n.Fun)) {
		case "append", "cap", "clear", "complex", "copy", "delete", "imag", "len", "make", "max", "min", "new", "panic", "real":
		default:
			f.opaque = true
		}
		return
	}
	callee, ok := typeutil.Callee(info, n).(*types.Func)
	if !ok {
		return // of a function that is mentioned somewhere
	}
	f.costly = f.costly || !sharing.MakesImmutable[std.Key(callee)]
	if callee.Pkg() == f.u.Pkg.Types {
		return
	}
	// A function of the standard library may call methods of what it is given.
	for _, a := range n.Args {
		if made, ok := ast.Unparen(a).(*ast.CallExpr); ok {
			if c, ok := typeutil.Callee(info, made).(*types.Func); ok && c.Pkg() != f.u.Pkg.Types && onlyComputes(c) {
				continue
			}
		}
		f.given(info.TypeOf(a), make(map[types.Type]bool))
	}
}

// given looks at what values of a type may have for methods. Methods of the unit's
// are followed; what is in an interface is not known.
func (f *stepFacts) given(t types.Type, seen map[types.Type]bool) {
	if t == nil || seen[t] || f.opaque {
		return
	}
	seen[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch p := n.Obj().Pkg(); {
		case p == f.u.Pkg.Types:
			for m := range n.Origin().Methods() {
				f.function(m)
			}
		case computes[p.Path()]:
			return
		default:
			f.opaque = true
			return
		}
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		f.opaque = f.opaque || t.Kind() == types.UnsafePointer
	case *types.Signature:
	case *types.Pointer:
		f.given(t.Elem(), seen)
	case *types.Slice:
		f.given(t.Elem(), seen)
	case *types.Array:
		f.given(t.Elem(), seen)
	case *types.Map:
		f.given(t.Key(), seen)
		f.given(t.Elem(), seen)
	case *types.Struct:
		for v := range t.Fields() {
			f.given(v.Type(), seen)
		}
	case *types.Tuple:
		for v := range t.Variables() {
			f.given(v.Type(), seen)
		}
	default:
		f.opaque = true
	}
}

// onlyComputes reports whether a function of the standard library does nothing but
// compute: what it returns depends on what it is given alone, and it changes nothing
// else. Those that draw, print or look at files are not.
func onlyComputes(fn *types.Func) bool {
	if fn.Pkg() == nil || !computes[fn.Pkg().Path()] {
		return false
	}
	recv := fn.Signature().Recv()
	if recv != nil && types.IsInterface(recv.Type()) {
		return false
	}
	switch fn.Pkg().Path() {
	case "fmt":
		switch fn.Name() {
		case "Sprint", "Sprintf", "Sprintln", "Errorf", "Append", "Appendf", "Appendln":
			return recv == nil
		}
		return false
	case "math/rand", "math/rand/v2": // but from a source that has a seed
		return recv != nil || fn.Name() == "New" || fn.Name() == "NewSource" || fn.Name() == "NewPCG" || fn.Name() == "NewChaCha8"
	case "reflect":
		return recv == nil && (fn.Name() == "TypeOf" || fn.Name() == "TypeFor")
	}
	return true
}

// computes are the packages that functions of onlyComputes are in.
var computes = map[string]bool{
	"bytes": true, "cmp": true, "encoding/base32": true, "encoding/base64": true, "encoding/binary": true, "encoding/hex": true,
	"errors": true, "fmt": true, "hash/crc32": true, "hash/crc64": true, "html": true, "maps": true, "math": true, "math/big": true,
	"math/bits": true, "math/cmplx": true, "math/rand": true, "math/rand/v2": true, "path": true, "reflect": true, "regexp": true,
	"regexp/syntax": true, "slices": true, "sort": true, "strconv": true, "strings": true, "unicode": true, "unicode/utf16": true, "unicode/utf8": true,
}
