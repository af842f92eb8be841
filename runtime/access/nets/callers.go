package nets

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"gocheck.dev/runtime/access"
)

// lending holds stacks to whether one of these functions is among the callers: a program has few
// that read or write, and comes back to them in each execution.
var lending struct {
	sync.Mutex
	stacks map[[64]uintptr]bool
}

// pooled says whether who keeps memory for other calls is among the callers, however far
// above: what is read or filled may be that.
func pooled() bool {
	var stack [64]uintptr
	pcs := stack[:runtime.Callers(2, stack[:])]
	lending.Lock()
	defer lending.Unlock()
	lends, known := lending.stacks[stack]
	if known {
		return lends
	}
	for _, pc := range pcs {
		// Calls of an interface's methods are not inlined, so each such function has a counter.
		f := runtime.FuncForPC(pc - 1)
		if f != nil && slices.ContainsFunc(access.Pooling, func(pkg string) bool { return strings.HasPrefix(f.Name(), pkg) }) {
			lends = true
			break
		}
	}
	if lending.stacks == nil || len(lending.stacks) > 1000 { // a program that recurses has many
		lending.stacks = map[[64]uintptr]bool{}
	}
	lending.stacks[stack] = lends
	return lends
}

// heedless holds calls to what unheard says of them.
var heedless struct {
	sync.Mutex
	calls map[[4]uintptr]bool
}

// deaf begin the names of functions that use no result of a SetDeadline: TestDeaf looks.
var deaf = []string{"net/http.(*conn).", "net/http.(*connReader)."}

// unheard says whether who has called the connection's method uses no result of it.
func unheard() bool {
	var stack [4]uintptr // package net has two
	pcs := stack[:runtime.Callers(4, stack[:])]
	heedless.Lock()
	defer heedless.Unlock()
	is, known := heedless.calls[stack]
	if known {
		return is
	}
	for frames := runtime.CallersFrames(pcs); ; {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "net.") && !strings.HasPrefix(f.Function, "gocheck.dev/runtime/access/nets.") {
			is = slices.ContainsFunc(deaf, func(name string) bool { return strings.HasPrefix(f.Function, name) })
			break
		}
		if !more {
			break
		}
	}
	if heedless.calls == nil {
		heedless.calls = map[[4]uintptr]bool{}
	}
	heedless.calls[stack] = is
	return is
}
