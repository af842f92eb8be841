package calls

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// The standard library's calls in the stacks of goroutines, which programs look for:
// those that wait in it, and those that have called a test. Under check they are not
// made. Functions that are not exported have the place of the one that calls them.

// A Call is a line of a stack.
type Call struct {
	Function, File string
	Line           int
	Offset         uintptr // in the function
}

// stdCalls are calls by the names of functions that are exported.
var stdCalls = sync.OnceValue(func() map[string]Call {
	all := map[string]Call{}
	for _, f := range []any{
		time.Sleep, (*sync.Mutex).Lock, (*sync.RWMutex).Lock, (*sync.RWMutex).RLock, (*sync.WaitGroup).Wait,
		(*sync.Cond).Wait, (*sync.Once).Do, (*testing.T).Run, (*testing.M).Run,
	} {
		pc := reflect.ValueOf(f).Pointer()
		fn := runtime.FuncForPC(pc)
		file, line := fn.FileLine(pc)
		all[fn.Name()] = Call{fn.Name(), file, line, 1}
	}
	return all
})

// InStd is the stack of these functions, the outermost last. Each but that has the place
// of the next one that is exported.
func InStd(functions ...string) []Call {
	all := make([]Call, len(functions))
	var c Call
	for i := len(functions) - 1; i >= 0; i-- {
		if known, ok := stdCalls()[functions[i]]; ok {
			c = known
		}
		c.Function = functions[i]
		all[i] = c
	}
	return all
}

// Run is the call of the method Run of a test.
func Run() Call { return stdCalls()["testing.(*T).Run"] }

// TRunner is the function that has called a test.
func TRunner() Call {
	c := Run()
	c.Function = "testing.tRunner"
	return c
}

// OfExample are the functions of package testing that natively call an example.
var OfExample = []string{"testing.runExample", "testing.runExamples", "testing.(*M).Run"}

// inMain is what calls package testing.
var inMain = Call{"main.main", "_testmain.go", 1, 1}

// Main is the stack of a goroutine that waits for a test.
func Main() []Call {
	all := InStd("testing.(*T).Run", "testing.runTests.func1", "testing.tRunner", "testing.runTests", "testing.(*M).Run")
	for i := range all[1:4] {
		all[1+i].File, all[1+i].Line = all[0].File, all[0].Line
	}
	return append(all, inMain)
}

// Of are the program's among the calls of a task, and what has called it.
func Of(pcs []uintptr) (all []Call) {
	frames := runtime.CallersFrames(pcs)
	for {
		f, more := frames.Next()
		switch {
		case Bottom(f.Function) || f.Function == "":
			return all
		case f.Function == TestBottom:
			return append(all, TRunner())
		case f.Function == ExampleBottom:
			return append(append(all, InStd(OfExample...)...), inMain)
		case IsOwnCall(f.Function, f.File), strings.HasPrefix(f.Function, "runtime."):
		default:
			all = append(all, Call{f.Function, f.File, f.Line, f.PC - f.Entry})
		}
		if !more {
			return all
		}
	}
}
