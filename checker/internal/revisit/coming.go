package revisit

import (
	"slices"

	"gocheck.dev/checker"
)

// revisitComing has the operations on each object that have not been executed before event
// at of P. Children are looked for event by event, and at goes along. Of each task the next
// such operation is in a list, and those after it follow from there: the rivals of an event
// are the first few of each task, as the others come after the event.
type revisitComing struct {
	at    int32    // -1: nobody has asked for P's
	kinds []uint64 // by Object: set of the kinds of all operations on it
	next  []int32  // by operation: the next one of the task on the object, -1
	lists []int32  // by Object: the next operation of some task, -1
	newer []int32  // by operation that is in a list: its neighbours there
	older []int32

	// Scratch memory.
	last   []int32 // by Object: the last operation
	before []int32 // by operation: the one on the object before it, of whatever task
	first  []int32 // by index of the task: its first operation on the present object
}

// start makes it the beginning of P.
func (v *revisitComing) start(r *Search) {
	t := r.Trace
	n, objects := len(t.Ops), len(t.Heads)
	v.at = 0
	v.next, v.lists = none(v.next, n), none(v.lists, objects)
	v.newer, v.older = slices.Grow(v.newer[:0], n)[:n], slices.Grow(v.older[:0], n)[:n]
	v.kinds = slices.Grow(v.kinds[:0], objects)[:objects]
	clear(v.kinds)
	v.before, v.last = none(v.before, n), none(v.last, objects)
	for i := range t.Ops {
		if op := &t.Ops[i]; contended(op.Kind) {
			v.kinds[op.Obj] |= 1 << op.Kind
			v.before[i], v.last[op.Obj] = v.last[op.Obj], int32(i)
		}
	}
	v.first = none(v.first, len(t.Tasks))
	for obj, last := range v.last {
		for o := last; o >= 0; o = v.before[o] {
			q := t.Ops[o].Task
			v.next[o], v.first[q] = v.first[q], o
		}
		tail := int32(-1)
		for o := last; o >= 0; o = v.before[o] {
			if q := t.Ops[o].Task; v.first[q] == o {
				v.first[q] = -1
				v.newer[o], v.older[o] = tail, -1
				if tail >= 0 {
					v.older[tail] = o
				} else {
					v.lists[obj] = o
				}
				tail = o
			}
		}
	}
}

// did takes operation o out, which was executed.
func (v *revisitComing) did(r *Search, o int32) {
	op := &r.Trace.Ops[o]
	if !contended(op.Kind) {
		return
	}
	newer, older := v.newer[o], v.older[o]
	if newer >= 0 {
		v.older[newer] = older
	} else {
		v.lists[op.Obj] = older
	}
	if older >= 0 {
		v.newer[older] = newer
	}
	if o = v.next[o]; o >= 0 {
		first := v.lists[op.Obj]
		v.newer[o], v.older[o], v.lists[op.Obj] = -1, first, o
		if first >= 0 {
			v.newer[first] = o
		}
	}
}

// of appends the operations of some kinds on obj, executed as event i, or later, or not at
// all, that do not come after i: those announced last come first.
func (v *revisitComing) of(r *Search, obj checker.Object, i int32, kinds uint64, list []int32) []int32 {
	t := r.Trace
	if v.at < 0 {
		v.start(r)
	}
	for ; v.at < i; v.at++ {
		e := &t.Events[v.at]
		v.did(r, e.Op)
		if e.Op2 >= 0 {
			v.did(r, e.Op2)
		}
	}
	if v.kinds[obj]&kinds == 0 {
		return list
	}
	n := len(list)
	for first := v.lists[obj]; first >= 0; first = v.older[first] {
		for o := first; o >= 0 && !r.has(t.Ops[o].Prev, i); o = v.next[o] {
			if kinds&(1<<t.Ops[o].Kind) != 0 {
				list = append(list, o)
			}
		}
	}
	slices.SortFunc(list[n:], func(a, b int32) int { return int(b - a) })
	return list
}
