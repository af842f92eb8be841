package nets

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"gocheck.dev/runtime/access"
)

// known keeps what is said of stacks: a program has few that come to a connection, and comes back
// to them in each execution.
type known[Stack comparable] struct {
	sync.Mutex
	said map[Stack]bool
}

// of is what is said of a stack, by say if it is a new one.
func (k *known[Stack]) of(stack Stack, say func() bool) bool {
	k.Lock()
	defer k.Unlock()
	is, ok := k.said[stack]
	if ok {
		return is
	}
	if k.said == nil || len(k.said) > 1000 { // a program that recurses has many
		k.said = map[Stack]bool{}
	}
	is = say()
	k.said[stack] = is
	return is
}

var (
	lending  known[[64]uintptr]
	heedless known[[4]uintptr]
)

// pooled says whether who keeps memory for other calls is among the callers, however far
// above: what is read or filled may be that.
func pooled() bool {
	var stack [64]uintptr
	pcs := stack[:runtime.Callers(2, stack[:])]
	return lending.of(stack, func() bool {
		return slices.ContainsFunc(pcs, func(pc uintptr) bool {
			// Calls of an interface's methods are not inlined, so each such function has a counter.
			f := runtime.FuncForPC(pc - 1)
			return f != nil && slices.ContainsFunc(access.Pooling, func(pkg string) bool { return strings.HasPrefix(f.Name(), pkg) })
		})
	})
}

// deaf begin the names of functions that use no result of a SetDeadline: TestDeaf looks.
var deaf = []string{"net/http.(*conn).", "net/http.(*connReader)."}

// unheard says whether who has called the connection's method uses no result of it.
func unheard() bool {
	var stack [4]uintptr // package net has two
	pcs := stack[:runtime.Callers(4, stack[:])]
	return heedless.of(stack, func() bool {
		for frames := runtime.CallersFrames(pcs); ; {
			f, more := frames.Next()
			if !strings.HasPrefix(f.Function, "net.") && !strings.HasPrefix(f.Function, "gocheck.dev/runtime/access/nets.") {
				return slices.ContainsFunc(deaf, func(name string) bool { return strings.HasPrefix(f.Function, name) })
			}
			if !more {
				return false
			}
		}
	})
}
