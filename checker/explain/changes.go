package explain

import (
	"cmp"
	"maps"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// change is a demand that an execution did not keep, with a plan that is to
// bring it about by moving as little as possible.
type change struct {
	demand
	first int32 // the event of the demand's a
	late  int   // tells less of how the failure comes about, or more, see below
	alien int   // how many of its operations are the standard library's own
	moved int   // how many events come in another place
	plan  []checker.Decision
}

// Why a change tells more than others (closes), or less.
const (
	closes     = -1   // its a closes the channel, and its b fails to send on it
	afterwards = iota // its b comes after the failure
	conveyed          // its b receives what a sends, or makes room for it
	behind            // the task of a is left behind: much else changes that is not said
)

// nearer orders changes as they are to be tried.
func nearer(a, b change) int {
	return cmp.Or(cmp.Compare(a.late, b.late), cmp.Compare(a.alien, b.alien), cmp.Compare(a.moved, b.moved), cmp.Compare(b.first, a.first))
}

// changes lists what could be otherwise in the execution that guided has just
// made, whose trace is finished: one order or one choice that concerns one of
// the first so many events.
func (g *guided) changes(steps int32) []change {
	t := g.trace
	all := reversalsOf(t, steps, g.ended)
	decisions := make([]checker.Decision, len(t.Events))
	for i := range t.Events {
		decisions[i] = t.Events[i].Decision
	}
	ready := map[demand]bool{}
	for _, c := range g.choices {
		d := demand{a: c.turn, choice: true, pick: c.pick}
		if int32(c.step) >= steps || ready[d] {
			continue
		}
		ready[d] = true
		all = append(all, change{demand: d, first: int32(c.step), moved: 1,
			plan: plan(decisions[:c.step], []checker.Decision{c.other}, decisions[c.step+1:])})
	}
	for e := range steps {
		for _, o := range opsOf(t, e) {
			op := &t.Ops[o]
			if op.Kind != checker.Select {
				continue
			}
			a := turn{t.Tasks[op.Task].Name, op.Index}
			made := pickOf(a.task, checker.Select, &decisions[e])
			for c := range op.CaseLen { // not ready yet, or never
				d := demand{a: a, choice: true, pick: pick{value: c, waiter: checker.NoTask}}
				if d.pick == made || ready[d] || t.Cases[op.CaseOff+c].Kind == checker.NoKind {
					continue
				}
				all = append(all, change{demand: d, first: e, moved: len(t.Events) - int(e), plan: decisions})
			}
		}
	}
	apart(t, func(i, j int32) {
		d := demand{a: turnOf(t, i), b: turnOf(t, j)}
		if i >= steps || ready[d] {
			return
		}
		ready[d] = true
		c := change{demand: d, first: i, plan: decisions}
		if j >= steps {
			c.late = afterwards
		}
		for e := i; e < j; e++ {
			if t.AfterOf(i).Has(e) {
				c.moved++
			}
		}
		all = append(all, c)
	})
	takersOf(t, steps, func(d demand, e int32) {
		if !ready[d] {
			ready[d] = true
			all = append(all, change{demand: d, first: e, moved: len(t.Events) - int(e), plan: decisions})
		}
	})
	slices.SortStableFunc(all, nearer)
	return all
}

// takersOf lists what else could have taken what is handed over at one of the first so many
// events: another task that receives from the same channel, first at that time or later, or would
// if it went on.
func takersOf(t *trace.Trace, steps int32, pair func(d demand, e int32)) {
	for e := range steps {
		ev := &t.Events[e]
		if !ev.Joint {
			continue
		}
		taken := turn{t.Tasks[ev.Task2].Name, t.Ops[ev.Op2].Index}
		next := map[int32]uint32{} // by task: its first such operation
		for i := range t.Ops {
			op := &t.Ops[i]
			if op.Exec >= 0 && op.Exec <= e || op.Task == ev.Task || op.Task == ev.Task2 ||
				!rivals(checker.Recv, op, t.Cases[op.CaseOff:op.CaseOff+op.CaseLen], ev.Obj) {
				continue
			}
			if index, ok := next[op.Task]; !ok || op.Index < index {
				next[op.Task] = op.Index
			}
		}
		for _, op := range slices.Sorted(maps.Keys(next)) {
			pair(demand{a: taken, b: turn{t.Tasks[op].Name, next[op]}}, e)
		}
	}
}

// apart lists pairs of events whose order on one object matters, and of which the
// second depends on the first by way of others, too: a section under a lock,
// say, that is to come before another task's, and not just before the next one.
func apart(t *trace.Trace, pair func(i, j int32)) {
	for j := range int32(len(t.Events)) {
		b := &t.Events[j]
		for i := range j {
			if a := &t.Events[i]; a.Obj == b.Obj && a.Task != b.Task && a.Task != b.Task2 &&
				trace.Classes[a.Kind].Compete(trace.Classes[b.Kind]) && t.HistOf(j).Has(i) && betweenOf(t, i, j) {
				pair(i, j)
			}
		}
	}
}

// opsOf are the operations that the event performs.
func opsOf(t *trace.Trace, e int32) []int32 {
	ev := &t.Events[e]
	if ev.Joint {
		return []int32{ev.Op, ev.Op2}
	}
	return []int32{ev.Op}
}

// turnOf is the turn of the task that makes the event, of a rendezvous the
// sender's.
func turnOf(t *trace.Trace, e int32) turn {
	ev := &t.Events[e]
	return turn{t.Tasks[ev.Task].Name, t.Ops[ev.Op].Index}
}

// turnsOf are the events by all that they are called.
func turnsOf(t *trace.Trace) map[turn]int32 {
	all := make(map[turn]int32, len(t.Events))
	for e := range int32(len(t.Events)) {
		for _, o := range opsOf(t, e) {
			all[turn{t.Tasks[t.Ops[o].Task].Name, t.Ops[o].Index}] = e
		}
	}
	return all
}

// picksOf are the choices that were made.
func picksOf(t *trace.Trace) []demand {
	var all []demand
	for e := range int32(len(t.Events)) {
		for _, o := range opsOf(t, e) {
			if op := &t.Ops[o]; choosing(op.Kind) {
				task := t.Tasks[op.Task].Name
				all = append(all, demand{a: turn{task, op.Index}, choice: true, pick: pickOf(task, op.Kind, &t.Events[e].Decision)})
			}
		}
	}
	return all
}

// keepsOrder says whether an execution with these turns keeps the demand.
func keepsOrder(t *trace.Trace, d *demand, at map[turn]int32) bool {
	a, made := at[d.a]
	if d.choice {
		if !made {
			return false
		}
		for _, o := range opsOf(t, a) {
			if op := &t.Ops[o]; t.Tasks[op.Task].Name == d.a.task {
				return pickOf(d.a.task, op.Kind, &t.Events[a].Decision) == d.pick
			}
		}
		return false
	}
	b, came := at[d.b]
	return came && (!made || b < a)
}

// reversalsOf lists the races of the trace whose first event is one of the first
// so many: pairs of events of two tasks of which the second depends on the
// first, and on nothing between that does. Where the order is one of locks, it
// is the acquisitions that are in question; of messages of one handler, their
// beginnings. And what never happened, since a task is blocked in it, might
// have come before what took it away. A TryLock fails if it comes before the
// lock is let go of, which no order of the trace says. blocked: the execution has
// ended because nobody could go on.
func reversalsOf(t *trace.Trace, steps int32, blocked bool) []change {
	var all []change
	seen := map[demand]bool{}
	add := func(first, before int32, b turn) {
		r := reversalOf(t, first, before, b)
		switch pending := int(before) == len(t.Events); {
		case !pending && passesOver(t, first, before):
			r.late = conveyed
		case before >= steps && !(blocked && pending):
			r.late = afterwards
		}
		fails := int(before) < len(t.Events) && t.Events[before].Kind == checker.SendClosed
		if fails && t.Events[first].Kind == checker.Close {
			r.late = closes
		}
		if first < steps && !seen[r.demand] {
			seen[r.demand] = true
			all = append(all, r, delayedBy(t, r))
			if fails || before == steps-1 {
				all = append(all, goesOn(t, r, before))
			}
		}
	}
	for j := range int32(len(t.Events)) {
		for _, i := range t.PredsOf(j) {
			if e := &t.Events[j]; t.Events[i].Task == e.Task || t.Events[i].Task == e.Task2 || betweenOf(t, i, j) {
				continue
			}
			if first, second := racingWith(t, i, j); first >= 0 {
				add(first, second, turnOf(t, second))
			}
		}
		earlyOf(t, j, func(i int32) { add(j, i, turnOf(t, i)) })
	}
	handledBy(t, add)
	for _, op := range t.Ops {
		if op.Exec >= 0 || op.Prev < 0 {
			continue
		}
		b := turn{t.Tasks[op.Task].Name, op.Index}
		for i := range int32(len(t.Events)) {
			e := &t.Events[i]
			if e.Task == op.Task || e.Task2 == op.Task {
				continue
			}
			if rivals(e.Kind, &op, t.Cases[op.CaseOff:op.CaseOff+op.CaseLen], e.Obj) {
				add(i, int32(len(t.Events)), b)
			}
		}
	}
	return all
}

// passesOver says whether two events on a channel with a buffer are ordered by what
// goes through it.
func passesOver(t *trace.Trace, i, j int32) bool {
	a, b := &t.Events[i], &t.Events[j]
	return a.Obj == b.Obj && (a.Kind == checker.Send && b.Kind == checker.Recv || a.Kind == checker.Recv && b.Kind == checker.Send)
}

// handledBy lists pairs of messages of one handler that it gets one after the
// other, the second perhaps not at all: as it is busy meanwhile, their order may
// matter even if none of their events depends on another.
func handledBy(t *trace.Trace, pair func(first, second int32, b turn)) {
	for h := range t.Handlers {
		r := &t.Handlers[h]
		var begun, waiting []int32
		for _, m := range r.Messages {
			if t.Tasks[m].Start >= 0 {
				begun = append(begun, m)
			} else {
				waiting = append(waiting, m)
			}
		}
		slices.SortFunc(begun, func(a, b int32) int { return cmp.Compare(t.Tasks[a].Start, t.Tasks[b].Start) })
		for i, m := range begun {
			next := waiting
			if i+1 < len(begun) {
				next = begun[i+1 : i+2]
			}
			for _, n := range next {
				a, b := &t.Tasks[m], &t.Tasks[n]
				switch {
				case !r.FIFO && b.Start < 0:
					pair(a.Start, int32(len(t.Events)), turn{b.Name, 0})
				case !r.FIFO:
					pair(a.Start, b.Start, turnOf(t, b.Start))
				case a.Post < b.Post && t.Events[a.Post].Task != t.Events[b.Post].Task:
					pair(a.Post, b.Post, turnOf(t, b.Post))
				}
			}
		}
	}
}

// earlyOf finds what an event might have come after, though it depends on none of
// it: what would have kept a counter from falling below zero, or have let a
// TryLock succeed.
func earlyOf(t *trace.Trace, j int32, late func(i int32)) {
	e := &t.Events[j]
	if e.Kind != checker.AddNegative && e.Kind != checker.LockBusy {
		return
	}
	for i := j + 1; int(i) < len(t.Events); i++ {
		f := &t.Events[i]
		if f.Obj != e.Obj || f.Task == e.Task || t.AfterOf(j).Has(i) {
			continue
		}
		if e.Kind == checker.AddNegative && f.Kind == checker.Add && f.Arg > 0 || e.Kind == checker.LockBusy && (f.Kind == checker.Unlock || f.Kind == checker.RUnlock) {
			late(i)
		}
	}
}

// rivals says whether an event on obj may have taken away what the blocked
// operation waits for.
func rivals(k checker.Kind, op *trace.Operation, cases []checker.Case, obj checker.Object) bool {
	if op.Kind == checker.Select {
		for i := range cases {
			if cases[i].Obj == obj && cases[i].Kind == k {
				return true
			}
		}
		return false
	}
	if op.Obj != obj {
		return false
	}
	switch k {
	case checker.Lock, checker.Arrive, checker.RLock:
		return op.Kind == checker.Lock || op.Kind == checker.Arrive || op.Kind == checker.RLock
	case checker.Send, checker.Recv:
		return op.Kind == k
	case checker.OnceFirst:
		return op.Kind == checker.Once
	}
	return false
}

// betweenOf says whether j depends on i by way of another event.
func betweenOf(t *trace.Trace, i, j int32) bool {
	for _, p := range t.PredsOf(j) {
		if p != i && t.HistOf(p).Has(i) {
			return true
		}
	}
	return false
}

// racingWith is the pair whose order is to be changed so that j comes before i; -1:
// there is none.
func racingWith(t *trace.Trace, i, j int32) (first, second int32) {
	switch a, b := &t.Events[i], &t.Events[j]; {
	case a.Child == b.Task && t.Ops[b.Op].Index == 0, b.Kind == checker.Join, a.Kind == checker.Tick, b.Kind == checker.Tick:
		return -1, -1 // its creation; its end; time
	case a.Kind == checker.Unlock || a.Kind == checker.RUnlock:
		for k := i - 1; k >= 0; k-- {
			e := &t.Events[k]
			if e.Task == a.Task && e.Obj == a.Obj && (e.Kind == checker.Lock && !t.Arrived(e.Op) || e.Kind == checker.RLock || e.Kind == checker.Arrive) {
				return k, j
			}
		}
		return -1, -1
	}
	return messagesOf(t, i, j)
}

// messagesOf is the pair for events of messages of one handler: their beginnings
// or, where they begin in the order in which they are posted, their posts.
func messagesOf(t *trace.Trace, i, j int32) (first, second int32) {
	for {
		a, b := &t.Tasks[t.Events[i].Task], &t.Tasks[t.Events[j].Task]
		switch {
		case i >= j || t.Events[i].Task == t.Events[j].Task:
			return -1, -1
		case a.Handler < 0 || a.Handler != b.Handler:
			return i, j
		case !t.Handlers[a.Handler].FIFO:
			return a.Start, b.Start
		}
		i, j = a.Post, b.Post
	}
}

// reversalOf makes the plan in which b comes before the event first: what does
// not depend on first of the events before b's, then b's task for as long as it
// can, or b if it was performed, then the rest.
func reversalOf(t *trace.Trace, first, before int32, b turn) change {
	r := change{demand: demand{a: turnOf(t, first), b: b}, first: first}
	after := t.AfterOf(first)
	for e := range before {
		if !after.Has(e) {
			r.plan = append(r.plan, t.Events[e].Decision)
		}
	}
	if int(before) < len(t.Events) {
		r.plan = append(r.plan, t.Events[before].Decision)
	} else {
		r.plan = append(r.plan, checker.Decision{Task: b.task, Choice: onward})
	}
	for e := first; int(e) < len(t.Events); e++ {
		if e != before && (e > before || after.Has(e)) {
			r.plan = append(r.plan, t.Events[e].Decision)
			if e < before {
				r.moved++
			}
		}
	}
	return r
}

// goesOn is the reversal with the task of b, an event, going on for as long as it can: where b is
// what fails nothing of what its task does next is planned, and all that others did afterwards is.
func goesOn(t *trace.Trace, r change, b int32) change {
	after, at := t.AfterOf(r.first), 1
	for e := range b {
		if !after.Has(e) {
			at++
		}
	}
	r.plan = slices.Insert(slices.Clone(r.plan), at, checker.Decision{Task: r.b.task, Choice: onward})
	return r
}

// delayedBy is the reversal with the task of a left behind for as long as others
// can go on: where more of them have to come before it.
func delayedBy(t *trace.Trace, r change) change {
	r.plan, r.late = nil, behind
	for e := range int32(len(t.Events)) {
		if d := t.Events[e].Decision; e < r.first || d.Task != r.a.task {
			r.plan = append(r.plan, d)
		}
	}
	return r
}
