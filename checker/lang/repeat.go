package lang

import (
	"slices"

	"gocheck.dev/checker"
)

// Repeating is p, but that it makes beginnings again without its Scheduler, if that
// is a checker.Repeater.
func Repeating(p checker.Program) checker.Program { return &repeating{Program: p} }

type repeating struct {
	checker.Program
	last repeater
}

// Run implements checker.Program.
func (p *repeating) Run(s checker.Scheduler) checker.Outcome { return p.last.run(s, p.Program.Run) }

// TaskNamed implements checker.Namer.
func (p *repeating) TaskNamed(name string) checker.Task {
	return p.Program.(checker.Namer).TaskNamed(name)
}

// repeater stands between a program and a checker.Repeater: it makes the first
// decisions of an execution itself.
type repeater struct {
	s     checker.Repeater
	steps []repeatedStep // of the last execution under s
	n     int            // of them that the present one is to begin with
	done  int            // of these, that have happened again
	told  bool           // s knows of them
	news  []checker.Value
	st    checker.State
	buf   []checker.Decision
}

// repeatedStep is kept of an event: all but what belongs to one execution only.
type repeatedStep struct {
	event     checker.Event // without what it refers to
	effects   []checker.Effect
	announced int64
	ops       []checker.Op // announced after it, by Child, Task and Partner
}

// run makes an execution under s.
func (r *repeater) run(s checker.Scheduler, run func(checker.Scheduler) checker.Outcome) checker.Outcome {
	again, ok := s.(checker.Repeater)
	if !ok || !r.begin(again) {
		return run(s)
	}
	out := run(r)
	r.over(r.st, nil)
	return out
}

// begin begins an execution under s; false if s wants nothing of it.
func (r *repeater) begin(s checker.Repeater) bool {
	n, keep := s.Repeats()
	if !keep {
		return false
	}
	if r.s != s {
		n = 0
	}
	r.s, r.n, r.done, r.told, r.news = s, min(n, len(r.steps)), 0, false, r.news[:0]
	r.steps = r.steps[:r.n]
	return true
}

// over tells s what has happened again, once.
func (r *repeater) over(st checker.State, ev *checker.Event) {
	if !r.told && r.n > 0 {
		r.steps = r.steps[:r.done]
		r.s.Repeated(st, r.done, r.news, ev)
	}
	r.told = true
}

// Next implements checker.Scheduler.
func (r *repeater) Next(st checker.State) (checker.Decision, bool) {
	r.st = st
	if r.done < r.n && !r.told {
		d := r.steps[r.done].event.Decision
		r.buf = r.buf[:0]
		if slices.Contains(st.Tasks(), d.Task) {
			r.buf = st.Decisions(d.Task, r.buf)
		}
		if slices.Contains(r.buf, d) {
			return d, true
		}
		r.over(st, nil)
	}
	return r.s.Next(st)
}

// Did implements checker.Scheduler.
func (r *repeater) Did(st checker.State, ev *checker.Event) {
	r.st = st
	now := stepOf(st, ev)
	if r.done < r.n && !r.told {
		if was := &r.steps[r.done]; was.same(&now) {
			if was.event.Arg != now.event.Arg || was.event.Val != now.event.Val || was.announced != now.announced {
				r.news = append(r.news, checker.Value{Event: r.done, Arg: ev.Arg, Val: ev.Val, Announced: now.announced})
			}
			*was = now
			if r.done++; r.done == r.n {
				r.over(st, nil)
			}
			return
		}
		r.over(st, ev)
	}
	r.steps = append(r.steps, now)
	r.s.Did(st, ev)
}

func stepOf(st checker.State, ev *checker.Event) repeatedStep {
	s := repeatedStep{event: *ev, effects: slices.Clone(ev.Effects), announced: ev.Op.Arg}
	s.event.Op, s.event.PartnerOp, s.event.Effects = nil, nil, nil
	announced := func(t checker.Task) {
		op := *st.Op(t)
		op.Cases = slices.Clone(op.Cases)
		s.ops = append(s.ops, op)
	}
	if ev.Child != checker.NoTask {
		announced(ev.Child)
	}
	if !ev.Last {
		announced(ev.Task)
	}
	if ev.PartnerOp != nil && !ev.PartnerLast {
		announced(ev.Partner)
	}
	return s
}

// same says whether two steps are the same but for values.
func (s *repeatedStep) same(o *repeatedStep) bool {
	a, b := &s.event, &o.event
	return a.Decision == b.Decision && a.Kind == b.Kind && a.Obj == b.Obj && a.WasCAS == b.WasCAS && a.Child == b.Child &&
		a.Last == b.Last && a.PartnerLast == b.PartnerLast && a.ChildLast == b.ChildLast && a.Pos == b.Pos &&
		slices.Equal(s.effects, o.effects) && slices.EqualFunc(s.ops, o.ops, func(p, q checker.Op) bool {
		return p.Kind == q.Kind && p.Obj == q.Obj && p.Partner == q.Partner && p.HasDefault == q.HasDefault && p.Pos == q.Pos &&
			p.Waits == q.Waits && p.Quiet == q.Quiet && slices.Equal(p.Cases, q.Cases)
	})
}
