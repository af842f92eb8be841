package runtime

import (
	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// The end of a test. A task that logs or fails when the test is over panics, so
// where another task than the test's own does that at all, its order with the
// end is a dependency: to the checker the end of the test is a variable, which
// the end writes and these methods read. They commute with each other.
//
// Most tests have no such task, and are spared the event: the first execution
// that meets one is given up, and from then on (Known.Ends) all of them have
// it. All, since whether the end is announced must not depend on the schedule.

// endShadow is the variable.
type endShadow struct {
	test *RunningTest
	obj  checker.Object
}

func (e *endShadow) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.VarObject, Locked: true}
}

func (e *endShadow) decisions(t *task, buf []checker.Decision) []checker.Decision {
	return append(buf, t.always())
}

func (e *endShadow) perform(t *task, ev *checker.Event) {
	if t.op.Kind == checker.Write || *e.test.Done {
		ev.Val = 1
	}
}

// announceEnd announces a read of the test's end, or the end itself.
func (r *RunningTest) announceEnd(t *task, kind checker.Kind, s Site) {
	if r.ending == nil {
		r.ending = &endShadow{test: r}
		r.ending.obj = r.x.add(r.ending)
	}
	t.use(kind, r.ending.obj, 0, s, r.ending)
}

// over says whether the test is over, to a task that uses it at s. Natively the test's
// mutex orders all who do, so to the race detector these reads do, too.
func (r *RunningTest) over(s Site) bool {
	if t := current(); t != nil {
		if t != r.task {
			r.x.Known.matters |= wire.Ends
		}
		if r.x.Known.Ends&wire.Ends != 0 {
			r.announceEnd(t, checker.Read, s)
		}
	}
	return *r.Done
}

// BeginAgain says, after an execution, whether there is something to be announced
// that was not in that one. From now on it is.
func (x *Execution) BeginAgain() bool {
	if !x.Unannounced() {
		return false
	}
	x.Known.Ends |= x.Known.matters
	return true
}
