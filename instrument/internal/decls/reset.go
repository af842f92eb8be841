package decls

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/sharing"
	"gocheck.dev/instrument/internal/std"
)

// All executions of a test run in one process, so package variables have to
// get their initial values again before each: variables without initialiser
// are zeroed, initialisers run again in their order, then the init functions.
//
// What cannot have changed is left alone (sharing/immutable.go). Variables of
// other packages are put back, before all else, by the package that changes
// them; for what is not in variables see reset_std.go.
type state struct {
	resets   map[*types.Initializer]bool // initialisers that run again
	zero     []*types.Var
	Inits    map[*ast.FuncDecl]string      // init functions that run again, and their names then
	ByVar    map[*types.Initializer]string // name of the function that runs an initialiser again
	registry *sharing.Calls
	shown    []*types.Var            // variables that may come to differ: see RegisterState
	embedded []*types.Var            // those that are filled by go:embed, and that somebody may change
	patterns map[*types.Var][]string // of all that are filled by go:embed

	tables  map[ast.Node]*table // by their steps: reset_tables.go
	tableOf map[*types.Var]*table
	made    int // tables that have a name

	mentioned map[string][]token.Pos // see mentions; nil: not known yet
}

// findMutableState decides what of the unit is reset.
func (u *Unit) findMutableState() {
	s := &u.State
	s.resets, s.Inits, s.ByVar = make(map[*types.Initializer]bool), make(map[*ast.FuncDecl]string), make(map[*types.Initializer]string)
	s.registry = sharing.FindCalls(u.Pkg, u.Plain)
	scope := u.Pkg.Types.Scope()
	initialised := make(map[*types.Var]bool)
	mutable := make(map[types.Object]bool)
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		for _, v := range in.Lhs {
			initialised[v] = true
			if !u.Sharing.Immutable(v, in.Rhs) && !u.isSetting(v) {
				mutable[v] = true
			}
		}
	}
	directed, embeds := directedVars(u.Pkg.Syntax, u.Pkg.TypesInfo)
	s.patterns = embeds
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if ok && !initialised[v] && directed[v] == "" && !u.Sharing.Immutable(v, nil) && !incomplete(v.Type()) && !u.isSetting(v) {
			mutable[v] = true
			s.zero = append(s.zero, v)
		}
	}
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && directed[v] == embedding && !u.Sharing.Immutable(v, nil) {
			s.embedded = append(s.embedded, v)
		}
	}
	// What was made of something that is made anew has to be made anew. The
	// order of initialisation is one of dependencies.
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		again := false
		for _, v := range in.Lhs {
			again = again || mutable[v]
		}
		if len(in.Lhs) == 1 && u.isSetting(in.Lhs[0]) {
			continue
		}
		if !again && !sharing.QuietAll(in.Lhs) {
			again = s.registry.Mentions(in.Rhs, mutable)
		}
		// So has what may have done something else besides, or may come to
		// another value in another process.
		if again = again || s.registry.Effects(in.Rhs); again && !s.registry.Registers(in.Rhs) {
			s.resets[in] = true
			for _, v := range in.Lhs {
				mutable[v] = true
			}
		}
	}
	if m := u.Pkg.Module; m != nil && m.Main {
		for _, name := range scope.Names() {
			if v, ok := scope.Lookup(name).(*types.Var); ok && mutable[v] {
				s.shown = append(s.shown, v)
			}
		}
	}
	n := 0
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		if s.resets[in] {
			n++
			s.ByVar[in] = fmt.Sprintf("gocheckReset%d", n)
		}
	}
	for _, f := range u.Pkg.Syntax {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" && fn.Body != nil && !s.registry.Registers(fn.Body) {
				n++
				s.Inits[fn] = fmt.Sprintf("gocheckInit%d", n)
			}
		}
	}
	inits := make(map[*types.Var]ast.Expr)
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		for _, v := range in.Lhs {
			inits[v] = in.Rhs
		}
	}
	u.findTables(func(v *types.Var) bool { return !mutable[v] && directed[v] == "" && u.Sharing.Immutable(v, inits[v]) })
}

// resetText is the registration of the unit's resets: of its files that are
// tests, or of the others.
func (u *Unit) resetText(test bool) string {
	var b strings.Builder
	mine := func(pos token.Pos) bool { return u.mine(pos, test) }
	tables := ""
	for _, t := range u.State.ordered(u, test) {
		var vars []string
		for _, v := range t.vars {
			vars = append(vars, "&"+v.Name())
		}
		tables += "var " + t.name + " = gocheckrt.NewTable(" + strings.Join(vars, ", ") + ")\n"
		b.WriteString("\t\t" + t.name + ".Begin()\n")
	}
	zero := func(v *types.Var) {
		if v.Name() != "_" && mine(v.Pos()) && u.State.tableOf[v] == nil && !incomplete(v.Type()) {
			fmt.Fprintf(&b, "\t\tgocheckrt.Zero(&%s)\n", v.Name())
		}
	}
	for _, v := range u.State.zero {
		zero(v)
	}
	// Code that is called in a way which Go's order of initialisation does not see may
	// look at a variable before it has its value.
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		if u.State.ByVar[in] != "" && mine(in.Rhs.Pos()) {
			for _, v := range in.Lhs {
				zero(v)
			}
		}
	}
	for _, in := range u.Pkg.TypesInfo.InitOrder {
		if name := u.State.ByVar[in]; !mine(in.Rhs.Pos()) {
			continue
		} else if name != "" {
			b.WriteString(u.State.call(in.Rhs, name))
		} else if len(in.Lhs) == 1 && published(in.Lhs[0]) {
			fmt.Fprintf(&b, "\t\tgocheckrt.Zero(%s)\n", in.Lhs[0].Name())
		}
	}
	for _, f := range u.Pkg.Syntax {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && u.State.Inits[fn] != "" && mine(fn.Pos()) {
				b.WriteString(u.State.call(fn.Body, u.State.Inits[fn]))
			}
		}
	}
	text := ""
	if u.usesFlags(mine) {
		text += "\tgocheckrt.ResetFlags()\n"
	}
	if u.mentions("math/rand.Seed", mine) {
		text += "\t" + u.importName(std.AccessPath+"/draws") + ".MaySeed()\n"
	}
	if u.mentions("testing/cryptotest.SetGlobalRandom", mine) {
		text += "\t" + u.importName(std.AccessPath+"/entropy") + ".MaySeed()\n"
	}
	for _, v := range u.State.embedded {
		if mine(v.Pos()) {
			text += fmt.Sprintf("\tgocheckrt.Embedded(&%s)\n", v.Name())
		}
	}
	text += u.fieldState(mine)
	saves, restores := u.foreignState(mine)
	s, r := u.settings(mine)
	if saves, restores = saves+s, restores+r; restores != "" {
		text += saves + "\tgocheckrt.RegisterRestore(func() {\n" + restores + "\t})\n"
	}
	if b.Len() > 0 {
		text += fmt.Sprintf("\tgocheckrt.RegisterReset(%q, func() {\n", u.ImportPath) + b.String() + "\t})\n"
	}
	for _, v := range u.State.shown {
		if mine(v.Pos()) && !incomplete(v.Type()) {
			text += fmt.Sprintf("\tgocheckrt.RegisterState(%q, &%s)\n", v.Pkg().Name()+"."+v.Name(), v.Name())
		}
	}
	if text == "" {
		return ""
	}
	return tables + "func init() {\n" + text + "}\n"
}

// foreignState saves and restores variables of other packages that the unit
// changes: their own packages may leave them alone, because they do not.
func (u *Unit) foreignState(mine func(token.Pos) bool) (saves, restores string) {
	n := 0
	for _, w := range u.Sharing.ForeignWrites {
		if !mine(w.Pos) || !w.V.Exported() || !sharing.Copyable(w.V.Type()) {
			continue
		}
		n++
		name := u.importName(w.V.Pkg().Path()) + "." + w.V.Name()
		saves += fmt.Sprintf("\tgocheckOld_%d := %s\n", n, name)
		restores += fmt.Sprintf("\t\t%s = gocheckOld_%d\n", name, n)
	}
	return saves, restores
}

// Directives that give a variable its value.
const (
	embedding = "//go:embed"    // of files
	linking   = "//go:linkname" // it is another package's
)

// directedVars are the variables that get their values by a directive, and by which. embeds has the
// patterns of those that embed files.
func directedVars(files []*ast.File, info *types.Info) (directed map[*types.Var]string, embeds map[*types.Var][]string) {
	directed, embeds = make(map[*types.Var]string), make(map[*types.Var][]string)
	direct := func(names []*ast.Ident, comment string) {
		directive, _, _ := strings.Cut(comment, " ")
		if directive != embedding && directive != linking {
			return
		}
		for _, id := range names {
			v, ok := info.Defs[id].(*types.Var)
			if !ok {
				continue
			}
			directed[v] = directive
			if directive == embedding {
				embeds[v] = append(embeds[v], patterns(comment)...)
			}
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.ValueSpec)
				for _, comment := range slices.Concat(commentsOf(g.Doc), commentsOf(spec.Doc)) {
					direct(spec.Names, comment.Text)
				}
			}
		}
	}
	return directed, embeds
}

func commentsOf(doc *ast.CommentGroup) []*ast.Comment {
	if doc == nil {
		return nil
	}
	return doc.List
}

// incomplete reports whether a type holds a runtime/cgo.Incomplete: it can be no type argument,
// and is never copied.
func incomplete(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "runtime/cgo" && n.Obj().Name() == "Incomplete" {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return incomplete(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if incomplete(f.Type()) {
				return true
			}
		}
	}
	return false
}
