package runtime

import (
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/bubbles"
	"gocheck.dev/runtime/internal/chains"
	"gocheck.dev/runtime/internal/polls"
)

// Readings of the clock. Virtual time stands still while tasks run, but natively two calls of
// time.Now never return the same time, and programs rely on it. So `time.Now` is virtual time
// plus 1 ns for each earlier reading known to this goroutine (the longest chain). "Earlier" is
// the order of the trace, not that of the execution: a task reads the same in all executions of
// the trace. A task that has heard of a reading reads a later time.
//
// The length of the chain is kept for every task, and passed on from event to event
// (runtime/internal/chains).
//
// With -time=free, where tasks wait ahead of the clock, the time that a task
// has waited for is passed on in the same way (free.go).
type readings struct {
	chains chains.Clock
	dated  bool   // chains were kept in some execution: tasks may have dates of an earlier one
	stamps uint32 // word of the stamps (stamps.go)
}

// dates are what is kept of a task where the time is asked for, or waited for ahead of
// the clock.
type dates struct {
	past  chains.Past
	polls polls.Clock
	seen  *chains.Seen[*task]
	turns int64       // when a comparison with the clock next comes to something else, as far as is known
	woken chains.Past // the past of the Signal or Broadcast that chose it

	// -time=free (free.go).
	ahead    []Site // where it has waited ahead of the clock
	dues     []due  // what it has set to happen at a time
	settling bool   // it waits for one of them
}

// reset begins an execution. From the start on the past is kept where tasks
// may wait ahead of the clock.
func (r *readings) reset(freeTime bool) {
	r.dated = r.dated || freeTime
	r.chains.Begin(freeTime)
}

// reading is what the clock shows t now, and one more link of its chain.
func (t *task) reading(s Site) time.Time {
	if t.bubbled() {
		return t.shown(t.now())
	}
	t.x.chains.On, t.x.dated = true, true
	t.poll(s)
	t.asks()
	now := t.shown(t.now())
	TakesTime()
	if t.x.chains.Unordered() {
		t.x.meets(wire.Stamps)
	}
	t.seen = &chains.Seen[*task]{At: now.UnixNano(), By: t, Before: t.seen}
	return now
}

// TakesTime is a link of the chain that is no reading: what comes over a network comes later,
// so that an answer is later than what its receiver has read after it had asked.
func TakesTime() {
	if t := current(); t != nil && !t.dying {
		t.x.chains.On, t.x.dated = true, true
		t.x.chains.Read(&t.past)
	}
}

// poll counts a reading.
func (t *task) poll(s Site) {
	if d := t.polls.Read(); d > 0 {
		t.sleep(s, deadline{when: t.after(d)}, t.naps(true))
	}
}

// does notes an event of the task's.
func (d *dates) does(k checker.Kind) {
	switch k {
	case checker.Yield, checker.Read, checker.Default, checker.LockBusy:
		d.polls.Looks()
	case checker.Sleep:
	default:
		d.polls = polls.Clock{}
	}
}

// shown is a time as the program sees it: with the readings before, but in a
// bubble of testing/synctest with the time since that began.
func (t *task) shown(now int64) time.Time {
	if t.bubbled() {
		return bubbles.Start.Add(time.Duration(now - t.x.bubble.since)).Local()
	}
	return at(now + t.past.Links)
}

// now is virtual time for t, but for readings.
func (t *task) now() int64 {
	t.x.chains.CatchUp(&t.past)
	return max(t.x.now, t.past.Time)
}

// orderReadings passes chains on along the predecessors of the present event
// of t, which has been performed.
func (x *Execution) orderReadings(t *task) {
	ev := &x.ev
	t.x.chains.CatchUp(&t.past)
	t.does(ev.Kind)
	switch ev.Kind {
	case checker.Tick:
		x.chains.Tick()
	case checker.Begin, checker.Spawn, checker.Choose, checker.Yield, checker.Sleep, checker.OnceFirst:
	case checker.Join:
		t.past.Follow(x.tasks[t.done.Partner].past)
	case checker.Wake:
		t.past.Follow(t.woken)
	case checker.Default, checker.Spin:
		for _, c := range t.done.Cases {
			if c.Kind != checker.Tick && c.Kind != checker.NoKind {
				x.chains.Default(&t.past, c.Kind, c.Obj, x.Object(c.Obj).Cap)
			}
		}
	case checker.Send, checker.Recv, checker.RecvClosed, checker.Close, checker.SendClosed, checker.Len:
		x.orderChannel(t, ev)
	default:
		_, rw := t.sh.(*rwShadow)
		x.chains.Event(&t.past, ev.Kind, ev.Obj, rw && t.done.Kind != checker.TryLock)
		if ev.Kind == checker.Signal || ev.Kind == checker.Broadcast {
			x.list[ev.Obj].sh.(*condShadow).wake(t)
		}
	}
	if ev.Child != checker.NoTask {
		x.tasks[ev.Child].past, x.tasks[ev.Child].seen = t.past, t.seen
	}
}

// orderChannel is orderReadings for an event on a channel.
func (x *Execution) orderChannel(t *task, ev *checker.Event) {
	ch := x.list[ev.Obj].sh.(*chanShadow)
	var partner *chains.Past
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		p := x.tasks[ev.Partner]
		x.chains.CatchUp(&p.past)
		p.does(ev.Kind)
		partner = &p.past
	}
	x.chains.Channel(&t.past, ev.Kind, ev.Obj, ch.capacity, ch.len, partner)
}

// orderAccess passes chains on with a plain access of a location: messages of
// one handler are ordered by nothing else.
func (x *Execution) orderAccess(t *task, o checker.Object, write bool) {
	t.x.chains.CatchUp(&t.past)
	if m := x.chains.Of(o); write {
		m.Write(&t.past)
	} else {
		m.Read(&t.past)
	}
}
