package repro

import "slices"

// orders are the orders that make the execution what it is: two operations of different tasks
// that do not commute, but for those that others imply.
func (t *trace) orders() []gate {
	h := t.histories()
	last := map[string]int{}
	loops := map[int]int{} // by handler
	touched := map[int]users{}
	var all []gate
	for i := range t.ops {
		op := &t.ops[i]
		if j, ok := last[op.Task]; ok {
			h.follows(i, j)
		} else if c := t.tasks[op.Task].created; c >= 0 {
			h.follows(i, c)
		}
		if j, ok := loops[op.Handler]; ok && op.Handler != 0 {
			h.follows(i, j) // one event at a time, in the order in which they were posted
		}
		var with users
		for _, o := range objects(op) {
			with = append(with, touched[o]...)
		}
		for j := range with.latest(h, i) {
			if !conflict(&t.ops[j], op) {
				continue
			}
			h.follows(i, j)
			if t.halves(j, i) || t.ops[j].Init || op.Init {
				continue // packages are initialised before all else
			}
			all = append(all, gate{first: j, then: i})
		}
		last[op.Task] = i
		loops[op.Handler] = i
		if i < t.pending {
			for _, o := range objects(op) {
				touched[o] = touched[o].and(h, i)
			}
		}
	}
	return all
}

// histories say of operations which others come before them in any case.
type histories struct {
	task   []int     // of each, its task's number
	nth    []int     // and which of the task's it is, from 0
	before [][]int32 // and how many of each other task's come before it; may be another's, too
	owned  []bool    // it is of none but this one
}

// histories are those of operations of which nothing is known yet.
func (t *trace) histories() *histories {
	n := len(t.ops)
	h := &histories{make([]int, n), make([]int, n), make([][]int32, n), make([]bool, n)}
	for _, of := range t.tasks {
		for nth, i := range of.ops {
			h.task[i], h.nth[i] = of.number, nth
		}
	}
	return h
}

// has says whether operation j, of another task, is known to come before i.
func (h *histories) has(i, j int) bool {
	b := h.before[i]
	return h.task[j] < len(b) && int(b[h.task[j]]) > h.nth[j]
}

// follows lets i come after j, and what is before that.
func (h *histories) follows(i, j int) {
	if h.task[i] == h.task[j] {
		if h.before[i] == nil {
			h.before[i] = h.before[j] // of 100,000 operations of one task most have one history
		}
		return
	}
	if !h.owned[i] {
		h.before[i], h.owned[i] = slices.Clone(h.before[i]), true
	}
	b := h.before[i]
	for most := max(h.task[j]+1, len(h.before[j])); len(b) < most; {
		b = append(b, 0)
	}
	for task, n := range h.before[j] {
		b[task] = max(b[task], n)
	}
	b[h.task[j]] = max(b[h.task[j]], int32(h.nth[j]+1))
	h.before[i] = b
}

// users are the operations on an object, by tasks.
type users []user

type user struct {
	task int
	ops  []int
}

// and adds an operation.
func (u users) and(h *histories, i int) users {
	for k := range u {
		if u[k].task == h.task[i] {
			u[k].ops = append(u[k].ops, i)
			return u
		}
	}
	return append(u, user{h.task[i], []int{i}})
}

// latest goes through those of other tasks that are not known to come before i, the latest first.
// What is before one that is known is known.
func (u users) latest(h *histories, i int) func(yield func(j int) bool) {
	return func(yield func(j int) bool) {
		for {
			latest := -1
			for k := range u {
				ops := u[k].ops
				if n := len(ops); n > 0 && (u[k].task == h.task[i] || h.has(i, ops[n-1])) {
					u[k].ops = nil
				} else if n > 0 && (latest < 0 || ops[n-1] > u[latest].ops[len(u[latest].ops)-1]) {
					latest = k
				}
			}
			if latest < 0 {
				return
			}
			ops := u[latest].ops
			j := ops[len(ops)-1]
			if u[latest].ops = ops[:len(ops)-1]; !yield(j) {
				return
			}
		}
	}
}
