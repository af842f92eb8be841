package dpor

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/papers/dependence"
)

// Happens-before, races and sleep sets of dpor.
//
// Happens-before is that of the serial trace, and what Conflicting has beyond
// it. It is kept as clock vectors (Flanagan and Godefroid, §4.2): the row of
// step n has for every task of the trace the number of the task's last step that
// happens before n, or is n, plus one; 0 for none.

func (s *search) row(n int32) []int32 {
	return s.clocks[int(n)*s.width : (int(n)+1)*s.width]
}

// join makes all that happens before step n, and n, happen before the row's.
func (s *search) join(row []int32, n int32) {
	for k, c := range s.row(n) {
		row[k] = max(row[k], c)
	}
}

// has says whether step n is in the past that the row describes.
func (s *search) has(row []int32, n int32) bool { return row[s.t.Events[n].Task] > n }

// pastOf is the past of an announced operation: what happens before it for
// reasons of its task.
func (s *search) pastOf(i int32) []int32 {
	if p := s.t.Ops[i].Prev; p >= 0 {
		return s.row(p)
	}
	return s.nothing
}

// widen makes the rows as wide as there are tasks.
func (s *search) widen(rows int) {
	if len(s.t.Tasks) <= s.width {
		return
	}
	old, w := s.clocks, s.width
	s.width = max(8, 2*len(s.t.Tasks))
	s.clocks = make([]int32, rows*s.width, 2*(rows+16)*s.width)
	for n := range rows {
		copy(s.clocks[n*s.width:], old[n*w:(n+1)*w])
	}
	s.nothing = make([]int32, s.width)
}

// clock computes the row of step n, whose uses are in s.uses, and finds its
// races, if fresh. What the accesses of its effects are is not known before the
// step is performed: they race with the latest accesses that do not happen
// before the step for reasons of its operation.
func (s *search) clock(n int32, fresh bool) {
	t := &s.t
	e := &t.Events[n]
	s.widen(int(n))
	for range s.width {
		s.clocks = append(s.clocks, 0)
	}
	s.found = s.found[:0]
	if fresh && s.sleeping {
		s.direct(e.Op, e.Op2)
	}
	row := s.row(n)
	for _, p := range t.PredsOf(n)[:e.OpPreds] {
		s.join(row, p)
	}
	effects := len(s.uses) - int(e.EffEnd-e.EffNode)
	for _, u := range s.uses[:effects] {
		if t.Infos[u.Obj].Kind != checker.VarObject { // the trace has it all
			s.after(row, u, false)
		}
	}
	for _, u := range s.uses[effects:] {
		s.after(row, u, true)
	}
	row[e.Task] = n + 1
	if e.Joint {
		row[e.Task2] = n + 1
	}
	if fresh {
		for _, f := range s.found {
			s.reverse(f, n, row, e.Task, e.Task2)
		}
	}
}

// after joins to a row the steps with an access that u depends on, newest
// first. With races it finds those that u depends on and that did not happen
// before the row already.
func (s *search) after(row []int32, u dependence.Use, races bool) {
	for k := s.head(u.Obj); k >= 0; k = s.nodes[k].prev {
		nd := &s.nodes[k]
		switch {
		case s.has(row, nd.step):
			if s.covers(nd, u.Class) {
				return
			}
		case u.Class.Conflicts(nd.Class):
			if races {
				s.found = append(s.found, nd.step)
			}
			if nd.access {
				s.join(row, nd.step)
			}
		}
	}
}

// covers says that whatever is older than nd and conflicts with the class
// conflicts with nd, too, and so happens before it.
func (s *search) covers(nd *node, class dependence.Class) bool {
	return nd.access && !s.choices && dependence.Conflicting[class]&^dependence.Conflicting[nd.Class] == 0
}

func (s *search) head(o checker.Object) int32 {
	if int(o) < len(s.heads) {
		return s.heads[o]
	}
	return -1
}

// note makes the uses of step n findable, and what else depends on its place:
// what makes other alternatives possible, and whatever depends on a transition
// that the step wakes, as that might do something else now, and what it depended
// on in its sleep would not be found.
func (s *search) note(n int32, fresh bool) {
	s.last = len(s.nodes)
	for _, u := range s.uses {
		s.put(n, u, true)
	}
	for _, u := range s.mays {
		s.put(n, u, false)
	}
	l := &s.levels[n]
	for i := range l.sleep {
		z := &l.sleep[i]
		if !z.varies || !s.wakes(n, z) {
			continue
		}
		for _, u := range z.uses {
			if u.Obj < z.known {
				s.put(n, u, false)
			} else if fresh {
				l.wantAll() // nobody knows what it is
			}
		}
		for _, u := range z.others {
			s.put(n, u, false)
		}
	}
}

// varies says whether what the transition of step n uses may depend on where it
// takes place by more than becoming a weaker use of the same object.
func (s *search) varies(n int32) bool {
	e := &s.t.Events[n]
	k := s.t.Ops[e.Op].Kind
	return e.EffNode < e.EffEnd || k == checker.Select || k == checker.PostFront || e.Joint && s.t.Ops[e.Op2].Kind == checker.Select
}

func (s *search) put(n int32, u dependence.Use, access bool) {
	s.know(u.Obj)
	s.choices = s.choices || !access
	s.nodes = append(s.nodes, node{step: n, prev: s.heads[u.Obj], Use: u, access: access})
	s.heads[u.Obj] = int32(len(s.nodes) - 1)
}

// meet makes the objects of an announced operation known.
func (s *search) meet(i int32) {
	s.mine = dependence.Announced(&s.t, s.mine[:0], i)
	for _, u := range s.mine {
		s.know(u.Obj)
	}
}

func (s *search) know(o checker.Object) {
	s.known = max(s.known, o+1)
	for int(o) >= len(s.heads) {
		s.heads = append(s.heads, -1)
	}
}

// races looks after step n for the races of every announced operation, enabled
// or not (Figure 3, lines 3-5). Those from ops on are new; of the others only
// what depends on step n can have more races than in the state before.
func (s *search) races(n, ops int32) {
	t := &s.t
	for p := range t.Tasks {
		i := t.Tasks[p].Op
		switch {
		case i < 0 || i >= ops || !s.conflicting(n, i):
		case s.sleeping:
			s.pending(i, n+1)
		case dependence.CoEnabled(&s.t, &t.Events[n], i):
			s.backtrack(n, s.pastOf(i), int32(p))
		}
	}
	for i := ops; i < int32(len(t.Ops)); i++ {
		if s.sleeping {
			s.pending(i, n+1)
		} else if f := s.lastRace(i); f >= 0 {
			s.backtrack(f, s.pastOf(i), t.Ops[i].Task)
		}
	}
}

// conflicting says whether operation i depends on step n, the last one.
func (s *search) conflicting(n, i int32) bool {
	s.mine = dependence.Announced(&s.t, s.mine[:0], i)
	for k := range s.nodes[s.last:] {
		nd := &s.nodes[s.last+k]
		for _, u := range s.mine {
			if nd.Obj == u.Obj && u.Class.Conflicts(nd.Class) {
				return true
			}
		}
	}
	return false
}

// lastRace is the last step that operation i depends on, may be co-enabled with,
// and that does not happen before it; or -1.
func (s *search) lastRace(i int32) int32 {
	last := int32(-1)
	past := s.pastOf(i)
	s.mine = dependence.Announced(&s.t, s.mine[:0], i)
	for _, u := range s.mine {
		for k := s.head(u.Obj); k >= 0 && s.nodes[k].step > last; k = s.nodes[k].prev {
			nd := &s.nodes[k]
			if s.has(past, nd.step) {
				if s.covers(nd, u.Class) {
					break
				}
			} else if u.Class.Conflicts(nd.Class) && dependence.CoEnabled(&s.t, &s.t.Events[nd.step], i) {
				last = nd.step
			}
		}
	}
	return last
}

// backtrack adds to the backtrack set of the state before step f a task of E
// (Figure 3, lines 6-8): one that is enabled there and is p, or makes a step
// after f that happens before p's operation, past being all that does. If there
// is none, all enabled tasks are added.
func (s *search) backtrack(f int32, past []int32, p int32) {
	t := &s.t
	l := &s.levels[f]
	b := dporBacktrack{l: l, add: checker.NoTask}
	if b.has(t.Tasks[p].Name) {
		return
	}
	for q := range t.Tasks {
		if past[q] > f+1 && b.has(t.Tasks[q].Name) {
			return
		}
	}
	b.done()
}

// direct finds in s.found the steps that an operation (with op2, a rendezvous)
// races with if it comes next: those that it depends on, may be co-enabled with,
// and that happen before neither it nor another such step. s.before is all that
// would happen before it then.
func (s *search) direct(op, op2 int32) {
	t := &s.t
	s.past = append(s.past[:0], s.pastOf(op)...)
	s.mine = dependence.Announced(&s.t, s.mine[:0], op)
	if op2 >= 0 {
		if p := t.Ops[op2].Prev; p >= 0 {
			s.join(s.past, p)
		}
		s.mine = dependence.Announced(&s.t, s.mine, op2)
	}
	s.before = append(s.before[:0], s.past...)
	for _, u := range s.mine {
		for k := s.head(u.Obj); k >= 0; k = s.nodes[k].prev {
			nd := &s.nodes[k]
			conflict := u.Class.Conflicts(nd.Class)
			if conflict && nd.access {
				s.join(s.before, nd.step)
			}
			if s.has(s.past, nd.step) {
				if s.covers(nd, u.Class) {
					break
				}
			} else if e := &t.Events[nd.step]; conflict && (dependence.CoEnabled(&s.t, e, op) || op2 >= 0 && dependence.CoEnabled(&s.t, e, op2)) {
				s.found = append(s.found, nd.step)
				if nd.access {
					s.join(s.past, nd.step)
				}
			}
		}
	}
}

// pending finds the races that operation i would have as step n, the next one.
func (s *search) pending(i, n int32) {
	s.found = s.found[:0]
	s.direct(i, -1)
	for _, f := range s.found {
		s.reverse(f, n, s.before, s.t.Ops[i].Task, -1)
	}
}

// reverse makes sure that the race of step f with the step n of task p (and p2,
// or -1), which row is the past of, is reversed. Let v be what comes after f and
// not because of it, and then step n. The backtrack set of the state before f
// needs a task of which a step of v happens before n, or is n, and the first
// step in v can come first (source-sets §5.1, the strengthened test). As long as
// there are no sleep sets, backtrack is enough: with them, a member of E may
// sleep that is no initial of v.
func (s *search) reverse(f, n int32, row []int32, p, p2 int32) {
	t := &s.t
	b := dporBacktrack{l: &s.levels[f], add: checker.NoTask}
	s.firsts = s.firsts[:0]
next:
	for j := f + 1; j < n; j++ {
		if !s.has(row, j) || s.has(s.row(j), f) {
			continue
		}
		for _, k := range s.firsts {
			if s.has(s.row(j), k) {
				continue next
			}
		}
		s.firsts = append(s.firsts, j)
		e := &t.Events[j]
		if b.has(t.Tasks[e.Task].Name) || e.Joint && b.has(t.Tasks[e.Task2].Name) {
			return
		}
	}
	if len(s.firsts) == 0 && (b.has(t.Tasks[p].Name) || p2 >= 0 && b.has(t.Tasks[p2].Name)) {
		return
	}
	b.done()
}

// dporBacktrack adds a task to the backtrack set of a state, unless one that
// would do is there.
type dporBacktrack struct {
	l   *level
	add checker.Task // the first one offered that is enabled
}

// has offers a task. It is true if the task is in the backtrack set.
func (b *dporBacktrack) has(q checker.Task) bool {
	for k := range b.l.alts {
		if a := &b.l.alts[k]; a.by(q) {
			if a.wanted {
				return true
			}
			if b.add == checker.NoTask {
				b.add = q
			}
		}
	}
	return false
}

// done adds the task, or all if none was enabled.
func (b *dporBacktrack) done() {
	if b.add != checker.NoTask {
		b.l.want(b.add)
	} else {
		b.l.wantAll()
	}
}

// fallAsleep computes the sleep set of the state after step n: of what slept in
// the state before and what was explored from there, what is independent of the
// step.
func (s *search) fallAsleep(l *level, n int32) {
	s.sleep = s.sleep[:0]
	if !s.sleeping {
		return
	}
	for i := range l.sleep {
		s.keep(&l.sleep[i], n)
	}
	for k := range l.alts {
		if a := &l.alts[k]; a.done {
			s.keep(&a.sleeper, n)
		}
	}
}

func (s *search) keep(z *sleeper, n int32) {
	if !s.wakes(n, z) {
		s.sleep = append(s.sleep, *z)
	}
}

// wakes says whether z depends on step n. An object that a step was the first to
// meet may have another number in another execution.
func (s *search) wakes(n int32, z *sleeper) bool {
	t := &s.t
	e := &t.Events[n]
	if e.Kind == checker.Tick || z.by(t.Tasks[e.Task].Name) || e.Joint && z.by(t.Tasks[e.Task2].Name) {
		return true
	}
	for _, a := range z.uses {
		for _, b := range s.uses {
			if (a.Obj == b.Obj || a.Obj >= z.known && b.Obj >= z.known) && a.Class.Conflicts(b.Class) {
				return true
			}
		}
	}
	return false
}
