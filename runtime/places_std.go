package runtime

import (
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"

	"gocheck.dev/checker"
)

// The standard library's calls in the stacks of goroutines, which programs look for:
// those that wait in it, and those that have called a test. Under check they are not
// made. Functions that are not exported have the place of the one that calls them.

// stdCalls are calls by the names of functions that are exported.
var stdCalls = sync.OnceValue(func() map[string]call {
	all := map[string]call{}
	for _, f := range []any{
		time.Sleep, (*sync.Mutex).Lock, (*sync.RWMutex).Lock, (*sync.RWMutex).RLock, (*sync.WaitGroup).Wait,
		(*sync.Cond).Wait, (*sync.Once).Do, (*testing.T).Run, (*testing.M).Run,
	} {
		pc := reflect.ValueOf(f).Pointer()
		fn := runtime.FuncForPC(pc)
		file, line := fn.FileLine(pc)
		all[fn.Name()] = call{fn.Name(), file, line, 1}
	}
	return all
})

// inStd is the stack of these functions, the outermost last. Each but that has the place
// of the next one that is exported.
func inStd(functions ...string) []call {
	all := make([]call, len(functions))
	var c call
	for i := len(functions) - 1; i >= 0; i-- {
		if known, ok := stdCalls()[functions[i]]; ok {
			c = known
		}
		c.function = functions[i]
		all[i] = c
	}
	return all
}

// tRunner is the function that has called a test.
func tRunner() call {
	c := stdCalls()["testing.(*T).Run"]
	c.function = "testing.tRunner"
	return c
}

// mainCalls is the stack of a goroutine that waits for a test.
func mainCalls() []call {
	all := inStd("testing.(*T).Run", "testing.runTests.func1", "testing.tRunner", "testing.runTests", "testing.(*M).Run")
	for i := range all[1:4] {
		all[1+i].file, all[1+i].line = all[0].file, all[0].line
	}
	return append(all, call{"main.main", "_testmain.go", 1, 1})
}

// waitsInside is the stack that t would have in the standard library, where it waits.
func (t *task) waitsInside() []call {
	lock := []string{"internal/sync.runtime_SemacquireMutex", "internal/sync.(*Mutex).lockSlow", "internal/sync.(*Mutex).Lock", "sync.(*Mutex).Lock"}
	_, rw := t.sh.(*rwShadow)
	switch t.op.Kind {
	case checker.Sleep:
		return inStd("time.Sleep")
	case checker.Lock, checker.Arrive:
		if rw {
			lock = append(lock, "sync.(*RWMutex).Lock")
		}
		return inStd(lock...)
	case checker.RLock:
		return inStd("sync.runtime_SemacquireRWMutexR", "sync.(*RWMutex).RLock")
	case checker.Wait:
		return inStd("sync.runtime_SemacquireWaitGroup", "sync.(*WaitGroup).Wait")
	case checker.Wake:
		return inStd("sync.runtime_notifyListWait", "sync.(*Cond).Wait")
	case checker.Once:
		return inStd(append(lock, "sync.(*Once).doSlow", "sync.(*Once).Do")...)
	case checker.Join:
		return inStd("testing.(*T).Run")
	}
	return nil
}

// goroutineState is what the runtime says of a goroutine that waits to perform such an
// operation.
func goroutineState(op *checker.Op) string {
	switch op.Kind {
	case checker.Send:
		return "chan send"
	case checker.Recv, checker.TimerRecv, checker.Await, checker.Join:
		return "chan receive"
	case checker.Select:
		switch {
		case len(op.Cases) == 0:
			return "select (no cases)"
		case len(op.Cases) == 1 && op.Cases[0].Kind == checker.NoKind && !op.HasDefault:
			return "chan receive (nil chan)"
		}
		return "select"
	case checker.Lock, checker.Arrive, checker.Once:
		return "sync.Mutex.Lock"
	case checker.RLock:
		return "sync.RWMutex.RLock"
	case checker.Wait:
		return "sync.WaitGroup.Wait"
	case checker.Wake:
		return "sync.Cond.Wait"
	case checker.Sleep:
		return "sleep"
	}
	return "runnable"
}
