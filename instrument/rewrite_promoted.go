package instrument

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// A type that embeds a lock or a timer has its methods, and may be used through
// an interface by code that does not know: sync.NewCond(&queue). The method that
// the compiler makes for that calls the real operation. So each named type gets
// these methods in source, those of embedded interfaces that a lock may be
// behind (sync.Locker), and those of the unsynchronised objects of std_table.go:
// struct{ sync.Mutex; bytes.Buffer } is an io.Writer. The method sets stay as
// they are, and every one of them goes through the runtime. (All types with such
// methods get them, or a method that used to be deep would become as shallow as
// another of its name.) Types that are local to a function cannot have any: see
// promotes.

// promotedMethods declares them for the types of the unit's files that are
// tests, or of the others.
func (u *unitRewriter) promotedMethods(mine func(token.Pos) bool) string {
	var b strings.Builder
	scope := u.pkg.Types.Scope()
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
		for _, method := range embeddedMethods(named) {
			u.promoted(&b, tn, named, method)
		}
	}
	return b.String()
}

// embeddedMethods are the names of intercepted methods of types that are
// embedded in a struct, however deep.
func embeddedMethods(t types.Type) []string {
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
			if p := pointee(ft); p != nil {
				ft = p
			}
			if n := namedOf(ft); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() != "testing" && !types.IsInterface(n) {
				if list, ok := intercepted[n.Obj().Pkg().Path()][n.Obj().Name()]; ok {
					for name := range strings.FieldsSeq(list) {
						names[name] = true
					}
					continue
				}
			}
			methods := ft
			switch {
			case standardInterface(ft):
			case types.IsInterface(ft):
				for m := range types.NewMethodSet(ft).Methods() {
					if f := m.Obj().(*types.Func); adaptable[f.Name()+shape(f.Signature())] {
						names[f.Name()] = true
					}
				}
				continue
			case standardObject(types.NewPointer(ft)):
				methods = types.NewPointer(ft)
			default:
				walk(ft)
				continue
			}
			for m := range types.NewMethodSet(methods).Methods() {
				if fn := m.Obj().(*types.Func); fn.Exported() && receiverMode(fn) != 0 {
					names[fn.Name()] = true
				}
			}
		}
	}
	walk(t)
	return sortedKeys(names)
}

// promoted declares one method, if the type has it from an embedded field: one
// of the runtime's, or a plain one that is not to become ambiguous.
func (u *unitRewriter) promoted(b *strings.Builder, tn *types.TypeName, named *types.Named, method string) {
	o, index, _ := types.LookupFieldOrMethod(named, true, tn.Pkg(), method)
	f, ok := o.(*types.Func)
	if !ok || len(index) < 2 {
		return
	}
	en, ours := entries[key(f)]
	mode := receiverMode(f)
	if ours {
		mode = 0
	}
	var t types.Type = named
	path, byValue := "gocheckX", false // the method's types may have any other name
	for _, i := range index[:len(index)-1] {
		if p := pointee(t); p != nil {
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
		recv += "[" + commas(names) + "]"
	}
	_, iface := t.Underlying().(*types.Interface)
	_, byPointer := types.Unalias(f.Signature().Recv().Type()).(*types.Pointer)
	switch {
	case pointee(t) != nil, iface, !byPointer:
		byValue = true
	case ours, mode != 0:
		path = "&" + path
	}
	if !byValue {
		recv = "*" + recv
	}
	sig := f.Signature()
	w := u.namer(false)
	w.holds = named.TypeParams()
	if _, ok := w.text(onlyTypes(f)); !ok {
		return // of the insides of another package
	}
	text := func(t types.Type) string { text, _ := w.text(t); return text }
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
		result, ret = " ("+commas(results)+")", "return "
	}
	if mode != 0 && !sig.Variadic() {
		path = fmt.Sprintf("gocheckmem.%s(%s, %s)", receiverHelpers[mode], path, u.promotedSite(tn, recv, method, path))
	}
	if iface && adaptable[method+shape(sig)] {
		fmt.Fprintf(b, "\nfunc (gocheckX %s) %s(%s)%s { %sgocheckrt.Adapt[%s](%s, %s).%s(%s) }\n", recv, method, commas(params), result, ret,
			onlyMethod(f, text), path, u.promotedSite(tn, recv, method, path), method, commas(args))
		return
	}
	if !ours {
		if !sig.Variadic() && (named.TypeParams().Len() == 0 || mode != 0) {
			fmt.Fprintf(b, "\nfunc (gocheckX %s) %s(%s)%s { %s%s.%s(%s) }\n", recv, method, commas(params), result, ret, path, method, commas(args))
		}
		return
	}
	args = append([]string{path, u.promotedSite(tn, recv, method, path)}, args...)
	fmt.Fprintf(b, "\nfunc (gocheckX %s) %s(%s)%s { %s%s.%s(%s) }\n", recv, method, commas(params), result, ret, en.in, en.name, commas(args))
}

// promotedSite is the site of what a promoted method does with the field at path.
func (u *unitRewriter) promotedSite(tn *types.TypeName, recv, method, path string) string {
	u.sites = append(u.sites, fmt.Sprintf("%s\t%s.%s.%s\t%s", u.fset.Position(tn.Pos()), u.pkg.Name, recv, method, "x"+strings.TrimPrefix(strings.TrimPrefix(path, "&"), "gocheckX")))
	return fmt.Sprintf("gocheckSites+%d", len(u.sites)-1)
}
