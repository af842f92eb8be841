package explore

import "gocheck.dev/checker"

// Happens-before, races and sleep sets of dpor.
//
// Happens-before is that of the serial trace, and what dporConflicts has beyond
// it. It is kept as clock vectors (Flanagan and Godefroid, §4.2): the row of
// step n has for every task of the trace the number of the task's last step that
// happens before n, or is n, plus one; 0 for none.

func (s *dporSearch) row(n int32) []int32 {
	return s.clocks[int(n)*s.width : (int(n)+1)*s.width]
}

// join makes all that happens before step n, and n, happen before the row's.
func (s *dporSearch) join(row []int32, n int32) {
	for k, c := range s.row(n) {
		row[k] = max(row[k], c)
	}
}

// has says whether step n is in the past that the row describes.
func (s *dporSearch) has(row []int32, n int32) bool { return row[s.t.events[n].task] > n }

// pastOf is the past of an announced operation: what happens before it for
// reasons of its task.
func (s *dporSearch) pastOf(i int32) []int32 {
	if p := s.t.ops[i].prev; p >= 0 {
		return s.row(p)
	}
	return s.nothing
}

// widen makes the rows as wide as there are tasks.
func (s *dporSearch) widen(rows int) {
	if len(s.t.tasks) <= s.width {
		return
	}
	old, w := s.clocks, s.width
	s.width = max(8, 2*len(s.t.tasks))
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
func (s *dporSearch) clock(n int32, fresh bool) {
	t := &s.t
	e := &t.events[n]
	s.widen(int(n))
	for range s.width {
		s.clocks = append(s.clocks, 0)
	}
	s.found = s.found[:0]
	if fresh && s.sleeping {
		s.direct(e.op, e.op2)
	}
	row := s.row(n)
	for _, p := range t.predsOf(n)[:e.opPreds] {
		s.join(row, p)
	}
	effects := len(s.uses) - int(e.effEnd-e.effNode)
	for _, u := range s.uses[:effects] {
		if t.infos[u.obj].Kind != checker.VarObject { // the trace has it all
			s.after(row, u, false)
		}
	}
	for _, u := range s.uses[effects:] {
		s.after(row, u, true)
	}
	row[e.task] = n + 1
	if e.joint {
		row[e.task2] = n + 1
	}
	if fresh {
		for _, f := range s.found {
			s.reverse(f, n, row, e.task, e.task2)
		}
	}
}

// after joins to a row the steps with an access that u depends on, newest
// first. With races it finds those that u depends on and that did not happen
// before the row already.
func (s *dporSearch) after(row []int32, u dporUse, races bool) {
	for k := s.head(u.obj); k >= 0; k = s.nodes[k].prev {
		nd := &s.nodes[k]
		switch {
		case s.has(row, nd.step):
			if s.covers(nd, u.class) {
				return
			}
		case u.class.conflicts(nd.class):
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
func (s *dporSearch) covers(nd *dporNode, class dporClass) bool {
	return nd.access && !s.choices && dporConflicts[class]&^dporConflicts[nd.class] == 0
}

func (s *dporSearch) head(o checker.Object) int32 {
	if int(o) < len(s.heads) {
		return s.heads[o]
	}
	return -1
}

// note makes the uses of step n findable, and what else depends on its place:
// what makes other alternatives possible, and whatever depends on a transition
// that the step wakes, as that might do something else now, and what it depended
// on in its sleep would not be found.
func (s *dporSearch) note(n int32, fresh bool) {
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
			if u.obj < z.known {
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
func (s *dporSearch) varies(n int32) bool {
	e := &s.t.events[n]
	k := s.t.ops[e.op].kind
	return e.effNode < e.effEnd || k == checker.Select || k == checker.PostFront || e.joint && s.t.ops[e.op2].kind == checker.Select
}

func (s *dporSearch) put(n int32, u dporUse, access bool) {
	s.know(u.obj)
	s.choices = s.choices || !access
	s.nodes = append(s.nodes, dporNode{step: n, prev: s.heads[u.obj], dporUse: u, access: access})
	s.heads[u.obj] = int32(len(s.nodes) - 1)
}

// meet makes the objects of an announced operation known.
func (s *dporSearch) meet(i int32) {
	s.mine = dporAnnounced(&s.t, s.mine[:0], i)
	for _, u := range s.mine {
		s.know(u.obj)
	}
}

func (s *dporSearch) know(o checker.Object) {
	s.known = max(s.known, o+1)
	for int(o) >= len(s.heads) {
		s.heads = append(s.heads, -1)
	}
}

// races looks after step n for the races of every announced operation, enabled
// or not (Figure 3, lines 3-5). Those from ops on are new; of the others only
// what depends on step n can have more races than in the state before.
func (s *dporSearch) races(n, ops int32) {
	t := &s.t
	for p := range t.tasks {
		i := t.tasks[p].op
		switch {
		case i < 0 || i >= ops || !s.conflicting(n, i):
		case s.sleeping:
			s.pending(i, n+1)
		case coEnabled(&s.t, &t.events[n], i):
			s.backtrack(n, s.pastOf(i), int32(p))
		}
	}
	for i := ops; i < int32(len(t.ops)); i++ {
		if s.sleeping {
			s.pending(i, n+1)
		} else if f := s.lastRace(i); f >= 0 {
			s.backtrack(f, s.pastOf(i), t.ops[i].task)
		}
	}
}

// conflicting says whether operation i depends on step n, the last one.
func (s *dporSearch) conflicting(n, i int32) bool {
	s.mine = dporAnnounced(&s.t, s.mine[:0], i)
	for k := range s.nodes[s.last:] {
		nd := &s.nodes[s.last+k]
		for _, u := range s.mine {
			if nd.obj == u.obj && u.class.conflicts(nd.class) {
				return true
			}
		}
	}
	return false
}

// lastRace is the last step that operation i depends on, may be co-enabled with,
// and that does not happen before it; or -1.
func (s *dporSearch) lastRace(i int32) int32 {
	last := int32(-1)
	past := s.pastOf(i)
	s.mine = dporAnnounced(&s.t, s.mine[:0], i)
	for _, u := range s.mine {
		for k := s.head(u.obj); k >= 0 && s.nodes[k].step > last; k = s.nodes[k].prev {
			nd := &s.nodes[k]
			if s.has(past, nd.step) {
				if s.covers(nd, u.class) {
					break
				}
			} else if u.class.conflicts(nd.class) && coEnabled(&s.t, &s.t.events[nd.step], i) {
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
func (s *dporSearch) backtrack(f int32, past []int32, p int32) {
	t := &s.t
	l := &s.levels[f]
	b := dporBacktrack{l: l, add: checker.NoTask}
	if b.has(t.tasks[p].name) {
		return
	}
	for q := range t.tasks {
		if past[q] > f+1 && b.has(t.tasks[q].name) {
			return
		}
	}
	b.done()
}

// direct finds in s.found the steps that an operation (with op2, a rendezvous)
// races with if it comes next: those that it depends on, may be co-enabled with,
// and that happen before neither it nor another such step. s.before is all that
// would happen before it then.
func (s *dporSearch) direct(op, op2 int32) {
	t := &s.t
	s.past = append(s.past[:0], s.pastOf(op)...)
	s.mine = dporAnnounced(&s.t, s.mine[:0], op)
	if op2 >= 0 {
		if p := t.ops[op2].prev; p >= 0 {
			s.join(s.past, p)
		}
		s.mine = dporAnnounced(&s.t, s.mine, op2)
	}
	s.before = append(s.before[:0], s.past...)
	for _, u := range s.mine {
		for k := s.head(u.obj); k >= 0; k = s.nodes[k].prev {
			nd := &s.nodes[k]
			conflict := u.class.conflicts(nd.class)
			if conflict && nd.access {
				s.join(s.before, nd.step)
			}
			if s.has(s.past, nd.step) {
				if s.covers(nd, u.class) {
					break
				}
			} else if e := &t.events[nd.step]; conflict && (coEnabled(&s.t, e, op) || op2 >= 0 && coEnabled(&s.t, e, op2)) {
				s.found = append(s.found, nd.step)
				if nd.access {
					s.join(s.past, nd.step)
				}
			}
		}
	}
}

// pending finds the races that operation i would have as step n, the next one.
func (s *dporSearch) pending(i, n int32) {
	s.found = s.found[:0]
	s.direct(i, -1)
	for _, f := range s.found {
		s.reverse(f, n, s.before, s.t.ops[i].task, -1)
	}
}

// reverse makes sure that the race of step f with the step n of task p (and p2,
// or -1), which row is the past of, is reversed. Let v be what comes after f and
// not because of it, and then step n. The backtrack set of the state before f
// needs a task of which a step of v happens before n, or is n, and the first
// step in v can come first (source-sets §5.1, the strengthened test). As long as
// there are no sleep sets, backtrack is enough: with them, a member of E may
// sleep that is no initial of v.
func (s *dporSearch) reverse(f, n int32, row []int32, p, p2 int32) {
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
		e := &t.events[j]
		if b.has(t.tasks[e.task].name) || e.joint && b.has(t.tasks[e.task2].name) {
			return
		}
	}
	if len(s.firsts) == 0 && (b.has(t.tasks[p].name) || p2 >= 0 && b.has(t.tasks[p2].name)) {
		return
	}
	b.done()
}

// dporBacktrack adds a task to the backtrack set of a state, unless one that
// would do is there.
type dporBacktrack struct {
	l   *dporLevel
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
func (s *dporSearch) fallAsleep(l *dporLevel, n int32) {
	s.sleep = s.sleep[:0]
	if !s.sleeping {
		return
	}
	for i := range l.sleep {
		s.keep(&l.sleep[i], n)
	}
	for k := range l.alts {
		if a := &l.alts[k]; a.done {
			s.keep(&a.dporSleeper, n)
		}
	}
}

func (s *dporSearch) keep(z *dporSleeper, n int32) {
	if !s.wakes(n, z) {
		s.sleep = append(s.sleep, *z)
	}
}

// wakes says whether z depends on step n. An object that a step was the first to
// meet may have another number in another execution.
func (s *dporSearch) wakes(n int32, z *dporSleeper) bool {
	t := &s.t
	e := &t.events[n]
	if e.kind == checker.Tick || z.by(t.tasks[e.task].name) || e.joint && z.by(t.tasks[e.task2].name) {
		return true
	}
	for _, a := range z.uses {
		for _, b := range s.uses {
			if (a.obj == b.obj || a.obj >= z.known && b.obj >= z.known) && a.class.conflicts(b.class) {
				return true
			}
		}
	}
	return false
}
