package revisit

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// This file divides an exploration by revisit. A node of the stack is a schedule
// whose subtree depends on nothing else, so any nodes, taken from anywhere and run
// anywhere, make a Part. In the order of the sequential exploration the nodes of a
// stack come from its top to its bottom: what is given away from the bottom comes
// after all that is kept. So a caller that keeps parts in that order can add up
// what came of them as if one exploration had done it all. docs/design/cores.md.

// Exploration is what the search explores by.
func (r *Search) Exploration() *engine.Exploration { return r.Engine }

// Rest implements divided.
func (r *Search) Rest() *engine.Part { return r.part(0, len(r.stack)) }

// Give implements divided: half of the shallowest nodes, if there are two.
func (r *Search) Give() *engine.Part {
	n := len(r.stack)
	if n < 2 || r.Engine.Rehearse { // maybe it begins anew
		return nil
	}
	same := 1
	for same < n && r.stack[same].steps == r.stack[0].steps {
		same++
	}
	give := max(1, same/2)
	part := r.part(0, give)
	r.revisitStack = *r.part(give, n).Work.(*revisitStack)
	r.Given, r.Engine.Divided = true, true
	return part
}

// Stop implements divided.
func (r *Search) Stop() {
	r.ended = r.Engine.Stopped == ""
	r.Engine.Stop("stopped")
}

// part copies the nodes from a to b.
func (r *Search) part(a, b int) *engine.Part {
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
	return &engine.Part{Work: &q, Tasks: slices.Clone(r.ranks.names), Folding: r.Engine.Folding}
}

// take makes a part the stack. Its tasks may have other numbers here.
func (r *Search) take(p *engine.Part) {
	q := p.Work.(*revisitStack)
	r.revisitStack = revisitStack{
		slices.Clone(q.stack), slices.Clone(q.steps), slices.Clone(q.marks), slices.Clone(q.sets), slices.Clone(q.kept),
	}
	here, same := engine.NumbersHere(r.Engine.Program, p.Tasks)
	for _, q := range here {
		r.ranks.of(r.Engine.Program, q)
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
				here.Decision(&r.steps[n.steps+k].Dec)
			}
		}
		for k := range n.forced[:n.number] {
			here.Decision(&n.forced[k])
		}
		here.Task(&n.hold.task)
		here.Task(&n.hold.by)
	}
	for i := range r.kept {
		here.Task(&r.kept[i].task)
		here.Task(&r.kept[i].by)
	}
}

func readHold(d *engine.PartReader, p *engine.Part) revisitHold {
	return revisitHold{at: int32(d.Num(0, checker.MaxEvents+2)), task: d.Task(p), by: d.Task(p), index: uint32(d.Num(0, checker.MaxEvents))}
}

// Kind implements work.
func (q *revisitStack) Kind() engine.WorkKind { return engine.WorkNodes }

// Write implements work. The nodes of one parent stand together after its steps, as in the stack.
func (q *revisitStack) Write(w *engine.PartWriter) {
	hold := func(h *revisitHold) {
		w.Num(int(h.at))
		w.Num(int(h.task))
		w.Num(int(h.by))
		w.Num(int(h.index))
	}
	w.Num(len(q.stack))
	from := -1
	for i := range q.stack {
		n := &q.stack[i]
		w.Flag(n.steps != from)
		if n.steps != from {
			from = n.steps
			w.Num(n.events)
			for k := range n.events {
				s := &q.steps[from+k]
				w.Decision(&s.Dec)
				w.Key(s.Key)
				w.Num(int(q.marks[from+k]))
			}
		}
		for _, v := range q.sets[n.set : n.set+(n.events+63)/64] {
			w.Word(v)
		}
		w.Num(int(n.s))
		w.Num(int(n.number))
		for k := range n.forced[:n.number] {
			w.Decision(&n.forced[k])
		}
		kept := q.kept[n.holds:]
		if i+1 < len(q.stack) {
			kept = q.kept[n.holds:q.stack[i+1].holds]
		}
		w.Num(len(kept))
		for k := range kept {
			hold(&kept[k])
		}
		w.Flag(n.held)
		if n.held {
			hold(&n.hold)
		}
		w.Flag(n.again)
		w.Num(int(n.found.at))
		w.Num(int(n.found.tried))
		w.Num(int(n.blocks))
		w.Flag(n.target)
	}
}

// ReadNodes reads what revisitStack.write has written.
func ReadNodes(d *engine.PartReader, p *engine.Part) engine.Work {
	q := &revisitStack{}
	events, from := 0, -1
	for i := range d.Num(0, len(d.Data)) {
		var n node
		if d.Flag() {
			events, from = d.Num(0, checker.MaxEvents), len(q.steps)
			for k := range events {
				if d.Err != nil {
					break
				}
				s := trace.Step{Dec: d.Decision(p)}
				s.Key = d.Key()
				q.steps, q.marks = append(q.steps, s), append(q.marks, int32(d.Num(-1, k)))
			}
		} else if i == 0 {
			d.Fail("a node without a parent")
		}
		n.steps, n.events, n.set, n.holds = from, events, len(q.sets), len(q.kept)
		for range (events + 63) / 64 {
			q.sets = append(q.sets, d.Word())
		}
		if events%64 != 0 && d.Err == nil && q.sets[len(q.sets)-1]>>(events%64) != 0 {
			d.Fail("an event that does not exist")
		}
		n.s = int32(d.Num(0, events))
		n.number = uint8(d.Num(0, 2))
		for k := range n.number {
			n.forced[k] = d.Decision(p)
		}
		for range d.Num(0, len(d.Data)) {
			q.kept = append(q.kept, readHold(d, p))
		}
		if n.held = d.Flag(); n.held {
			n.hold = readHold(d, p)
		}
		n.again = d.Flag()
		n.found = revisitFound{int32(d.Num(0, events)), int32(d.Num(0, 1<<31-1))}
		n.blocks = int32(d.Num(0, events))
		if n.target = d.Flag(); n.target && n.number == 0 {
			d.Fail("a target that is not forced")
		}
		if d.Err != nil {
			break
		}
		q.stack = append(q.stack, n)
	}
	return q
}
