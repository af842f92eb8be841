package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// State of the standard library. Its packages are not reset; what the
// program changes of them is put back, or cannot be done twice.

// registers are the functions that enter something into a table of the
// standard library for good, and fail where it is there already. When packages
// are initialised again such a call is left out; but where its result counts
// (true) the initialiser or init function that makes it is not run again.
var registers = func() map[string]bool {
	m := map[string]bool{"runtime/pprof.NewProfile": true, "expvar.Publish": false}
	for name := range strings.FieldsSeq("database/sql.Register image.RegisterFormat archive/zip.RegisterCompressor archive/zip.RegisterDecompressor net/rpc.Register net/rpc.RegisterName") {
		m[name] = false
	}
	for name := range strings.FieldsSeq("NewInt NewFloat NewString NewMap") {
		m["expvar."+name] = true
	}
	return m
}()

// A stdSetting is state of a standard package that functions change: an
// expression for its value, and a statement that sets it. PKG stands for the
// package's name, OLD for the value, STRING for that type.
type stdSetting struct{ path, get, set string }

var (
	logOutput = stdSetting{"log", "PKG.Writer()", "PKG.SetOutput(OLD)"}
	logFlags  = stdSetting{"log", "PKG.Flags()", "PKG.SetFlags(OLD)"}
	logPrefix = stdSetting{"log", "PKG.Prefix()", "PKG.SetPrefix(OLD)"}
	slogged   = stdSetting{"log/slog", "PKG.Default()", "PKG.SetDefault(OLD)"}
	procs     = stdSetting{"runtime", "PKG.GOMAXPROCS(0)", "if PKG.GOMAXPROCS(0) != OLD { PKG.GOMAXPROCS(OLD) }"}
	mux       = stdSetting{"net/http", "PKG.DefaultServeMux", freshMux}
)

// freshMux takes over what standard packages have registered.
const freshMux = `PKG.DefaultServeMux = PKG.NewServeMux()
		for _, p := range [...]STRING{"/debug/vars", "/debug/pprof/", "/debug/pprof/cmdline", "/debug/pprof/profile", "/debug/pprof/symbol", "/debug/pprof/trace"} {
			q, _ := PKG.NewRequest("GET", p, PKG.NoBody)
			if h, at := OLD.Handler(q); gocheckrt.Standard(h) {
				PKG.DefaultServeMux.Handle(at, h)
			}
		}`

// changers are the functions that change settings, in the order in which they
// have to be put back: slog.SetDefault makes package log write to the handler.
var changers = []struct {
	key      string
	settings []stdSetting
}{
	{"log/slog.SetDefault", []stdSetting{slogged, logOutput, logFlags}},
	{"log.SetOutput", []stdSetting{logOutput}},
	{"log.SetFlags", []stdSetting{logFlags}},
	{"log.SetPrefix", []stdSetting{logPrefix}},
	{"log.Default", []stdSetting{logOutput, logFlags, logPrefix}},
	{"net/http.Handle", []stdSetting{mux}},
	{"net/http.HandleFunc", []stdSetting{mux}},
	{"net/http.DefaultServeMux", []stdSetting{mux}},
	{"net/rpc.HandleHTTP", []stdSetting{mux}},
	{"runtime.GOMAXPROCS", []stdSetting{procs}},
}

// settings saves and restores the settings that the unit changes.
func (u *unitRewriter) settings(mine func(token.Pos) bool) (saves, restores string) {
	used := make(map[string]bool)
	for id, o := range u.pkg.TypesInfo.Uses {
		switch o := o.(type) {
		case *types.Func:
			used[key(o)] = used[key(o)] || mine(id.Pos())
		case *types.Var:
			if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
				k := o.Pkg().Path() + "." + o.Name()
				used[k] = used[k] || mine(id.Pos())
			}
		}
	}
	done := make(map[stdSetting]bool)
	for _, c := range changers {
		for _, s := range c.settings {
			if !used[c.key] || done[s] {
				continue
			}
			done[s] = true
			old := fmt.Sprintf("gocheckOld%d", len(done))
			text := strings.NewReplacer("PKG", u.importName(s.path), "OLD", old, "STRING", u.typeText(types.Typ[types.String]))
			saves += "\t" + old + " := " + text.Replace(s.get) + "\n"
			restores += "\t\t" + text.Replace(s.set) + "\n"
		}
	}
	return saves, restores
}

// A foreignField is an assignment to a field of the struct that a variable of
// another package points to: http.DefaultClient.Timeout = 1. Packages that are
// reset make another object; standard ones do not.
type foreignField struct {
	v     *types.Var // the variable
	ptr   types.Type // what it holds, perhaps in an interface
	field string
	pos   token.Pos
}

// changesField notes e if it is such a field.
func (w *sharingWalker) changesField(e ast.Expr) {
	field, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || w.info.Selections[field] == nil || !field.Sel.IsExported() || !copyable(w.info.TypeOf(field)) {
		return
	}
	x := ast.Unparen(field.X)
	ptr := w.info.TypeOf(x)
	if a, ok := x.(*ast.TypeAssertExpr); ok {
		x = ast.Unparen(a.X)
	}
	sel, ok := x.(*ast.SelectorExpr)
	if !ok || w.info.Selections[sel] != nil || pointee(ptr) == nil {
		return
	}
	if v, ok := w.info.Uses[sel.Sel].(*types.Var); ok && v.Pkg() != w.pkg {
		w.foreignFields = append(w.foreignFields, foreignField{v, ptr, field.Sel.Name, e.Pos()})
	}
}

// fieldState saves and restores such fields.
func (u *unitRewriter) fieldState(mine func(token.Pos) bool) (text string) {
	done := make(map[string]bool)
	for _, f := range u.sharing.foreignFields {
		if _, pointer := types.Unalias(f.ptr).(*types.Pointer); !mine(f.pos) || !pointer || !u.nameable(f.ptr) {
			continue
		}
		variable := u.importName(f.v.Pkg().Path()) + "." + f.v.Name()
		line := fmt.Sprintf("\tgocheckrt.RegisterField(%s, func(p %s) func() { field := p.%[3]s; return func() { p.%[3]s = field } })\n", variable, u.typeText(f.ptr), f.field)
		if !done[line] {
			done[line] = true
			text += line
		}
	}
	return text
}

// usesFlags reports whether one of the files imports package flag.
func (u *unitRewriter) usesFlags(mine func(token.Pos) bool) bool {
	for _, f := range u.pkg.Syntax {
		for _, imp := range f.Imports {
			if imp.Path.Value == `"flag"` && mine(f.Package) {
				return true
			}
		}
	}
	return false
}

// published reports whether a variable is what package expvar has made: it is
// in expvar's table for good, and has to be set to zero there.
func published(v *types.Var) bool {
	p, ok := v.Type().(*types.Pointer)
	if !ok || v.Name() == "_" {
		return false
	}
	n := namedOf(p)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "expvar"
}
