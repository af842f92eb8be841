package stacks

import (
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/calls"
)

// Programs ask who has called them: loggers, assertions, what collects errors. They count
// frames. So they get those that they would have natively: without gocheck's between them,
// and with what runs a test or a goroutine at the end.

// Callers is runtime.Callers. It has a program counter for each call, inlined or not.
func Callers(skip int, pcs []uintptr) int {
	if !rt.Controlled() {
		if skip > 0 {
			skip++ // this function
		}
		return runtime.Callers(skip, pcs)
	}
	all := make([]uintptr, 64)
	n := nativeCallers(0, all)
	for ; n == len(all); n = nativeCallers(0, all) {
		all = make([]uintptr, 2*n)
	}
	all = callers(all[:n])
	return copy(pcs, all[min(max(skip, 0), len(all)):])
}

// nativeCallers is a variable: what is inlined in a function of gocheck's would bring that
// with it.
var nativeCallers = runtime.Callers

// callers are those of all that the program would have natively. The last one is where
// any goroutine begins.
func callers(all []uintptr) []uintptr {
	var kept []uintptr
	for _, pc := range all {
		f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
		switch {
		case f.Function == calls.TestBottom:
			return append(append(kept, ofTest()...), all[len(all)-1])
		case f.Function == calls.ExampleBottom:
			return append(append(kept, ofExample()...), all[len(all)-1])
		case f.Function == calls.TaskBottom:
			return append(kept, all[len(all)-1])
		case !calls.IsOwnCall(f.Function, f.File):
			kept = append(kept, pc)
		}
	}
	return kept
}

// Caller is runtime.Caller.
func Caller(skip int) (pc uintptr, file string, line int, ok bool) {
	pcs := make([]uintptr, 1)
	if !rt.Controlled() {
		return runtime.Caller(skip + 1)
	}
	if skip < 0 || Callers(skip+1, pcs) == 0 {
		return 0, "", 0, false
	}
	f, _ := runtime.CallersFrames(pcs).Next()
	return f.PC, f.File, f.Line, f.PC != 0
}

// ofTest and ofExample are program counters in the functions that call a test and an example.
var (
	ofTest    = sync.OnceValue(func() []uintptr { return found(nil, "testing.tRunner", (*testing.T).Run) })
	ofExample = sync.OnceValue(func() (pcs []uintptr) {
		for _, name := range append(slices.Clone(calls.OfExample), "main.main") { // whose code comes last
			pcs = found(pcs, name, (*testing.T).Run)
		}
		return found(pcs, "runtime.main", runtime.Callers)
	})
)

// found appends a program counter in the function of a name. It is not exported, so the code is
// gone through from a little before another function on. The linker begins functions at multiples
// of 16 bytes.
func found(pcs []uintptr, name string, beside any) []uintptr {
	const little, step = 1 << 20, 16
	begun := false // the code has
	for pc := reflect.ValueOf(beside).Pointer() - little; ; pc += step {
		f := runtime.FuncForPC(pc)
		switch {
		case f != nil && f.Name() == name:
			return append(pcs, f.Entry()+1)
		case f == nil && begun:
			return pcs
		}
		begun = begun || f != nil
	}
}
