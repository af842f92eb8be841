package access

import (
	"runtime"
	"runtime/pprof"

	rt "gocheck.dev/runtime"
)

// How many goroutines there are, and where, is not the program's alone: the
// runtime keeps some to run tasks on.

// Stack is runtime.Stack.
func Stack(s rt.Site, buf []byte, all bool) int {
	if all {
		rt.Unsupported(s, "runtime.Stack of all goroutines")
	}
	return runtime.Stack(buf, all)
}

// PprofLookup is pprof.Lookup.
func PprofLookup(s rt.Site, name string) *pprof.Profile {
	if name == "goroutine" || name == "goroutineleak" {
		rt.Unsupported(s, "runtime/pprof's profile of goroutines")
	}
	return pprof.Lookup(name)
}
