package event

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// knowledge is what the executions so far have shown of messages, to tell
// what a message does in a context in which it was not seen.
type knowledge struct {
	steps map[flat.Key]eventNext  // by the key of a message's event
	whole map[checker.Task]uint32 // the accesses that a message was first seen to make
	many  map[checker.Task]bool   // messages that were seen to make others, too: they branch
	seqs  []uint32                // scratch, by index of task
}

// eventNext is what a message does after an event: nothing if that was its last.
type eventNext struct {
	last   bool
	kind   checker.Kind
	obj    eventName
	values int32 // of a Choose: how many there are
}

func (k *knowledge) init() {
	k.steps, k.whole, k.many = map[flat.Key]eventNext{}, map[checker.Task]uint32{}, map[checker.Task]bool{}
}

// learn looks at the messages of the present execution.
func (k *knowledge) learn(x *dpor) {
	t := x.t
	k.seqs = k.seqs[:0]
	for range t.Tasks {
		k.seqs = append(k.seqs, 0)
	}
	for f := int32(len(t.Events)) - 1; f >= 0; f-- {
		e := &t.Events[f]
		if t.Tasks[e.Task].Handler < 0 {
			continue
		}
		s := x.step(f)
		if s.obj != noName {
			k.seqs[e.Task] = x.sequences.number(sequence{s.obj, s.writes(), k.seqs[e.Task]})
		}
		if s.last {
			k.steps[s.key] = eventNext{last: true}
		}
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		if op.Prev < 0 || op.Kind == checker.Begin || t.Tasks[op.Task].Handler < 0 {
			continue
		}
		n := eventNext{kind: op.Kind, obj: noName}
		if op.Kind == checker.Choose {
			n.values = int32(op.Arg)
		}
		if uses(t, op) && op.Kind != checker.Post {
			n.obj = x.names.of[op.Obj]
		}
		k.steps[t.Events[op.Prev].Key] = n
	}
	for i := range t.Tasks {
		m := &t.Tasks[i]
		if m.Handler < 0 || m.End < 0 {
			continue
		}
		if old, ok := k.whole[m.Name]; !ok {
			k.whole[m.Name] = k.seqs[i]
		} else if !x.sameAccesses(old, k.seqs[i]) {
			k.many[m.Name] = true
		}
	}
}

// sameAccesses says whether two sequences of accesses are the same.
func (x *dpor) sameAccesses(a, b uint32) bool {
	q := x.sequences.list
	for a != b {
		if a == 0 || b == 0 || q[a].write != q[b].write || !x.names.same(q[a].obj, q[b].obj) {
			return false
		}
		a, b = q[a].rest, q[b].rest
	}
	return true
}

// afterKnown says whether something that the message with that start may do
// after w fits. w comes after the first prefix steps of the present execution, and
// nothing but w before what the message does: the events that it makes have been
// seen, with all their history, and what has not been seen is not tried. Where the
// message chooses, each value is a way to go on.
func (x *dpor) afterKnown(start *eventStep, prefix int, w wuS, fits func(rest wuS) bool) bool {
	all := make(wuS, 0, prefix+len(w)+8)
	for i := range prefix {
		all = append(all, x.nodes[i].step)
	}
	all = append(all, w...)
	o := &x.after
	o.begin(x, all)
	p := start.dec.Task
	if l := w.next(p); l >= 0 {
		return x.goOn(o.steps[o.last[p]], start.handler, nil, fits)
	}
	o.precede(o.add(start))
	return x.goOn(*start, start.handler, wuS{*start}, fits)
}

// goOn is afterKnown when the message has come to its step last, the latest of
// it in x.after, having made the steps of rest.
func (x *dpor) goOn(last eventStep, handler eventName, rest wuS, fits func(rest wuS) bool) bool {
	n, ok := x.known.steps[last.key]
	if !ok {
		return false
	}
	if n.last {
		return fits(rest)
	}
	s := eventStep{dec: checker.Decision{Task: last.dec.Task, Partner: checker.NoTask}, index: last.index + 1, kind: n.kind, obj: n.obj, handler: handler,
		creates: checker.NoTask, joins: checker.NoTask}
	o := &x.after
	before := o.last[s.dec.Task]
	for s.dec.Choice = range max(n.values, 1) {
		kinds := [2]checker.Kind{n.kind, n.kind}
		if n.kind == checker.CAS {
			kinds = [2]checker.Kind{checker.Read, checker.Write}
		}
		ok = false
		for _, s.kind = range kinds {
			s.key = o.keyOf(&s)
			if _, ok = x.known.steps[s.key]; ok {
				break
			}
		}
		if !ok {
			continue
		}
		o.precede(o.add(&s))
		if x.goOn(s, handler, append(rest[:len(rest):len(rest)], s), fits) {
			return true
		}
		o.undo(&s, before)
	}
	return false
}

// keyOf is the key that a step of a message has that comes next.
func (o *eventOrder) keyOf(s *eventStep) flat.Key {
	before := make(flat.Set, o.words)
	var past flat.Key
	add := func(f int32) {
		if !before.Has(f) {
			before.Union(o.row(f))
			past.Sum(o.steps[f].key)
		}
	}
	add(o.last[s.dec.Task])
	for f := int32(len(o.steps)) - 1; f >= 0; f-- {
		if o.x.conflicts(&o.steps[f], s) {
			add(f)
			if o.steps[f].writes() {
				break
			}
		}
	}
	t := o.x.t
	return flat.KeyOf(t.KeyOfTask(s.dec.Task), s.index, s.kind, s.dec.Choice, s.dec.PartnerChoice, t.KeyOfTask(s.dec.Partner)).With(past)
}
