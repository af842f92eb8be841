package runtime

import (
	"cmp"
	"slices"
	"unsafe"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/scatter"
	"gocheck.dev/runtime/internal/wards"
)

// Garbage. Finalizers, cleanups and weak pointers show when an object is gone. Under check that
// is when the program has called runtime.GC after it could reach the object no longer: natively
// it may be earlier, but who relies on that relies on chance.
//
// What a task can reach depends on all that it has done so far. So a collection is ordered with
// everything: it comes with a Tick, of a moment. By that all others have gone on as far as they can
// without time, or have been held up for that moment: then they come later (testbin's phase of
// garbage). Finalizers and cleanups that are due run in tasks of their own from then on.
//
// This is so only in tests in which somebody collects garbage, and somebody might see that: the
// first execution that shows it is given up (wire.Collects).

// dump is the garbage of an execution.
type dump struct {
	wards.Wards
	collects bool // somebody has collected garbage
	due      []*collection
	last     *task // that runs finalizers, of the last collection
}

// collection is one call of runtime.GC, and the flag that it is over, for which its caller waits.
// It orders nothing for the race detector: the caller has not seen what was before it.
type collection struct {
	obj   checker.Object // set when it is over
	over  bool
	until int64
	gone  []wards.Ward
}

// Ward calls add to change the wards of the calling task's execution, one of which is w. False:
// there is none.
func Ward(s Site, add func(d *wards.Wards, w wards.Ward)) (ok bool) {
	t := current()
	if t == nil {
		return false
	}
	d := &t.x.dump
	if add(&d.Wards, wards.Ward{By: t.id, At: s}); d.collects && d.Any() {
		t.wants(wire.Collects)
	}
	return true
}

// Collect is runtime.GC, or another function that collects garbage.
func Collect(s Site, natively func()) {
	t := current()
	if t == nil {
		natively()
		return
	}
	x := t.x
	x.dump.collects = true
	if x.dump.Any() {
		t.wants(wire.Collects)
	}
	if x.Known.Ends&wire.Collects == 0 {
		natively()
		Works()
		return
	}
	c := &collection{}
	c.obj = x.add(c)
	t.payload = &titled{func() { c.run(s) }, wire.Collector}
	t.do(checker.Op{Kind: checker.Spawn, Pos: s.Pos()}, spawnShadow{apart: true})
	Saying(func() string { return "wait until garbage is collected" })
	t.use(checker.Await, c.obj, 0, s, c)
}

func (*collection) info() checker.ObjectInfo {
	return checker.ObjectInfo{Kind: checker.VarObject, Silent: true}
}

func (c *collection) decisions(t *task, buf []checker.Decision) []checker.Decision {
	if t.op.Kind == checker.Await && !c.over {
		return buf
	}
	return append(buf, t.always())
}

func (c *collection) perform(_ *task, ev *checker.Event) { c.over, ev.Val = true, 1 }

// run is what the task of a collection does: it waits for the others, and then runs what is due.
// That comes after all that has happened before.
func (c *collection) run(s Site) {
	t := current()
	x := t.x
	if x.FreeTime || x.Refined { // there is no moment for it
		x.sweep(c)
	} else {
		sh := &sleepShadow{until: t.wait(s, 1), moment: true}
		c.until = sh.until.when
		x.dump.due = append(x.dump.due, c)
		x.waiting.Add(sh)
		t.do(checker.Op{Kind: checker.Sleep, Arg: x.stamp(sh.until), Quiet: true, Pos: s.Pos()}, sh)
	}
	if x.record != nil {
		t.says = func() string { return "garbage is collected" }
	}
	t.use(checker.Write, c.obj, 0, s, c)
	gone := c.gone
	c.gone = nil
	var finalizers []wards.Ward
	for _, w := range gone {
		if w.Finalizes() {
			finalizers = append(finalizers, w)
			continue
		}
		t.payload = &titled{w.Run, wire.Cleanup}
		t.do(checker.Op{Kind: checker.Spawn, Pos: w.At.Pos()}, spawnShadow{apart: true})
	}
	if len(finalizers) == 0 {
		return
	}
	// One goroutine runs all finalizers, in no order.
	before := x.dump.last
	x.dump.last = t
	if before != nil {
		t.join(before, s)
	}
	for _, w := range scatter.Ordered(finalizers, MapOrder(len(finalizers), func(i int) string {
		return "the finalizer of " + finalizers[i].At.Line() + " runs next"
	})) {
		w.Run()
	}
}

// collectsGarbage carries out the collections whose moment has come.
func (x *Execution) collectsGarbage() {
	x.dump.due = slices.DeleteFunc(x.dump.due, func(c *collection) bool {
		if c.until > x.now {
			return false
		}
		x.sweep(c)
		return true
	})
}

// uncollected takes a failure back of somebody who waits for ever, if there is a finalizer or
// cleanup that nobody has collected garbage for: natively that happens every two minutes.
func (x *Execution) uncollected() {
	f := cmp.Or(x.came.Failure, x.came.Leaked)
	if f == nil || x.came.Uncontrolled != nil || f.Kind != "deadlock" && f.Kind != "steps" && f.Kind != "leak" || !x.dump.Any() {
		return
	}
	var c collection
	if x.sweep(&c); len(c.gone) > 0 {
		x.came.Failure, x.came.Leaked = nil, nil
		x.came.Uncontrolled = &Uncontrolled{"a finalizer or cleanup for which the program does not collect garbage", c.gone[0].At}
	}
}

// sweep finds what is gone. What gocheck keeps of one object may hold on to the next one.
func (x *Execution) sweep(c *collection) {
	x.letGoOfTasks()
	stopped := func(id checker.Object) {
		if m, ok := x.list[id].sh.(*timerShadow); ok && !m.armed {
			m.f = nil
		}
	}
	for again := true; again; {
		about := wards.AboutOf(x.kept)
		again = wards.Collect(about.Slots(x.addresses()))
		about.Into(x.kept)
		x.vars.Vacate(func(checker.Object) {})
		x.shadows.Vacate(stopped)
		x.words.Vacate()
		for i := range x.list { // the channel of a context that is gone stays as it is
			if f, ok := x.list[i].sh.(*flagShadow); ok && f == nil {
				x.list[i].sh = &flagShadow{}
			}
		}
	}
	x.answer()
	c.gone = x.dump.Gone()
}

// holder is a shadow that keeps what it is the shadow of.
type holder interface{ holds() *unsafe.Pointer }

func (m *mutexShadow) holds() *unsafe.Pointer { return (*unsafe.Pointer)(unsafe.Pointer(&m.real)) }
func (l *rwShadow) holds() *unsafe.Pointer    { return (*unsafe.Pointer)(unsafe.Pointer(&l.real)) }
func (w *wgShadow) holds() *unsafe.Pointer    { return (*unsafe.Pointer)(unsafe.Pointer(&w.real)) }
func (o *onceShadow) holds() *unsafe.Pointer  { return (*unsafe.Pointer)(unsafe.Pointer(&o.real)) }

// addresses are where gocheck holds on to objects of the program.
func (x *Execution) addresses() (all []*unsafe.Pointer) {
	all = x.dump.Slots(x.words.Slots(x.shadows.Slots(x.vars.Slots(all))))
	for i := range x.list {
		switch sh := x.list[i].sh.(type) {
		case *chanShadow: // who has waited is in its lists
			clear(sh.receivers[len(sh.receivers):cap(sh.receivers)])
			clear(sh.senders[len(sh.senders):cap(sh.senders)])
			all = append(all, &sh.ptr)
		case holder:
			all = append(all, sh.holds())
		case *flagShadow: // a part of the context
			if !sh.set {
				all = append(all, &(*[2]unsafe.Pointer)(unsafe.Pointer(&x.list[i].sh))[1])
			} else {
				x.list[i].sh = &flagShadow{done: sh.done, set: true, err: sh.err, cause: sh.cause}
			}
		}
	}
	for _, id := range x.started {
		t := x.tasks[id]
		for _, seen := range [][]sighting{t.rounds.seen, t.nap.seen, t.nap.rested} {
			clear(seen[len(seen):cap(seen)]) // what rounds before have seen
			for i := range seen {
				all = append(all, &seen[i].p)
			}
		}
	}
	return all
}

// letGoOfTasks forgets what tasks have used and need no more.
func (x *Execution) letGoOfTasks() {
	for _, id := range x.started {
		t := x.tasks[id]
		switch t.op.Kind {
		case checker.Lock, checker.Arrive, checker.RLock, checker.Wait, checker.Wake, checker.Await, checker.Spin, checker.Sleep, checker.Join, checker.Once:
			t.payload = nil
		}
		if t.life == over {
			t.sh, t.payload = nil, nil
		}
		if t.index > 0 && t.handler == nil {
			t.f = nil
		}
		if _, ok := t.sh.(*atomicOp); !ok {
			t.operands.atomic = atomicOp{}
		}
		if _, ok := t.sh.(accessShadow); !ok {
			t.leaf = nil
		}
	}
}
