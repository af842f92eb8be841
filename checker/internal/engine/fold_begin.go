package engine

import "gocheck.dev/checker"

// This file leaves most of a long beginning out of traces: tests fill a cache with ten thousand
// entries before they start a goroutine. docs/design/fewer.md has why nothing is missed.
//
// As long as the first task is alone, what it does comes before all else in every execution. Its
// steps are in traces for what they leave to others: a lock that is held, elements of a channel,
// the value of a variable. Those that leave nothing are folded into the step before them
// (fold.go): the uses of a lock up to where it is free, those of a channel up to where it is
// empty, those of a WaitGroup up to where it is at zero, and of a variable all but the last change.

// BeginsFrom is how many steps of a beginning algorithms see at most before it is looked for what
// can be left out. The tests take less.
var BeginsFrom = checker.MaxEvents

// beginsMost is the longest beginning of which most can be left out, in steps: some hundred MiB are
// needed to look at it, and a part of the exploration says of each step whether it is.
const beginsMost = 1 << 23

// beginsLeft is how many steps of a beginning may be left in traces, at most.
const beginsLeft = 1 << 11

// leavesNothing has the kinds of events that may be left out.
var leavesNothing = [checker.NumKinds]bool{
	checker.Read: true, checker.Write: true, checker.Inc: true, checker.Mask: true, checker.Merge: true,
	checker.Lock: true, checker.Unlock: true, checker.Arrive: true, checker.RLock: true, checker.RUnlock: true, checker.LockBusy: true,
	checker.Send: true, checker.Recv: true, checker.Len: true, checker.Add: true, checker.Wait: true, checker.OnceDone: true, checker.Yield: true,
}

// begin lets the exploration begin anew, with what can be left out of the first n steps, which a
// task makes alone: nothing, if it is not enough.
func (x *Exploration) begin(n int) {
	b := x.looksAtBeginning(min(n, beginsMost))
	if x.Next = nil; !b.drv.void && len(b.steps) == n {
		if out := b.leftOut(); n-count(out) <= beginsLeft {
			x.Next = &folding{begin: out, effects: true}
		}
	}
	x.anew()
}

// looksAtBeginning takes down what the first task does alone: its first n steps at most.
func (x *Exploration) looksAtBeginning(n int) *beginning {
	b := &beginning{}
	b.drv.Limit = n
	if x.watched() {
		b.drv.watch = x
	}
	b.drv.run(x.Program, b)
	return b
}

// beginning is the strategy that takes down what a task does alone.
type beginning struct {
	drv    Driver
	steps  []begun
	writes []begunWrite
}

// begun is a step of it.
type begun struct {
	task   checker.Task
	obj    checker.Object
	kind   checker.Kind
	chosen bool // it is a case of a select
	arg    int64
}

// begunWrite is an effect of a step that changes an object.
type begunWrite struct {
	step int
	obj  checker.Object
}

// Next implements Strategy.
func (b *beginning) Next(d *Driver, st checker.State) (checker.Decision, bool) {
	if !d.forced(st) || len(d.Buf) == 0 {
		return checker.Decision{}, false
	}
	return d.Buf[0], true
}

// Did implements Strategy.
func (b *beginning) Did(_ *Driver, _ checker.State, ev *checker.Event) {
	for i := range ev.Effects {
		if f := &ev.Effects[i]; f.Write {
			b.writes = append(b.writes, begunWrite{len(b.steps), f.Obj})
		}
	}
	b.steps = append(b.steps, begun{task: ev.Task, obj: ev.Obj, kind: ev.Kind, chosen: ev.Op.Kind == checker.Select, arg: ev.Arg})
}

// begunUse is how an object is used in a beginning.
type begunUse struct {
	since []int // the steps on it that leave something, up to now
	sum   int64 // of holders, elements, or the counter
	fixed bool  // something else was done with it: what comes stays
	value bool  // it is a variable
}

// leftOut says which of the steps leave nothing to others.
func (b *beginning) leftOut() []bool {
	out := make([]bool, len(b.steps))
	uses := map[checker.Object]*begunUse{}
	for i := range b.steps {
		s := &b.steps[i]
		if s.kind == checker.Yield {
			out[i] = true
			continue
		}
		if s.kind == checker.Begin || s.kind == checker.Sleep || s.kind == checker.Tick || s.kind == checker.Choose {
			continue
		}
		u := uses[s.obj]
		if u == nil {
			u = &begunUse{}
			uses[s.obj] = u
		}
		if u.fixed = u.fixed || s.chosen || !leavesNothing[s.kind]; u.fixed {
			out[i] = s.kind == checker.OnceDone // which only reads
			continue
		}
		u.step(i, s, out)
	}
	// What is changed by effects has a value that its operations alone do not tell: all of them stay,
	// and the steps with such effects. With such a step all that is done with its own object does.
	stays := map[checker.Object]bool{}
	for _, w := range b.writes {
		if u := uses[w.obj]; u != nil && u.value {
			stays[w.obj], stays[b.steps[w.step].obj] = true, true
			out[w.step] = false
		}
	}
	for i := range b.steps {
		s := &b.steps[i]
		// A step is folded into one of its own task.
		if i == 0 || b.steps[i-1].task != s.task || s.kind != checker.Yield && stays[s.obj] {
			out[i] = false
		}
	}
	return out
}

// step takes step i on the object down, and what it makes superfluous.
func (u *begunUse) step(i int, s *begun, out []bool) {
	free := true
	switch s.kind {
	case checker.Read:
		u.value, out[i] = true, true
		return
	case checker.Write, checker.Inc, checker.Mask, checker.Merge:
		u.value = true
		u.leaveOut(out)
		u.since = append(u.since, i)
		return
	case checker.Lock, checker.RLock, checker.Send:
		u.sum++
	case checker.Unlock, checker.RUnlock, checker.Recv:
		u.sum--
	case checker.Add:
		u.sum += s.arg
	case checker.Arrive:
		free = false // it is waiting for the readers
	}
	if u.since = append(u.since, i); free && u.sum == 0 {
		u.leaveOut(out)
	}
}

// leaveOut leaves out what has been done with the object up to now.
func (u *begunUse) leaveOut(out []bool) {
	for _, i := range u.since {
		out[i] = true
	}
	u.since = u.since[:0]
}

// count is how many are true.
func count(list []bool) (n int) {
	for _, is := range list {
		if is {
			n++
		}
	}
	return n
}

// begins says whether the next step of the program is left out of the beginning.
func (f *folder) begins() bool {
	n := len(f.full)
	return n > 0 && n < len(f.by.begin) && f.by.begin[n]
}

// foldBegun adds a step of the beginning to the one before it. It happens before all that could
// race with it.
func (f *folder) foldBegun(ev *checker.Event) {
	if f.broken = !leavesNothing[ev.Kind] || ev.Last || ev.Child != checker.NoTask; f.broken {
		return
	}
	if f.d.Races != nil {
		f.races.Skip(f.st)
	}
	f.todo = append(f.todo, ev.Task)
}
