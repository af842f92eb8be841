package tracerun

import (
	"slices"

	"gocheck.dev/internal/tracefile"
)

// order is the common order of all reorderings of a trace: operation a comes before b in all of
// them, if both occur. It is computed in one pass in the recorded order, which is itself such a
// reordering, with a vector clock for each operation.
type order struct {
	t     *tracefile.Trace
	place []int // of each operation within its task, from 1
	// of each operation: how many operations of each task come before it. Shared with the
	// task's previous operation if the same
	clocks [][]int32
	needed []tracefile.Edge
}

// newOrder computes the order. Of the edges given, those that the rest does
// not imply are kept as needed.
func newOrder(t *tracefile.Trace, edges []tracefile.Edge) *order {
	o := &order{t: t, place: make([]int, len(t.Ops)), clocks: make([][]int32, len(t.Ops))}
	into := make([][]int, len(t.Ops))
	for _, e := range edges {
		into[e.To] = append(into[e.To], e.From)
	}
	last := make([]int, len(t.Tasks)) // operation of each task, -1 at first
	for i := range last {
		last[i] = -1
	}
	called := map[string][]int{} // messages of each thread that have begun, in order
	for i := range t.Ops {
		k := t.Ops[i].Task
		if k < 0 {
			continue
		}
		task := &t.Tasks[k]
		if last[k] >= 0 {
			o.place[i] = o.place[last[k]] + 1
			o.clocks[i] = o.clocks[last[k]]
		} else {
			o.place[i], o.clocks[i] = 1, make([]int32, len(t.Tasks))
			o.join(i, task.Created)
			if task.Message != "" {
				o.join(i, o.loop(task.Thread))
				for _, m := range slices.Backward(called[task.Thread]) { // the last one brings most others with it
					if o.fifo(m, k) {
						o.join(i, t.Tasks[m].Ops[len(t.Tasks[m].Ops)-1])
					}
				}
				called[task.Thread] = append(called[task.Thread], k)
			}
		}
		last[k] = i
		slices.Sort(into[i])
		for _, from := range slices.Backward(into[i]) {
			if !o.before(from, i) {
				o.needed = append(o.needed, tracefile.Edge{From: from, To: i})
				o.join(i, from)
			}
		}
	}
	return o
}

// fifo reports whether message a is always over when b begins, which is posted to
// the same queue: it comes first in it.
func (o *order) fifo(a, b int) bool {
	post, next := o.t.Tasks[a].Created, o.t.Tasks[b].Created
	if h, ok := o.t.Objects[o.t.Tasks[a].Thread]; ok && !h.FIFO {
		return false
	}
	return !fresh(o.t, post) && o.t.Ops[next].Name != "POST-FRONT" && o.before(post, next)
}

// loop is the LOOP of a thread, -1 if it has none.
func (o *order) loop(thread string) int {
	for i := range o.t.Tasks {
		if k := &o.t.Tasks[i]; k.Thread == thread && k.Message == "" {
			return k.Loop
		}
	}
	return -1
}

// join puts operation from, unless it is -1, and all before it, before i.
func (o *order) join(i, from int) {
	if from < 0 || o.t.Ops[from].Task < 0 || o.before(from, i) {
		return // a handler's declaration is nobody's operation
	}
	c := slices.Clone(o.clocks[i])
	for k, n := range o.clocks[from] {
		c[k] = max(c[k], n)
	}
	k := o.t.Ops[from].Task
	c[k] = max(c[k], int32(o.place[from]))
	o.clocks[i] = c
}

// before reports whether operation a comes before b in every reordering.
func (o *order) before(a, b int) bool {
	ka, kb := o.t.Ops[a].Task, o.t.Ops[b].Task
	if ka < 0 || kb < 0 {
		return false
	}
	if ka == kb {
		return o.place[a] < o.place[b]
	}
	return o.clocks[b][ka] >= int32(o.place[a])
}
