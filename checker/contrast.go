package checker

import (
	"cmp"
	"slices"
)

// Difference is the one thing in which a passing execution differs from a
// failing one, with what follows from it: the order of two operations that race,
// or a choice of the program.
type Difference struct {
	Passing []Decision
	// First is an event of the failing execution, counted from 0, and Second one of
	// the passing execution, which has it before First. If it is a choice both are
	// its event.
	First, Second int
	Choice        bool
}

// contrastRuns bounds the executions that contrast makes.
const contrastRuns = 400

// contrast looks for the passing execution that is nearest to the best failing
// one: of those in which one race is reversed or one choice made otherwise and
// the rest stays as much as it was as it can, the one that moves the fewest
// events, the latest of them.
func (m *minimiser) contrast() *Difference {
	steps, fails, _ := m.execute(m.best.decisions) // to its end: what fails may come before something
	if !fails {
		return nil
	}
	t := m.run.trace
	t.finish(true)
	candidates := t.reversals(int32(steps))
	for _, c := range m.run.choices {
		for i := range c.other {
			if c.step < steps {
				candidates = append(candidates, reversal{first: int32(c.step), choice: true, moved: 1,
					plan: plan(m.best.decisions[:c.step], c.other[i:i+1], m.best.decisions[c.step+1:])})
			}
		}
	}
	slices.SortStableFunc(candidates, nearer)
	for i := range candidates {
		c := &candidates[i]
		if i == contrastRuns || m.x.late(lateWork) {
			break
		}
		if _, _, passes := m.execute(c.plan); !passes {
			continue
		}
		second := int(c.first)
		if !c.choice {
			if second = t.reversed(c); second < 0 {
				continue
			}
		}
		return &Difference{Passing: slices.Clone(m.x.drv.decisions), First: int(c.first), Second: second, Choice: c.choice}
	}
	return nil
}

// reversal is a Difference to be tried.
type reversal struct {
	first  int32 // event that is to come later
	choice bool  // or to go otherwise
	moved  int   // how many events come in another place
	plan   []Decision
	a, b   turn // what is to come later, what earlier, in any execution
}

// turn is what an event is called in any execution: its task, and its number
// in that.
type turn struct {
	task  Task
	index uint32
}

// nearer orders reversals as they are to be tried.
func nearer(a, b reversal) int {
	return cmp.Or(cmp.Compare(a.moved, b.moved), cmp.Compare(b.first, a.first))
}

// reversals lists the races of the trace whose first event is one of the first
// so many: pairs of events of two tasks of which the second depends on the
// first, and on nothing between that does. Where the order is one of locks, it
// is the acquisitions that are in question; of messages of one handler, their
// beginnings. And what never happened, since a task is blocked in it, might
// have come before what took it away.
func (t *trace) reversals(steps int32) []reversal {
	var all []reversal
	seen := map[[2]turn]bool{}
	add := func(first int32, before int32, b turn) {
		r := t.reversal(first, before, b)
		if pair := [2]turn{r.a, r.b}; first < steps && !seen[pair] {
			seen[pair] = true
			all = append(all, r, t.delayed(r))
		}
	}
	for j := range int32(len(t.events)) {
		for _, i := range t.predsOf(j) {
			if t.events[i].task == t.events[j].task || t.between(i, j) {
				continue
			}
			if first, second := t.racing(i, j); first >= 0 {
				add(first, second, t.turnOf(second))
			}
		}
		if t.events[j].kind == AddNegative { // it depends on no Add, but comes too early for one
			for i := j + 1; int(i) < len(t.events); i++ {
				if e := &t.events[i]; e.kind == Add && e.arg > 0 && e.obj == t.events[j].obj && !t.afterOf(j).has(i) {
					add(j, i, t.turnOf(i))
				}
			}
		}
	}
	for _, op := range t.ops {
		if op.exec >= 0 || op.prev < 0 {
			continue
		}
		for i := range int32(len(t.events)) {
			if e := &t.events[i]; e.task != op.task && rivals(e.kind, &op, t.cases[op.caseOff:op.caseOff+op.caseLen], e.obj) {
				add(i, int32(len(t.events)), turn{t.tasks[op.task].name, op.index})
			}
		}
	}
	return all
}

// rivals says whether an event on obj may have taken away what the blocked
// operation waits for.
func rivals(k Kind, op *operation, cases []Case, obj Object) bool {
	if op.kind == Select {
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
	case Lock, Arrive, RLock:
		return op.kind == Lock || op.kind == Arrive || op.kind == RLock
	case Send, Recv:
		return op.kind == k
	case OnceFirst:
		return op.kind == Once
	}
	return false
}

// between says whether j depends on i by way of another event.
func (t *trace) between(i, j int32) bool {
	for _, p := range t.predsOf(j) {
		if p != i && t.histOf(p).has(i) {
			return true
		}
	}
	return false
}

// racing is the pair whose order is to be changed so that j comes before i; -1:
// there is none.
func (t *trace) racing(i, j int32) (first, second int32) {
	switch a, b := &t.events[i], &t.events[j]; {
	case a.child == b.task && t.ops[b.op].index == 0, b.kind == Join, a.kind == Tick, b.kind == Tick:
		return -1, -1 // its creation; its end; time
	case a.kind == Unlock || a.kind == RUnlock:
		for k := i - 1; k >= 0; k-- {
			if e := &t.events[k]; e.task == a.task && e.obj == a.obj && (e.kind == Lock || e.kind == RLock || e.kind == Arrive) {
				return k, j
			}
		}
		return -1, -1
	}
	return t.messages(i, j)
}

// messages is the pair for events of messages of one handler: their beginnings
// or, where they begin in the order in which they are posted, their posts.
func (t *trace) messages(i, j int32) (first, second int32) {
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

// reversal makes the plan in which b comes before the event first: what does
// not depend on first of the events before b's, then b's task for as long as it
// can, or b if it was performed, then the rest.
func (t *trace) reversal(first, before int32, b turn) reversal {
	r := reversal{first: first, a: t.turnOf(first), b: b}
	after := t.afterOf(first)
	for e := range before {
		if !after.has(e) {
			r.plan = append(r.plan, t.events[e].decision)
		}
	}
	if int(before) < len(t.events) {
		r.plan = append(r.plan, t.events[before].decision)
	} else {
		r.plan = append(r.plan, Decision{Task: b.task, Choice: onward})
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

// delayed is the reversal with the first event's task left behind for as long as
// others can go on: where more of them have to come before it.
func (t *trace) delayed(r reversal) reversal {
	task := t.events[r.first].task
	r.plan, r.moved = nil, len(t.events)
	for e := range int32(len(t.events)) {
		if e < r.first || t.events[e].task != task {
			r.plan = append(r.plan, t.events[e].decision)
		}
	}
	return r
}

func (t *trace) turnOf(e int32) turn {
	ev := &t.events[e]
	return turn{t.tasks[ev.task].name, t.ops[ev.op].index}
}

// reversed is the event of this trace that is the reversal's second, if it
// comes before the first; else -1.
func (t *trace) reversed(r *reversal) int {
	for e := range t.events {
		switch t.turnOf(int32(e)) {
		case r.a:
			return -1
		case r.b:
			return e
		}
	}
	return -1
}
