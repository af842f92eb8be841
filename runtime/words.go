package runtime

import (
	"cmp"
	"fmt"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
	"gocheck.dev/runtime/internal/calls"
)

// What reports call things.

// people is what a task is called in reports. Goroutines are numbered in the
// order in which they began, as the columns of the schedule are.
func (t *task) people() string {
	switch {
	case t.id == mainTask:
		return "main"
	case t.id == clockTask:
		return "the clock"
	case t.handler != nil:
		return fmt.Sprintf("an event of handler %s", t.x.ObjectName(t.home))
	case t.title != "":
		return t.title
	case t.fires:
		return fmt.Sprintf("timer %d", t.number)
	}
	return fmt.Sprintf("goroutine %d", t.number)
}

// peopleAt is people with where the task was created.
func (t *task) peopleAt() string {
	if at := t.created.Line(); at != "" {
		return fmt.Sprintf("%s (%s)", t.people(), at)
	}
	return t.people()
}

// Thing is what an object is called.
func (x *Execution) Thing(obj checker.Object) string {
	if name := x.ObjectName(obj); name != "" {
		return name
	}
	return wording.Object(x.Object(obj).Kind)
}

// waiting says what a blocked task waits for, and where.
func (t *task) waiting() string {
	op := &t.op
	what := ""
	if t.writer() {
		return fmt.Sprintf("has asked for the write lock of %s at %s, which stops new readers, and waits for those inside",
			t.x.Thing(op.Obj), Site(op.Pos).Line())
	}
	if loop, ok := t.waitsIn(); ok {
		return t.spinning(loop)
	}
	if words := t.said(); words != "" {
		return "waits to " + words + " at " + cmp.Or(t.calledAt, Site(op.Pos).Line())
	}
	switch op.Kind {
	case checker.Send:
		what = "waits to send to " + t.x.Thing(op.Obj)
	case checker.Recv, checker.TimerRecv:
		what = "waits to receive from " + t.x.Thing(op.Obj)
		if m, ok := t.sh.(*timerShadow); ok && !m.armed {
			what += ", which is not running,"
		}
	case checker.Select:
		what = wording.InSelect(op.Cases, t.x.Thing)
	case checker.Await:
		what = "waits for the cancellation of " + t.x.Thing(op.Obj)
	case checker.Wake:
		what = "waits to be woken by " + t.x.Thing(op.Obj)
	case checker.Join:
		what = "waits for the end of " + t.x.tasks[op.Partner].people()
	case checker.Sleep:
		what = "sleeps"
	case checker.Begin:
		what = "waits for its handler"
	default:
		what = "waits for " + t.x.Thing(op.Obj)
		if m, ok := t.sh.(memory); ok {
			what += m.note()
		}
		if w, ok := t.sh.(*wgShadow); ok {
			what += fmt.Sprintf(", whose counter is %d,", w.n)
		}
	}
	if at := Site(op.Pos).Line(); at != "" {
		what += " at " + at
	}
	if from := calls.Outside(t.frames); from != "" { // which a recording has noted
		what += wording.CalledAt + from
	}
	return what
}

// said is what a task that waits for channels, or for a lock that is a part of what it does, has
// said that this is to the program, in a recording: they are none of the program's.
func (t *task) said() string {
	if t.says == nil {
		return ""
	}
	words, part := strings.CutPrefix(t.says(), wire.Aside)
	if chans := t.op.Kind == checker.Select || t.op.Kind == checker.Recv; chans && !part || t.op.Kind == checker.Lock && part {
		return words
	}
	return ""
}

// part says whether what the task does, or waits to do, is a part of what another step says.
func (t *task) part() bool { return t.says != nil && strings.HasPrefix(t.says(), wire.Aside) }
