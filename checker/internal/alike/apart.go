package alike

import (
	"fmt"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file tells tasks apart: those of a group whose creation cannot be moved to one place, and
// those that somebody tells from the others.

// tellApart names a group that is none: "" if there is none of these. Its class is noted in apart.
func (g *Graph) tellApart(t *trace.Trace, apart map[flat.Key]bool) string {
	for i := range g.blocks {
		if b := &g.blocks[i]; !g.moves(t, b) || g.joined(t, b) || g.named(t, b) {
			return g.isNone(t, b, apart)
		}
	}
	return ""
}

// isNone notes in apart that a group is none, and names it.
func (g *Graph) isNone(t *trace.Trace, b *block, apart map[flat.Key]bool) string {
	apart[g.tasks[b.children[0]].class] = true
	return g.nameOf(t, b.children[0])
}

// nameOf is the name that a task had if it, and all its creators, were the first of their groups.
func (g *Graph) nameOf(t *trace.Trace, q int32) string {
	i := &g.tasks[q]
	if i.parent < 0 {
		return t.Program.TaskName(i.name)
	}
	return fmt.Sprintf("%s/%d", g.nameOf(t, i.parent), i.first+1)
}

// moves says whether all events of a block can be made right after the first one, whatever the
// children do: whether they come after nothing that comes not before it, conflict with nothing that
// another task does later, and change nothing that the trace does not show. A child that was
// created late can do nothing before them; one that was created early might do it then, under its
// name.
func (g *Graph) moves(t *trace.Trace, b *block) bool {
	events := g.tasks[b.task].events
	first := g.row(events[b.from])
	before := t.HistOf(events[b.from])
	for _, e := range events[b.from : b.to+1] {
		if g.conflicts(t, b.task, e, before) {
			return false
		}
		ev := &t.Events[e]
		switch ev.Kind {
		case checker.Spawn, checker.Read, checker.Write, checker.Inc:
		case checker.Add:
			if ev.Arg < 0 || g.falls(t, ev.Obj) {
				return false
			}
		default:
			return false
		}
		for q, c := range g.row(e) {
			if q != int(b.task) && c != first[q] {
				return false
			}
		}
	}
	return true
}

// conflicts says whether event e, a task's, conflicts with what others do, or wait for, but for the
// events before.
func (g *Graph) conflicts(t *trace.Trace, of, e int32, before flat.Set) bool {
	for _, o := range t.Objs {
		for k := t.Heads[o]; k >= 0; k = t.Nodes[k].Prev {
			if n := &t.Nodes[k]; n.Ev == e && g.meetsOthers(t, of, n, before) {
				return true
			}
		}
	}
	return false
}

// meetsOthers is conflicts for one use of an object.
func (g *Graph) meetsOthers(t *trace.Trace, of int32, use *trace.Node, before flat.Set) bool {
	for k := t.Heads[use.Obj]; k >= 0; k = t.Nodes[k].Prev {
		n := &t.Nodes[k]
		if t.Events[n.Ev].Task != of && n.Class.Compete(use.Class) && !before.Has(n.Ev) {
			return true
		}
	}
	for i := range t.Tasks { // what is waited for may conflict as well
		if op := t.Tasks[i].Op; op >= 0 && int32(i) != of && uses(t, op, use.Obj) {
			return true
		}
	}
	return false
}

// uses says whether an operation is on the object, or one of its cases is.
func uses(t *trace.Trace, op int32, o checker.Object) bool {
	switch p := &t.Ops[op]; p.Kind {
	case checker.Begin, checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick, checker.NoKind:
		return false
	case checker.Select, checker.Spin:
		for _, c := range t.CasesOf(op) {
			if c.Kind != checker.NoKind && c.Kind != checker.Tick && c.Obj == o {
				return true
			}
		}
		return false
	default:
		return p.Obj == o
	}
}

// falls says whether the counter of a WaitGroup has fallen below zero: whether it does may depend
// on the order of Adds, which is in no trace.
func (g *Graph) falls(t *trace.Trace, o checker.Object) bool {
	for i := range t.Events {
		if e := &t.Events[i]; e.Kind == checker.AddNegative && e.Obj == o {
			return true
		}
	}
	return false
}

// named says whether what one of the group has done, or one that it has created, depends on its
// name, or what anybody has done on names of others.
func (g *Graph) named(t *trace.Trace, b *block) bool {
	for i := range t.Events {
		e := &t.Events[i]
		if op := &t.Ops[e.Op]; op.Names || op.Named && (g.within(e.Task, b) || e.Task2 >= 0 && g.within(e.Task2, b)) {
			return true
		}
	}
	return false
}

// within says whether a task is one of the group, or one of them has created it, or its creator.
func (g *Graph) within(q int32, b *block) bool {
	for ; q >= 0; q = g.tasks[q].parent {
		if slices.Contains(b.children, q) {
			return true
		}
	}
	return false
}

// joined says whether somebody waits for the end of one of the group.
func (g *Graph) joined(t *trace.Trace, b *block) bool {
	for i := range t.Ops {
		if o := &t.Ops[i]; o.Kind == checker.Join {
			for _, c := range b.children {
				if g.tasks[c].name == o.Partner {
					return true
				}
			}
		}
	}
	return false
}
