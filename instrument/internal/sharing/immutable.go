package sharing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// Immutable reports whether neither v nor anything reached through it can
// change after initialisation, as far as this unit can tell: nobody assigns to
// it or takes its address, and its value is of a kind that cannot be changed
// (numbers, strings, functions), is known not to (errors, compiled regexps), or
// is a table that is only looked up.
func (s *Analysis) Immutable(v *types.Var, init ast.Expr) bool {
	if v.Name() == "_" {
		return true
	}
	if s.written[v] || s.taken[v] || s.initWritten[v] {
		return false
	}
	if init == nil {
		return quiet(v.Type())
	}
	if HoldsFunction(v.Type()) && !s.plainFunctions(init) {
		return false
	}
	if quiet(v.Type()) {
		return true
	}
	if call, ok := ast.Unparen(init).(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			if f, ok := s.info.Uses[sel.Sel].(*types.Func); ok && MakesImmutable[std.Key(f)] {
				return true
			}
		}
	}
	if v.Exported() || s.leaked[v] {
		return false
	}
	if _, literal := ast.Unparen(init).(*ast.CompositeLit); !literal {
		return false
	}
	switch t := v.Type().Underlying().(type) {
	case *types.Map:
		return quiet(t.Elem()) && quiet(t.Key())
	case *types.Slice:
		return quiet(t.Elem())
	}
	return false
}

// plainFunctions reports whether the functions in the value of e have no state:
// they are declared ones or literals, not what a call has returned
// (sync.OnceValue, a closure), nor methods that are bound to a receiver.
func (s *Analysis) plainFunctions(e ast.Expr) bool {
	plain := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if tv := s.info.Types[n.Fun]; !tv.IsType() && HoldsFunction(s.info.TypeOf(n)) {
				plain = false
			}
		case *ast.SelectorExpr:
			if sel := s.info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal {
				plain = false
			}
		case *ast.Ident:
			if v, ok := s.info.Uses[n].(*types.Var); ok && !v.IsField() && HoldsFunction(v.Type()) {
				plain = false
			}
		}
		return plain
	})
	return plain
}

// HoldsFunction reports whether a value of the type, or what it refers to
// directly, may be a function. Results of calls are tuples.
func HoldsFunction(t types.Type) bool { return anyFunction(t, map[types.Type]bool{}) }

// anyFunction leaves out the types that are being looked at: a struct may have a
// slice of its own kind.
func anyFunction(t types.Type, seen map[types.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Array:
		return anyFunction(u.Elem(), seen)
	case *types.Slice:
		return anyFunction(u.Elem(), seen)
	case *types.Map:
		return anyFunction(u.Elem(), seen) || anyFunction(u.Key(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if anyFunction(f.Type(), seen) {
				return true
			}
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if anyFunction(v.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// MakesImmutable are functions whose results are never changed.
var MakesImmutable = map[string]bool{
	"errors.New": true, "fmt.Errorf": true, "regexp.MustCompile": true, "regexp.MustCompilePOSIX": true,
	"reflect.TypeOf": true, "strings.NewReplacer": true, "time.FixedZone": true,
}

// quiet reports whether values of the type hold no reference to anything that
// could change, and no lock or atomic.
func quiet(t types.Type) bool {
	if typing.IsSync(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Signature:
		return true
	case *types.Array:
		return quiet(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !quiet(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// Copyable reports whether values of the type may be copied: they hold no lock.
func Copyable(t types.Type) bool {
	if typing.IsSync(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return Copyable(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !Copyable(f.Type()) {
				return false
			}
		}
	}
	return true
}

// QuietAll reports whether variables hold values that refer to nothing.
func QuietAll(vars []*types.Var) bool {
	for _, v := range vars {
		if !quiet(v.Type()) || HoldsFunction(v.Type()) {
			return false
		}
	}
	return true
}

// Calls knows what the functions of a unit mention, transitively.
type Calls struct {
	pkg   *packages.Package
	plain map[string]bool               // packages that Config.Instrument leaves out
	Decls map[*types.Func]*ast.FuncDecl // those with a body
	reach map[ast.Node]*reached
}

// reached is what a piece of code mentions, functions of the unit followed.
type reached struct {
	vars map[types.Object]bool
	// it calls what cannot be done again, nor left out, or a package that is left plain:
	// those are not reset
	registers bool
	effects   bool // it calls something that may have effects, or not return the same again
}

// FindCalls prepares to follow the functions of a package. plain are the packages that are
// not rewritten.
func FindCalls(pkg *packages.Package, plain map[string]bool) *Calls {
	c := &Calls{pkg: pkg, plain: plain, Decls: make(map[*types.Func]*ast.FuncDecl), reach: make(map[ast.Node]*reached)}
	for _, f := range pkg.Syntax {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				if o, ok := pkg.TypesInfo.Defs[fd.Name].(*types.Func); ok {
					c.Decls[o] = fd
				}
			}
		}
	}
	return c
}

func (c *Calls) of(n ast.Node) *reached {
	if r := c.reach[n]; r != nil {
		return r
	}
	r := &reached{vars: make(map[types.Object]bool)}
	c.reach[n] = r
	c.collect(n, r, make(map[ast.Node]bool))
	return r
}

func (c *Calls) collect(n ast.Node, r *reached, seen map[ast.Node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			r.effects = r.effects || n.Op == token.ARROW
		case *ast.CallExpr:
			r.effects = r.effects || c.changes(n)
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch o := c.pkg.TypesInfo.Uses[id].(type) {
		case *types.Var:
			r.vars[o] = true
			r.effects = r.effects || HoldsFunction(o.Type()) // which may be called
		case *types.Func:
			if std.Registers[std.Key(o)] || o.Pkg() != nil && (o.Pkg().Path() == "os/signal" || c.plain[o.Pkg().Path()]) {
				r.registers = true
			}
			if o.Pkg() == nil || o.Pkg() != c.pkg.Types {
				if o.Pkg() != nil && !pure[o.Pkg().Path()] {
					r.effects = true
				}
				return true
			}
			r.effects = true
			if d := c.Decls[o.Origin()]; d != nil {
				c.collect(d.Body, r, seen)
			}
		}
		return true
	})
}

// changes reports whether a call may change something by itself: it runs the body of a literal, is
// a builtin that changes what it is given, or gives a function, whose package may be pure, what
// variables refer to.
func (c *Calls) changes(call *ast.CallExpr) bool {
	info := c.pkg.TypesInfo
	fun := ast.Unparen(call.Fun)
	switch tv := info.Types[fun]; {
	case tv.IsType():
		return false
	case tv.IsBuiltin():
		switch Builtin(fun) {
		case "append", "clear", "close", "copy", "delete", "print", "println":
			return true
		}
		return false
	}
	if _, literal := fun.(*ast.FuncLit); literal {
		return true
	}
	f, ok := typeutil.Callee(info, call).(*types.Func)
	if ok && MakesImmutable[std.Key(f)] {
		return false
	}
	given := call.Args
	if sel, ok := fun.(*ast.SelectorExpr); ok && info.Selections[sel] != nil {
		if _, pointer := f.Signature().Recv().Type().(*types.Pointer); pointer {
			return true
		}
		given = append(slices.Clip(given), sel.X)
	}
	return slices.ContainsFunc(given, func(e ast.Expr) bool { return !quiet(info.TypeOf(e)) && len(c.of(e).vars) > 0 })
}

// Builtin is the name of a builtin function.
func Builtin(fun ast.Expr) string {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr: // of package unsafe
		return fun.Sel.Name
	}
	return ""
}

// Mentions reports whether n, or a function that it leads to, mentions one of the variables.
func (c *Calls) Mentions(n ast.Node, vars map[types.Object]bool) bool {
	for v := range c.of(n).vars {
		if vars[v] {
			return true
		}
	}
	return false
}

// Registers reports whether n calls what can neither be done again nor be left out.
func (c *Calls) Registers(n ast.Node) bool { return c.of(n).registers }

// Effects reports whether evaluating e may do anything else, or come to
// something else the next time.
func (c *Calls) Effects(e ast.Expr) bool {
	if _, literal := ast.Unparen(e).(*ast.FuncLit); literal {
		return false
	}
	return c.of(e).effects
}

// pure are packages whose functions have no effects but on what they are given.
var pure = map[string]bool{
	"bytes": true, "cmp": true, "encoding/binary": true, "encoding/hex": true, "errors": true, "fmt": true, "math": true, "math/bits": true,
	"math/cmplx": true, "path": true, "path/filepath": true, "reflect": true, "regexp": true, "slices": true, "strconv": true, "strings": true,
	"unicode": true, "unicode/utf16": true, "unicode/utf8": true, "unsafe": true,
}
