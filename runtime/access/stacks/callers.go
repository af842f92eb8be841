package stacks

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	rt "gocheck.dev/runtime"
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
			return append(append(kept, testRunner()...), all[len(all)-1])
		case f.Function == "gocheck.dev/runtime.(*coroutine).run":
			return append(kept, all[len(all)-1])
		case !strings.HasPrefix(f.Function, ownFrames) || strings.HasSuffix(f.File, "_test.go"):
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

// testRunner is a program counter in the function of package testing that calls those of
// tests. It is not exported, but among the package's other functions.
var testRunner = sync.OnceValue(func() []uintptr {
	const far, step = 1 << 20, 16
	from := reflect.ValueOf((*testing.T).Run).Pointer()
	for pc := from - far; pc < from+far; pc += step {
		if f := runtime.FuncForPC(pc); f != nil && f.Name() == "testing.tRunner" {
			return []uintptr{f.Entry() + 1}
		}
	}
	return nil
})
