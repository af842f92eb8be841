package explore

import (
	"slices"

	"gocheck.dev/checker"
)

// This file divides an exploration by revisit. A node of the stack is a schedule
// whose subtree depends on nothing else, so any nodes, taken from anywhere and run
// anywhere, make a Part. In the order of the sequential exploration the nodes of a
// stack come from its top to its bottom: what is given away from the bottom comes
// after all that is kept. So a caller that keeps parts in that order can add up
// what came of them as if one exploration had done it all. docs/design/cores.md.

func (r *revisitor) exploration() *exploration { return r.x }

// rest implements divided.
func (r *revisitor) rest() *part { return r.part(0, len(r.stack)) }

// give implements divided: half of the shallowest nodes, if there are two.
func (r *revisitor) give() *part {
	n := len(r.stack)
	if n < 2 || r.x.rehearse { // maybe it begins anew
		return nil
	}
	same := 1
	for same < n && r.stack[same].steps == r.stack[0].steps {
		same++
	}
	give := max(1, same/2)
	part := r.part(0, give)
	r.revisitStack = *r.part(give, n).work.(*revisitStack)
	r.given, r.x.divided = true, true
	return part
}

// stop implements divided.
func (r *revisitor) stop() {
	r.ended = r.x.stopped == ""
	r.x.stop("stopped")
}

// part copies the nodes from a to b.
func (r *revisitor) part(a, b int) *part {
	var q revisitStack
	p := &r.revisitStack
	from := -1 // the parent that was copied last
	for i := a; i < b; i++ {
		n := p.stack[i]
		steps, marks := p.steps[n.steps:n.steps+n.events], p.marks[n.steps:n.steps+n.events]
		if n.steps != from {
			from = n.steps
			n.steps = len(q.steps)
			q.steps, q.marks = append(q.steps, steps...), append(q.marks, marks...)
		} else {
			n.steps = q.stack[len(q.stack)-1].steps
		}
		sets := p.sets[n.set : n.set+(n.events+63)/64]
		n.set = len(q.sets)
		q.sets = append(q.sets, sets...)
		kept := p.kept[n.holds:]
		if i+1 < len(p.stack) {
			kept = p.kept[n.holds:p.stack[i+1].holds]
		}
		n.holds = len(q.kept)
		q.kept = append(q.kept, kept...)
		q.stack = append(q.stack, n)
	}
	return &part{work: &q, tasks: slices.Clone(r.ranks.names), by: r.x.by}
}

// take makes a part the stack. Its tasks may have other numbers here.
func (r *revisitor) take(p *part) {
	q := p.work.(*revisitStack)
	r.revisitStack = revisitStack{
		slices.Clone(q.stack), slices.Clone(q.steps), slices.Clone(q.marks), slices.Clone(q.sets), slices.Clone(q.kept),
	}
	here, same := numbersHere(r.x.p, p.tasks)
	for _, q := range here {
		r.ranks.of(r.x.p, q)
	}
	if same {
		return
	}
	parent := -1
	for i := range r.stack {
		n := &r.stack[i]
		if n.steps != parent {
			parent = n.steps
			for k := range r.steps[n.steps : n.steps+n.events] {
				here.decision(&r.steps[n.steps+k].dec)
			}
		}
		for k := range n.forced[:n.number] {
			here.decision(&n.forced[k])
		}
		here.task(&n.hold.task)
		here.task(&n.hold.by)
	}
	for i := range r.kept {
		here.task(&r.kept[i].task)
		here.task(&r.kept[i].by)
	}
}

func readHold(d *partReader, p *part) revisitHold {
	return revisitHold{at: int32(d.num(0, checker.MaxEvents+2)), task: d.task(p), by: d.task(p), index: uint32(d.num(0, checker.MaxEvents))}
}

// is implements work.
func (q *revisitStack) is() workKind { return workNodes }

// write implements work. The nodes of one parent stand together after its steps, as in the stack.
func (q *revisitStack) write(w *partWriter) {
	hold := func(h *revisitHold) {
		w.num(int(h.at))
		w.num(int(h.task))
		w.num(int(h.by))
		w.num(int(h.index))
	}
	w.num(len(q.stack))
	from := -1
	for i := range q.stack {
		n := &q.stack[i]
		w.flag(n.steps != from)
		if n.steps != from {
			from = n.steps
			w.num(n.events)
			for k := range n.events {
				s := &q.steps[from+k]
				w.decision(&s.dec)
				w.key(s.key)
				w.num(int(q.marks[from+k]))
			}
		}
		for _, v := range q.sets[n.set : n.set+(n.events+63)/64] {
			w.word(v)
		}
		w.num(int(n.s))
		w.num(int(n.number))
		for k := range n.forced[:n.number] {
			w.decision(&n.forced[k])
		}
		kept := q.kept[n.holds:]
		if i+1 < len(q.stack) {
			kept = q.kept[n.holds:q.stack[i+1].holds]
		}
		w.num(len(kept))
		for k := range kept {
			hold(&kept[k])
		}
		w.flag(n.held)
		if n.held {
			hold(&n.hold)
		}
		w.flag(n.again)
		w.num(int(n.found.at))
		w.num(int(n.found.tried))
		w.num(int(n.blocks))
		w.flag(n.target)
	}
}

// readNodes reads what revisitStack.write has written.
func readNodes(d *partReader, p *part) work {
	q := &revisitStack{}
	events, from := 0, -1
	for i := range d.num(0, len(d.b)) {
		var n revisitNode
		if d.flag() {
			events, from = d.num(0, checker.MaxEvents), len(q.steps)
			for k := range events {
				if d.err != nil {
					break
				}
				s := step{dec: d.decision(p)}
				s.key = d.key()
				q.steps, q.marks = append(q.steps, s), append(q.marks, int32(d.num(-1, k)))
			}
		} else if i == 0 {
			d.fail("a node without a parent")
		}
		n.steps, n.events, n.set, n.holds = from, events, len(q.sets), len(q.kept)
		for range (events + 63) / 64 {
			q.sets = append(q.sets, d.word())
		}
		if events%64 != 0 && d.err == nil && q.sets[len(q.sets)-1]>>(events%64) != 0 {
			d.fail("an event that does not exist")
		}
		n.s = int32(d.num(0, events))
		n.number = uint8(d.num(0, 2))
		for k := range n.number {
			n.forced[k] = d.decision(p)
		}
		for range d.num(0, len(d.b)) {
			q.kept = append(q.kept, readHold(d, p))
		}
		if n.held = d.flag(); n.held {
			n.hold = readHold(d, p)
		}
		n.again = d.flag()
		n.found = revisitFound{int32(d.num(0, events)), int32(d.num(0, 1<<31-1))}
		n.blocks = int32(d.num(0, events))
		if n.target = d.flag(); n.target && n.number == 0 {
			d.fail("a target that is not forced")
		}
		if d.err != nil {
			break
		}
		q.stack = append(q.stack, n)
	}
	return q
}
