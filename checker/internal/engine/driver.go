package engine

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/race"
)

// Strategy is what an algorithm decides during one execution.
type Strategy interface {
	// Next picks the next decision; false ends the execution early.
	Next(d *Driver, st checker.State) (checker.Decision, bool)
	// Did sees every event after the driver has booked it.
	Did(d *Driver, st checker.State, ev *checker.Event)
}

// Driver is the Scheduler of all algorithms: it asks a strategy, keeps the
// decisions made, bounds the steps, and feeds the race detector.
type Driver struct {
	s         Strategy
	Limit     int                // steps, 0: none
	Races     *race.Detector     // nil: not asked for
	Decisions []checker.Decision // of this execution
	Cut       bool               // the limit was reached
	Fallback  checker.Fair
	solo
	Buf     []checker.Decision
	defined func(*checker.Op) // if not nil: sees every operation that is announced
	watch   *Exploration      // has a deadline, or may be stopped; nil: the execution is not to be given up
	void    bool              // it was, in its midst
	fold    *folder           // nil: every step of the program is one of the strategy

	// Of a strategy that is a repeating one, or nil. The next execution begins with
	// the first so many of the decisions of the last one.
	repeating Repeating
	repeats   int
	kept      bool // the last execution was kept for that

	// What is pending, to tell a deadlock at the end without asking the
	// program, whose State is gone by then.
	pending []checker.Kind // by task; NoKind: not live
	live    []checker.Task // every task met in this execution
}

// Reset begins an execution that s decides.
func (d *Driver) Reset(s Strategy) {
	d.s = s
	d.Decisions = d.Decisions[:0]
	d.Cut, d.void = false, false
	d.Fallback.Reset()
	for _, t := range d.live {
		d.pending[t] = checker.NoKind
	}
	d.live = d.live[:0]
	if d.repeats == 0 {
		d.anew()
	}
	d.begins(d.repeats > 0)
}

// anew begins an execution that is not known to begin as the last one.
func (d *Driver) anew() {
	if d.Races != nil {
		d.Races.Reset()
	}
}

// run executes the program once.
func (d *Driver) run(p checker.Program, s Strategy) checker.Outcome {
	d.Reset(s)
	if d.fold != nil {
		return d.fold.run(p)
	}
	return p.Run(d)
}

// Schedule is the decisions of the execution, those of folded steps included.
func (d *Driver) Schedule() []checker.Decision {
	if d.fold != nil {
		return d.fold.full
	}
	return d.Decisions
}

// made is how many steps of the program the first n decisions of the last execution are.
func (d *Driver) made(n int) int {
	if d.fold != nil {
		return d.fold.end(n)
	}
	return n
}

// note notes the kind of operation that a task has announced, or that it has ended.
func (d *Driver) note(st checker.State, t checker.Task, last bool) {
	k := checker.NoKind
	if !last {
		op := st.Op(t)
		if d.defined != nil {
			d.defined(op)
		}
		k = op.Kind
	}
	if int(t) < len(d.pending) && d.pending[t] != checker.NoKind {
		d.pending[t] = k // it stays in live, so that reset finds it
		return
	}
	for int(t) >= len(d.pending) {
		d.pending = append(d.pending, checker.NoKind)
	}
	d.pending[t] = k
	d.live = append(d.live, t)
}

// Next implements Scheduler.
func (d *Driver) Next(st checker.State) (checker.Decision, bool) {
	n := len(d.Decisions)
	if n == 0 && d.repeats > 0 {
		d.anew() // the program does not go in for that
		d.begins(false)
	}
	if d.frees && d.fold == nil {
		d.looksAlone(st, n)
	}
	if d.watch != nil && d.watch.steps() && d.Late() || d.Races != nil && d.Races.Over {
		d.Cut, d.void = true, true
		return checker.Decision{}, false
	}
	if d.hidden {
		return d.goesOn()
	}
	if n >= d.most {
		d.Cut = true
		return checker.Decision{}, false
	}
	if n == 0 {
		for _, t := range st.Tasks() {
			d.note(st, t, false)
		}
	}
	return d.s.Next(d, st)
}

// Did implements Scheduler.
func (d *Driver) Did(st checker.State, ev *checker.Event) {
	d.Decisions = append(d.Decisions, ev.Decision)
	d.note(st, ev.Task, ev.Last)
	if ev.Partner != checker.NoTask && ev.Kind == checker.Send {
		d.note(st, ev.Partner, ev.PartnerLast)
	}
	if ev.Child != checker.NoTask {
		d.note(st, ev.Child, ev.ChildLast)
	}
	for _, b := range ev.More {
		d.note(st, b.Task, b.Last)
	}
	if d.hidden {
		return
	}
	d.Fallback.Did(st, ev)
	if d.Races != nil && d.fold == nil {
		d.Races.Add(st, ev)
	}
	d.s.Did(d, st, ev)
}

// full gives the execution up if the race detector has no room for it.
func (d *Driver) full() bool {
	if d.Races != nil && d.Races.Over || d.fold != nil && d.fold.races.Over {
		d.Cut, d.void = true, true
		return true
	}
	return false
}

// blocked says whether, at the end of an execution, some task can never go
// on. The clock and timers that were stopped are at rest.
func (d *Driver) blocked() bool {
	for _, t := range d.live {
		switch d.pending[t] {
		case checker.NoKind, checker.Tick, checker.TimerFire:
		default:
			return true
		}
	}
	return false
}

// Enabled says whether dec is one of the present alternatives.
func (d *Driver) Enabled(st checker.State, dec checker.Decision) bool {
	if int(dec.Task) >= len(d.pending) || d.pending[dec.Task] == checker.NoKind {
		// The clock's task may appear unannounced.
		found := false
		for _, t := range st.Tasks() {
			found = found || t == dec.Task
		}
		if !found {
			return false
		}
	}
	d.Buf = st.Decisions(dec.Task, d.Buf[:0])
	for i := range d.Buf {
		if d.Buf[i] == dec {
			return true
		}
	}
	return false
}

// Receiver is the second task that takes part in a decision: the receiver of a
// rendezvous, else NoTask. (A Signal has a Partner that does nothing.)
func Receiver(st checker.State, dec *checker.Decision) checker.Task {
	if dec.Partner != checker.NoTask && st.Op(dec.Task).Kind == checker.Signal {
		return checker.NoTask
	}
	return dec.Partner
}
