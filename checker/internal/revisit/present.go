package revisit

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// revisitPresent is what the tasks are about to do after some events of P: after
// the first base ones and those of trail. Walks begin near each other, and are
// short: so the present is moved from one to the next, and each event of a walk
// changes it and is taken back.
type revisitPresent struct {
	at     []int32  // by index of the task: its present operation, -1 if none
	places flat.Set // the places in the order of tasks of those that have one
	list   []int32  // by operation: in which of the lists it is while it is present, -1: none
	newest []int32  // by list: one of its operations, -1 if there is none
	newer  []int32  // by operation: its neighbours in the list
	older  []int32
	since  []int32 // by event: those announced after it are among since[e] to since[e+1]
	base   int32
	trail  []int32
}

// start makes it the beginning of P. There is a list for each object, of the
// operations that something else on the object may make possible, and one for
// selects.
func (p *revisitPresent) start(r *Search) {
	t := r.Trace
	n := len(t.Ops)
	p.at = none(p.at, len(t.Tasks))
	p.places = slices.Grow(p.places[:0], len(t.Tasks)>>6+1)[:len(t.Tasks)>>6+1]
	clear(p.places)
	p.newest = none(p.newest, len(t.Heads)+1)
	p.list = none(p.list, n)
	p.newer, p.older = slices.Grow(p.newer[:0], n)[:n], slices.Grow(p.older[:0], n)[:n]
	p.since = p.since[:0]
	p.base, p.trail = 0, p.trail[:0]
	for i := range t.Ops {
		op := &t.Ops[i]
		for int(op.Prev) >= len(p.since) {
			p.since = append(p.since, int32(i))
		}
		switch {
		case op.Kind == checker.Select:
			p.list[i] = p.selects()
		case contended(op.Kind):
			p.list[i] = int32(op.Obj)
		}
		if op.Prev < 0 {
			p.come(r, int32(i))
		}
	}
	for len(p.since) <= len(t.Events) {
		p.since = append(p.since, int32(n))
	}
}

// selects is the list of selects.
func (p *revisitPresent) selects() int32 { return int32(len(p.newest) - 1) }

// come makes the operation that of its task.
func (p *revisitPresent) come(r *Search, o int32) {
	q := r.Trace.Ops[o].Task
	p.at[q] = o
	p.places[r.rank[q]>>6] |= 1 << (r.rank[q] & 63)
	if l := p.list[o]; l >= 0 {
		next := p.newest[l]
		p.newer[o], p.older[o], p.newest[l] = -1, next, o
		if next >= 0 {
			p.newer[next] = o
		}
	}
}

// leave makes the task have none.
func (p *revisitPresent) leave(r *Search, o int32) {
	q := r.Trace.Ops[o].Task
	p.at[q] = -1
	p.places[r.rank[q]>>6] &^= 1 << (r.rank[q] & 63)
	if l := p.list[o]; l >= 0 {
		before, next := p.newer[o], p.older[o]
		if next >= 0 {
			p.newer[next] = before
		}
		if before >= 0 {
			p.older[before] = next
		} else {
			p.newest[l] = next
		}
	}
}

// does moves on by event e.
func (p *revisitPresent) does(r *Search, e int32) {
	t := r.Trace
	ev := &t.Events[e]
	p.leave(r, ev.Op)
	if ev.Op2 >= 0 {
		p.leave(r, ev.Op2)
	}
	for o := p.since[e]; o < p.since[e+1]; o++ {
		if t.Ops[o].Prev == e { // else the clock, made late
			p.come(r, o)
		}
	}
}

// undoes takes back event e, the last one.
func (p *revisitPresent) undoes(r *Search, e int32) {
	t := r.Trace
	ev := &t.Events[e]
	for o := p.since[e]; o < p.since[e+1]; o++ {
		if t.Ops[o].Prev == e {
			p.leave(r, o)
		}
	}
	p.come(r, ev.Op)
	if ev.Op2 >= 0 {
		p.come(r, ev.Op2)
	}
}

// walks moves on by event e of a walk.
func (p *revisitPresent) walks(r *Search, e int32) {
	p.does(r, e)
	p.trail = append(p.trail, e)
}

// from takes the walk back, and makes it the first s events of P.
func (p *revisitPresent) from(r *Search, s int32) {
	for k := len(p.trail) - 1; k >= 0; k-- {
		p.undoes(r, p.trail[k])
	}
	p.trail = p.trail[:0]
	for ; p.base < s; p.base++ {
		p.does(r, p.base)
	}
	for p.base > s {
		p.base--
		p.undoes(r, p.base)
	}
}
