package runtime

import (
	"slices"
	"time"

	"gocheck.dev/checker"
)

// Readings of the clock. Virtual time stands still while tasks run, but natively two calls of
// time.Now never return the same time, and programs rely on it. So `time.Now` is virtual time
// plus 1 ns for each earlier reading known to this goroutine (the longest chain). "Earlier" is
// the order of the trace, not that of the execution: a task reads the same in all executions of
// the trace. A task that has heard of a reading reads a later time.
//
// The length of the chain is kept for every task, and passed on from event to
// event along the predecessors that docs/semantics.md gives each kind
// (checker/internal/trace/dependence.go has the same table for the checker's purposes). For
// every object marks has how far the events on it have come. Before the first
// reading all of this is 0, and nothing of it is kept.
//
// With -time=free, where tasks wait ahead of the clock, the time that a task
// has waited for is passed on in the same way (free.go).
type readings struct {
	on    bool
	dated bool         // it was on in some execution: tasks may have dates of an earlier one
	count int64        // longest chain so far, over all tasks
	floor int64        // the same at the last Tick, which comes after everything
	marks []marks      // by object
	rare  []*rareMarks // those in use, and behind them those of earlier executions
	rares int          // in use
}

// past is what the clock has to account for that came before.
type past struct {
	links int64 // of the longest chain of readings
	time  int64 // the latest time that was waited for ahead of the clock
}

func (p past) join(q past) past { return past{max(p.links, q.links), max(p.time, q.time)} }

// dates are what is kept of a task where the time is asked for, or waited for ahead of
// the clock.
type dates struct {
	past  past
	polls polls
	woken past // the past of the Signal or Broadcast that chose it

	// -time=free (free.go).
	ahead    []Site // where it has waited ahead of the clock
	dues     []due  // what it has set to happen at a time
	settling bool   // it waits for one of them
}

// marks are the pasts of events on an object, by how they use it. Nearly all objects are
// locations that are read and written: there may be millions of these, so what only others
// have is apart.
type marks struct {
	reads, writes past
	rare          *rareMarks // nil: nothing of it has happened
}

// rareMarks are those of other events.
type rareMarks struct {
	observed            past
	incs, masks, merges past
	locked              past // the last Lock
	unlocked, runlocked past // all Unlocks, all RUnlocks
	sends, recvs        past // of a channel: members of its two sequences
	counted             past // tasks that count them
	closed              past // its close
	adds, waits         past
	elements, rooms     []past // by number modulo cap: the last send, the last receive
	sent, received      int
	begun               bool
}

// reset begins an execution. From the start on the past is kept where tasks
// may wait ahead of the clock.
func (r *readings) reset(freeTime bool) {
	r.on, r.count, r.floor = freeTime, 0, 0
	r.dated = r.dated || freeTime
	clear(r.marks)
	r.marks = r.marks[:0]
	r.rares = 0
}

// reading is what the clock shows t now, and one more link of its chain.
func (t *task) reading(s Site) time.Time {
	x := t.x
	if t.bubbled() {
		return t.shown(t.now())
	}
	x.on, x.dated = true, true
	t.poll(s)
	t.asks()
	now := t.shown(t.now())
	t.past.links++
	x.count = max(x.count, t.past.links)
	return now
}

// polls is what a task has done since it last did anything but read the clock
// and look at what others do.
type polls struct {
	count int  // a reading counts once, if something was looked at in between a hundred times
	looks bool // in between
	slept time.Duration
}

// polling is how much of this means that the task waits for time to pass. It is
// large, since there are programs that take the time of everything they do.
const polling = 100_000

// poll counts a reading. A task that reads the clock for nothing else than to see
// time pass counts as idle: it sleeps, and longer each time, by a quarter of what it has
// slept so far. So it sees what others do by then not much later than it would natively,
// where it looks all the time. Looking is a step, and steps are bounded: a task that looks
// sleeps again sooner.
func (t *task) poll(s Site) {
	p := &t.polls
	p.count++
	if p.looks {
		p.count += 99
	}
	if p.count < polling {
		p.looks = false
		return
	}
	p.count = polling / 10 * 9
	if p.looks {
		p.looks, p.count = false, polling/100*98
	}
	d := max(time.Millisecond, p.slept/4)
	p.slept += d
	t.sleep(s, deadline{when: t.after(d)}, t.naps(true))
}

// does notes an event of the task's.
func (p *polls) does(k checker.Kind) {
	switch k {
	case checker.Yield, checker.Read, checker.Default, checker.LockBusy:
		p.looks = true
	case checker.Sleep:
	default:
		*p = polls{}
	}
}

// shown is a time as the program sees it: with the readings before, but in a
// bubble of testing/synctest with the time since that began.
func (t *task) shown(now int64) time.Time {
	if t.bubbled() {
		return startOfBubbles.Add(time.Duration(now - t.x.bubble.since)).Local()
	}
	return at(now + t.past.links)
}

// catchUp lets what t does come after the last Tick.
func (t *task) catchUp() { t.past.links = max(t.past.links, t.x.floor) }

// now is virtual time for t, but for readings.
func (t *task) now() int64 {
	t.catchUp()
	return max(t.x.now, t.past.time)
}

// follow lets what t does come after all of these.
func (t *task) follow(before ...past) {
	for _, p := range before {
		t.past = t.past.join(p)
	}
}

// markOf has what is known of an object.
func (r *readings) markOf(o checker.Object) *marks {
	if n := int(o) + 1; n > len(r.marks) {
		r.marks = slices.Grow(r.marks, n-len(r.marks))[:n] // which reset has cleared
	}
	return &r.marks[o]
}

// rareOf has the rest of it.
func (r *readings) rareOf(m *marks) *rareMarks {
	if m.rare == nil {
		if r.rares == len(r.rare) {
			r.rare = append(r.rare, new(rareMarks))
		}
		m.rare = r.rare[r.rares]
		*m.rare = rareMarks{}
		r.rares++
	}
	return m.rare
}

// orderReadings passes chains on along the predecessors of the present event
// of t, which has been performed.
func (x *Execution) orderReadings(t *task) {
	ev := &x.ev
	t.catchUp()
	t.polls.does(ev.Kind)
	switch ev.Kind {
	case checker.Tick:
		x.floor = x.count
	case checker.Begin, checker.Spawn, checker.Choose, checker.Yield, checker.Sleep, checker.OnceFirst:
	case checker.Join:
		t.follow(x.tasks[t.done.Partner].past)
	case checker.Wake:
		t.follow(t.woken)
	case checker.Default, checker.Spin:
		for _, c := range t.done.Cases {
			x.orderDefault(t, c)
		}
	case checker.Send, checker.Recv, checker.RecvClosed, checker.Close, checker.SendClosed, checker.Len:
		x.orderChannel(t, ev)
	default:
		x.orderOn(t, ev, x.markOf(ev.Obj))
	}
	if ev.Child != checker.NoTask {
		x.tasks[ev.Child].past = t.past
	}
}

// orderOn is orderReadings for an event on an object that is no channel.
func (x *Execution) orderOn(t *task, ev *checker.Event, m *marks) {
	switch ev.Kind {
	case checker.Read, checker.Await, checker.Post, checker.PostFront, checker.PostClosed, checker.Enqueue:
		m.read(t)
		return
	case checker.Write, checker.CloseHandler, checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv:
		m.write(t)
		return
	case checker.Signal, checker.Broadcast:
		m.write(t)
		x.list[ev.Obj].sh.(*condShadow).wake(t)
		return
	case checker.OnceEnd:
		m.writes = t.past
		return
	case checker.OnceDone:
		t.follow(m.writes)
		return
	}
	r := x.rareOf(m)
	switch ev.Kind {
	case checker.RLock:
		t.follow(r.unlocked)
		m.read(t)
	case checker.Inc:
		t.follow(m.reads, m.writes, r.masks, r.merges)
		r.incs = r.incs.join(t.past)
	case checker.Mask:
		t.follow(m.reads, m.writes, r.incs, r.merges)
		r.masks = r.masks.join(t.past)
	case checker.Merge:
		t.follow(m.reads, m.writes, r.incs, r.masks)
		r.merges = r.merges.join(t.past)
	case checker.Arrive:
		t.follow(r.unlocked)
		m.write(t)
	case checker.Lock:
		t.follow(r.unlocked, r.runlocked)
		if _, rw := t.sh.(*rwShadow); !rw || t.done.Kind == checker.TryLock {
			m.write(t) // else Arrive was the acquisition
		}
		r.locked = t.past
	case checker.LockBusy:
		m.observe(t, r)
	case checker.BadUnlock:
		t.follow(r.unlocked)
		m.observe(t, r)
	case checker.Unlock:
		t.follow(r.locked) // perhaps another task's
		r.unlocked = r.unlocked.join(t.past)
	case checker.RUnlock:
		r.runlocked = r.runlocked.join(t.past)
	case checker.Add, checker.AddNegative:
		t.follow(r.waits)
		r.adds = r.adds.join(t.past)
	case checker.Wait:
		t.follow(r.adds)
		r.waits = r.waits.join(t.past)
	}
}

func (m *marks) read(t *task) {
	t.follow(m.writes)
	m.others(t)
	m.reads = m.reads.join(t.past)
}

func (m *marks) write(t *task) {
	t.follow(m.reads, m.writes)
	m.others(t)
	m.writes = t.past
}

// others lets what t does come after what is neither a plain read nor a write.
func (m *marks) others(t *task) {
	if r := m.rare; r != nil {
		t.follow(r.observed, r.incs, r.masks, r.merges)
	}
}

func (m *marks) observe(t *task, r *rareMarks) {
	t.follow(m.reads, m.writes)
	r.observed = r.observed.join(t.past)
}

// orderDefault: a select that takes default observes the objects of its cases,
// but for channels without buffer.
func (x *Execution) orderDefault(t *task, c checker.Case) {
	if c.Kind == checker.Tick || c.Kind == checker.NoKind {
		return
	}
	switch m := x.markOf(c.Obj); c.Kind {
	case checker.Await, checker.Read:
		m.read(t)
	case checker.TimerRecv:
		m.observe(t, x.rareOf(m))
	case checker.Send, checker.Recv, checker.Len:
		if x.Object(c.Obj).Cap > 0 {
			x.rareOf(m).countElements(t)
		}
	}
}

func (m *rareMarks) countElements(t *task) {
	t.follow(m.sends, m.recvs)
	m.counted = m.counted.join(t.past)
}

// orderChannel: sends and the close are a sequence, receives are another, and
// the i-th receive comes after the i-th send, the i-th send after the receive
// i-cap.
func (x *Execution) orderChannel(t *task, ev *checker.Event) {
	m := x.rareOf(x.markOf(ev.Obj))
	ch := x.list[ev.Obj].sh.(*chanShadow)
	if !m.begun {
		// What was sent before the first reading counts as sent, and its chain
		// has no length.
		m.begun = true
		m.elements, m.rooms = make([]past, ch.capacity), make([]past, ch.capacity)
		m.sent = ch.len()
	}
	switch ev.Kind {
	case checker.Send:
		if ev.Partner != checker.NoTask {
			p := x.tasks[ev.Partner]
			p.catchUp()
			p.polls.does(ev.Kind)
			t.follow(p.past, m.sends, m.recvs, m.counted)
			p.follow(t.past)
			m.sends, m.recvs = t.past, t.past
			return
		}
		i := m.sent % ch.capacity
		m.sent++
		t.follow(m.sends, m.counted, m.rooms[i])
		m.sends, m.elements[i] = t.past, t.past
	case checker.Recv:
		i := m.received % ch.capacity
		m.received++
		t.follow(m.recvs, m.counted, m.elements[i])
		m.recvs, m.rooms[i] = t.past, t.past
	case checker.Close:
		t.follow(m.sends, m.counted)
		m.sends, m.closed = t.past, t.past
	case checker.SendClosed:
		t.follow(m.sends, m.counted)
		m.sends = t.past
	case checker.RecvClosed:
		t.follow(m.closed, m.recvs)
	case checker.Len:
		m.countElements(t)
	}
}

// orderAccess passes chains on with a plain access of a location: messages of
// one handler are ordered by nothing else.
func (x *Execution) orderAccess(t *task, o checker.Object, write bool) {
	t.catchUp()
	if m := x.markOf(o); write {
		m.write(t)
	} else {
		m.read(t)
	}
}
