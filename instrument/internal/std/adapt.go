package std

import (
	"go/types"
	"log"
	"log/slog"
	"os"
	"reflect"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gocheck.dev"
)

// Adaptable has the names and types of the methods with entry points of the
// types that may be behind an interface, but for those of atomic.Pointer; and those of a
// sort.Interface that access elements.
var Adaptable = func() map[string]bool {
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
		"log/slog":    {reflect.TypeFor[*slog.Logger]()},
		"log":         {reflect.TypeFor[*log.Logger]()},
		"os":          {reflect.TypeFor[*os.Process]()},
		"gocheck.dev": {reflect.TypeFor[*gocheck.Handler]()},
	} {
		for _, t := range list {
			for name := range strings.FieldsSeq(Intercepted[path][t.Elem().Name()]) {
				if m, ok := t.MethodByName(name); ok {
					all[name+reflectShape(m.Type, 1)] = true
				}
			}
		}
	}
	for m := range reflect.TypeFor[sort.Interface]().Methods() {
		if m.Type.NumIn() > 0 {
			all[m.Name+reflectShape(m.Type, 0)] = true
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
	return "(" + strings.Join(params, ", ") + ")(" + strings.Join(results, ", ") + ")"
}

// Shape is the same of a type of go/types.
func Shape(sig *types.Signature) string { return shapeWith(sig, "") }

// shapeWith is Shape with a type in place of type parameters, if one is given.
func shapeWith(sig *types.Signature, argument string) string {
	list := func(t *types.Tuple) string {
		var all []string
		for v := range t.Variables() {
			all = append(all, reflectText(v.Type(), argument))
		}
		return strings.Join(all, ", ")
	}
	return "(" + list(sig.Params()) + ")(" + list(sig.Results()) + ")"
}

// reflectText is a type as reflect writes it, of those that occur in adaptable
// methods.
func reflectText(t types.Type, argument string) string {
	switch t := types.Unalias(t).(type) {
	case *types.Slice:
		return "[]" + reflectText(t.Elem(), argument)
	case *types.Interface:
		if t.Empty() {
			return "interface {}"
		}
	case *types.Pointer:
		if _, ok := t.Elem().(*types.TypeParam); ok && argument != "" {
			return argument
		}
	case *types.TypeParam:
		if argument != "" {
			return argument
		}
	case *types.Signature:
		text := "func(" + strings.ReplaceAll(shapeWith(t, argument)[1:], ")(", ") ")
		return strings.TrimSuffix(strings.TrimSuffix(text, ")"), " ")
	}
	return types.TypeString(types.Unalias(t), func(p *types.Package) string { return p.Name() })
}

// PointedTo is the T of an atomic.Pointer[T] that has the method, nil if there
// is none.
func PointedTo(f *types.Func) types.Type {
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
	case f.Name() == "CompareAndSwap" && len(list) == 2 && types.Identical(list[0], list[1]) && results.Len() == 1 && reflectText(results.At(0).Type(), "") == "bool":
	default:
		return nil
	}
	if p, ok := types.Unalias(list[0]).(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

// OnlyMethod is the text of the interface that has one method.
func OnlyMethod(f *types.Func, text func(types.Type) string) string {
	return "interface{ " + f.Name() + strings.TrimPrefix(text(OnlyTypes(f)), "func") + " }"
}

// OnlyTypes is the type of a method without its receiver.
func OnlyTypes(f *types.Func) *types.Signature {
	sig := f.Signature()
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// LendingHelper is what a reader's or writer's method calls first, so that what plain code lends it
// is memory of the execution's; "" for other methods.
func LendingHelper(method string, sig *types.Signature) string {
	shape := map[string]string{"Read": "[]byte", "Write": "[]byte", "ReadAt": "[]byte, int64", "WriteAt": "[]byte, int64"}[method]
	switch {
	case shape == "" || strings.ReplaceAll(Shape(sig), "uint8", "byte") != "("+shape+")(int, error)":
		return ""
	case strings.HasPrefix(method, "Write"):
		return "Lent"
	}
	return "LentToFill"
}

// Lending is the statement with which it does so: the helper, as the file names it, for the
// parameter p.
func Lending(helper, named, p string) string {
	if helper == "Lent" {
		return p + " = " + named + "(" + p + "); "
	}
	return "defer " + named + "(&" + p + ")(); "
}
