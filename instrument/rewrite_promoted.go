package instrument

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// A type that embeds a lock has the lock's methods, and may be used through an
// interface by code that does not know: sync.NewCond(&queue). The method that
// the compiler makes for that calls the real operation. So each named type gets
// these methods in source: the method sets stay as they are, and every one of
// them goes through the runtime. (All types with such methods get them, or a
// method that used to be deep would become as shallow as another of its name.)

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
		for _, k := range sortedKeys(entries) {
			path, typ, method := splitKey(k)
			if path == "sync" && entries[k].recv && typ != "Locker" {
				u.promoted(&b, tn, named, k, method)
			}
		}
	}
	return b.String()
}

// promoted declares one method, if the type has it from an embedded field.
func (u *unitRewriter) promoted(b *strings.Builder, tn *types.TypeName, named *types.Named, k, method string) {
	o, index, _ := types.LookupFieldOrMethod(named, true, tn.Pkg(), method)
	f, ok := o.(*types.Func)
	if !ok || len(index) < 2 || key(f) != k {
		return
	}
	var t types.Type = named
	path, byValue := "x", false
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
	if n := named.TypeParams().Len(); n > 0 {
		recv += "[" + strings.TrimSuffix(strings.Repeat("_, ", n), ", ") + "]"
	}
	if pointee(t) != nil {
		byValue = true
	} else {
		path = "&" + path
	}
	if !byValue {
		recv = "*" + recv
	}
	sig := f.Signature()
	params, args := make([]string, sig.Params().Len()), ""
	for i := range params {
		params[i] = fmt.Sprintf("a%d %s", i, types.TypeString(sig.Params().At(i).Type(), nil))
		args += fmt.Sprintf(", a%d", i)
	}
	result, ret := "", ""
	if sig.Results().Len() > 0 {
		result, ret = " "+types.TypeString(sig.Results().At(0).Type(), func(p *types.Package) string { return u.importName(p.Path()) }), "return "
	}
	u.sites = append(u.sites, fmt.Sprintf("%s\t%s.%s.%s\t%s", u.fset.Position(tn.Pos()), u.pkg.Name, recv, method, strings.TrimPrefix(path, "&")))
	fmt.Fprintf(b, "\nfunc (x %s) %s(%s)%s { %s%s.%s(%s, gocheckSites+%d%s) }\n",
		recv, method, strings.Join(params, ", "), result, ret, entries[k].pkg(), entries[k].name, path, len(u.sites)-1, args)
}
