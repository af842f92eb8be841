package stacks

import (
	"math"
	"reflect"
	"runtime"
	"strings"
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
		case f.Function == "gocheck.dev/runtime.(*RunningTest).run":
			return append(append(kept, ofTest()...), all[len(all)-1])
		case f.Function == calls.ExampleBottom:
			return append(append(kept, ofExample()...), all[len(all)-1])
		case f.Function == "gocheck.dev/runtime.(*coroutine).run":
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
	ofTest    = sync.OnceValue(func() []uintptr { return found("testing.tRunner") })
	ofExample = sync.OnceValue(func() []uintptr {
		return found("testing.runExample", "testing.runExamples", "testing.(*M).Run", "main.main", "runtime.main")
	})
)

// found are program counters in functions of these names. They are not exported, so the code is
// gone through. The linker begins functions at multiples of 16 bytes, those of package main last.
func found(names ...string) []uintptr {
	const far, step = 1 << 20, 16
	var pcs []uintptr
	for _, name := range names {
		from, to := reflect.ValueOf((*testing.T).Run).Pointer()-far, uintptr(math.MaxUint)
		if strings.HasPrefix(name, "runtime.") {
			from = reflect.ValueOf(runtime.Callers).Pointer() - far
		}
		if !strings.HasPrefix(name, "main.") {
			to = from + 2*far
		}
		past := false // the code has begun
		for pc := from; pc < to; pc += step {
			f := runtime.FuncForPC(pc)
			if f != nil && f.Name() == name {
				pcs = append(pcs, f.Entry()+1)
				break
			}
			if past && f == nil {
				break
			}
			past = past || f != nil
		}
	}
	return pcs
}
