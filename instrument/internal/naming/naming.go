package naming

import (
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// A Namer writes types at one place.
type Namer struct {
	Pkg     *types.Package
	At      token.Pos                      // where; none: at package level, in a file of ours
	Imports func(path string) string       // the name of a package there
	Basic   func(name string) string       // that of a predeclared type whose own name is taken
	Alias   func(o *types.TypeName) string // that of a type of the package; "": none
	Holds   *types.TypeParamList           // type parameters that are declared there
}

// Text is what a type is written as, and false if it has no name there.
func (w *Namer) Text(t types.Type) (string, bool) {
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return w.Imports("unsafe") + ".Pointer", true
		}
		o, ok := types.Universe.Lookup(t.Name()).(*types.TypeName)
		if !ok {
			return "", false
		}
		return w.name(o)
	case *types.Alias:
		if text, ok := w.instance(t.Obj(), t.TypeArgs()); ok {
			return text, true
		}
		return w.Text(types.Unalias(t))
	case *types.Named:
		return w.instance(t.Obj(), t.TypeArgs())
	case *types.TypeParam:
		for p := range w.Holds.TypeParams() {
			if p == t {
				return t.Obj().Name(), true
			}
		}
		return w.name(t.Obj())
	case *types.Pointer:
		return w.prefixed("*", t.Elem())
	case *types.Slice:
		return w.prefixed("[]", t.Elem())
	case *types.Array:
		return w.prefixed("["+strconv.FormatInt(t.Len(), 10)+"]", t.Elem())
	case *types.Map:
		key, ok := w.Text(t.Key())
		if !ok {
			return "", false
		}
		return w.prefixed("map["+key+"]", t.Elem())
	case *types.Chan:
		elem, ok := w.Text(t.Elem())
		if c, isChan := t.Elem().(*types.Chan); isChan && c.Dir() == types.RecvOnly {
			elem = "(" + elem + ")"
		}
		return map[types.ChanDir]string{types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan "}[t.Dir()] + elem, ok
	case *types.Signature:
		text, ok := w.signature(t)
		return "func" + text, ok
	case *types.Struct:
		return w.structure(t)
	case *types.Interface:
		return w.iface(t)
	}
	return "", false
}

func (w *Namer) prefixed(prefix string, t types.Type) (string, bool) {
	text, ok := w.Text(t)
	return prefix + text, ok
}

// instance is a declared type with its type arguments.
func (w *Namer) instance(o *types.TypeName, args *types.TypeList) (string, bool) {
	if args.Len() == 0 {
		return w.name(o)
	}
	if o.Pkg() == w.Pkg && !w.Means(o) {
		return "", false // an alias would need type parameters
	}
	text, ok := w.name(o)
	list, named := w.list(args.Types())
	return text + "[" + list + "]", ok && named
}

// name is the name of a declared type.
func (w *Namer) name(o *types.TypeName) (string, bool) {
	switch {
	case o.Pkg() == nil:
		if w.Means(o) {
			return o.Name(), true
		}
		return w.Basic(o.Name()), true
	case o.Pkg() != w.Pkg:
		if !o.Exported() || o.Parent() != o.Pkg().Scope() || !Importable(o.Pkg().Path(), w.Pkg.Path()) {
			return "", false
		}
		return w.Imports(o.Pkg().Path()) + "." + o.Name(), true
	case w.Means(o):
		return o.Name(), true
	}
	alias := w.Alias(o)
	return alias, alias != ""
}

// Means reports whether the name of o means o.
func (w *Namer) Means(o types.Object) bool {
	scope := w.Pkg.Scope()
	if w.At.IsValid() {
		if scope = scope.Innermost(w.At); scope == nil {
			return false
		}
	}
	_, found := scope.LookupParent(o.Name(), w.At)
	return found == o
}

// Importable reports whether a package may be imported by another one: it is no command
// and none of the insides of a third.
func Importable(path, by string) bool {
	if path == "main" || strings.HasPrefix(path, "vendor/") {
		return false
	}
	elements := strings.Split(path, "/")
	for i, e := range elements {
		parent := strings.Join(elements[:i], "/")
		if e == "internal" && (i == 0 || by != parent && by != parent+"_test" && !strings.HasPrefix(by, parent+"/")) {
			return false
		}
	}
	return true
}

// signature is a function's parameters and results.
func (w *Namer) signature(t *types.Signature) (string, bool) {
	var params []string
	named := true
	for i := range t.Params().Len() {
		p, dots := t.Params().At(i).Type(), ""
		if s, ok := p.(*types.Slice); ok && t.Variadic() && i == t.Params().Len()-1 {
			p, dots = s.Elem(), "..."
		}
		text, ok := w.Text(p)
		params, named = append(params, dots+text), named && ok
	}
	result, ok := w.Tuple(t.Results())
	if result != "" {
		result = " " + result
	}
	return "(" + strings.Join(params, ", ") + ")" + result, named && ok
}

// Tuple is a list of results.
func (w *Namer) Tuple(t *types.Tuple) (string, bool) {
	text, ok := w.list(func(yield func(types.Type) bool) {
		for v := range t.Variables() {
			if !yield(v.Type()) {
				return
			}
		}
	})
	if t.Len() > 1 {
		text = "(" + text + ")"
	}
	return text, ok
}

func (w *Namer) list(all func(func(types.Type) bool)) (string, bool) {
	var list []string
	named := true
	for t := range all {
		text, ok := w.Text(t)
		list, named = append(list, text), named && ok
	}
	return strings.Join(list, ", "), named
}

func (w *Namer) structure(t *types.Struct) (string, bool) {
	var fields []string
	for i := range t.NumFields() {
		f := t.Field(i)
		text, ok := w.Text(f.Type())
		if !ok || !f.Exported() && f.Pkg() != w.Pkg {
			return "", false
		}
		switch {
		case !f.Embedded():
			text = f.Name() + " " + text
		case strings.TrimPrefix(text[strings.LastIndexByte(text, '.')+1:], "*") != f.Name():
			return "", false // the field would have another name
		}
		if tag := t.Tag(i); tag != "" {
			text += " " + strconv.Quote(tag)
		}
		fields = append(fields, text)
	}
	if len(fields) == 0 {
		return "struct{}", true
	}
	return "struct{ " + strings.Join(fields, "; ") + " }", true
}

func (w *Namer) iface(t *types.Interface) (string, bool) {
	var list []string
	for m := range t.ExplicitMethods() {
		text, ok := w.signature(m.Signature())
		if !ok || !m.Exported() && m.Pkg() != w.Pkg {
			return "", false
		}
		list = append(list, m.Name()+text)
	}
	for e := range t.EmbeddedTypes() {
		text, ok := w.Text(e)
		if !ok { // a union, too: only constraints have those
			return "", false
		}
		list = append(list, text)
	}
	if len(list) == 0 {
		return "interface{}", true
	}
	return "interface{ " + strings.Join(list, "; ") + " }", true
}

// Predeclared is the name of package access for a predeclared type.
func Predeclared(name string) string { return "Type" + strings.ToUpper(name[:1]) + name[1:] }

// Truth is a constant that does not need the names of constants: programs may
// declare them.
func Truth(b bool) string {
	if b {
		return "0 == 0"
	}
	return "0 != 0"
}
