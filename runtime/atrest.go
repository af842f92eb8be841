package runtime

import (
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/checker"
)

// StacksAtRest is what runtime.Stack says of all goroutines, when all have gone
// as far as they can without time: the calling task sleeps for a moment, which
// orders it after everything that can happen before. So the answer is a
// function of the trace. Each goroutine has one frame, with the operation that
// it waits at, and one of package testing where it runs a test. There is no answer where
// no task asks.
func StacksAtRest(s Site) (text string, ok bool) {
	t := current()
	if t == nil {
		return "", false
	}
	if t.x.FreeTime { // a sleep waits for nobody
		t.x.unsupported(s, "runtime.Stack of all goroutines under -time=free")
	}
	TimeSleep(s, 1)
	var b strings.Builder
	t.frame(&b, "running", s)
	for u := range t.x.living() {
		if state := goroutineState(&u.op); u != t && state != "" {
			u.frame(&b, state, Site(u.op.Pos))
		}
	}
	return b.String(), true
}

func (t *task) frame(b *strings.Builder, state string, at Site) {
	function := at.function()
	if t.op.Kind == checker.Join {
		function = "testing.(*T).Run"
	}
	fmt.Fprintf(b, "goroutine %d [%s]:\n%s(...)\n\t%s\n", t.goid(), state, function, at.Line())
	if t.x.suite.top.runsOn(t) {
		fmt.Fprintf(b, "testing.tRunner(...)\n\t%s\n", at.Line())
	}
	if t.id != mainTask {
		fmt.Fprintf(b, "created by %s in goroutine %d\n\t%s\n", t.created.function(), t.creator.goid(), t.created.Line())
	}
	b.WriteByte('\n')
}

// runsOn says whether the test, or one of its subtests, runs on a task.
func (r *theTest) runsOn(t *task) bool {
	return r != nil && (r.task == t || slices.ContainsFunc(r.subs, func(sub *theTest) bool { return sub.runsOn(t) }))
}

// goroutineState is what the runtime says of a goroutine that is at such an
// operation, "" if it would not be there.
func goroutineState(op *checker.Op) string {
	switch op.Kind {
	case checker.Begin, checker.TimerFire, checker.Tick: // messages, timers, the clock
		return ""
	case checker.Send:
		return "chan send"
	case checker.Recv, checker.TimerRecv, checker.Await, checker.Join:
		return "chan receive"
	case checker.Select:
		if len(op.Cases) == 0 {
			return "select (no cases)"
		}
		return "select"
	case checker.Lock, checker.Arrive:
		return "sync.Mutex.Lock"
	case checker.RLock:
		return "sync.RWMutex.RLock"
	case checker.Wait:
		return "sync.WaitGroup.Wait"
	case checker.Wake:
		return "sync.Cond.Wait"
	case checker.Once:
		return "sync.Mutex.Lock"
	case checker.Sleep:
		return "sleep"
	}
	return "runnable"
}
