package em

import "gocheck.dev/checker"

// emTarget is the transition r' of FindTarget: it is in w, or the next
// transition of a task in last(w).
type emTarget struct {
	next  *emNext // the latter, else nil
	index int32   // the former, else -1
}

func (s *search) targetTask(r emTarget) checker.Task {
	if r.next != nil {
		return r.next.task
	}
	return s.w.transitions[r.index].task
}

// reaches is k →w task(r'), or k →w index(w, r').
func (s *search) reaches(k int32, r emTarget) bool {
	if r.next != nil {
		return s.precedes(k, r.next)
	}
	return s.w.before(k, r.index)
}

// candidate is a task (t, e) whose thread is enabled in a state.
type candidate struct {
	next    *emNext // what t would do there
	task    checker.Task
	blocked bool // e ∈ blockedEv(s, t)
}

// findTarget is FindTarget(w, r, r') of Algorithm 2, with r = w[i]: it says
// where to backtrack so that r' comes before r.
func (s *search) findTarget(i int32, to emTarget) {
	w := &s.w
	r := &w.transitions[i]
	if to.next == nil && w.before(i, to.index) { // line 2
		return
	}
	if s.x.Late(len(w.transitions)) {
		return // one call of ReschedulePending leads to many of this
	}
	task := s.targetTask(to)

	// Step 1, lines 3–5: two handlers on one thread run in the order of their
	// posts. (Two goroutines on one thread are one.)
	if r.thread == w.tasks[task].thread {
		s.findTarget(w.getPost(r.task), emTarget{index: w.getPost(task)})
		return
	}

	// Step 2, lines 6–16.
	candidates := s.candidates(i, to)
	var unexplored *emNext
	for _, c := range candidates {
		if c.next.done {
			continue
		}
		// "Any": one that is in backtrack already costs nothing.
		if unexplored == nil || c.next.backtrack && !unexplored.backtrack {
			unexplored = c.next
		}
	}
	if unexplored != nil {
		unexplored.backtrack = true
		s.reorderPosts(i, to)
		return
	}

	// Step 3, lines 17–18.
	for _, c := range candidates {
		if c.blocked {
			s.reschedulePending(i, c)
			return
		}
	}

	// Step 4, lines 19–21: all candidates are executable, and so are explored.
	if len(candidates) == 0 {
		s.backtrackEager(i, to)
	}
}

// reorderPosts adds two posts that are to be reordered to RP(pre(w, i)).
func (s *search) reorderPosts(i int32, to emTarget) {
	if to.next != nil {
		return
	}
	if r, q := &s.w.transitions[i], &s.w.transitions[to.index]; r.kind == checker.Post && q.kind == checker.Post {
		s.states[i].remember(pair{r.child, q.child})
	}
}

// candidates is lines 6 to 11: the tasks of r' and of all that comes after
// w[i] and happens before r', if they are there in pre(w, i) and their thread
// is enabled.
func (s *search) candidates(i int32, to emTarget) []candidate {
	var list []candidate
	add := func(t checker.Task) {
		for _, c := range list {
			if c.task == t {
				return
			}
		}
		n := s.states[i].of(s.w.tasks[t].thread)
		if n == nil || !n.enabled || s.w.tasks[t].handler && s.w.getPost(t) >= i {
			return
		}
		list = append(list, candidate{next: n, task: t, blocked: n.task != t})
	}
	add(s.targetTask(to))
	for k := i + 1; k < int32(len(s.w.transitions)); k++ {
		if s.reaches(k, to) {
			add(s.w.transitions[k].task)
		}
	}
	return list
}

// reschedulePending is ReschedulePending of Algorithm 3, for one pending
// candidate of FindTarget: events that are blocked in the state before r = w[i]
// are to be reordered with those that keep them from being executed.
func (s *search) reschedulePending(i int32, pending candidate) {
	w := &s.w
	state := s.states[i]

	// Step 3a, lines 2–3. A swap is a pair (executable(s, t), blocked event of t);
	// of the events of a thread any will do (line 13): the first one found.
	type swap struct{ executable, blocked checker.Task }
	swaps := []swap{{pending.next.task, pending.task}}
	threads := map[emThread]bool{pending.next.thread: true}

	// Step 3b, lines 4–11. Swaps that are not yet looked at are the worklist. A
	// thread needs to be looked at once only, as its executable task is one.
	for at := 0; at < len(swaps); at++ {
		last := w.tasks[swaps[at].executable].last
		for l := int32(0); l < last; l++ {
			r := &w.transitions[l]
			if threads[r.thread] || !w.before(l, last) {
				continue
			}
			n := state.of(r.thread)
			if n != nil && n.done && w.tasks[r.task].handler && n.task != r.task && w.getPost(r.task) < i && l > i {
				threads[r.thread] = true
				swaps = append(swaps, swap{n.task, r.task})
			}
		}
	}

	// Step 3c, lines 12–16.
	for _, p := range swaps {
		s.findTarget(w.getPost(p.executable), emTarget{index: w.getPost(p.blocked)})
	}
}
