package trace

import (
	"cmp"
	"slices"
	"sort"

	"gocheck.dev/checker"
)

// Which tasks could receive what an operation sends on a channel without a buffer? Each operation
// that receives there, unless one of the two is announced after the other one is done. Of
// one task the first ones are done before the send is announced, and the last ones are
// announced after it is done. What is in between is found by bisection: it is little,
// however long the execution is.

// receiver is an operation that receives, by a case if it is a select.
type receiver struct {
	obj              checker.Object
	task, op, choice int32
}

// findReceivers fills in t.receivers, by object, task and the order of the task.
func (t *Trace) findReceivers() {
	list := t.receivers[:0]
	for i := range t.Ops {
		switch op := &t.Ops[i]; op.Kind {
		case checker.Recv:
			list = append(list, receiver{obj: op.Obj, task: op.Task, op: int32(i)})
		case checker.Select:
			for k, c := range t.CasesOf(int32(i)) {
				if c.Kind == checker.Recv {
					list = append(list, receiver{c.Obj, op.Task, int32(i), int32(k)})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b receiver) int {
		return cmp.Or(cmp.Compare(a.obj, b.obj), cmp.Compare(a.task, b.task), cmp.Compare(a.op, b.op), cmp.Compare(a.choice, b.choice))
	})
	t.receivers, t.received = list, true
}

// rendezvous appends a, which sends on o, with each operation that might receive that.
func (t *Trace) rendezvous(acts []Action, a Action, o checker.Object) []Action {
	if !t.received {
		t.findReceivers()
	}
	op := &t.Ops[a.Op]
	first := len(acts)
	all := t.receivers
	for all = all[sort.Search(len(all), func(i int) bool { return all[i].obj >= o }):]; len(all) > 0 && all[0].obj == o; {
		q := all[0].task
		n := sort.Search(len(all), func(i int) bool { return all[i].obj > o || all[i].task > q })
		own := all[:n]
		all = all[n:]
		if q == op.Task {
			continue
		}
		for _, r := range own[sort.Search(n, func(i int) bool { return !t.needs(op, &t.Ops[own[i].op]) }):] {
			b := &t.Ops[r.op]
			if t.needs(b, op) {
				break
			}
			if !b.HasDefault || !op.HasDefault {
				a.Op2, a.Partner, a.PChoice = r.op, t.Tasks[q].Name, r.choice
				acts = append(acts, a)
			}
		}
	}
	slices.SortFunc(acts[first:], func(a, b Action) int {
		return cmp.Or(cmp.Compare(a.Op2, b.Op2), cmp.Compare(a.PChoice, b.PChoice))
	})
	return acts
}

// needs says whether operation a was announced after b was done.
func (t *Trace) needs(a, b *Operation) bool {
	return a.Prev >= 0 && b.Exec >= 0 && t.HistOf(a.Prev).Has(b.Exec)
}
