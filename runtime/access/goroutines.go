package access

import (
	"runtime/pprof"

	rt "gocheck.dev/runtime"
)

// How many goroutines there are, and where, is not the program's alone: the
// runtime keeps some to run tasks on.

// PprofLookup is pprof.Lookup.
func PprofLookup(s rt.Site, name string) *pprof.Profile {
	if name == "goroutine" || name == "goroutineleak" {
		rt.Unsupported(s, "runtime/pprof's profile of goroutines")
	}
	return pprof.Lookup(name)
}
