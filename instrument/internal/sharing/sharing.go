package sharing

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"

	"gocheck.dev/instrument/internal/load"
	"gocheck.dev/instrument/internal/typing"
)

// An Analysis says what is shared: an access must be announced unless no two tasks can make
// conflicting accesses of the location. The analysis knows one unit at a time
// (its result must not depend on importers) and errs on the side of sharing.
//
// Not shared are
//   - local variables that no other function literal captures and whose address
//     is not taken, or does not get away (locality.go);
//   - captured variables that nobody writes after their declaration: what is
//     written before the variable is in scope is ordered before everything;
//   - unexported package variables that nothing but initialisation writes, if it
//     starts no goroutines (starts.go): it ends before the first task begins;
//   - the contents of objects that this function has made and that do not get
//     away (locality.go).
type Analysis struct {
	All      bool // take everything for shared: what the analysis is held against
	info     *types.Info
	captured map[*types.Var]bool
	written  map[*types.Var]bool // after its declaration; package variables: outside of init functions
	taken    map[*types.Var]bool // its address is taken
	leaked   map[*types.Var]bool // package variables that are used for more than looking things up in them
	operated map[*types.Var]bool // variables that are, or hold, what sync and sync/atomic operate on
	local    *locality

	Views      []View // by package unsafe
	ShowsBytes bool   // the unit makes strings of bytes that may be written

	initWritten   map[*types.Var]bool // package variables that initialisation assigns to: state
	initStarts    bool                // initialisation may start goroutines, which share what it assigns to
	ForeignWrites []ForeignWrite      // the first for each variable
	ForeignFields []ForeignField      // one for each assignment
}

// Variable reports whether tasks may make conflicting accesses of v.
func (s *Analysis) Variable(v *types.Var) bool {
	if s.All {
		return true
	}
	if v.Parent() != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return v.Exported() || s.written[v] || s.taken[v] || s.initStarts && s.initWritten[v] || s.foreign(v)
	}
	if v.IsField() {
		return true
	}
	if s.captured[v] {
		return s.written[v] || s.taken[v]
	}
	return s.taken[v] && s.local.variableEscapes(v)
}

// Constant reports whether a local variable keeps the value that it has after its declaration:
// nobody assigns to it or takes its address.
func (s *Analysis) Constant(v *types.Var) bool {
	return !s.written[v] && !s.taken[v] && !s.operated[v]
}

// Waits reports whether a loop waits for other tasks: it does nothing else (spin.go).
func (s *Analysis) Waits(loop ast.Stmt) (l Loop, ok bool) {
	l, ok = s.local.spins[loop]
	f, _ := loop.(*ast.ForStmt)
	if !ok || f == nil {
		return l, ok
	}
	if init, define := f.Init.(*ast.AssignStmt); define && init.Tok == token.DEFINE {
		for _, x := range init.Lhs {
			// One that others may know is a new one in each round.
			if v, is := s.info.Defs[x.(*ast.Ident)].(*types.Var); is && (s.captured[v] || s.taken[v]) {
				return Loop{}, false
			}
		}
	}
	return l, true
}

// Through reports whether what x points to (a pointer's variable, a slice's
// elements, a map's contents) may be shared.
func (s *Analysis) Through(x ast.Expr) bool { return s.All || !s.local.ownsContents(x) }

// Contents is through for slices and maps. Tables, package variables that are
// only looked up, have theirs since initialisation.
func (s *Analysis) Contents(x ast.Expr) bool {
	if v := s.root(x); v != nil && isIdent(x) && v.Parent() == v.Pkg().Scope() && !s.Variable(v) && !s.leaked[v] {
		return false
	}
	return s.Through(x)
}

func isIdent(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.Ident)
	return ok
}

// Of finds what u shares.
func Of(u *load.Unit) *Analysis {
	s := &Analysis{
		info:     u.Pkg.TypesInfo,
		captured: make(map[*types.Var]bool),
		written:  make(map[*types.Var]bool),
		taken:    make(map[*types.Var]bool),
		leaked:   make(map[*types.Var]bool),
		operated: make(map[*types.Var]bool),

		initWritten: make(map[*types.Var]bool),
		initStarts:  initialisationStarts(u),
		local:       findLocality(u),
	}
	for id, o := range s.info.Defs {
		if v, ok := o.(*types.Var); ok && v.Parent() == u.Pkg.Types.Scope() {
			s.local.ident[v] = id
		}
	}
	kept := new(map[types.Object][]ast.Expr)
	for _, f := range u.Pkg.Syntax {
		perIteration := PerIteration(s.info, f)
		for _, d := range f.Decls {
			w := &sharingWalker{Analysis: s, pkg: u.Pkg.Types, files: u.Pkg.Syntax, kept: kept, lookup: make(map[*ast.Ident]bool), perIteration: perIteration}
			if fd, ok := d.(*ast.FuncDecl); ok {
				w.inInit = fd.Recv == nil && fd.Name.Name == "init"
			}
			ast.Walk(w, d)
		}
	}
	return s
}

// A sharingWalker looks at one declaration; lits are what is around the present
// node and may run in another task: function literals, and the bodies of loops
// over functions.
type sharingWalker struct {
	*Analysis
	pkg          *types.Package
	files        []*ast.File
	kept         *map[types.Object][]ast.Expr // see addresses
	lookup       map[*ast.Ident]bool          // uses of variables as tables
	lits         []span
	inInit       bool
	fn           *ast.FuncType // of the innermost function
	perIteration bool
	transparent  map[*ast.FuncLit]bool
	own          map[ast.Stmt]bool // post statements that write nothing but variables of their loop
}

// A span is a piece of source.
type span struct{ from, to token.Pos }

// within is the walker of a piece of source that may run in another task.
func (w *sharingWalker) within(from, to token.Pos) *sharingWalker {
	inner := *w
	inner.lits = append(inner.lits[:len(inner.lits):len(inner.lits)], span{from, to})
	return &inner
}

// post notes a post statement if it writes only variables that init declares.
func (w *sharingWalker) post(init *ast.AssignStmt, post ast.Stmt) {
	declared := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		if !ok {
			return false
		}
		for _, l := range init.Lhs {
			if o := w.info.Defs[l.(*ast.Ident)]; o != nil && o == w.info.Uses[id] {
				return true
			}
		}
		return false
	}
	switch post := post.(type) {
	case *ast.IncDecStmt:
		if !declared(post.X) {
			return
		}
	case *ast.AssignStmt:
		for _, l := range post.Lhs {
			if !declared(l) {
				return
			}
		}
	default:
		return
	}
	if w.own == nil {
		w.own = make(map[ast.Stmt]bool)
	}
	w.own[post] = true
}

// capture notes a use of v where the present node may run in another task than
// what declares v.
func (w *sharingWalker) capture(v *types.Var) {
	for _, lit := range w.lits {
		if v.Pos() < lit.from || v.Pos() >= lit.to {
			w.captured[v] = true
		}
	}
}

// loopsItself reports whether a loop over x runs its body in its own task: x is
// no function, or one of the standard library's, which call the body and nothing
// else.
func (w *sharingWalker) loopsItself(x ast.Expr) bool {
	if _, ok := typing.Under(w.info.TypeOf(x)).(*types.Signature); !ok {
		return true
	}
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(typing.FuncName(call.Fun)).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := w.info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil {
		return false
	}
	switch f.Pkg().Path() {
	case "slices", "maps", "strings", "bytes":
		return true
	}
	return false
}

// lookedUp notes a use of a variable as a table.
func (w *sharingWalker) lookedUp(x ast.Expr) {
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		w.lookup[id] = true
	}
}

// runsHere notes that a literal which is called or deferred on the spot runs in
// the same task as the function around it.
func (w *sharingWalker) runsHere(call *ast.CallExpr) {
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		if w.transparent == nil {
			w.transparent = make(map[*ast.FuncLit]bool)
		}
		w.transparent[lit] = true
	}
}

// root is the variable that e is (a part of), or nil.
func (s *Analysis) root(e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := s.info.Uses[e].(*types.Var)
		if v == nil {
			v, _ = s.info.Defs[e].(*types.Var)
		}
		return v
	case *ast.SelectorExpr:
		sel := s.info.Selections[e]
		if sel == nil {
			v, _ := s.info.Uses[e.Sel].(*types.Var)
			return v
		}
		if sel.Kind() == types.FieldVal && typing.Pointee(s.info.TypeOf(e.X)) == nil {
			return s.root(e.X)
		}
	case *ast.IndexExpr:
		if t := s.info.TypeOf(e.X); t != nil && typing.HasArrays(t) {
			return s.root(e.X)
		}
	}
	return nil
}

func (w *sharingWalker) write(e ast.Expr) {
	w.leak(e)
	v := w.root(e)
	if v == nil {
		w.changesField(e)
		return
	}
	w.changes(v, e)
	if w.inInit && len(w.lits) == 0 && v.Parent() == v.Pkg().Scope() {
		w.initWritten[v] = true
		return
	}
	w.written[v] = true
}

// changes notes that e changes v, if that is a variable of another package.
func (w *sharingWalker) changes(v *types.Var, e ast.Expr) {
	if !w.written[v] && !w.taken[v] && !w.initWritten[v] && v.Pkg() != w.pkg && v.Parent() == v.Pkg().Scope() {
		w.ForeignWrites = append(w.ForeignWrites, ForeignWrite{v, e.Pos()})
	}
}

// leak notes that package variables in e may be used for anything: changed
// through, passed on. e is a location; on the way to it may be several elements,
// as in tab[i].x[j].
func (w *sharingWalker) leak(e ast.Expr) {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			if v := w.root(x.X); v != nil {
				w.leaked[v] = true
			}
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		default:
			return
		}
	}
}

func (w *sharingWalker) take(e ast.Expr) {
	w.leak(e)
	if v := w.root(e); v != nil {
		w.changes(v, e)
		w.taken[v] = true
	}
}

// PerIteration reports whether the loop variables of a file are new in each iteration.
func PerIteration(info *types.Info, f *ast.File) bool {
	v := info.FileVersions[f]
	return v == "" || version.Compare(v, "go1.22") >= 0
}
