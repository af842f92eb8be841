package event

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// eventOrder orders the steps of a sequence w such that handlers serve one
// message at a time: the relation →sc of Appendix A. It is event-driven
// consistency (Theorem 4) for the sequence with what completes some messages.
type eventOrder struct {
	x        *dpor
	steps    []eventStep // of w, and then others that complete messages
	given    int         // steps of w
	words    int
	rows     []uint64 // by step: all steps before it, itself included
	last     []int32  // by Task: its latest step, -1 if none
	messages []eventMessage
	first    int // the message that is to be first on its handler, or -1
}

// eventMessage is a message in an eventOrder.
type eventMessage struct {
	task        checker.Task
	handler     eventName
	first, last int32
	begun       bool // before w: its first step is not in w
	complete    bool
	before      []bool // by message: that one comes after this one
}

func (o *eventOrder) row(i int32) flat.Set { return o.rows[int(i)*o.words : (int(i)+1)*o.words] }

// begin takes the steps of w, with happens-before between them.
func (o *eventOrder) begin(x *dpor, w wuS) {
	o.x = x
	o.steps = o.steps[:0]
	o.given = len(w)
	o.words = (2*len(w)+len(x.t.Events))/64 + 1
	o.rows = o.rows[:0]
	for i := range o.last {
		o.last[i] = -1
	}
	for i := range w {
		o.precede(o.add(&w[i]))
	}
}

// add appends a step after its message's.
func (o *eventOrder) add(s *eventStep) int32 {
	n := int32(len(o.steps))
	o.steps = append(o.steps, *s)
	if int(n) >= o.words*64 {
		o.widen()
	}
	for range o.words {
		o.rows = append(o.rows, 0)
	}
	row := o.row(n)
	row.Add(n)
	for int(s.dec.Task) >= len(o.last) {
		o.last = append(o.last, -1)
	}
	if p := o.last[s.dec.Task]; p >= 0 {
		row.Union(o.row(p))
	}
	o.last[s.dec.Task] = n
	return n
}

// undo takes back the step that was added last; before is the one of its message
// before it.
func (o *eventOrder) undo(s *eventStep, before int32) {
	n := len(o.steps) - 1
	o.steps, o.rows = o.steps[:n], o.rows[:n*o.words]
	o.last[s.dec.Task] = before
}

// widen doubles the rows.
func (o *eventOrder) widen() {
	old, w := o.rows, o.words
	o.words *= 2
	o.rows = nil
	for i := 0; i < len(old); i += w {
		o.rows = append(append(o.rows, old[i:i+w]...), make([]uint64, w)...)
	}
}

// precede puts before step n all that happens before it.
func (o *eventOrder) precede(n int32) {
	row := o.row(n)
	for j := range n {
		if o.x.happensBefore(&o.steps[j], &o.steps[n]) {
			row.Union(o.row(j))
		}
	}
}

// extend adds the steps that message p has still to make, up to its end. What
// they conflict with in w comes before them, as w is to be contained in the
// result. Their order with other added steps is open, and so is what would come
// of them in another order: they are only there to complete messages.
func (o *eventOrder) extend(p checker.Task, rest wuS) {
	for i := range rest {
		s := &rest[i]
		if int(p) < len(o.last) && o.last[p] >= 0 {
			s.handler = o.steps[o.last[p]].handler
		}
		n := o.add(s)
		row := o.row(n)
		for j := range int32(o.given) {
			if o.x.happensBefore(&o.steps[j], s) {
				row.Union(o.row(j))
			}
		}
	}
	o.steps[o.last[p]].last = true
}

// incomplete lists the messages that w starts and does not complete.
func (o *eventOrder) incomplete() []checker.Task {
	var list []checker.Task
	for i := range o.given {
		if s := &o.steps[i]; s.starts() && !o.steps[o.last[s.dec.Task]].last {
			list = append(list, s.dec.Task)
		}
	}
	return list
}

// collect finds the messages.
func (o *eventOrder) collect() {
	o.messages = o.messages[:0]
	o.first = -1
	for i := range o.steps {
		s := &o.steps[i]
		if s.handler == noName {
			continue
		}
		n := o.message(s.dec.Task)
		if n < 0 {
			n = len(o.messages)
			o.messages = append(o.messages, eventMessage{task: s.dec.Task, handler: o.x.names.find(s.handler), first: int32(i), begun: s.kind != checker.Begin})
		}
		m := &o.messages[n]
		m.last, m.complete = int32(i), s.last
	}
	for i := range o.messages {
		o.messages[i].before = make([]bool, len(o.messages))
	}
}

func (o *eventOrder) message(p checker.Task) int {
	for i := range o.messages {
		if o.messages[i].task == p {
			return i
		}
	}
	return -1
}

// saturate is Definition 6: as soon as some step of a message comes before
// some step of another one on its handler, all of it comes before all of the
// other. A message that is not completed comes last, and one that began before w
// first. It is false on a cycle.
func (o *eventOrder) saturate() bool {
	for changed := true; changed; {
		changed = false
		for i := range o.messages {
			q := &o.messages[i]
			for j := range o.messages {
				p := &o.messages[j]
				if i == j || p.handler != q.handler || p.before[i] {
					continue
				}
				if o.row(q.last).Has(p.first) || !q.complete || p.begun && !q.begun || j == o.first {
					if !o.put(j, i) {
						return false
					}
					changed = true
				}
			}
		}
	}
	return true
}

// put orders message j before message i of its handler; false on a cycle.
func (o *eventOrder) put(j, i int) bool {
	p, q := &o.messages[j], &o.messages[i]
	p.before[i] = true
	if q.before[j] || !p.complete || o.row(p.last).Has(q.first) {
		return false
	}
	row := o.row(p.last)
	if o.row(q.first).Has(p.last) {
		return true
	}
	for f := range o.steps {
		if r := o.row(int32(f)); r.Has(q.first) {
			r.Union(row)
		}
	}
	return true
}

// someBefore says whether some message comes before message i on its handler.
func (o *eventOrder) someBefore(i int) bool {
	for j := range o.messages {
		if o.messages[j].before[i] {
			return true
		}
	}
	return false
}

// putFirst orders message i before all others of its handler that start in w.
func (o *eventOrder) putFirst(i int) bool {
	o.first = i
	return !o.someBefore(i)
}

// asInSequence orders the messages that are still unordered as w has them;
// false if that leads to a cycle. Then it changes nothing.
func (o *eventOrder) asInSequence() bool {
	saved := o.save()
	for i := range o.messages {
		for j := range o.messages {
			if o.open(j, i) && o.messages[j].first < o.messages[i].first && !(o.put(j, i) && o.saturate()) {
				o.restore(saved)
				return false
			}
		}
	}
	return true
}

// open says whether two messages of one handler are unordered.
func (o *eventOrder) open(j, i int) bool {
	p, q := &o.messages[j], &o.messages[i]
	return i != j && p.handler == q.handler && !p.before[i] && !q.before[j]
}

// decide is the decision procedure: it tries all orders of the messages that
// are still unordered. The problem is NP-complete (Theorem 4).
func (o *eventOrder) decide() bool {
	if o.x.Late(len(o.rows)) {
		return false
	}
	for i := range o.messages {
		for j := range i {
			if !o.open(j, i) {
				continue
			}
			saved := o.save()
			if o.put(j, i) && o.saturate() && o.decide() {
				return true
			}
			o.restore(saved)
			return o.put(i, j) && o.saturate() && o.decide()
		}
	}
	return true
}

// ordered is a state of an order.
type ordered struct {
	rows   []uint64
	before [][]bool
}

func (o *eventOrder) save() ordered {
	s := ordered{rows: append([]uint64(nil), o.rows...)}
	for i := range o.messages {
		s.before = append(s.before, append([]bool(nil), o.messages[i].before...))
	}
	return s
}

func (o *eventOrder) restore(s ordered) {
	copy(o.rows, s.rows)
	for i := range s.before {
		copy(o.messages[i].before, s.before[i])
	}
}

// linear is the steps in the order found: those of w, and those that complete
// messages after which others come.
func (o *eventOrder) linear() wuS {
	n := len(o.steps)
	needed := make(flat.Set, o.words)
	for i := range o.given {
		needed.Add(int32(i))
	}
	// What completes a message is before the next one on its handler.
	for i := range o.given {
		needed.Union(o.row(int32(i)))
	}
	todo := append(flat.Set(nil), needed...)
	done := make(flat.Set, o.words)
	w := make(wuS, 0, n)
	for f := todo.Next(0); f >= 0; {
		ready := true
		for g := o.row(f).Next(0); g >= 0; g = o.row(f).Next(g + 1) {
			ready = ready && (g == f || done.Has(g))
		}
		if !ready {
			f = todo.Next(f + 1)
			continue
		}
		w = append(w, o.steps[f])
		done.Add(f)
		todo[f>>6] &^= 1 << (f & 63)
		f = todo.Next(0)
	}
	return w
}
