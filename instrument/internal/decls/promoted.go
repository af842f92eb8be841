package decls

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"gocheck.dev/instrument/internal/std"
	"gocheck.dev/instrument/internal/typing"
)

// A type that embeds a lock or a timer has its methods, and may be used through
// an interface by code that does not know: sync.NewCond(&queue). The method that
// the compiler makes for that calls the real operation. So each named type gets
// these methods in source, those of embedded interfaces that a lock may be
// behind (sync.Locker), and those of the unsynchronised objects of std/accesses.go
// and of interfaces that one may be behind (hash.Hash, fmt.Stringer):
// struct{ sync.Mutex; bytes.Buffer } is an io.Writer. The method sets stay as
// they are, and every one of them goes through the runtime. (All types with such
// methods get them, or a method that used to be deep would become as shallow as
// another of its name.) Types that are local to a function cannot have any: see
// promotes.

// promotedMethods declares them for the types of the unit's files that are
// tests, or of the others.
func (u *Unit) promotedMethods(mine func(token.Pos) bool) string {
	var b strings.Builder
	scope := u.Pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || !mine(tn.Pos()) {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok {
			continue
		}
		if _, ok := named.Underlying().(*types.Struct); !ok {
			continue
		}
		for _, method := range EmbeddedMethods(named) {
			u.promoted(&b, tn, named, method)
		}
		if own, ok := EmbedsTester(named); ok && named.TypeParams().Len() == 0 {
			fmt.Fprintf(&b, "\nfunc init() { gochecktst.Embeds[%s](%q) }\n", name, own)
		} else if ok {
			fmt.Fprintf(&b, "\nfunc init() { gochecktst.EmbedsGeneric(%q, %q) }\n", u.Pkg.Name+"."+name, own)
		}
	}
	return b.String()
}

// EmbeddedMethods are the names of intercepted methods of types that are
// embedded in a struct, however deep.
func EmbeddedMethods(t types.Type) []string {
	names := make(map[string]bool)
	seen := make(map[types.Type]bool)
	var walk func(types.Type)
	walk = func(t types.Type) {
		st, ok := t.Underlying().(*types.Struct)
		if !ok || seen[t] {
			return
		}
		seen[t] = true
		for f := range st.Fields() {
			if !f.Embedded() {
				continue
			}
			ft := f.Type()
			if p := typing.Pointee(ft); p != nil {
				ft = p
			}
			if n := typing.NamedOf(ft); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() != "testing" && !types.IsInterface(n) {
				if list, ok := std.Intercepted[n.Obj().Pkg().Path()][n.Obj().Name()]; ok {
					for name := range strings.FieldsSeq(list) {
						names[name] = true
					}
					continue
				}
			}
			methods := ft
			switch {
			case types.IsInterface(ft):
				for m := range types.NewMethodSet(ft).Methods() {
					if f := m.Obj().(*types.Func); std.Adaptable[f.Name()+std.Shape(f.Signature())] {
						names[f.Name()] = true
					}
				}
			case std.StandardObject(types.NewPointer(ft)):
				methods = types.NewPointer(ft)
			default:
				walk(ft)
				continue
			}
			for m := range types.NewMethodSet(methods).Methods() {
				if fn := m.Obj().(*types.Func); fn.Exported() && std.ReceiverMode(fn) != 0 {
					names[fn.Name()] = true
				}
			}
		}
	}
	walk(t)
	return slices.Sorted(maps.Keys(names))
}

// EmbedsTester reports whether a struct has methods of a testing.T, or of a testing.TB, from what
// it embeds, and which of these methods it has from elsewhere. A T's own position is in what it
// prints, so these are not declared: what is called through an interface goes to the T instead
// (testers.Testing).
func EmbedsTester(t types.Type) (own string, some bool) {
	var others []string
	for name := range strings.FieldsSeq(std.Intercepted["testing"]["T"]) {
		o, index, _ := types.LookupFieldOrMethod(t, true, nil, name)
		if f, ok := o.(*types.Func); ok && len(index) > 1 && f.Pkg() != nil && f.Pkg().Path() == "testing" {
			some = true
		} else {
			others = append(others, name)
		}
	}
	return strings.Join(others, " "), some
}

// promoted declares one method, if the type has it from an embedded field: one
// of the runtime's, or a plain one that is not to become ambiguous.
func (u *Unit) promoted(b *strings.Builder, tn *types.TypeName, named *types.Named, method string) {
	o, index, _ := types.LookupFieldOrMethod(named, true, tn.Pkg(), method)
	f, ok := o.(*types.Func)
	if !ok || len(index) < 2 {
		return
	}
	en, ours := std.Entries[std.Key(f)]
	mode := std.ReceiverMode(f)
	if ours {
		mode = 0
	}
	var t types.Type = named
	path, byValue := "gocheckX", false // the method's types may have any other name
	for _, i := range index[:len(index)-1] {
		if p := typing.Pointee(t); p != nil {
			t, byValue = p, true
		}
		field := t.Underlying().(*types.Struct).Field(i)
		if !field.Exported() && field.Pkg() != tn.Pkg() {
			return
		}
		path, t = path+"."+field.Name(), field.Type()
	}
	recv := named.Obj().Name()
	if named.TypeParams().Len() > 0 { // the method's type may name them
		var names []string
		for p := range named.TypeParams().TypeParams() {
			names = append(names, p.Obj().Name())
		}
		recv += "[" + strings.Join(names, ", ") + "]"
	}
	_, iface := t.Underlying().(*types.Interface)
	_, byPointer := types.Unalias(f.Signature().Recv().Type()).(*types.Pointer)
	switch {
	case typing.Pointee(t) != nil, iface, !byPointer:
		byValue = true
	case ours, mode != 0:
		path = "&" + path
	}
	if !byValue {
		recv = "*" + recv
	} else if ours && !byPointer && !iface && typing.Pointee(t) != nil {
		path = "(*" + path + ")"
	}
	sig := f.Signature()
	w := u.namer(false)
	w.Holds = named.TypeParams()
	if _, ok := w.Text(std.OnlyTypes(f)); !ok {
		return // of the insides of another package
	}
	text := func(t types.Type) string { text, _ := w.Text(t); return text }
	params, args := make([]string, sig.Params().Len()), make([]string, sig.Params().Len())
	for i := range params {
		args[i] = fmt.Sprintf("gocheck%d", i)
		params[i] = args[i] + " " + text(sig.Params().At(i).Type())
	}
	if sig.Variadic() {
		last := len(args) - 1
		params[last] = args[last] + " ..." + text(sig.Params().At(last).Type().(*types.Slice).Elem())
		args[last] += "..."
	}
	result, ret := "", ""
	if sig.Results().Len() > 0 {
		results := make([]string, sig.Results().Len()) // without names: one may be x
		for i := range results {
			results[i] = text(sig.Results().At(i).Type())
		}
		result, ret = " ("+strings.Join(results, ", ")+")", "return "
	}
	if helper := std.LendingHelper(method, sig); helper != "" {
		ret = std.Lending(helper, "gocheckmem."+helper, args[0]) + ret
	}
	switch std.Carrying(f) {
	case 'c':
		args[0] = fmt.Sprintf("gocheckmem.Carries(%s, %s, %s)", args[0], u.promotedSite(tn, recv, method, path), path)
	case 'C':
		ret = fmt.Sprintf("defer gocheckxml.Carried(%s, %s, %s)(); %s", args[0], u.promotedSite(tn, recv, method, path), path, ret)
	}
	if mode != 0 && !sig.Variadic() {
		site := u.promotedSite(tn, recv, method, path)
		if iface {
			path = fmt.Sprintf("gocheckmem.Called[%s](%s, %s)", std.OnlyMethod(f, text), path, site)
		}
		path = fmt.Sprintf("gocheckmem.%s(%s, %s)", std.ReceiverHelpers[mode], path, site)
	}
	if iface && std.Adaptable[method+std.Shape(sig)] {
		fmt.Fprintf(b, "\nfunc (gocheckX %s) %s(%s)%s { %sgocheckrt.Adapt[%s](%s, %s).%s(%s) }\n", recv, method, strings.Join(params, ", "), result, ret,
			std.OnlyMethod(f, text), path, u.promotedSite(tn, recv, method, path), method, strings.Join(args, ", "))
		return
	}
	if !ours {
		if !sig.Variadic() && (named.TypeParams().Len() == 0 || mode != 0) {
			fmt.Fprintf(b, "\nfunc (gocheckX %s) %s(%s)%s { %s%s.%s(%s) }\n", recv, method, strings.Join(params, ", "), result, ret, path, method, strings.Join(args, ", "))
		}
		return
	}
	args = append([]string{path, u.promotedSite(tn, recv, method, path)}, args...)
	fmt.Fprintf(b, "\nfunc (gocheckX %s) %s(%s)%s { %s%s.%s(%s) }\n", recv, method, strings.Join(params, ", "), result, ret, en.In, en.Name, strings.Join(args, ", "))
}

// promotedSite is the site of what a promoted method does with the field at path.
func (u *Unit) promotedSite(tn *types.TypeName, recv, method, path string) string {
	u.Sites = append(u.Sites, fmt.Sprintf("%s\t%s.%s.%s\t%s", u.Pkg.Fset.Position(tn.Pos()), u.Pkg.Name, recv, method, "x"+strings.TrimPrefix(strings.Trim(path, "&(*)"), "gocheckX")))
	return fmt.Sprintf("gocheckSites+%d", len(u.Sites)-1)
}
