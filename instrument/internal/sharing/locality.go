package sharing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/instrument/internal/std"
)

// locality is what SSA proves about one unit: objects that a function has made
// itself and that no other function ever gets to see. It looks at one function
// at a time: an object that is passed to a call, captured, stored, sent,
// returned or put into an interface has got away.
type locality struct {
	ident  map[*types.Var]*ast.Ident // package variables of the unit
	values map[ast.Expr]ssa.Value    // values of expressions that are no locations
	cells  map[types.Object]ssa.Value
	away   map[ssa.Value]bool
	spins  map[ast.Stmt]Loop // loops that wait: see spin.go

	endless map[*ast.ForStmt]int // loops that work until they are told to stop: endless.go

	late, stamps map[token.Pos]bool // readings of the clock that are compared: readings.go, stamps.go

	compared   map[token.Pos]towards // comparisons of the clock in them: compared.go
	asked      map[token.Pos]bool    // calls of conditions: conditions.go
	clean      map[*ast.FuncLit]bool
	conditions map[*types.Func]bool   // functions that are clean
	errands    map[token.Pos]ast.Stmt // go statements of rounds, and their loops
}

// findLocality builds SSA of the unit alone: its imports are types without
// code. Should the builder give up, everything is shared.
func findLocality(u *load.Unit) (l *locality) {
	l = &locality{ident: make(map[*types.Var]*ast.Ident)}
	defer func() {
		if recover() != nil {
			*l = locality{ident: l.ident}
		}
	}()
	p := ssa.NewProgram(u.Pkg.Fset, ssa.GlobalDebug)
	// Of hundreds of packages behind the imports, those are enough whose objects
	// are mentioned: what else the builder needs it makes when it meets it.
	seen := map[*types.Package]bool{nil: true, u.Pkg.Types: true}
	known := func(t *types.Package) {
		if !seen[t] {
			seen[t] = true
			p.CreatePackage(t, nil, nil, true)
		}
	}
	for _, i := range u.Pkg.Types.Imports() {
		known(i)
	}
	for _, o := range u.Pkg.TypesInfo.Uses {
		known(o.Pkg())
	}
	pkg := p.CreatePackage(u.Pkg.Types, u.Pkg.Syntax, u.Pkg.TypesInfo, false)
	pkg.Build()

	l.values = make(map[ast.Expr]ssa.Value)
	l.cells = make(map[types.Object]ssa.Value)
	l.away = make(map[ssa.Value]bool)
	waits := newSpinFinder(pkg, u.Pkg.TypesInfo)
	l.spins, l.compared, l.asked, l.errands = waits.loops, waits.compared, waits.asked, waits.errands
	l.clean, l.conditions, l.endless = waits.clean, waits.conditions, waits.works
	l.late, l.stamps = waits.late, waits.stamps
	seenFn := make(map[*ssa.Function]bool)
	var visit func(*ssa.Function)
	visit = func(f *ssa.Function) {
		if f == nil || seenFn[f] {
			return
		}
		seenFn[f] = true
		waits.find(f)
		waits.judge(f)
		waits.keeps(f)
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				ref, ok := instr.(*ssa.DebugRef)
				if !ok {
					continue
				}
				if !ref.IsAddr {
					l.values[ref.Expr] = ref.X
					continue
				}
				// In a function literal that captures the variable its cell is a
				// FreeVar; what matters is the function that declares it.
				cell, isAlloc := ref.X.(*ssa.Alloc)
				if _, isIdent := ref.Expr.(*ast.Ident); isIdent && isAlloc && ref.Object() != nil {
					l.cells[ref.Object()] = cell
				}
			}
		}
		for _, a := range f.AnonFuncs {
			visit(a)
		}
	}
	for id, o := range u.Pkg.TypesInfo.Defs {
		if f, ok := o.(*types.Func); ok && id.Name != "_" {
			visit(p.FuncValue(f))
		}
	}
	for _, m := range pkg.Members {
		if f, ok := m.(*ssa.Function); ok {
			visit(f) // init functions have no object
		}
	}
	for f := range seenFn {
		waits.readings(f)
		waits.stamped(f)
	}
	return l
}

// ownsContents reports whether what x points to is an object of this function
// that has not got away.
func (l *locality) ownsContents(x ast.Expr) bool {
	v := l.values[ast.Unparen(x)]
	return v != nil && l.owned(v, make(map[ssa.Value]bool))
}

// variableEscapes reports whether the address of a local variable gets away.
func (l *locality) variableEscapes(v *types.Var) bool {
	cell := l.cells[v]
	return cell == nil || l.escapes(cell)
}

// owned traces a pointer, slice or map back to where it was made.
func (l *locality) owned(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true // a cycle of phis adds no other origin
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap:
		return !l.escapes(v)
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !l.owned(e, seen) {
				return false
			}
		}
		return true
	case *ssa.ChangeType:
		return l.owned(v.X, seen)
	case *ssa.Slice:
		return l.owned(v.X, seen)
	case *ssa.FieldAddr:
		return l.owned(v.X, seen)
	case *ssa.IndexAddr:
		return l.owned(v.X, seen)
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return !l.escapes(v) && l.owned(v.Call.Args[0], seen)
		}
	}
	return false
}

// escapes reports whether the object at v, or an alias of it, gets away.
func (l *locality) escapes(v ssa.Value) bool {
	if away, ok := l.away[v]; ok {
		return away
	}
	l.away[v] = l.follow(v, make(map[ssa.Value]bool))
	return l.away[v]
}

func (l *locality) follow(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	refs := v.Referrers()
	if refs == nil {
		return true
	}
	for _, instr := range *refs {
		switch i := instr.(type) {
		case *ssa.DebugRef, *ssa.UnOp, *ssa.BinOp, *ssa.Lookup, *ssa.Range, *ssa.Index, *ssa.If:
			if u, ok := i.(*ssa.UnOp); ok && u.Op.String() == "<-" {
				return true
			}
		case *ssa.Store:
			if i.Val == v {
				return true
			}
		case *ssa.MapUpdate:
			if i.Key == v || i.Value == v {
				return true
			}
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.Phi, *ssa.ChangeType:
			if l.follow(i.(ssa.Value), seen) {
				return true
			}
		case *ssa.MakeInterface:
			if !std.StandardObject(v.Type()) || l.follow(i, seen) {
				return true
			}
		case *ssa.Call:
			b, ok := i.Call.Value.(*ssa.Builtin)
			if !ok {
				kept, alias := keeping(i, v)
				if !kept || alias && l.follow(i, seen) {
					return true
				}
				continue
			}
			switch b.Name() {
			case "len", "cap", "delete", "clear", "copy", "print", "println":
			case "append":
				if i.Call.Args[0] == v && l.follow(i, seen) {
					return true
				}
			default:
				return true
			}
		default:
			return true
		}
	}
	return false
}
