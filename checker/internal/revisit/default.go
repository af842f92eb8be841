package revisit

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file has the default scheduler D as a walk over P: rule 2 asks whether D
// leads from some events of P to the whole of P. Nothing is executed.

// scratch is memory that is reused from trace to trace.
type scratch struct {
	rounds    []int32 // by operation: see byDefault
	yields    []int32 // by index of the task: Yields so far
	order     []int32 // indices of tasks, by rank
	first     []int32 // by index of the task: its first operation
	last      []int32 // its last one
	present   revisitPresent
	told      revisitTold
	nextOp    []int32 // by operation: the next one of the task
	coming    revisitComing
	others    []int32        // operations that an event competes with
	partners  []int32        // the receivers of these
	rank      []int32        // by index of the task: its place in order
	sorted    []checker.Task // whose order and rank are known, by index
	joins     bool           // P has a Join
	near      revisitNear
	limit     int   // of the stack, for children of P
	over      bool  // it is reached
	tried     int32 // candidates of the present event
	pool      flat.SetPool
	decisions []checker.Decision
	tmp       trace.Event
	counting
	uses      revisitUses
	closes    []int32 // operations
	fresh     bool    // P has no child yet
	base      int32   // number of events of P up to the end of the last block of L(P), and of the last hold
	walkHolds int     // how many holds matter in a walk
	waiting
}

// counting is for the Waits and the increments of a WaitGroup: see match.
type counting struct {
	tokens []token // of a WaitGroup
	older  []int32 // by increment among tokens: see match
	waits  []int32 // operations that wait for it
	wanted []wanted
}

// announced gives the operations that are new their rounds.
func (r *Search) announced() {
	t := r.Trace
	for o := len(r.rounds); o < len(t.Ops); o++ {
		op := &t.Ops[o]
		for int(op.Task) >= len(r.yields) {
			r.yields = append(r.yields, 0)
		}
		if r.yielded(op) {
			r.yields[op.Task]++
		}
		r.rounds = append(r.rounds, r.yields[op.Task]+int32(op.Index/checker.Patience))
	}
}

// yielded says whether the operation comes right after a Yield of its task.
func (r *Search) yielded(op *trace.Operation) bool {
	return op.Prev >= 0 && r.Trace.Events[op.Prev].Kind == checker.Yield && r.Trace.Events[op.Prev].Task == op.Task
}

// index prepares the walks over P.
func (r *Search) index() {
	t := r.Trace
	r.first, r.last = none(r.first, len(t.Tasks)), none(r.last, len(t.Tasks))
	r.sort()
	r.nextOp = none(r.nextOp, len(t.Ops))
	r.joins = false
	for i := range t.Ops {
		op := &t.Ops[i]
		if l := r.last[op.Task]; l >= 0 {
			r.nextOp[l] = int32(i)
		} else {
			r.first[op.Task] = int32(i)
		}
		r.last[op.Task] = int32(i)
		r.joins = r.joins || op.Kind == checker.Join
	}
	r.told.begin()
	r.present.start(r)
	r.coming.at = -1
	r.base = r.blocks
	for k := range r.holds {
		if a := r.arrival(&r.holds[k]).Exec; a < 0 {
			r.base = int32(len(t.Events))
		} else {
			r.base = max(r.base, a+1)
		}
	}
}

// maySwerve says whether D may choose another event than e after all before it.
func (r *Search) maySwerve(e int32) bool {
	ev := &r.Trace.Events[e]
	k := r.Trace.Ops[ev.Op].Kind
	return r.targets[e] != e || k == checker.Choose || k == checker.Signal || r.selectOf(ev) >= 0
}

// contended says whether an operation of the kind has rivals on its object, or waits
// for what others do there.
func contended(k checker.Kind) bool {
	switch k {
	case checker.Lock, checker.Arrive, checker.RLock, checker.Once, checker.Send, checker.Recv, checker.Close, checker.Await, checker.Wait, checker.Wake, checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv:
		return true
	}
	return false
}

// none is a list of n times -1, in the memory of another one.
func none(list []int32, n int) []int32 {
	list = slices.Grow(list[:0], n)[:n]
	for i := range list {
		list[i] = -1
	}
	return list
}

// sort orders the tasks of P, if they are not those of the execution before.
func (r *Search) sort() {
	t := r.Trace
	if slices.EqualFunc(r.sorted, t.Tasks, func(q checker.Task, u trace.Task) bool { return q == u.Name }) {
		return
	}
	r.order, r.rank, r.sorted = r.order[:0], r.rank[:0], r.sorted[:0]
	for i := range t.Tasks {
		r.order = append(r.order, int32(i))
		r.rankOf(int32(i)) // so that the name is known
		r.rank, r.sorted = append(r.rank, 0), append(r.sorted, t.Tasks[i].Name)
	}
	slices.SortFunc(r.order, func(a, b int32) int { return int(r.rankOf(a) - r.rankOf(b)) })
	for i, q := range r.order {
		r.rank[q] = int32(i)
	}
}

// rankOf is the place of a task of P, by its index, in the order of D.
func (r *Search) rankOf(i int32) int32 { return r.ranks.of(r.Engine.Program, r.Trace.Tasks[i].Name) }

// leadsToP says whether D goes on from the events of done to P, where done has the
// first s events, and what was held after those is. done is used up.
func (r *Search) leadsToP(done flat.Set, s int32) bool {
	t := r.Trace
	n := int32(len(t.Events))
	r.walkHolds = r.holdsAt(s)
	r.Engine.Late(t.Words)
	pos := s
	for pos < n && done.Has(pos) {
		pos++
	}
	r.present.from(r, pos)
	r.near.begin(r, done, pos)
	return r.goesOn(done, pos)
}

// goesOn is the walk of leadsToP, from pos on.
func (r *Search) goesOn(done flat.Set, pos int32) (leads bool) {
	t := r.Trace
	n := int32(len(t.Events))
	leads = r.near.ahead == 0 && pos >= r.base
	// Once done is how P begins, the last block of L(P) included, D goes on as it
	// did in P.
	for r.near.ahead > 0 || pos < r.base {
		if r.near.ahead <= 1 && len(r.holds) == r.walkHolds {
			stop, told := r.told.answers(r, done, pos, r.near.ahead)
			if told != unknown {
				leads = told == yes
				break
			}
			if stop > pos {
				pos = stop
				done.Fill(int(pos))
				r.present.from(r, pos)
				r.near.begin(r, done, pos)
			}
		}
		r.waiting.step++
		x := pos
		sure := false
		if r.targets[pos] == pos && len(r.holds) == r.walkHolds && !r.near.far {
			x, sure = r.near.next(r, done, pos)
		}
		if !sure {
			x = r.byWalk(done)
		}
		if x < 0 {
			break
		}
		done.Add(x)
		r.present.walks(r, x)
		if x != pos {
			r.near.add(r, x)
		}
		for pos < n && done.Has(pos) {
			if pos != x {
				r.near.ahead--
			}
			pos++
		}
		leads = r.near.ahead == 0 && pos >= r.base
	}
	r.told.tells(leads)
	return leads
}

// byWalk is D after the events of done, as long as it does what happened in P:
// -1 if not, or if nothing is left.
func (r *Search) byWalk(done flat.Set) int32 {
	t := r.Trace
	best, round, found, tick := int32(-1), int32(0), false, int32(-1)
	p := &r.present
	for k := p.places.Next(0); k >= 0; k = p.places.Next(k + 1) {
		q := r.order[k]
		o := p.at[q]
		op := &t.Ops[o]
		if op.Kind == checker.Tick {
			tick = op.Exec
			continue
		}
		if r.heldInWalk(t.Tasks[q].Name, o) {
			continue
		}
		in := r.rounds[o]
		if found && in >= round {
			continue
		}
		if x, can := r.comes(o, done); can {
			best, round, found = x, in, true
			if in == 0 {
				break
			}
		}
	}
	if !found && tick >= 0 && r.needs(tick, done) {
		return tick
	}
	return best
}

// needs says whether done has all that event x comes after.
func (r *Search) needs(x int32, done flat.Set) bool {
	for _, p := range r.Trace.PredsOf(x) {
		if !done.Has(p) {
			return false
		}
	}
	return true
}

// comes says whether the operation is possible after done, and which event of P
// it is then, -1 if another one than in P.
func (r *Search) comes(o int32, done flat.Set) (x int32, can bool) {
	t := r.Trace
	op := &t.Ops[o]
	if (op.Kind == checker.Send || op.Kind == checker.Recv) && t.Infos[op.Obj].Cap == 0 && t.Channel(done, op.Obj).Closed < 0 {
		if op.Kind == checker.Recv {
			return -1, false // D finds it at the sender
		}
		return r.meets(o, done)
	}
	x = op.Exec
	if x >= 0 && t.Events[x].Op != o {
		x = -1 // as the receiver of a rendezvous: D finds that at the sender
	}
	if x >= 0 && r.needs(x, done) {
		if !r.byChoice(x, done) {
			return -1, true
		}
		return x, true
	}
	if !revisitWaits(op.Kind) {
		return -1, true
	}
	if op.Kind == checker.Select {
		return -1, r.byCase(o, done) >= 0
	}
	if r.knownToWait(t, o, done) {
		return -1, false
	}
	a := trace.Action{Op: o, Op2: -1, Partner: checker.NoTask}
	can = t.Resolve(&a, done, &r.tmp) == trace.Ready
	if !can {
		r.hasToWait(t, o)
	}
	return -1, can
}

// byChoice says whether event x of P is what D chooses after in, of what the
// operation may come to.
func (r *Search) byChoice(x int32, in flat.Set) bool {
	e := &r.Trace.Events[x]
	if r.Trace.Ops[e.Op].Kind == checker.Select {
		return e.Choice == r.byCase(e.Op, in)
	}
	switch e.Kind {
	case checker.Choose:
		return e.Choice == 0
	case checker.Signal:
		return e.Partner == r.waiter(e.Obj, in)
	}
	return true
}

// waiter is the task that a Signal after in wakes by default, NoTask if none
// waits.
func (r *Search) waiter(o checker.Object, in flat.Set) checker.Task {
	t := r.Trace
	t.Waiting(o, in)
	least, rank := checker.NoTask, int32(0)
	for _, f := range t.Readers {
		if at := r.rankOf(t.Events[f].Task); least == checker.NoTask || at < rank {
			least, rank = t.Tasks[t.Events[f].Task].Name, at
		}
	}
	return least
}

// meets is comes for a Send without a buffer: D takes the first receiver.
func (r *Search) meets(o int32, done flat.Set) (x int32, can bool) {
	t := r.Trace
	op := &t.Ops[o]
	p := &r.present
	for k := p.places.Next(0); k >= 0; k = p.places.Next(k + 1) {
		b := p.at[r.order[k]]
		j := r.receives(b, op.Obj)
		if j < 0 {
			continue
		}
		if x = op.Exec; x >= 0 && t.Events[x].Op2 == b && t.Events[x].PChoice == j && r.needs(x, done) {
			return x, true
		}
		return -1, true
	}
	return -1, false
}

// revisitWaits says whether an operation of the kind may have to wait.
func revisitWaits(k checker.Kind) bool {
	switch k {
	case checker.Lock, checker.Arrive, checker.RLock, checker.Send, checker.Recv, checker.Once, checker.Await, checker.Wait, checker.Wake, checker.Join, checker.Sleep, checker.Select, checker.TimerFire, checker.TimerRecv:
		return true
	}
	return false
}
