package std

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"gocheck.dev/instrument/internal/typing"
)

// otherEntryPoints are named by the rewriter outside of the table: operations
// of the language, and what generated files call. With the type each must have.
var otherEntryPoints = map[string]string{
	"Go":              "func(Site, func())",
	"Capturing":       "func[P0 any](P0, ...Value) P0",
	"Held":            "func[P0 any](P0) Value",
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
	"Made":            "func[P0 any](P0) P0",
	"Startable":       "func[P0 ~func()](P0, Site) P0",
	"Select":          "func(Site, bool, ...Endpoint) int",
	"BlockForever":    "func(Site)",
	"Unsupported":     "func(Site, string)",
	"Zero":            "func[P0 any](*P0)",
	"RegisterSites":   "func(string, string) Site",
	"RegisterReset":   "func(string, func())",
	"ResetFlags":      "func()",
	"Standard":        "func(any) bool",
	"RegisterRestore": "func(func())",
	"RegisterState":   "func(string, any)",
	"RegisterView":    "func(any, any, uintptr)",
	"RegisterField":   "func[P0 any](any, func(*P0) func())",
	"Adapt":           "func[P0 any](P0, Site) P0",
	"Promotes":        "func[P0 any]()",
	"PromotesGeneric": "func(string)",
}

// atomicEntryPoints are those of package atomics.
var atomicEntryPoints = map[string]string{
	"AdaptPointer":         "func[P0 any, P1 any](P1, Site) P1",
	"AtomicPointerMethods": "func[P0 any](*atomic.Pointer[P0], Site) pointerMethods[P0]",
}

// driverEntryPoints are those of package testbin.
var driverEntryPoints = map[string]string{
	"RegisterTest":    "func(string, func(*testing.T), string, bool)",
	"RegisterFuzz":    "func(string, func(*testing.F), string)",
	"RegisterExample": "func(string, func(Site) func(*testing.T), string)",
	"Main":            "func(*testing.M, string, func(*testing.M))",
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
	for _, h := range Helpers {
		paths = append(paths, h.Path)
	}
	paths = append(paths, TestbinPath)
	for path := range Intercepted {
		paths = append(paths, path)
	}
	for _, keys := range []map[string]bool{pathsOf(Outside), pathsOf(Replaced), pathsOf(Registers), pathsOf(Precise), {"log": true, "log/slog": true}} {
		for path := range keys {
			paths = append(paths, path)
		}
	}
	all, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps | packages.NeedSyntax}, paths...)
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
	for k, en := range Entries {
		f := lookup(byPath, k)
		if f == nil {
			t.Errorf("the table names %s, which does not exist", k)
			continue
		}
		// What may be behind an interface can be told by name and type. (Interfaces with a Count, as
		// a pprof.Profile has, are called too often to ask each time. slog.Handler is one itself, and
		// nobody has one for rings, or for certificates.)
		if path, typ, _ := SplitKey(k); en.Recv && path != "testing" && !strings.HasSuffix(typ, "Handler") && path != "runtime/pprof" && path != "reflect" && path != "container/ring" && path != "crypto/x509" && !(typ == "Pointer" && PointedTo(f) != nil) && !Adaptable[f.Name()+Shape(f.Signature())] {
			t.Errorf("%s with type %s is not adaptable", k, Shape(f.Signature()))
		}
		scope := byPath[Helpers[en.In].Path].Scope()
		got, ok := scope.Lookup(en.Name).(*types.Func)
		if !ok {
			t.Errorf("there is no entry point %s, for %s", en.Name, k)
			continue
		}
		want := wanted(k, f, en)
		if en.In == "gocheckmem" { // an F has the methods of the interface
			want = strings.Replace(want, "(*testing.F,", "(testing.TB,", 1)
		}
		if signature(got.Signature()) != want {
			t.Errorf("%s has type\n\t%s, want\n\t%s, for %s", en.Name, signature(got.Signature()), want, k)
		}
	}
	for k := range Outside {
		if lookup(byPath, k) == nil {
			t.Errorf("the table of unsupported functions names %s, which does not exist", k)
		}
	}
	for k := range Registers {
		if lookup(byPath, k) == nil {
			t.Errorf("the table of registrations names %s, which does not exist", k)
		}
	}
	for _, c := range Changers {
		if lookup(byPath, c.Key) == nil && c.Key != "net/http.DefaultServeMux" {
			t.Errorf("the table of settings names %s, which does not exist", c.Key)
		}
	}
	for k, name := range Replaced {
		f := lookup(byPath, k)
		if f == nil {
			t.Errorf("the table of replaced functions names %s, which does not exist", k)
			continue
		}
		in := AccessPath
		if helper, function, ok := strings.Cut(name, "."); ok && Helpers[helper].Path != "" {
			in, name = Helpers[helper].Path, function
		}
		if got, want := lookupValue(byPath[in], name), signature(f.Signature()); got != want && got != strings.ReplaceAll(want, "math/rand/v2.intType", intTypes) {
			t.Errorf("%s has type\n\t%s, want\n\t%s, for %s", name, got, want, k)
		}
	}
	for k, name := range Precise {
		f := lookup(byPath, k)
		if f == nil {
			t.Errorf("the table of precise functions names %s, which does not exist", k)
			continue
		}
		in := AccessPath
		if helper, function, ok := strings.Cut(name, "."); ok {
			in, name = Helpers[helper].Path, function
		}
		if got, want := lookupValue(byPath[in], name), wanted(k, f, Entry{}); got != want {
			t.Errorf("%s has type\n\t%s, want\n\t%s, for %s", name, got, want, k)
		}
	}
	for path, points := range map[string]map[string]string{RuntimePath: otherEntryPoints, TestbinPath: driverEntryPoints, Helpers["gocheckatm"].Path: atomicEntryPoints, AccessPath: {"RegisterWhole": "func(bool, bool, bool)"}, Helpers["gochecktst"].Path: {"Testing": "func[P0 any](P0, Site, string) P0"}} {
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
			if lookup(byPath, RuntimePath+"."+name+"."+m) == nil {
				t.Errorf("package runtime has no method %s.%s", name, m)
			}
		}
	}
}

func pathsOf[V any](m map[string]V) map[string]bool {
	paths := make(map[string]bool)
	for k := range m {
		path, _, _ := SplitKey(k)
		paths[path] = true
	}
	return paths
}

func lookup(byPath map[string]*types.Package, k string) *types.Func {
	path, typ, name := SplitKey(k)
	if strings.HasPrefix(k, RuntimePath+".") {
		parts := strings.Split(strings.TrimPrefix(k, RuntimePath+"."), ".")
		path, typ, name = RuntimePath, parts[0], parts[1]
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
func wanted(k string, f *types.Func, en Entry) string {
	sig := signature(f.Signature())
	path, typ, _ := SplitKey(k)
	first := "Site"
	if en.Recv {
		recv := path[strings.LastIndexByte(path, '/')+1:] + "." + typ
		recv = strings.Replace(recv, "gocheck.dev", "gocheck", 1)
		if typ == "Pointer" {
			recv, sig = recv+"[P0]", strings.ReplaceAll(strings.Replace(sig, "func(", "func[P0 any](", 1), "*T", "*P0")
		}
		if !types.IsInterface(f.Signature().Recv().Type()) && !typing.ByValue(f) {
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
		if strings.HasPrefix(p.Path(), RuntimePath) {
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
