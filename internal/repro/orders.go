package repro

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"gocheck.dev/internal/wire"
)

// A gate is what is enforced: an order of two steps, or a choice.
type gate struct {
	name        string
	first, then int  // operations of the trace, of an order
	choice      bool // of the select, or the gocheck.Choose, that then is
	pair        bool // makes the difference to an execution that passes
	late        bool // then is a post to an unordered queue, which comes by itself after first
	linger      bool // the test does not end before what it has started has failed
	over        bool // with linger: it ends, and the process does not
	nobody      bool // of goroutines that have no names

	pause time.Duration      // before then
	again bool               // then wakes who takes its lock again only after first: see relocked
	meets [2]string          // where two goroutines meet: the accesses of a race
	draw  *wire.RecordedDraw // what was drawn: no operation
	put   *wire.RecordedDraw // of a Get: the Put of what it has got
}

// A trace is the failing execution: its operations with what can be said of each.
type trace struct {
	ops     []wire.RecordedOp
	drawn   []wire.RecordedDraw
	tasks   map[string]*task
	pending int // the first operation that was announced only
}

// A task is a goroutine or an event of the execution.
type task struct {
	name    string // stable
	number  int    // in order of creation; 0: the test's own
	event   bool   // of a handler
	early   bool   // initialisers of packages have started it, or who started it
	created int    // the operation that creates it, -1: none
	ops     []int
}

// newTrace puts the operations in order by tasks.
func newTrace(rec *wire.Recorded) *trace {
	t := &trace{ops: rec.Ops, drawn: rec.Draws, tasks: map[string]*task{}, pending: len(rec.Ops)}
	add := func(name string, created int) *task {
		if t.tasks[name] == nil {
			t.tasks[name] = &task{name: name, number: len(t.tasks), created: created}
		}
		return t.tasks[name]
	}
	for i := range t.ops {
		op := &t.ops[i]
		by := add(op.Task, -1)
		by.event = by.event || op.Handler != 0
		by.ops = append(by.ops, i)
		if op.Other != "" && creates(op) {
			add(op.Other, i).early = op.Init || by.early
		}
		if op.Event == "" && t.pending == len(t.ops) {
			t.pending = i
		}
	}
	return t
}

// placed takes the positions of the schedule's steps, which are where people see them.
func (t *trace) placed(steps []wire.Step) {
	for k, i := range t.steps(steps) {
		if i >= 0 && filepath.IsAbs(steps[k].Pos) {
			t.ops[i].Pos = steps[k].Pos
		}
	}
}

// creates reports whether an operation that has another task creates it.
func creates(op *wire.RecordedOp) bool {
	switch op.Event {
	case "spawn", "post", "postfront", "timerset":
		return true
	}
	return false
}

// event is what the operation has become, or was to be.
func event(op *wire.RecordedOp) string { return cmp.Or(op.Event, op.Op) }

// objects are what an operation depends on.
func objects(op *wire.RecordedOp) []int {
	if op.Object != 0 {
		return []int{op.Object}
	}
	var all []int
	for _, c := range op.Cases {
		if c.Object != 0 && !slices.Contains(all, c.Object) {
			all = append(all, c.Object)
		}
	}
	return all
}

// kinds of operations whose order does not matter if both are of one group; the empty group
// depends on nothing.
var groups = map[string]string{
	"read": "read", "await": "read", "inc": "inc", "mask": "mask", "merge": "merge",
	"rlock": "rlock", "add": "add", "wait": "wait", "enqueue": "enqueue", "recvclosed": "recvclosed",
	"oncedone": "oncedone", "begin": "", "spawn": "", "join": "", "tick": "", "sleep": "", "choose": "", "yield": "", "spin": "",
	"unlock": "unlock", "runlock": "unlock", "wake": "",
}

// unnamed are the orders of operations of nobody, as far as others do not imply them: whoever comes
// n-th is the n-th there, and may be anybody elsewhere.
func (t *trace) unnamed(nobody func(i int) bool) []gate {
	var all []gate
	touched := map[int][]int{}
	for i := range t.ops[:t.pending] {
		if !nobody(i) {
			continue
		}
		op := &t.ops[i]
		for _, o := range objects(op) {
			seen := map[string]bool{op.Pos: true}
			for _, j := range slices.Backward(touched[o]) {
				if x := &t.ops[j]; !seen[x.Pos] && conflict(x, op) {
					seen[x.Pos] = true
					all = append(all, gate{first: j, then: i})
				}
			}
			touched[o] = append(touched[o], i)
		}
	}
	return all
}

// conflict reports whether two operations on one object have to stay in their order.
func conflict(a, b *wire.RecordedOp) bool {
	x, y := event(a), event(b)
	gx, known := groups[x]
	if !known {
		gx = x
	}
	gy, known := groups[y]
	if !known {
		gy = y
	}
	switch {
	case gx == "" || gy == "":
		return false
	case gx == gy && groups[x] != "":
		return false
	case x == "lockbusy" || y == "lockbusy":
		return x != y
	case gx == "unlock" || gy == "unlock":
		return false // who comes next has waited for it
	}
	return true
}

// halves reports whether two operations are one event: a send and its receive.
func (t *trace) halves(i, j int) bool {
	return j == i+1 && j < t.pending && t.ops[i].Event == "send" && t.ops[j].Event == "recv" && t.ops[i].Other == t.ops[j].Task
}

// choices are what selects have come to where they had more than one case, and what the test has
// chosen.
func (t *trace) choices() []gate {
	var all []gate
	for i := range t.ops[:t.pending] {
		op := &t.ops[i]
		if !op.Init && op.Op == "select" && op.Event != "default" && len(objects(op)) > 1 || op.Op == "choose" {
			all = append(all, gate{first: -1, then: i, choice: true})
		}
	}
	return all
}

// pairs are the orders that a passing execution reverses.
func (t *trace) pairs(s *wire.Schedule) []gate {
	if s.Passing == nil {
		return nil
	}
	at := t.steps(s.Steps)
	var all []gate
	for _, p := range s.Passing.Pairs {
		if p.Choice || p.First >= len(at) || p.Second >= len(s.Passing.Steps) {
			continue
		}
		// The step is the task's n-th in the other execution, and so in this one.
		of, n := s.Passing.Steps[p.Second].Task, 0
		for _, x := range s.Passing.Steps[:p.Second] {
			if x.Task == of || x.Joint() && x.Partner == of {
				n++
			}
		}
		by := t.tasks[of]
		if by == nil || n >= len(by.ops) || at[p.First] < 0 || t.ops[at[p.First]].Task == of {
			continue
		}
		if t.sameLoop(at[p.First], by.ops[n]) {
			continue // see lates
		}
		all = append(all, gate{first: at[p.First], then: by.ops[n], pair: true})
	}
	return all
}

// sameLoop reports whether two operations are of events of one handler.
func (t *trace) sameLoop(i, j int) bool {
	return t.ops[i].Handler != 0 && t.ops[i].Handler == t.ops[j].Handler
}

// lates are the orders in which an unordered queue gives out events otherwise than they were
// posted. Natively a handler's queue is FIFO; that a post comes late is the same.
func (t *trace) lates() []gate {
	var all []gate
	before := map[int]int{} // by handler: the post of the event that it got last
	for i := range t.ops[:t.pending] {
		op := &t.ops[i]
		by := t.tasks[op.Task]
		if op.Handler == 0 || by.ops[0] != i || by.created < 0 {
			continue
		}
		if post, ok := before[op.Handler]; ok && by.created < post {
			all = append(all, gate{first: post, then: by.created, late: true, pair: true})
		}
		before[op.Handler] = by.created
	}
	return all
}

// meetsEarly reports whether somebody that initialisers have started meets others: uses what others
// use. Natively that is not in the bubble of a test, where what one makes is closed to the other.
func (t *trace) meetsEarly() bool {
	early, others := map[int]bool{}, map[int]bool{}
	for i := range t.ops[:t.pending] {
		op := &t.ops[i]
		by := others
		switch {
		case op.Init:
			continue
		case t.tasks[op.Task].early:
			by = early
		}
		for _, o := range objects(op) {
			by[o] = true
			if early[o] && others[o] {
				return true
			}
		}
	}
	return false
}

// relocks reports whether an operation is that of a Cond.Wait which takes the lock again.
func (t *trace) relocks(i int) bool {
	ops := t.tasks[t.ops[i].Task].ops
	k := slices.Index(ops, i)
	return k > 0 && t.ops[ops[k-1]].Event == "wake"
}

// steps are the operations of the steps of the schedule, -1 for those that are none.
func (t *trace) steps(steps []wire.Step) []int {
	at := make([]int, len(steps))
	next := 0
	for i := range steps {
		at[i] = -1
		if next < t.pending && t.ops[next].Task == steps[i].Task {
			at[i] = next
			next++
			if steps[i].Joint() {
				next++ // the other half
			}
		}
	}
	return at
}

// nth is the how manieth time its task, or anyone, is at the position of an operation with it. What
// a task does in a row in a line that has no column is one call of the standard library.
func (t *trace) nth(i int, anyone bool) int {
	op, n := &t.ops[i], 0
	_, _, exact := cutPos(op.Pos)
	last := map[string]string{}
	for j := 0; j <= i; j++ {
		x := &t.ops[j]
		if x.Pos == op.Pos && x.Init == op.Init && (exact && x.Op == op.Op || !exact && last[x.Task] != op.Pos) && (anyone || x.Task == op.Task) {
			n++
		}
		last[x.Task] = x.Pos
	}
	return n
}

// alone reports whether no other task comes to where an operation is.
func (t *trace) alone(i int) bool {
	op := &t.ops[i]
	for j := range t.ops {
		if x := &t.ops[j]; x.Task != op.Task && x.Pos == op.Pos && (!creates(x) || creates(op)) {
			return false
		}
	}
	return true
}

// elsewhere is how often it came there before to another case of the select.
func (t *trace) elsewhere(i int, anyone bool) int {
	op, n := &t.ops[i], 0
	if op.Op != "select" {
		return 0
	}
	for j := range i {
		x := &t.ops[j]
		if x.Pos == op.Pos && x.Init == op.Init && x.Op == op.Op && x.Choice != op.Choice && (anyone || x.Task == op.Task) {
			n++
		}
	}
	return n
}
