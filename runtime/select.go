package runtime

import (
	"reflect"
	"slices"

	"gocheck.dev/checker"
)

// Select. Every case that is ready is an alternative of its own, so that each choice that Go leaves
// to chance is explored. A select with default may take default when no case is ready; a partner on
// an unbuffered channel counts as ready only when it is known to have arrived
// (chanShadow.mustMeet), because one that is about to arrive can always be late.

// selectOp is a select in progress.
type selectOp struct {
	ends       []*end
	hasDefault bool
	waits      bool // a default that is no alternative: see spin.go
	chosen     int32
}

// plainCase is a case of a native select.
type plainCase = reflect.SelectCase

func (o *SendOp[T]) plain() plainCase {
	return plainCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(o.ch), Send: reflect.ValueOf(&o.v).Elem()}
}

func (o *RecvOp[T]) plain() plainCase {
	return plainCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(o.ch)}
}

// RecvCase is a case that receives from ch.
func RecvCase[T any](ch <-chan T, s Site) *RecvOp[T] {
	return &RecvOp[T]{end: end{site: s}, ch: ch}
}

// Value is what the case received.
func (o *RecvOp[T]) Value() T { return o.v }

// Value2 is what the case received, and whether it was sent.
func (o *RecvOp[T]) Value2() (T, bool) { return o.v, o.ok }

// SendCase is a case that sends to ch, up to the channel's evaluation.
func SendCase[T any](ch chan<- T, s Site) Sender[T] { return Sender[T]{ch, s} }

// With is the case with its value.
func (l Sender[T]) With(v T) *SendOp[T] {
	return &SendOp[T]{end: end{site: l.site, send: true}, ch: l.ch, v: v}
}

// Select is a select statement. It returns the index of the case that was
// chosen, or -1 for default.
func Select(s Site, hasDefault bool, cases ...Endpoint) int {
	t := current()
	if t == nil {
		return plainSelect(hasDefault, cases)
	}
	less := t.narrowed(s.Pos())
	sel := &selectOp{ends: make([]*end, len(cases)), hasDefault: hasDefault, waits: less.waits}
	op := checker.Op{Kind: checker.Select, Cases: make([]checker.Case, len(cases)), HasDefault: hasDefault, Waits: less.waits, Pos: s.Pos()}
	for i, c := range cases {
		e := c.common()
		e.index, e.sel = int32(i), sel
		e.prepare(t, c)
		if m, ok := e.src.(*timerShadow); ok && hasDefault {
			t.looksAt(m)
			if t.misses(m, e.site) {
				e.src = nil // as good as not armed
			}
		}
		sel.ends[i] = e
	}
	for i, e := range sel.ends {
		op.Cases[i].Pos = e.site.Pos()
		if less.excluded&(1<<i) != 0 {
			e.src = nil
		}
		if e.src != nil {
			op.Cases[i].Kind, op.Cases[i].Obj = e.src.kind(e.send), e.obj
			e.enter()
		}
	}
	op.Seen = t.naps(slices.ContainsFunc(sel.ends, (*end).timer))
	t.payload = sel
	t.do(op, sel)
	for _, e := range sel.ends {
		e.leave()
	}
	if sel.chosen != checker.DefaultCase {
		cases[sel.chosen].finish()
		if sel.ends[sel.chosen].timer() {
			t.elapse()
		}
	}
	return int(sel.chosen)
}

// BlockForever is select {}.
func BlockForever(s Site) { Select(s, false) }

// info is never asked for: a select is an operation on its cases' objects.
func (sel *selectOp) info() checker.ObjectInfo { return checker.ObjectInfo{} }

func (sel *selectOp) decisions(t *task, buf []checker.Decision) []checker.Decision {
	ready := false
	for _, e := range sel.ends {
		if e.src == nil {
			continue
		}
		n := len(buf)
		buf = e.src.ways(e, buf)
		ready = ready || len(buf) > n && buf[n].Partner == checker.NoTask
	}
	if sel.hasDefault && !sel.waits && !ready && !sel.met() {
		d := t.always()
		d.Choice = checker.DefaultCase
		buf = append(buf, d)
	}
	return buf
}

// met tells whether some partner is known to have arrived.
func (sel *selectOp) met() bool {
	for _, e := range sel.ends {
		if c, ok := e.src.(*chanShadow); ok && c.mustMeet(e) {
			return true
		}
	}
	return false
}

func (sel *selectOp) perform(t *task, ev *checker.Event) {
	sel.chosen = ev.Choice
	if ev.Choice == checker.DefaultCase {
		ev.Kind = checker.Default
		return
	}
	e := sel.ends[ev.Choice]
	ev.Obj = e.obj
	e.src.carryOut(e, ev)
}

// plainSelect is a select outside of any execution.
func plainSelect(hasDefault bool, cases []Endpoint) int {
	all := make([]plainCase, 0, len(cases)+1)
	for _, c := range cases {
		all = append(all, c.plain())
	}
	if hasDefault {
		all = append(all, plainCase{Dir: reflect.SelectDefault})
	}
	chosen, v, ok := reflect.Select(all)
	if chosen == len(cases) {
		return checker.DefaultCase
	}
	if all[chosen].Dir == reflect.SelectRecv {
		cases[chosen].took(v.Interface(), ok)
	}
	return chosen
}
