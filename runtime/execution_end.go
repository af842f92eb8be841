package runtime

import (
	"fmt"
	"sort"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/kinds"
)

// end takes a task out of the execution, and returns the task that runs next.
func (x *Execution) end(t *task) *task {
	if !x.ending {
		t.settles(false)
	}
	t.life = over
	t.ended = Site(t.done.Pos)
	if !t.leftNothing() {
		x.stirs(x.ticks)
	}
	t.co = nil
	if m := t.handler; m != nil && m.serving == t {
		m.serving = nil
	}
	for i, id := range x.live {
		if id == t.id {
			copy(x.live[i:], x.live[i+1:])
			x.live = x.live[:len(x.live)-1]
			break
		}
	}
	if x.inEvent {
		switch t.id {
		case x.ev.Task:
			x.ev.Last = true
		case x.ev.Partner:
			x.ev.PartnerLast = true
		}
	}
	return x.step()
}

// endTasks ends the tasks that are left over at the end of an execution:
// blocked for ever, at rest, or abandoned.
func (x *Execution) endTasks() {
	x.ending = true
	x.joint, x.inEvent = nil, false
	for len(x.live) > 0 {
		t := x.tasks[x.live[len(x.live)-1]]
		if t.co == nil {
			x.end(t)
			continue
		}
		t.doom()
		x.answer()
		x.resume(t)
		x.answer()
	}
	for len(x.parked) > 0 {
		c := x.parked[len(x.parked)-1]
		t := c.task
		c.adopt(t)
		t.doom()
		x.answer()
		x.resume(t)
		x.answer()
	}
	process.runningG.Store(0)
	for _, m := range x.mutexes.Used() {
		m.end()
	}
	for _, w := range x.groups.Used() {
		w.end()
	}
	for _, f := range x.atEnd {
		f()
	}
	if r := x.suite.top; r != nil {
		r.flush()
	}
	x.env.Restore()
}

// Release lets the coroutines go that wait for another execution.
func (x *Execution) Release() {
	for _, c := range x.free {
		c.stop()
	}
	x.free = nil
}

// fail records a failure of the execution.
func (x *Execution) fail(kind, message string, site Site, details ...string) {
	x.failed(failureAt(kind, message, site, details))
}

// failed records a failure. The first one counts; if that is the test's own, which lets the program
// go on, one that ends it is the second.
func (x *Execution) failed(f *checker.Failure) {
	if x.ending || x.after {
		return
	}
	ends, first := kinds.EndsProgram(f.Kind), x.came.Failure
	switch {
	case first == nil:
		x.came.Failure = f
	case ends && !first.Ends && first.Kind == "fatal" && x.came.Second == nil:
		x.came.Second = f
	default:
		return
	}
	f.Ends, f.Late = ends || x.came.Exited, !x.inEvent
	if !x.inEvent {
		return
	}
	f.At = int(x.steps-x.before) - 1
	if r := x.record; r != nil {
		if t := current(); first == nil {
			r.failed, r.when = t, len(r.Steps)
		} else {
			r.second, r.secondAt = t, len(r.Steps)
		}
	}
}

// failureAt is a failure whose texts are no longer than is of use.
func failureAt(kind, message string, site Site, details []string) *checker.Failure {
	return &checker.Failure{
		Kind: kind, Message: wire.Bounded(message, wire.MaxText), Pos: site.Position(), Details: wire.BoundedLines(details),
	}
}

// unsupported ends the test: it uses something that cannot be controlled.
func (x *Execution) unsupported(site Site, what string) {
	t := current()
	if t != nil && t.dying {
		t.die()
	}
	if x.after && t != nil {
		t.die()
	}
	n := &Uncontrolled{wire.Bounded(what, wire.MaxText), site}
	if t == nil || !x.userMain.cutShort(t, n) {
		if x.came.Uncontrolled == nil {
			x.came.Uncontrolled = n
		}
		x.stopped = true
	}
	if t != nil {
		t.die()
	}
}

// foreign is unsupported, for an operation while it is performed: its task
// ends when it would go on.
func (x *Execution) foreign(t *task, what string) {
	if x.came.Uncontrolled == nil {
		x.came.Uncontrolled = &Uncontrolled{what, Site(t.op.Pos)}
	}
	x.stopped = true
	t.doom()
}

// observations renders what was observed, in an order that depends on the
// trace alone.
func (x *Execution) observations() string {
	if len(x.observed) == 0 {
		return ""
	}
	sort.SliceStable(x.observed, func(i, j int) bool { return x.observed[i].task < x.observed[j].task })
	var b strings.Builder
	for _, o := range x.observed {
		fmt.Fprintln(&b, o.text)
	}
	return b.String()
}
