package explore

import (
	"cmp"
	"slices"

	"gocheck.dev/checker"
)

// change is a demand that an execution did not keep, with a plan that is to
// bring it about by moving as little as possible.
type change struct {
	demand
	first int32 // the event of the demand's a
	late  int   // tells less of how the failure comes about, see below
	moved int   // how many events come in another place
	plan  []checker.Decision
}

// Why a change tells less than others.
const (
	afterwards = 1 + iota // its b comes after the failure
	conveyed              // its b receives what a sends, or makes room for it
	behind                // the task of a is left behind: much else changes that is not said
)

// nearer orders changes as they are to be tried.
func nearer(a, b change) int {
	return cmp.Or(cmp.Compare(a.late, b.late), cmp.Compare(a.moved, b.moved), cmp.Compare(b.first, a.first))
}

// changes lists what could be otherwise in the execution that guided has just
// made, whose trace is finished: one order or one choice that concerns one of
// the first so many events.
func (g *guided) changes(steps int32) []change {
	t := g.trace
	all := reversalsOf(t, steps, g.ended)
	decisions := make([]checker.Decision, len(t.events))
	for i := range t.events {
		decisions[i] = t.events[i].decision
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
			op := &t.ops[o]
			if op.kind != checker.Select {
				continue
			}
			a := turn{t.tasks[op.task].name, op.index}
			made := pickOf(a.task, checker.Select, &decisions[e])
			for c := range op.caseLen { // not ready yet, or never
				d := demand{a: a, choice: true, pick: pick{value: c, waiter: checker.NoTask}}
				if d.pick == made || ready[d] || t.cases[op.caseOff+c].Kind == checker.NoKind {
					continue
				}
				all = append(all, change{demand: d, first: e, moved: len(t.events) - int(e), plan: decisions})
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
			if t.afterOf(i).has(e) {
				c.moved++
			}
		}
		all = append(all, c)
	})
	slices.SortStableFunc(all, nearer)
	return all
}

// apart lists pairs of events whose order on one object matters, and of which the
// second depends on the first by way of others, too: a section under a lock,
// say, that is to come before another task's, and not just before the next one.
func apart(t *trace, pair func(i, j int32)) {
	for j := range int32(len(t.events)) {
		b := &t.events[j]
		for i := range j {
			if a := &t.events[i]; a.obj == b.obj && a.task != b.task && a.task != b.task2 &&
				classes[a.kind].compete(classes[b.kind]) && t.histOf(j).has(i) && betweenOf(t, i, j) {
				pair(i, j)
			}
		}
	}
}

// opsOf are the operations that the event performs.
func opsOf(t *trace, e int32) []int32 {
	ev := &t.events[e]
	if ev.joint {
		return []int32{ev.op, ev.op2}
	}
	return []int32{ev.op}
}

// turnOf is the turn of the task that makes the event, of a rendezvous the
// sender's.
func turnOf(t *trace, e int32) turn {
	ev := &t.events[e]
	return turn{t.tasks[ev.task].name, t.ops[ev.op].index}
}

// turnsOf are the events by all that they are called.
func turnsOf(t *trace) map[turn]int32 {
	all := make(map[turn]int32, len(t.events))
	for e := range int32(len(t.events)) {
		for _, o := range opsOf(t, e) {
			all[turn{t.tasks[t.ops[o].task].name, t.ops[o].index}] = e
		}
	}
	return all
}

// picksOf are the choices that were made.
func picksOf(t *trace) []demand {
	var all []demand
	for e := range int32(len(t.events)) {
		for _, o := range opsOf(t, e) {
			if op := &t.ops[o]; choosing(op.kind) {
				task := t.tasks[op.task].name
				all = append(all, demand{a: turn{task, op.index}, choice: true, pick: pickOf(task, op.kind, &t.events[e].decision)})
			}
		}
	}
	return all
}

// keepsOrder says whether an execution with these turns keeps the demand.
func keepsOrder(t *trace, d *demand, at map[turn]int32) bool {
	a, made := at[d.a]
	if d.choice {
		if !made {
			return false
		}
		for _, o := range opsOf(t, a) {
			if op := &t.ops[o]; t.tasks[op.task].name == d.a.task {
				return pickOf(d.a.task, op.kind, &t.events[a].decision) == d.pick
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
func reversalsOf(t *trace, steps int32, blocked bool) []change {
	var all []change
	seen := map[demand]bool{}
	add := func(first, before int32, b turn) {
		r := reversalOf(t, first, before, b)
		switch pending := int(before) == len(t.events); {
		case !pending && passesOver(t, first, before):
			r.late = conveyed
		case before >= steps && !(blocked && pending):
			r.late = afterwards
		}
		if first < steps && !seen[r.demand] {
			seen[r.demand] = true
			all = append(all, r, delayedBy(t, r))
		}
	}
	for j := range int32(len(t.events)) {
		for _, i := range t.predsOf(j) {
			if e := &t.events[j]; t.events[i].task == e.task || t.events[i].task == e.task2 || betweenOf(t, i, j) {
				continue
			}
			if first, second := racingWith(t, i, j); first >= 0 {
				add(first, second, turnOf(t, second))
			}
		}
		earlyOf(t, j, func(i int32) { add(j, i, turnOf(t, i)) })
	}
	handledBy(t, add)
	for _, op := range t.ops {
		if op.exec >= 0 || op.prev < 0 {
			continue
		}
		b := turn{t.tasks[op.task].name, op.index}
		for i := range int32(len(t.events)) {
			e := &t.events[i]
			if e.task == op.task || e.task2 == op.task {
				continue
			}
			if rivals(e.kind, &op, t.cases[op.caseOff:op.caseOff+op.caseLen], e.obj) {
				add(i, int32(len(t.events)), b)
			}
		}
	}
	return all
}

// passesOver says whether two events on a channel with a buffer are ordered by what
// goes through it.
func passesOver(t *trace, i, j int32) bool {
	a, b := &t.events[i], &t.events[j]
	return a.obj == b.obj && (a.kind == checker.Send && b.kind == checker.Recv || a.kind == checker.Recv && b.kind == checker.Send)
}

// handledBy lists pairs of messages of one handler that it gets one after the
// other, the second perhaps not at all: as it is busy meanwhile, their order may
// matter even if none of their events depends on another.
func handledBy(t *trace, pair func(first, second int32, b turn)) {
	for h := range t.handlers {
		r := &t.handlers[h]
		var begun, waiting []int32
		for _, m := range r.messages {
			if t.tasks[m].start >= 0 {
				begun = append(begun, m)
			} else {
				waiting = append(waiting, m)
			}
		}
		slices.SortFunc(begun, func(a, b int32) int { return cmp.Compare(t.tasks[a].start, t.tasks[b].start) })
		for i, m := range begun {
			next := waiting
			if i+1 < len(begun) {
				next = begun[i+1 : i+2]
			}
			for _, n := range next {
				a, b := &t.tasks[m], &t.tasks[n]
				switch {
				case !r.fifo && b.start < 0:
					pair(a.start, int32(len(t.events)), turn{b.name, 0})
				case !r.fifo:
					pair(a.start, b.start, turnOf(t, b.start))
				case a.post < b.post && t.events[a.post].task != t.events[b.post].task:
					pair(a.post, b.post, turnOf(t, b.post))
				}
			}
		}
	}
}

// earlyOf finds what an event might have come after, though it depends on none of
// it: what would have kept a counter from falling below zero, or have let a
// TryLock succeed.
func earlyOf(t *trace, j int32, late func(i int32)) {
	e := &t.events[j]
	if e.kind != checker.AddNegative && e.kind != checker.LockBusy {
		return
	}
	for i := j + 1; int(i) < len(t.events); i++ {
		f := &t.events[i]
		if f.obj != e.obj || f.task == e.task || t.afterOf(j).has(i) {
			continue
		}
		if e.kind == checker.AddNegative && f.kind == checker.Add && f.arg > 0 || e.kind == checker.LockBusy && (f.kind == checker.Unlock || f.kind == checker.RUnlock) {
			late(i)
		}
	}
}

// rivals says whether an event on obj may have taken away what the blocked
// operation waits for.
func rivals(k checker.Kind, op *operation, cases []checker.Case, obj checker.Object) bool {
	if op.kind == checker.Select {
		for i := range cases {
			if cases[i].Obj == obj && cases[i].Kind == k {
				return true
			}
		}
		return false
	}
	if op.obj != obj {
		return false
	}
	switch k {
	case checker.Lock, checker.Arrive, checker.RLock:
		return op.kind == checker.Lock || op.kind == checker.Arrive || op.kind == checker.RLock
	case checker.Send, checker.Recv:
		return op.kind == k
	case checker.OnceFirst:
		return op.kind == checker.Once
	}
	return false
}

// betweenOf says whether j depends on i by way of another event.
func betweenOf(t *trace, i, j int32) bool {
	for _, p := range t.predsOf(j) {
		if p != i && t.histOf(p).has(i) {
			return true
		}
	}
	return false
}

// racingWith is the pair whose order is to be changed so that j comes before i; -1:
// there is none.
func racingWith(t *trace, i, j int32) (first, second int32) {
	switch a, b := &t.events[i], &t.events[j]; {
	case a.child == b.task && t.ops[b.op].index == 0, b.kind == checker.Join, a.kind == checker.Tick, b.kind == checker.Tick:
		return -1, -1 // its creation; its end; time
	case a.kind == checker.Unlock || a.kind == checker.RUnlock:
		for k := i - 1; k >= 0; k-- {
			e := &t.events[k]
			if e.task == a.task && e.obj == a.obj && (e.kind == checker.Lock && !t.arrived(e.op) || e.kind == checker.RLock || e.kind == checker.Arrive) {
				return k, j
			}
		}
		return -1, -1
	}
	return messagesOf(t, i, j)
}

// messagesOf is the pair for events of messages of one handler: their beginnings
// or, where they begin in the order in which they are posted, their posts.
func messagesOf(t *trace, i, j int32) (first, second int32) {
	for {
		a, b := &t.tasks[t.events[i].task], &t.tasks[t.events[j].task]
		switch {
		case i >= j || t.events[i].task == t.events[j].task:
			return -1, -1
		case a.handler < 0 || a.handler != b.handler:
			return i, j
		case !t.handlers[a.handler].fifo:
			return a.start, b.start
		}
		i, j = a.post, b.post
	}
}

// reversalOf makes the plan in which b comes before the event first: what does
// not depend on first of the events before b's, then b's task for as long as it
// can, or b if it was performed, then the rest.
func reversalOf(t *trace, first, before int32, b turn) change {
	r := change{demand: demand{a: turnOf(t, first), b: b}, first: first}
	after := t.afterOf(first)
	for e := range before {
		if !after.has(e) {
			r.plan = append(r.plan, t.events[e].decision)
		}
	}
	if int(before) < len(t.events) {
		r.plan = append(r.plan, t.events[before].decision)
	} else {
		r.plan = append(r.plan, checker.Decision{Task: b.task, Choice: onward})
	}
	for e := first; int(e) < len(t.events); e++ {
		if e != before && (e > before || after.has(e)) {
			r.plan = append(r.plan, t.events[e].decision)
			if e < before {
				r.moved++
			}
		}
	}
	return r
}

// delayedBy is the reversal with the task of a left behind for as long as others
// can go on: where more of them have to come before it.
func delayedBy(t *trace, r change) change {
	r.plan, r.late = nil, behind
	for e := range int32(len(t.events)) {
		if d := t.events[e].decision; e < r.first || d.Task != r.a.task {
			r.plan = append(r.plan, d)
		}
	}
	return r
}
