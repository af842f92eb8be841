package runtime

import (
	"slices"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/bubbles"
)

// What is made in a bubble of testing/synctest belongs to it: Go ends the program where a
// goroutine outside uses such a channel or timer, also when the bubble has ended. And only what
// belongs to it, and Conds, let its goroutines wait durably: docs/stdlib.md has the table.

// Made is a channel that the program makes.
func Made[C any](ch C) C {
	makes(chanPointer(ch))
	return ch
}

func makes(p unsafe.Pointer) {
	if b := current().in(); b != nil {
		b.main.x.made[p] = b
	}
}

// in is the bubble that t belongs to, or nil.
func (t *task) in() *bubble {
	if t != nil && t.bubbled() {
		return t.x.bubble
	}
	return nil
}

// reaches ends the program if t is outside of the bubble in which the channel at p was made.
func (t *task) reaches(p unsafe.Pointer, s Site, what string) {
	if b := t.x.made[p]; b != nil && !b.has(t) && !t.dying {
		t.fatal(what+" from outside bubble", s)
	}
}

// touches ends the program if t is in no bubble, and m was made in one.
func (t *task) touches(m *timerShadow, s Site, what string) {
	if !t.bubbled() {
		t.reaches(unsafe.Pointer(m), s, what+" of synctest timer")
	}
}

// resets is that of a Reset. In a bubble, where it is the year 2000, Go sets a timer of outside to
// when the machine has run for 30 years.
func (t *task) resets(m *timerShadow, s Site) {
	t.touches(m, s, "reset")
	if t.bubbled() && t.x.made[unsafe.Pointer(m)] == nil {
		t.x.unsupported(s, "a timer of outside that is reset in a bubble of testing/synctest")
	}
}

// fatal is what Go ends the program with.
func (t *task) fatal(message string, s Site) {
	t.x.fail("panic", "fatal error: "+message, s)
	t.die()
}

// reaches is that of a channel's end.
func (e *end) reaches(p unsafe.Pointer) {
	what := "receive on synctest channel"
	switch {
	case e.sel != nil && len(e.sel.ends) > 1:
		what = "select on synctest channel"
	case e.send:
		what = "send on synctest channel"
	}
	e.t.reaches(p, e.site, what)
}

// wakes ends the program if t, outside, has just chosen a waiter that is in the bubble.
func (c *condShadow) wakes(t *task, s Site) {
	for _, w := range c.waiters {
		if w.onCond.at == t.x.steps && w.in() != t.in() && w.bubbled() {
			t.fatal("semaphore wake of synctest goroutine from outside bubble", s)
		}
	}
}

// heldBy says what u, which is in the bubble, waits for if it is not durably blocked there: what
// somebody outside could do.
func (u *task) heldBy() (what string) {
	ends := []*end{}
	switch p := u.payload.(type) {
	case *end:
		ends = append(ends, p)
	case *selectOp:
		ends = p.ends
	}
	if u.op.Waits || u.op.Kind == checker.Spin {
		return "runs in a loop"
	}
	switch u.op.Kind {
	case checker.Lock, checker.Arrive, checker.RLock, checker.Once:
		return "waits for a lock"
	case checker.Wait:
		if g, ok := u.sh.(*wgShadow); ok && !g.Is(u.x.bubble) {
			return "waits for a WaitGroup that does not belong to the bubble"
		}
	case checker.Send, checker.Recv, checker.Await, checker.TimerRecv, checker.Select:
		for _, e := range ends {
			if p, _ := e.self.channel(); p != nil && u.x.made[p] != u.x.bubble {
				return "waits for a channel that does not belong to the bubble"
			}
		}
	}
	return ""
}

// sleepers says whether somebody in the bubble, and somebody outside, waits for a time.
func (x *Execution) sleepers() (inside, outside bool) {
	for w := range x.waiting.After(x.now) {
		var in *bubble
		switch w := w.(type) {
		case *sleepShadow:
			in = w.in
		case *timerShadow:
			in = x.made[unsafe.Pointer(w)]
		}
		inside, outside = inside || in == x.bubble, outside || in != x.bubble
	}
	return inside, outside
}

// hangs looks for a goroutine of the bubble that is not durably blocked, when all others are
// blocked as well. Then the bubble stays where it is, until who waits for a time outside of it
// does something.
func (x *Execution) hangs(what string) (held bool) {
	u := x.notDurable()
	if u == nil {
		return false
	}
	switch inside, outside := x.sleepers(); {
	case !outside:
		x.fail("deadlock", what+": a goroutine that "+u.heldBy()+" is not durably blocked", Site(u.op.Pos), u.holding())
	case inside || what == bubbles.WaitHangs:
		x.came.Uncontrolled, x.stopped = &Uncontrolled{"a bubble of testing/synctest that waits for who waits for a time outside", Site(u.op.Pos)}, true
	}
	return true
}

// notDurable is a goroutine of the bubble that is not durably blocked, or nil.
func (x *Execution) notDurable() *task {
	for u := range x.living() {
		if u.bubbled() && u.heldBy() != "" {
			return u
		}
	}
	return nil
}

// outpaces notes, before the clock's Tick, that the bubble has waited for who is outside of it.
// Natively its clock advances, and Wait returns, when its own goroutines are durably blocked: those
// outside may be late, by whatever they did since the Tick before, or go on later than it although
// their time comes first. Only one order of these is explored.
func (x *Execution) outpaces() {
	b := x.bubble
	if b == nil || b.ended || x.Known.Outpaced != 0 {
		return
	}
	inside, outside := x.sleepers()
	if !inside && len(x.asked) == 0 || x.notDurable() != nil { // it waits natively, too
		return
	}
	if outside || slices.ContainsFunc(x.started, func(id checker.Task) bool {
		return b.main.outran(id) && !x.tasks[id].bubbled() && !x.tasks[id].precedes(b)
	}) {
		x.Known.Outpaced = x.Latest
	}
}

// precedes says whether it is plain that what u, outside, did last came before what the bubble did,
// or is nothing. It may have come before where this says no.
func (u *task) precedes(b *bubble) bool {
	if u.index == 1 || u.awaited { // it has only begun; or somebody else did more, and is asked, too
		return true
	}
	if p := u.decided.Partner; p != checker.NoTask { // a rendezvous, with the creator before the bubble
		return u.x.tasks[p].bubbled() || u.life == over && u.x.tasks[p] == b.main.creator
	}
	g, ok := u.sh.(*wgShadow)
	return ok && u.life == over && u.done.Kind == checker.Add && g.last == b.main.creator
}

// trusts notes that p has come before e only as a bubble has waited for one of them (see outpaces).
func (x *Execution) trusts(e, p *end) {
	if x.Refined && p.since >= x.Outer && !(e.t.bubbled() && p.t.bubbled()) && x.Known.Outpaced == 0 {
		x.Known.Outpaced = x.Latest
	}
}
