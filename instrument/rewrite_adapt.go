package instrument

import (
	"go/ast"
	"go/types"
	"log"
	"os"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gocheck.dev"
)

// What a method of an interface is called on is known when it is called. If
// the method has the name and the type of one with an entry point (Lock, or
// Stop() bool), the receiver becomes gocheckrt.Adapt[interface{ Lock() }](x, s):
// that has the entry points as methods where x turns out to be a *sync.Mutex.

// adaptable has the names and types of the methods with entry points of the
// types that may be behind an interface, but for those of atomic.Pointer.
var adaptable = func() map[string]bool {
	all := make(map[string]bool)
	for path, list := range map[string][]reflect.Type{
		"sync": {
			reflect.TypeFor[*sync.Mutex](), reflect.TypeFor[*sync.RWMutex](), reflect.TypeFor[*sync.WaitGroup](), reflect.TypeFor[*sync.Once](),
			reflect.TypeFor[*sync.Cond](), reflect.TypeFor[*sync.Map](), reflect.TypeFor[*sync.Pool](),
		},
		"sync/atomic": {
			reflect.TypeFor[*atomic.Bool](), reflect.TypeFor[*atomic.Int32](), reflect.TypeFor[*atomic.Int64](), reflect.TypeFor[*atomic.Uint32](),
			reflect.TypeFor[*atomic.Uint64](), reflect.TypeFor[*atomic.Uintptr](), reflect.TypeFor[*atomic.Value](),
		},
		"time":        {reflect.TypeFor[*time.Timer](), reflect.TypeFor[*time.Ticker]()},
		"log":         {reflect.TypeFor[*log.Logger]()},
		"os":          {reflect.TypeFor[*os.Process]()},
		"gocheck.dev": {reflect.TypeFor[*gocheck.Handler]()},
	} {
		for _, t := range list {
			for name := range strings.FieldsSeq(intercepted[path][t.Elem().Name()]) {
				if m, ok := t.MethodByName(name); ok {
					all[name+reflectShape(m.Type, 1)] = true
				}
			}
		}
	}
	return all
}()

// reflectShape is the text of a function's type, from parameter first on.
func reflectShape(t reflect.Type, first int) string {
	var params, results []string
	for i := first; i < t.NumIn(); i++ {
		params = append(params, t.In(i).String())
	}
	for i := range t.NumOut() {
		results = append(results, t.Out(i).String())
	}
	return "(" + commas(params) + ")(" + commas(results) + ")"
}

// shape is the same of a type of go/types.
func shape(sig *types.Signature) string {
	list := func(t *types.Tuple) string {
		var all []string
		for v := range t.Variables() {
			all = append(all, reflectText(v.Type()))
		}
		return commas(all)
	}
	return "(" + list(sig.Params()) + ")(" + list(sig.Results()) + ")"
}

// reflectText is a type as reflect writes it, of those that occur in adaptable
// methods.
func reflectText(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Slice:
		return "[]" + reflectText(t.Elem())
	case *types.Interface:
		if t.Empty() {
			return "interface {}"
		}
	case *types.Signature:
		text := "func(" + strings.ReplaceAll(shape(t)[1:], ")(", ") ")
		return strings.TrimSuffix(strings.TrimSuffix(text, ")"), " ")
	}
	return types.TypeString(types.Unalias(t), func(p *types.Package) string { return p.Name() })
}

// pointedTo is the T of an atomic.Pointer[T] that has the method, nil if there
// is none.
func pointedTo(f *types.Func) types.Type {
	sig := f.Signature()
	var list []types.Type
	for v := range sig.Params().Variables() {
		list = append(list, v.Type())
	}
	results := sig.Results()
	switch {
	case f.Name() == "Load" && len(list) == 0 && results.Len() == 1:
		list = append(list, results.At(0).Type())
	case f.Name() == "Store" && len(list) == 1 && results.Len() == 0:
	case f.Name() == "Swap" && len(list) == 1 && results.Len() == 1 && types.Identical(list[0], results.At(0).Type()):
	case f.Name() == "CompareAndSwap" && len(list) == 2 && types.Identical(list[0], list[1]) && results.Len() == 1 && reflectText(results.At(0).Type()) == "bool":
	default:
		return nil
	}
	if p, ok := types.Unalias(list[0]).(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

// adapted reports whether method f of an interface may turn out to be one with
// an entry point, and which function adapts its receiver.
func (r *fileRewriter) adapted(f *types.Func, at ast.Expr) (string, bool) {
	recv := f.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) || f.Pkg() == nil {
		return "", false
	}
	if !r.nameable(onlyTypes(f), at) {
		return "", false
	}
	text := func(t types.Type) string { return r.typeText(t, at) }
	if adaptable[f.Name()+shape(f.Signature())] {
		return "gocheckrt.Adapt[" + onlyMethod(f, text) + "]", true
	}
	if t := pointedTo(f); t != nil && r.nameable(t, at) {
		return "gocheckrt.AdaptPointer[" + text(t) + ", " + onlyMethod(f, text) + "]", true
	}
	return "", false
}

// onlyMethod is the text of the interface that has one method.
func onlyMethod(f *types.Func, text func(types.Type) string) string {
	return "interface{ " + f.Name() + strings.TrimPrefix(text(onlyTypes(f)), "func") + " }"
}

// onlyTypes is the type of a method without its receiver.
func onlyTypes(f *types.Func) *types.Signature {
	sig := f.Signature()
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// adaptedMethod renders x.M, called or not.
func (r *fileRewriter) adaptedMethod(sel *ast.SelectorExpr, selection *types.Selection, f *types.Func) (frag, bool) {
	adapt, ok := r.adapted(f, sel)
	if !ok {
		return nil, false
	}
	o, ok := r.receiver(sel, selection)
	if !ok {
		return nil, false
	}
	return r.cat(sel.Pos(), adapt+"(", r.load(o, sel.X).f, ", "+r.site(sel.Pos(), sel.X)+").").add(r.orig(sel.Sel.Pos(), sel.End())), true
}

// promotes renders what follows the declaration of a local type, where its name is
// declared again further in, or where the compiler makes methods for it that have entry
// points.
func (r *fileRewriter) promotes(s *ast.DeclStmt) frag {
	f := r.localDecl(s.Decl.(*ast.GenDecl))
	for _, spec := range s.Decl.(*ast.GenDecl).Specs {
		ts, ok := spec.(*ast.TypeSpec)
		if !ok || ts.Name.Name == "_" {
			continue
		}
		o, _ := r.info.Defs[ts.Name].(*types.TypeName)
		if alias := r.besides(o); alias != "" {
			f = r.cat(s.Pos(), f, "; "+strings.TrimSuffix(alias, "; "))
		}
		if named, ok := o.Type().(*types.Named); ok && !ts.Assign.IsValid() && len(embeddedMethods(named)) > 0 {
			f = r.cat(s.Pos(), f, "; gocheckrt.Promotes["+ts.Name.Name+"]()")
		}
	}
	return f
}
