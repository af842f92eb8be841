package instrument

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// immutable reports whether neither v nor anything reached through it can
// change after initialisation, as far as this unit can tell: nobody assigns to
// it or takes its address, and its value is of a kind that cannot be changed
// (numbers, strings, functions), is known not to (errors, compiled regexps), or
// is a table that is only looked up.
func (s *sharing) immutable(v *types.Var, init ast.Expr) bool {
	if v.Name() == "_" {
		return true
	}
	if s.written[v] || s.taken[v] {
		return false
	}
	if quiet(v.Type()) {
		return true
	}
	if init == nil {
		return false
	}
	if call, ok := ast.Unparen(init).(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			if f, ok := s.info.Uses[sel.Sel].(*types.Func); ok && makesImmutable[key(f)] {
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

// makesImmutable are functions whose results are never changed.
var makesImmutable = map[string]bool{
	"errors.New": true, "fmt.Errorf": true, "regexp.MustCompile": true, "regexp.MustCompilePOSIX": true,
	"reflect.TypeOf": true, "strings.NewReplacer": true, "time.FixedZone": true,
}

// quiet reports whether values of the type hold no reference to anything that
// could change, and no lock or atomic.
func quiet(t types.Type) bool {
	if isSync(t) {
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

func quietAll(vars []*types.Var) bool {
	for _, v := range vars {
		if !quiet(v.Type()) {
			return false
		}
	}
	return true
}

// calls knows what the functions of a unit mention, transitively.
type calls struct {
	pkg    *packages.Package
	bodies map[*types.Func]*ast.BlockStmt
	reach  map[ast.Node]*reached
}

// reached is what a piece of code mentions, functions of the unit followed.
type reached struct {
	vars      map[types.Object]bool
	registers bool // it calls a registration of the standard library
	own       bool // it calls something outside of the standard library
}

func findCalls(pkg *packages.Package) *calls {
	c := &calls{pkg: pkg, bodies: make(map[*types.Func]*ast.BlockStmt), reach: make(map[ast.Node]*reached)}
	for _, f := range pkg.Syntax {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil {
				if o, ok := pkg.TypesInfo.Defs[fd.Name].(*types.Func); ok {
					c.bodies[o] = fd.Body
				}
			}
		}
	}
	return c
}

func (c *calls) of(n ast.Node) *reached {
	if r := c.reach[n]; r != nil {
		return r
	}
	r := &reached{vars: make(map[types.Object]bool)}
	c.reach[n] = r
	c.collect(n, r, make(map[ast.Node]bool))
	return r
}

func (c *calls) collect(n ast.Node, r *reached, seen map[ast.Node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch o := c.pkg.TypesInfo.Uses[id].(type) {
		case *types.Var:
			r.vars[o] = true
		case *types.Func:
			if registration(o) {
				r.registers = true
			}
			if o.Pkg() == nil || o.Pkg() != c.pkg.Types {
				if imported := c.packageOf(o); imported != nil && len(imported.Syntax) > 0 {
					r.own = true
				}
				return true
			}
			r.own = true
			if body := c.bodies[o.Origin()]; body != nil {
				c.collect(body, r, seen)
			}
		}
		return true
	})
}

func (c *calls) packageOf(f *types.Func) *packages.Package {
	if f.Pkg() == nil {
		return nil
	}
	return c.pkg.Imports[f.Pkg().Path()]
}

func (c *calls) mentions(n ast.Node, vars map[types.Object]bool) bool {
	for v := range c.of(n).vars {
		if vars[v] {
			return true
		}
	}
	return false
}

func (c *calls) registers(n ast.Node) bool { return c.of(n).registers }
func (c *calls) callsOwn(n ast.Node) bool  { return c.of(n).own }

// registration reports whether f leaves something behind in a standard package
// that would be there twice after a second call.
func registration(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() {
	case "flag", "expvar":
		return true
	case "net/http":
		return f.Name() == "Handle" || f.Name() == "HandleFunc"
	case "database/sql", "encoding/gob", "image", "crypto", "archive/zip", "net/rpc", "runtime/pprof", "testing":
		return strings.HasPrefix(f.Name(), "Register") || f.Name() == "NewProfile" || f.Name() == "Init"
	case "os/signal":
		return true
	}
	return false
}
