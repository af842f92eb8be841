package fuzzing

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/innards"
	"gocheck.dev/runtime/internal/promoted"
	"gocheck.dev/runtime/telling"
)

// Target is a test that runs a fuzz target.
func Target(fn func(*testing.F), s rt.Site) func(*testing.T) {
	return func(t *testing.T) {
		if !innards.Targets {
			rt.Unsupported(s, "a fuzz target, with this release of Go")
		}
		f := innards.TargetOf(t)
		fn(f)
		if !*innards.FuzzCalled(f) && !t.Failed() {
			telling.TError(t, s, "returned without calling F.Fuzz, F.Fail, or F.Skip")
		}
	}
}

// NewT makes the T of such a test.
func NewT() *testing.T {
	if !innards.Targets {
		return new(testing.T)
	}
	return innards.NewTarget()
}

// Test is the T that tb is or has this method from, or that stands for the F that it is, which is
// in the execution; nil: it is something else.
func Test(tb any, method string) *testing.T {
	switch tb := tb.(type) {
	case *testing.T:
		return tb
	case *testing.F:
		if t := innards.TestOf(tb); innards.Targets && rt.TestOf(t) != nil {
			if method != "Name" && method != "Failed" && innards.InFuzz(tb) {
				panic("testing: f." + method + " was called inside the fuzz target, use t." + method + " instead")
			}
			return t
		}
	default:
		return promoted.T(tb, method)
	}
	return nil
}

// deps is what testing.MainStart was given: only the standard library knows the files of seeds.
type deps interface {
	CheckCorpus(values []any, types []reflect.Type) error
	ReadCorpus(dir string, types []reflect.Type) ([]innards.Entry, error)
}

var (
	files deps
	known = map[string]read{} // by the target and its types
)

// read is what was read of a folder of seeds.
type read struct {
	seeds []innards.Entry
	err   error
}

// ByMain says which testing.M the process has.
func ByMain(m *testing.M) {
	f := reflect.ValueOf(m).Elem().FieldByName("deps")
	if !f.IsValid() || f.Kind() != reflect.Interface {
		return // another Go
	}
	files, _ = reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem().Interface().(deps)
}

// seedsOf reads the files of a target, once in a process: executions find the same ones.
func seedsOf(target string, types []reflect.Type) read {
	key := fmt.Sprint(target, types)
	r, ok := known[key]
	if !ok {
		r.seeds, r.err = files.ReadCorpus(filepath.Join("testdata", "fuzz", target), types)
		known[key] = r
	}
	// The target may write to its arguments.
	all := slices.Clone(r.seeds)
	for i := range all {
		all[i].Values = slices.Clone(all[i].Values)
		for j, v := range all[i].Values {
			if data, ok := v.([]byte); ok {
				all[i].Values[j] = slices.Clone(data)
			}
		}
	}
	return read{all, r.err}
}

// FFuzz is the method Fuzz of testing.F.
func FFuzz(f *testing.F, s rt.Site, target any) {
	t := Test(f, "")
	if t == nil {
		f.Fuzz(target)
		return
	}
	called := innards.FuzzCalled(f)
	if *called {
		panic("testing: F.Fuzz called more than once")
	}
	*called = true
	if t.Failed() {
		return
	}
	if files == nil {
		rt.Unsupported(s, "the seeds of a fuzz target, with this release of Go")
	}
	fn := reflect.ValueOf(target)
	types := argumentsOf(fn.Type())
	seeds := innards.Seeds(f)
	for _, seed := range seeds {
		if err := files.CheckCorpus(seed.Values, types); err != nil {
			telling.TFatal(t, s, err)
		}
	}
	read := seedsOf(t.Name(), types)
	if read.err != nil {
		telling.TFatal(t, s, read.err)
	}
	for _, seed := range slices.Concat(seeds, read.seeds) {
		innards.SetInFuzz(f, true)
		rt.TRun(t, s, nameOf(seed), func(t *testing.T) {
			args := []reflect.Value{reflect.ValueOf(t)}
			for _, v := range seed.Values {
				args = append(args, reflect.ValueOf(v))
			}
			fn.Call(args)
		})
		innards.SetInFuzz(f, false)
	}
}

func nameOf(seed innards.Entry) string { return filepath.Base(seed.Path) }

// argumentsOf are the types of a target's arguments after the T, of those that there are for
// seeds.
func argumentsOf(fn reflect.Type) (types []reflect.Type) {
	switch {
	case fn.Kind() != reflect.Func:
		panic("testing: F.Fuzz must receive a function")
	case fn.NumIn() < 2 || fn.In(0) != reflect.TypeFor[*testing.T]():
		panic("testing: fuzz target must receive at least two arguments, where the first argument is a *T")
	case fn.NumOut() != 0:
		panic("testing: fuzz target must not return a value")
	}
	for i := 1; i < fn.NumIn(); i++ {
		t := fn.In(i)
		if !seedable(t) {
			panic("testing: unsupported type for fuzzing " + t.String())
		}
		types = append(types, t)
	}
	return types
}

func seedable(t reflect.Type) bool {
	switch {
	case t == reflect.TypeFor[[]byte]():
		return true
	case t.PkgPath() != "" || t.Name() != t.Kind().String():
		return false // a named one
	}
	k := t.Kind()
	return k == reflect.String || k == reflect.Bool || k >= reflect.Int && k <= reflect.Uint64 || k == reflect.Float32 || k == reflect.Float64
}
