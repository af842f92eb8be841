package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// Programs may declare any name anew: int := 3, type error struct{ … }, func len(), and a
// variable by the name of an import or of a type. So generated code uses no predeclared
// function or constant, imports packages under names of its own, and writes types by a
// namer only. The namer looks what a name means at the place where it is to stand. Where
// it means something else, the type has another name: one of package access for what is
// predeclared, an alias in the generated files for a type of the package, and one beside
// its declaration for a type of a function's.

// A namer writes types at one place.
type namer struct {
	pkg     *types.Package
	at      token.Pos                      // where; none: at package level, in a file of ours
	imports func(path string) string       // the name of a package there
	basic   func(name string) string       // that of a predeclared type whose own name is taken
	alias   func(o *types.TypeName) string // that of a type of the package; "": none
	holds   *types.TypeParamList           // type parameters that are declared there
}

// text is what a type is written as, and false if it has no name there.
func (w *namer) text(t types.Type) (string, bool) {
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return w.imports("unsafe") + ".Pointer", true
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
		return w.text(types.Unalias(t))
	case *types.Named:
		return w.instance(t.Obj(), t.TypeArgs())
	case *types.TypeParam:
		for p := range w.holds.TypeParams() {
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
		key, ok := w.text(t.Key())
		if !ok {
			return "", false
		}
		return w.prefixed("map["+key+"]", t.Elem())
	case *types.Chan:
		elem, ok := w.text(t.Elem())
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

func (w *namer) prefixed(prefix string, t types.Type) (string, bool) {
	text, ok := w.text(t)
	return prefix + text, ok
}

// instance is a declared type with its type arguments.
func (w *namer) instance(o *types.TypeName, args *types.TypeList) (string, bool) {
	if args.Len() == 0 {
		return w.name(o)
	}
	if o.Pkg() == w.pkg && !w.means(o) {
		return "", false // an alias would need type parameters
	}
	text, ok := w.name(o)
	list, named := w.list(args.Types())
	return text + "[" + list + "]", ok && named
}

// name is the name of a declared type.
func (w *namer) name(o *types.TypeName) (string, bool) {
	switch {
	case o.Pkg() == nil:
		if w.means(o) {
			return o.Name(), true
		}
		return w.basic(o.Name()), true
	case o.Pkg() != w.pkg:
		if !o.Exported() || o.Parent() != o.Pkg().Scope() || !importable(o.Pkg().Path(), w.pkg.Path()) {
			return "", false
		}
		return w.imports(o.Pkg().Path()) + "." + o.Name(), true
	case w.means(o):
		return o.Name(), true
	}
	alias := w.alias(o)
	return alias, alias != ""
}

// means reports whether the name of o means o.
func (w *namer) means(o types.Object) bool {
	scope := w.pkg.Scope()
	if w.at.IsValid() {
		if scope = scope.Innermost(w.at); scope == nil {
			return false
		}
	}
	_, found := scope.LookupParent(o.Name(), w.at)
	return found == o
}

// importable reports whether a package may be imported by another one: it is no command
// and none of the insides of a third.
func importable(path, by string) bool {
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
func (w *namer) signature(t *types.Signature) (string, bool) {
	var params []string
	named := true
	for i := range t.Params().Len() {
		p, dots := t.Params().At(i).Type(), ""
		if s, ok := p.(*types.Slice); ok && t.Variadic() && i == t.Params().Len()-1 {
			p, dots = s.Elem(), "..."
		}
		text, ok := w.text(p)
		params, named = append(params, dots+text), named && ok
	}
	result, ok := w.tuple(t.Results())
	if result != "" {
		result = " " + result
	}
	return "(" + commas(params) + ")" + result, named && ok
}

// tuple is a list of results.
func (w *namer) tuple(t *types.Tuple) (string, bool) {
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

func (w *namer) list(all func(func(types.Type) bool)) (string, bool) {
	var list []string
	named := true
	for t := range all {
		text, ok := w.text(t)
		list, named = append(list, text), named && ok
	}
	return commas(list), named
}

func (w *namer) structure(t *types.Struct) (string, bool) {
	var fields []string
	for i := range t.NumFields() {
		f := t.Field(i)
		text, ok := w.text(f.Type())
		if !ok || !f.Exported() && f.Pkg() != w.pkg {
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

func (w *namer) iface(t *types.Interface) (string, bool) {
	var list []string
	for m := range t.ExplicitMethods() {
		text, ok := w.signature(m.Signature())
		if !ok || !m.Exported() && m.Pkg() != w.pkg {
			return "", false
		}
		list = append(list, m.Name()+text)
	}
	for e := range t.EmbeddedTypes() {
		text, ok := w.text(e)
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

// predeclared is the name of package access for a predeclared type.
func predeclared(name string) string { return "Type" + strings.ToUpper(name[:1]) + name[1:] }

// namer is that of a place in the file. What is only asked for a name imports nothing.
func (r *fileRewriter) namer(at ast.Node, asked bool) *namer {
	return &namer{
		pkg: r.unit.pkg.Types, at: at.Pos(),
		imports: func(path string) string {
			if asked {
				return "_"
			}
			if r.imports[path] == "" {
				r.imports[path] = "gocheckp" + strconv.Itoa(len(r.imports))
			}
			return r.imports[path]
		},
		basic: func(name string) string {
			if asked {
				return "_"
			}
			return r.helper(predeclared(name))
		},
		alias: func(o *types.TypeName) string {
			if name := r.aliases[o]; name != "" {
				return name
			}
			return r.unit.alias(o, asked)
		},
	}
}

// nameable reports whether a type has a name at a place.
func (r *fileRewriter) nameable(t types.Type, at ast.Node) bool {
	_, ok := r.namer(at, true).text(types.Default(t))
	return ok
}

// typeText is the text of a type at a place where it is nameable.
func (r *fileRewriter) typeText(t types.Type, at ast.Node) string {
	text, _ := r.namer(at, false).text(types.Default(t))
	return text
}

// tuple is the text of a list of results.
func (r *fileRewriter) tuple(t *types.Tuple, at ast.Node) string {
	text, _ := r.namer(at, false).tuple(t)
	return text
}

// visible reports whether the name of o means o at a place.
func (r *fileRewriter) visible(o types.Object, at ast.Node) bool {
	return (&namer{pkg: r.unit.pkg.Types, at: at.Pos()}).means(o)
}

// besides is an alias for a type that is declared in a function, or a type parameter of
// one, if its name is declared again where it could be meant: to stand behind the declaration.
func (r *fileRewriter) besides(o *types.TypeName) string {
	if o == nil || o.Name() == "_" || o.Parent() == nil || !declaredWithin(o.Parent(), o.Name()) {
		return ""
	}
	if r.aliases == nil {
		r.aliases = make(map[*types.TypeName]string)
	}
	r.aliases[o] = r.fresh()
	return "type " + r.aliases[o] + " = " + o.Name() + "; "
}

// typeParams is the same for the type parameters of a function: to stand before its body.
func (r *fileRewriter) typeParams(d *ast.FuncDecl) (text string) {
	sig := r.info.Defs[d.Name].(*types.Func).Signature()
	for _, list := range []*types.TypeParamList{sig.RecvTypeParams(), sig.TypeParams()} {
		for p := range list.TypeParams() {
			text += r.besides(p.Obj())
		}
	}
	return text
}

// declaredWithin reports whether a scope within another one has a name.
func declaredWithin(s *types.Scope, name string) bool {
	for c := range s.Children() {
		if c.Lookup(name) != nil || declaredWithin(c, name) {
			return true
		}
	}
	return false
}

// alias is the name that a type of the package has in the generated files, beside its own.
func (u *unitRewriter) alias(o *types.TypeName, asked bool) string {
	if o.Parent() != u.pkg.Types.Scope() {
		return ""
	}
	if named, ok := o.Type().(*types.Named); ok && named.TypeParams().Len() > 0 {
		return ""
	}
	if !asked {
		if u.aliased == nil {
			u.aliased = make(map[*types.TypeName]bool)
		}
		u.aliased[o] = true
	}
	return "gocheckType_" + o.Name()
}

// aliases declares those that are used, of the unit's files that are tests or of the others.
func (u *unitRewriter) aliasText(test bool) string {
	text := ""
	scope := u.pkg.Types.Scope()
	for _, name := range scope.Names() {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok && u.aliased[o] && strings.HasSuffix(u.fset.File(o.Pos()).Name(), "_test.go") == test {
			text += "type gocheckType_" + name + " = " + name + "\n"
		}
	}
	return text
}

// namer is that of the generated files.
func (u *unitRewriter) namer(asked bool) *namer {
	return &namer{
		pkg: u.pkg.Types,
		imports: func(path string) string {
			if asked {
				return "_"
			}
			return u.importName(path)
		},
		basic: func(name string) string { return "gocheckmem." + predeclared(name) },
		alias: func(*types.TypeName) string { return "" },
	}
}

// nameable reports whether a type has a name in the generated files.
func (u *unitRewriter) nameable(t types.Type) bool {
	_, ok := u.namer(true).text(t)
	return ok
}

// typeText is its text there.
func (u *unitRewriter) typeText(t types.Type) string {
	text, _ := u.namer(false).text(t)
	return text
}
