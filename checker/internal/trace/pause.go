package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// A pause: time moves although something can run (checker.Tick). Whatever comes before it
// happens before it, and whatever comes after it after it. So it is possible after a set if
// somebody waits for a deadline that is near enough, and whether something else can run does
// not matter: if nothing can, it is a Tick all the same, and costs nothing.

// pauseReady says whether the Tick op is possible after in as a pause. If not, some operation has
// to leave without which somebody waits for a near deadline: the last one on a timer, or one that
// a task has made that would else wait for a timer.
func (t *Trace) pauseReady(op *Operation, in flat.Set) Verdict {
	if over := t.EndOf(op.Partner); op.Partner != checker.NoTask && over >= 0 && in.Has(over) {
		return t.drop(over)
	}
	from := t.Now(in)
	to := from + op.Arg
	near := func(at int64) bool { return from < at && at <= to }
	for i := range t.Ops {
		o := &t.Ops[i]
		if o.Exec >= 0 && in.Has(o.Exec) || o.Prev >= 0 && !in.Has(o.Prev) || t.rests(o, in) {
			continue
		}
		switch o.Kind {
		case checker.Sleep:
			if near(o.Arg) {
				return Ready
			}
		case checker.TimerFire, checker.TimerRecv:
			if at, _, armed := t.Deadline(o.Obj, in); armed && near(at) {
				return Ready
			}
		case checker.Select, checker.Spin:
			for _, c := range t.CasesOf(int32(i)) {
				if c.Kind != checker.TimerRecv {
					continue
				}
				if at, _, armed := t.Deadline(c.Obj, in); armed && near(at) {
					return Ready
				}
			}
		}
	}
	past := t.TickIn(in) // what is up to there stays
	for _, obj := range t.Objs {
		if t.Infos[obj].Kind != checker.TimerObject || !t.nears(obj, in, near) {
			continue
		}
		if f := t.newest(obj, in); f > past {
			t.Drops = append(t.Drops, f)
		}
		for i := range t.Ops {
			if o := &t.Ops[i]; o.Exec > past && in.Has(o.Exec) && t.awaitsTimer(int32(i), obj) {
				t.Drops = append(t.Drops, o.Exec)
			}
		}
	}
	if len(t.Drops) == 0 {
		return Never
	}
	return DropAny
}

// nears says whether some event of in has set the timer to a deadline that is near.
func (t *Trace) nears(o checker.Object, in flat.Set, near func(int64) bool) bool {
	for n := t.Heads[o]; n >= 0; n = t.Nodes[n].Prev {
		if f := t.Nodes[n].Ev; in.Has(f) {
			if k := t.Events[f].Kind; (k == checker.TimerSet || k == checker.TimerRecv) && near(t.Events[f].Arg) {
				return true
			}
		}
	}
	return false
}

// awaitsTimer says whether the operation waits for the timer.
func (t *Trace) awaitsTimer(i int32, timer checker.Object) bool {
	op := &t.Ops[i]
	switch op.Kind {
	case checker.TimerFire, checker.TimerRecv:
		return op.Obj == timer
	case checker.Select, checker.Spin:
		for _, c := range t.CasesOf(i) {
			if c.Kind == checker.TimerRecv && c.Obj == timer {
				return true
			}
		}
	}
	return false
}
