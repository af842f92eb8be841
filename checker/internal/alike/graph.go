package alike

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Graph is a trace, in a form in which tasks can be compared by what they have done.
type Graph struct {
	tasks   []task
	events  []event
	clocks  []uint16 // rows of len(tasks), by event: how many events of each task are not after it, itself included
	sums    []uint32 // by event: of its row
	blocks  []block
	scratch []uint16
	ended   bool // it ends, and messages wait for ever
	counted bool // it is no trace of another owner
	foreign bool // another process has taken it down

	firsts, times []int32 // scratch memory of EachLabel
}

// task is a task of a Graph. Those of a group differ in ordinal only.
type task struct {
	name    checker.Task
	parent  int32 // -1: nobody has created it
	ordinal int32 // so many children of the parent are older
	first   int32 // the ordinal of the first of its group: its own, if it is alone
	class   flat.Key
	events  []int32
}

// event is an event of a Graph. A joint event is one of two tasks.
type event struct {
	task, task2     int32 // task2: the receiver, or -1
	at, at2         int32 // it is the at-th event of its task, the at2-th of the receiver
	choice, pchoice int32
	partner         int32        // or -1
	decided         checker.Kind // see trace.Open
	label           flat.Key     // of its history without names: equal for events that differ in names only
}

// block is the events of a task by which it creates a group, and what is between these.
type block struct {
	task     int32 // the creator
	from, to int32 // the first and the last Spawn, by their numbers in the task
	first    int32 // ordinal of the first child
	children []int32
}

// row is the clock of an event.
func (g *Graph) row(e int32) []uint16 {
	return g.clocks[int(e)*len(g.tasks) : (int(e)+1)*len(g.tasks)]
}

// newGraph takes down the trace, which is finished. apart has the classes of groups that are none.
func newGraph(t *trace.Trace, apart map[flat.Key]bool, ended bool) *Graph {
	n := len(t.Tasks)
	g := &Graph{tasks: make([]task, n), events: make([]event, len(t.Events)), clocks: make([]uint16, n*len(t.Events)),
		sums: make([]uint32, len(t.Events)), ended: ended}
	for i := range t.Tasks {
		g.tasks[i] = task{name: t.Tasks[i].Name, parent: -1, class: t.Tasks[i].Key}
	}
	born := make([]int32, n)
	group := make([]int32, n) // by parent: the block that its last child is of, and 1
	for e := range t.Events {
		g.takeDown(t, int32(e))
		ev := &t.Events[e]
		for c := ev.Child; c >= 0 && c < ev.Child+ev.Births; c++ {
			g.bear(c, ev.Task, born[ev.Task], t.Ops[ev.Op].Alike && ev.Births == 1, &group[ev.Task], apart)
			born[ev.Task]++
		}
	}
	groups := g.blocks[:0]
	for _, b := range g.blocks {
		if len(b.children) > 1 {
			groups = append(groups, b)
		}
	}
	g.blocks = groups
	for e := range g.events {
		g.events[e].label = g.label(g.before(int32(e)), &g.events[e], t.Events[e].Kind)
	}
	for e := range g.events {
		row := g.row(int32(e))
		for _, b := range g.blocks {
			row[b.task] = b.whole(row[b.task])
		}
		for _, c := range row {
			g.sums[e] += uint32(c)
		}
	}
	return g
}

// takeDown adds event e, but for its label.
func (g *Graph) takeDown(t *trace.Trace, e int32) {
	from := &t.Events[e]
	ev := &g.events[e]
	*ev = event{task: from.Task, task2: -1, choice: from.Choice, pchoice: from.PChoice, partner: index(t, from.Partner)}
	if trace.Open(t.Ops[from.Op].Kind) {
		ev.decided = from.Kind
	}
	row := g.row(e)
	for _, p := range t.PredsOf(e) {
		for q, c := range g.row(p) {
			row[q] = max(row[q], c)
		}
	}
	ev.at = g.add(ev.task, e, row)
	if from.Joint {
		ev.task2 = from.Task2
		ev.at2 = g.add(ev.task2, e, row)
	}
}

// add gives event e to a task, and says how many the task had.
func (g *Graph) add(q, e int32, row []uint16) int32 {
	t := &g.tasks[q]
	t.events = append(t.events, e)
	row[q] = uint16(len(t.events))
	return int32(len(t.events) - 1)
}

// index is the task's index in the trace, or -1.
func index(t *trace.Trace, name checker.Task) int32 {
	if int(name) >= len(t.ByTask) {
		return -1
	}
	return t.ByTask[name]
}

// bear makes c a child of a task, by that task's last event. like says that the child before it is
// alike.
func (g *Graph) bear(c, parent, ordinal int32, like bool, group *int32, apart map[flat.Key]bool) {
	at := int32(len(g.tasks[parent].events)) - 1
	q := &g.tasks[c]
	q.parent, q.ordinal, q.first = parent, ordinal, ordinal
	if !like || *group == 0 {
		q.class = g.tasks[parent].class.And(uint64(ordinal) + 1)
		g.blocks = append(g.blocks, block{task: parent, from: at, to: at, first: ordinal, children: []int32{c}})
		*group = int32(len(g.blocks))
		return
	}
	b := &g.blocks[*group-1]
	if class := g.tasks[b.children[0]].class; !apart[class] {
		q.first, q.class, b.to = b.first, class, at
		b.children = append(b.children, c)
		return
	}
	q.class = g.tasks[parent].class.And(uint64(ordinal) + 1)
}

// whole is a clock of the creator after which it has created all, if it has begun to. Nobody can
// tell how far it has come.
func (b *block) whole(c uint16) uint16 {
	if int32(c) > b.from && int32(c) <= b.to {
		return uint16(b.to + 1)
	}
	return c
}

// before is the clock of an event without itself, until it is asked for another one.
func (g *Graph) before(e int32) []uint16 {
	ev := &g.events[e]
	g.scratch = append(g.scratch[:0], g.row(e)...)
	g.scratch[ev.task]--
	if ev.task2 >= 0 {
		g.scratch[ev.task2]--
	}
	return g.scratch
}

// label is the label of ev, which comes after what the row has.
func (g *Graph) label(row []uint16, ev *event, kind checker.Kind) flat.Key {
	var past flat.Key
	for q, c := range row {
		if c == 0 {
			continue
		}
		for i := range g.blocks {
			if b := &g.blocks[i]; int(b.task) == q && int32(c) > b.from && int32(c) <= b.to+1 {
				c = uint16(b.from + 1)
			}
		}
		past.Sum(g.events[g.tasks[q].events[c-1]].label)
	}
	k := g.plain(ev, kind).With(past)
	if ev.at > 0 { // whose event it is, of those that it comes after
		k = k.With(g.events[g.tasks[ev.task].events[ev.at-1]].label)
	}
	if ev.task2 >= 0 && ev.at2 > 0 {
		k = k.With(g.events[g.tasks[ev.task2].events[ev.at2-1]].label)
	}
	return k
}

// plain is the key of an event without its history.
func (g *Graph) plain(ev *event, kind checker.Kind) flat.Key {
	var partner flat.Key
	if ev.partner >= 0 {
		partner = g.tasks[ev.partner].class
	}
	return flat.KeyOf(g.tasks[ev.task].class, uint32(ev.at), kind, ev.choice, ev.pchoice, partner)
}

// action is the key of the decision that led to ev, and of what its task had done before.
func (g *Graph) action(ev *event) flat.Key {
	k := g.plain(ev, ev.decided)
	if ev.at > 0 {
		k = k.With(g.events[g.tasks[ev.task].events[ev.at-1]].label)
	}
	return k
}
