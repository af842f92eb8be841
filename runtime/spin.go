package runtime

import (
	"math"
	"math/bits"
	"runtime"
	"slices"
	"time"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/layout"
	"gocheck.dev/runtime/internal/polls"
)

// Loops that wait (docs/design/spin.md). The rewriter says of which loops no round leaves
// anything behind in the task's own memory; here is noted what the rounds of such a
// loop do to everything else. After a round that has changed nothing the next one
// begins by the operation Spin, or with a select or TryLock that waits.

// sighting is an object that a task has read, and how often it had changed.
type sighting struct {
	obj     checker.Object
	kind    checker.Kind // as in the Cases of a Spin
	changes uint32
	now     int64        // virtual time then
	limit   int64        // of a timer and of the clock: until when they show the same (doze.go)
	at      uint32       // number of the event in whose step that was
	by      checker.Task // the errand that has read it; 0: the task itself

	// What was there, to find out that code outside of gocheck's control has changed it.
	p    unsafe.Pointer // nil: not known
	leaf layout.Kind
	bits uint64
}

// ofTimer says whether it is of a timer.
func (s sighting) ofTimer() bool { return s.kind == checker.TimerRecv }

// mostSightings is how many objects a round may read. One that reads more is taken
// for one that changes something.
const mostSightings = 256

// rounds is what a task has done since it last changed something, as far as the
// loops that it is in want to know.
type rounds struct {
	on    bool             // it has come to such a loop
	in    *Waiting         // the innermost one that it is in
	seen  []sighting       // in order
	from  int              // seen[from:] is of the youngest round
	taken []checker.Object // the locks that it has taken and not given back
	base  int              // how many of them when the youngest round began
	deeds

	begun uint32           // number of the event that the youngest round begins with
	span  int64            // nanoseconds that it was to wait for, the last time
	fired []checker.Object // timers received from in it
	spent []checker.Object // those of them that the next round would find not running

	// Of the last operation.
	last    checker.Kind // what it became
	pos     checker.Pos
	choice  int32
	several bool // a select with several cases

	narrow narrowing // of the next operation

	sender *Waiting // the loop that has sent errands
	sends  bool     // the next go statement starts one
}

// deeds counts what cannot be taken back: two are compared to see what a round has
// done.
type deeds struct {
	dirt  int // changes
	ops   int // operations but Yields
	plain int // plain accesses within steps
	clock int // questions for the time
	odd   int // what might be otherwise the next time in any case
	moved int // looks at something that has changed since the round's first look at it
	slept int // sleeps, and receives from timers
	fires int // of these the latter
	blind int // what might be otherwise the next time, if somebody else could move: no event shows when
}

// narrowing is what a round of a loop that has done nothing else has found not to be
// ready, or to be of no use.
type narrowing struct {
	loop     Site // 0: none
	ops      int  // it is for the operation after so many
	pos      checker.Pos
	waits    bool   // default, a TryLock
	excluded uint64 // cases
}

func (r *rounds) reset() {
	if r.on { // else nothing has been noted
		*r = rounds{seen: r.seen[:0], taken: r.taken[:0], fired: r.fired[:0], spent: r.spent[:0]}
	}
}

// change notes that the task has changed something.
func (r *rounds) change() {
	if r.on {
		r.dirt++
		r.seen, r.from = r.seen[:0], 0
	}
}

// RoundChanges notes that the calling task may have changed anything, in a loop that waits.
func RoundChanges() {
	if t := current(); t != nil {
		t.rounds.change()
	}
}

// look notes that the task has read an object.
func (t *task) look(obj checker.Object, kind checker.Kind) {
	r := &t.rounds
	for i := r.from; i < len(r.seen); i++ {
		if s := &r.seen[i]; s.obj == obj && s.kind == kind {
			if s.now != t.x.fineTime() || kind != checker.Tick && s.changes != t.x.list[obj].changes {
				r.moved++
			}
			return
		}
	}
	if len(r.seen) == mostSightings {
		r.change()
		return
	}
	s := sighting{obj: obj, kind: kind, now: t.x.fineTime(), limit: math.MaxInt64, at: t.index - 1}
	if kind != checker.Tick {
		s.changes = t.x.list[obj].changes
	}
	if kind == checker.TimerRecv {
		s.limit = t.x.list[obj].sh.(*timerShadow).rings()
	}
	r.seen = append(r.seen, s)
}

// saw notes what is in a variable that the task has read.
func (r *rounds) saw(obj checker.Object, p unsafe.Pointer, leaf layout.Kind) {
	for i := r.from; r.on && i < len(r.seen); i++ {
		if s := &r.seen[i]; s.obj == obj && s.kind == checker.Read && s.p == nil {
			s.p, s.leaf, s.bits = p, leaf, leaf.Bits(p)
		}
	}
}

// asks notes that the task asks for the time. Where tasks have clocks of their own
// no event tells when one goes on.
func (t *task) asks() {
	t.asked++
	if r := &t.rounds; r.on {
		r.clock++
		if t.x.FreeTime {
			r.odd++
		}
		t.look(0, checker.Tick)
	}
}

// changing are the kinds of events that change what a round may have seen of their
// object.
var changing = [checker.NumKinds]bool{
	checker.Write: true, checker.Inc: true, checker.Mask: true, checker.Merge: true, checker.LockBusy: true, checker.Send: true, checker.Recv: true, checker.Close: true,
	checker.TimerSet: true, checker.TimerStop: true, checker.TimerFire: true, checker.TimerRecv: true,
}

// performed notes what the last operation of t means for the rounds that it is in.
func (t *task) performed() {
	r := &t.rounds
	op, kind := &t.done, t.resolved
	r.narrow = narrowing{}
	if t.decided.Partner != checker.NoTask {
		kind = checker.Send // either end of a rendezvous
	}
	if kind == checker.Yield || kind == checker.Spin {
		return
	}
	r.ops++
	r.last, r.pos, r.choice = kind, op.Pos, t.decided.Choice
	r.several = op.Kind == checker.Select && len(op.Cases) > 1
	switch kind {
	case checker.Read, checker.Await:
		t.look(t.doneOn(), checker.Read)
		if r.several {
			r.odd++
		}
	case checker.RecvClosed:
		if r.several {
			r.odd++
		}
	case checker.Lock, checker.Arrive, checker.RLock:
		if _, rw := t.sh.(*rwShadow); !rw || op.Kind != checker.Lock {
			r.taken = append(r.taken, op.Obj) // else Arrive was the acquisition
			t.look(op.Obj, checker.Lock)
		}
	case checker.Unlock, checker.RUnlock:
		i := len(r.taken) - 1
		for i >= 0 && r.taken[i] != op.Obj {
			i--
		}
		if i >= 0 {
			r.taken = slices.Delete(r.taken, i, i+1)
		}
		if i < r.base {
			r.change()
		}
		r.base = min(r.base, len(r.taken))
	case checker.LockBusy:
		r.blind++
	case checker.Sleep:
		if r.slept++; len(t.held) > 0 {
			r.change() // others may be waiting for it to go on
		}
	case checker.TimerRecv, checker.TimerSet:
		t.rings(kind)
	case checker.Len:
		t.look(op.Obj, checker.Len)
	case checker.Default:
		for _, c := range op.Cases {
			t.lookAtCase(c)
		}
	case checker.Wait, checker.Join, checker.OnceDone:
	case checker.Spawn:
		r.starts()
	case checker.Send:
		t.answers()
	case checker.Recv:
		t.collects(t.doneOn())
	default:
		r.change()
	}
}

// doneOn is the object of the last operation: of a select that of the case that was chosen.
func (t *task) doneOn() checker.Object {
	if t.done.Kind == checker.Select {
		return t.done.Cases[t.rounds.choice].Obj
	}
	return t.done.Obj
}

// lookAtCase notes that a select with default has found a case not to be ready.
func (t *task) lookAtCase(c checker.Case) {
	switch c.Kind {
	case checker.Await:
		t.look(c.Obj, checker.Read)
	case checker.TimerRecv:
		t.look(c.Obj, checker.TimerRecv)
		if t.x.FreeTime {
			t.rounds.odd++
		}
	case checker.Send, checker.Recv:
		if ch := t.x.list[c.Obj].sh.(*chanShadow); ch.capacity == 0 {
			if t.x.Known.Ends&wire.Meets != 0 {
				t.rounds.blind++ // who comes too late has left no trace
				return
			}
			ch.partners.Looked(c.Kind == checker.Send)
		}
		t.look(c.Obj, checker.Len)
	}
}

// Round begins the next round, with these values of variables that the last one may have
// changed. It is true.
func (w *Waiting) Round(carried ...any) bool {
	t := current()
	if w == nil || t == nil {
		return true
	}
	if t.dying {
		runtime.Goexit()
	}
	r := &t.rounds
	if w.t == t {
		w.ends(t, carried)
	} else {
		w.around, r.in = r.in, w
	}
	w.endless.Round()
	if r.sender != w {
		r.sender = nil
	}
	r.on = true
	quiet.Store(false)
	w.t = t
	w.roundStart = roundStart{deeds: r.deeds, from: len(r.seen), base: len(r.taken), begun: t.index, ticks: t.x.ticks, carried: carried, whole: w.out == w.back}
	r.from, r.base = w.from, w.base
	r.begun, r.fired = t.index, r.fired[:0]
	return true
}

// over ends a round: the next one may have to wait, if it begins with the same values.
func (w *Waiting) over(t *task, same bool) {
	r := &t.rounds
	dozes := false
	t.napped(w, same)
	switch {
	case !same || w.dirt != r.dirt || len(r.taken) != w.base || len(r.spent) > 0:
		w.waits, w.excluded, w.step = false, 0, 0
		r.spent = r.spent[:0]
	case w.number.Counts && r.slept == w.slept: // its next round may be its last
	case r.slept != w.slept:
		w.waits, w.step = false, 0
		if r.ops == w.ops+1 && r.clock == w.clock && w.excluded != 0 { // the same select again
			r.narrow = narrowing{loop: w.site, ops: r.ops, pos: r.pos, excluded: w.excluded}
		} else {
			w.excluded = 0
		}
		if r.odd == w.odd && w.foresees(r) && !(w.dated && r.fires != w.fires) {
			limit := w.number.Until(t.x.now, w.span(r), lastsTo(r.seen[w.from:]))
			if dozes = limit > t.x.now; dozes && (t.dozed(w, limit) || limit == math.MaxInt64 && w.polls(t)) {
				w.spin(t)
			}
			r.seen = r.seen[:min(w.from, len(r.seen))]
		}
	case w.narrows(r):
	case r.odd == w.odd && r.blind == w.blind && r.moved == w.moved:
		w.spin(t)
	}
	if !dozes {
		t.doze = dozing{}
		t.x.stirs(t.x.ticks)
	}
}

// polls says whether the loop, which sleeps in its rounds, goes on for ever: nobody
// else waits for a time, and nobody else has moved since the last Tick but one, since
// when the loop has gone round.
func (w *Waiting) polls(t *task) bool {
	x := t.x
	return x.lone && x.mover == t && x.moverBefore == t && w.ticks >= x.ticks-1
}

// narrows says whether the round was one select or TryLock only, and then takes from
// the next one what has come of this one.
func (w *Waiting) narrows(r *rounds) bool {
	if r.ops != w.ops+1 || r.plain != w.plain || r.clock != w.clock {
		return false
	}
	switch {
	case r.last == checker.LockBusy, r.last == checker.Default:
		w.waits = true
	case (r.last == checker.RecvClosed || r.last == checker.Await) && r.several && r.choice < bits.UintSize:
		w.excluded |= 1 << r.choice
	default:
		return false
	}
	r.narrow = narrowing{loop: w.site, ops: r.ops, pos: r.pos, waits: w.waits, excluded: w.excluded}
	return true
}

// narrowed is what is taken from an operation at pos that t is about to announce.
func (t *task) narrowed(pos checker.Pos) narrowing {
	if n := t.rounds.narrow; n.ops == t.rounds.ops && n.pos == pos {
		return n
	}
	return narrowing{}
}

// waitsIn is the loop that a blocked task waits in, if it does not just wait.
func (t *task) waitsIn() (Site, bool) {
	if t.op.Kind == checker.Spin {
		return Site(t.op.Pos), true
	}
	n := t.rounds.narrow
	return n.loop, n.loop != 0 && n.pos == t.op.Pos
}

const (
	firstStep = time.Millisecond
	// mostStep ends the patience with a loop that waits for nothing but a later time.
	mostStep = 365 * 24 * time.Hour
)

// spin waits until something has changed that the round has read. What errands have read is of
// no event of the task's own, as the cases of a Spin are: then it goes on.
func (w *Waiting) spin(t *task) {
	r := &t.rounds
	if slices.ContainsFunc(r.seen[w.from:], func(s sighting) bool { return s.by != 0 }) {
		return
	}
	sh := &spinShadow{seen: slices.Clone(r.seen[w.from:])}
	// An inner loop has begun its own list.
	known := map[sighting]bool{}
	sh.seen = slices.DeleteFunc(sh.seen, func(s sighting) bool {
		k := sighting{obj: s.obj, kind: s.kind}
		seen := known[k]
		known[k] = true
		return seen || s.kind == checker.Tick && (w.step > mostStep || w.compares && s.limit == math.MaxInt64)
	})
	for _, s := range sh.seen {
		if s.kind == checker.Tick {
			w.step = max(firstStep, 2*w.step)
			if w.compares {
				sh.looks(t, &w.alarm, w.site, s.limit+polls.Slack, true)
			} else {
				sh.looks(t, &w.alarm, w.site, t.x.now+int64(w.step), false)
			}
			break
		}
	}
	t.x.watches(sh.seen)
	sh.do(t, w.site)
}
