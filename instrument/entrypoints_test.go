package instrument

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// otherEntryPoints are named by the rewriter outside of the table: operations
// of the language, and what generated files call. With the type each must have.
var otherEntryPoints = map[string]string{
	"Go":              "func(Site, func())",
	"R":               "func[P0 any](*P0, Site) *P0",
	"At":              "func[P0 any](*P0, Site) Location[P0]",
	"MapR":            "func[P0 any](P0, Site) P0",
	"MapW":            "func[P0 any](P0, Site) P0",
	"MapPut":          "func[P0 any, P1 any](P0, P1, Site) P0",
	"SliceR":          "func[P0 ~[]P1, P1 any](P0, Site) P0",
	"SliceW":          "func[P0 ~[]P1, P1 any](P0, Site) P0",
	"SendTo":          "func[P0 any](chan<- P0, Site) Sender[P0]",
	"Recv":            "func[P0 any](<-chan P0, Site) P0",
	"Recv2":           "func[P0 any](<-chan P0, Site) (P0, bool)",
	"Close":           "func[P0 any](chan<- P0, Site)",
	"Len":             "func[P0 any](P0, Site) int",
	"RangeOver":       "func[P0 any](<-chan P0, Site) *Ranging[P0]",
	"RecvCase":        "func[P0 any](<-chan P0, Site) *RecvOp[P0]",
	"SendCase":        "func[P0 any](chan<- P0, Site) Sender[P0]",
	"Select":          "func(Site, bool, ...endpoint) int",
	"BlockForever":    "func(Site)",
	"Unsupported":     "func(Site, string)",
	"Zero":            "func[P0 any](*P0)",
	"RegisterSites":   "func(string, string) Site",
	"RegisterReset":   "func(string, func())",
	"ResetFlags":      "func()",
	"Testing":         "func[P0 any](P0, Site) P0",
	"Standard":        "func(any) bool",
	"RegisterRestore": "func(func())",
	"RegisterState":   "func(string, any)",
	"RegisterWhole":   "func(bool, bool, bool)",
	"RegisterView":    "func[P0 any, P1 any](uintptr)",
	"RegisterField":   "func[P0 any](any, func(*P0) func())",
	"Adapt":           "func[P0 any](P0, Site) P0",
	"AdaptPointer":    "func[P0 any, P1 any](P1, Site) P1",
	"Promotes":        "func[P0 any]()",

	"AtomicPointerMethods": "func[P0 any](*atomic.Pointer[P0], Site) atomicPointerMethods[P0]",
}

// driverEntryPoints are those of package testbin.
var driverEntryPoints = map[string]string{
	"RegisterTest": "func(string, func(*testing.T), string, bool)",
	"Main":         "func(*testing.M, string, func(*testing.M))",
}

// methods that rewritten code calls on what entry points return.
var otherMethods = map[string][]string{
	"Location": {"Set"}, "Sender": {"Send", "With"}, "RecvOp": {"Value", "Value2"}, "Ranging": {"Next", "Value"},
}

// TestEntryPoints holds the rewriter's table against package runtime and
// against the standard library: every entry point exists and takes what the
// rule of names says.
func TestEntryPoints(t *testing.T) {
	var paths []string
	for _, h := range helpers {
		paths = append(paths, h.path)
	}
	paths = append(paths, testbinPath)
	for path := range intercepted {
		paths = append(paths, path)
	}
	for _, keys := range []map[string]bool{pathsOf(outside), pathsOf(replaced), pathsOf(registers), {"slices": true, "sort": true, "bytes": true, "unicode/utf8": true, "encoding/binary": true, "log": true, "log/slog": true}} {
		for path := range keys {
			paths = append(paths, path)
		}
	}
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps | packages.NeedSyntax, Dir: ".."}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	byPath := make(map[string]*types.Package)
	for _, p := range all {
		for _, e := range p.Errors {
			t.Error(e)
		}
		byPath[p.PkgPath] = p.Types
	}
	for k, en := range entries {
		f := lookup(byPath, k)
		if f == nil {
			t.Errorf("the table names %s, which does not exist", k)
			continue
		}
		// What may be behind an interface can be told by name and type. (A slog.Logger there
		// has real time: interfaces of loggers are called too often to ask each time, and so are
		// those with a Count, as a pprof.Profile has.)
		if path, typ, _ := splitKey(k); en.recv && path != "testing" && path != "log/slog" && path != "runtime/pprof" && path != "reflect" && !(typ == "Pointer" && pointedTo(f) != nil) && !adaptable[f.Name()+shape(f.Signature())] {
			t.Errorf("%s with type %s is not adaptable", k, shape(f.Signature()))
		}
		scope := byPath[helpers[en.in].path].Scope()
		got, ok := scope.Lookup(en.name).(*types.Func)
		if !ok {
			t.Errorf("there is no entry point %s, for %s", en.name, k)
			continue
		}
		if want := wanted(k, f, en); signature(got.Signature()) != want {
			t.Errorf("%s has type\n\t%s, want\n\t%s, for %s", en.name, signature(got.Signature()), want, k)
		}
	}
	for k := range outside {
		if lookup(byPath, k) == nil {
			t.Errorf("the table of unsupported functions names %s, which does not exist", k)
		}
	}
	for k := range registers {
		if lookup(byPath, k) == nil {
			t.Errorf("the table of registrations names %s, which does not exist", k)
		}
	}
	for _, c := range changers {
		if lookup(byPath, c.key) == nil && c.key != "net/http.DefaultServeMux" {
			t.Errorf("the table of settings names %s, which does not exist", c.key)
		}
	}
	for k, name := range replaced {
		f := lookup(byPath, k)
		if f == nil {
			t.Errorf("the table of replaced functions names %s, which does not exist", k)
			continue
		}
		if got, want := lookupValue(byPath[accessPath], name), signature(f.Signature()); got != want && got != strings.ReplaceAll(want, "math/rand/v2.intType", intTypes) {
			t.Errorf("%s has type\n\t%s, want\n\t%s, for %s", name, got, want, k)
		}
	}
	for k, name := range precise {
		f := lookup(byPath, k)
		if f == nil {
			t.Errorf("the table of precise functions names %s, which does not exist", k)
			continue
		}
		if got, want := lookupValue(byPath[accessPath], name), wanted(k, f, entry{}); got != want {
			t.Errorf("%s has type\n\t%s, want\n\t%s, for %s", name, got, want, k)
		}
	}
	for path, points := range map[string]map[string]string{runtimePath: otherEntryPoints, testbinPath: driverEntryPoints} {
		for name, want := range points {
			got, ok := byPath[path].Scope().Lookup(name).(*types.Func)
			if !ok {
				t.Errorf("package %s has no %s", path, name)
				continue
			}
			if s := signature(got.Signature()); s != want {
				t.Errorf("%s has type\n\t%s, want\n\t%s", name, s, want)
			}
		}
	}
	for name, methods := range otherMethods {
		for _, m := range methods {
			if lookup(byPath, runtimePath+"."+name+"."+m) == nil {
				t.Errorf("package runtime has no method %s.%s", name, m)
			}
		}
	}
}

func pathsOf[V any](m map[string]V) map[string]bool {
	paths := make(map[string]bool)
	for k := range m {
		path, _, _ := splitKey(k)
		paths[path] = true
	}
	return paths
}

func lookup(byPath map[string]*types.Package, k string) *types.Func {
	path, typ, name := splitKey(k)
	if strings.HasPrefix(k, runtimePath+".") {
		parts := strings.Split(strings.TrimPrefix(k, runtimePath+"."), ".")
		path, typ, name = runtimePath, parts[0], parts[1]
	}
	p := byPath[path]
	if p == nil {
		return nil
	}
	if typ == "" {
		f, _ := p.Scope().Lookup(name).(*types.Func)
		return f
	}
	tn, ok := p.Scope().Lookup(typ).(*types.TypeName)
	if !ok {
		return nil
	}
	o, _, _ := types.LookupFieldOrMethod(tn.Type(), true, p, name)
	f, _ := o.(*types.Func)
	return f
}

// intTypes is the constraint of N of math/rand/v2.
const intTypes = "interface{~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr}"

// lookupValue is the signature of a function F of p, or of a method V.M of its
// variable V.
func lookupValue(p *types.Package, name string) string {
	name, method, ok := strings.Cut(name, ".")
	o := p.Scope().Lookup(name)
	if o != nil && ok {
		o, _, _ = types.LookupFieldOrMethod(o.Type(), false, p, method)
	}
	f, _ := o.(*types.Func)
	if f == nil {
		return "missing"
	}
	return signature(f.Signature())
}

// wanted is the signature that the rule of names gives the entry point for f.
func wanted(k string, f *types.Func, en entry) string {
	sig := signature(f.Signature())
	path, typ, _ := splitKey(k)
	first := "Site"
	if en.recv {
		recv := path[strings.LastIndexByte(path, '/')+1:] + "." + typ
		recv = strings.Replace(recv, "gocheck.dev", "gocheck", 1)
		if typ == "Pointer" {
			recv, sig = recv+"[P0]", strings.ReplaceAll(strings.Replace(sig, "func(", "func[P0 any](", 1), "*T", "*P0")
		}
		if !types.IsInterface(f.Signature().Recv().Type()) && !byValue(f) {
			recv = "*" + recv
		}
		first = recv + ", " + first
	}
	i := strings.Index(sig, "(")
	if sig[i+1] != ')' {
		first += ", "
	}
	return sig[:i+1] + first + sig[i+1:]
}

// signature is a signature without names of parameters, and with type
// parameters numbered.
func signature(sig *types.Signature) string {
	var params, names []string
	for p := range sig.TypeParams().TypeParams() {
		names = append(names, p.Obj().Name())
		params = append(params, p.Obj().Name()+" "+types.TypeString(p.Constraint(), nil))
	}
	s := types.TypeString(unnamed(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())), func(p *types.Package) string {
		if strings.HasPrefix(p.Path(), runtimePath) {
			return ""
		}
		return p.Name()
	})
	if len(params) > 0 {
		s = strings.Replace(s, "func(", "func["+strings.Join(params, ", ")+"](", 1)
	}
	for i, name := range names {
		s = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(s, fmt.Sprintf("P%d", i))
	}
	return s
}

// unnamed takes the names of parameters out of function types.
func unnamed(t types.Type) types.Type {
	sig, ok := t.(*types.Signature)
	if !ok {
		return t
	}
	strip := func(t *types.Tuple) *types.Tuple {
		vars := make([]*types.Var, t.Len())
		for i := range vars {
			vars[i] = types.NewParam(0, nil, "", unnamed(t.At(i).Type()))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, strip(sig.Params()), strip(sig.Results()), sig.Variadic())
}
