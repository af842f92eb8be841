package runtime

import (
	"os"
	"reflect"
	"sync/atomic"

	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/layout"
	"gocheck.dev/runtime/internal/strays"
)

// process is the state of this process. Other variables of the package are tables, and
// facts about Go that are found out once.
var process = processState{
	stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
	commanded: os.Getenv(wire.Env) != "",
	touched:   make(map[reflect.Type]*layout.Layout),
}

// quiet says that accesses are nobody's business: nothing was spawned yet, the task
// is not about to be ended, and in no loop that waits, which would want to know what
// its rounds do. Where goroutines that are not tasks are to be held, they have to
// pass by at each entry point. It is no part of process, for rewritten packages read it: readOf
// says what that costs.
var quiet atomic.Bool

type processState struct {
	// running is the task that has control. Only its own goroutine, whose
	// descriptor runningG is, may look at it. Between two tasks runningG is that of the
	// last one, which is parked then; 0 where no task can run.
	running  *task
	runningG atomic.Uintptr

	host Host // nil: there is none, and the binary runs its tests natively
	// stdin, stdout and stderr are what os.Stdin and its like point to: a test may make
	// these point elsewhere.
	stdin, stdout, stderr *os.File
	// commanded says that the command drives this process. It is asked before there is a
	// driver.
	commanded bool
	strays    strays.Strays

	// What packages have registered.
	restores  []func() // they and resets make the state of packages anew, in each execution
	resets    []func()
	variables []packageVar          // whose contents executions are compared by
	adaptors  []func(any, Site) any // besides this package's

	touched map[reflect.Type]*layout.Layout // that TouchValue has needed; tasks come there, one at a time
}
