package dfs

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// Bounded is bounded: every trace within a bound of preemptions or delays.
var Bounded = engine.Algorithm{Algorithm: checker.Algorithm{Name: "bounded", What: "every trace within -preemptions or -delays, by merging states", Commutes: true, Pauses: true, Faults: true, Deviates: true},
	Explore: bounded, Skims: true}

// bounded explores every trace that has an execution within a bound of
// preemptions or delays. It goes through the interleavings within the bound as
// dfs does, but when it comes to a state where it was before, with as much of
// the bound left at least, it goes no further (happens-before caching, Musuvathi
// and Qadeer: Partial-order reduction for context-bounded state exploration,
// MSR-TR-2007-12). A state is what of the past matters to the future: the trace
// so far, the order of messages in FIFO mailboxes, which task may go on for free.
//
// What reduces by races is not sound within a bound: the execution by which a
// trace is reached, or one that the exploration has to go through on the way,
// may be outside of it, though another execution of the trace is within (Coons,
// Musuvathi, McKinley: Bounded Partial-Order Reduction, OOPSLA 2013). Merging
// states needs no such argument: all that is possible from a state within what
// is left has been explored from it before.
//
// Without a bound it is an exploration of all states, with the memory that takes.
func bounded(x *engine.Exploration) {
	s := &interleavings{bound: deviationsOf(x), trace: x.Traced(), states: &states{x: x, most: x.Options.Memory}}
	b := beside{of: s}
	for x.Stopped == "" && s.run(x) {
		b.turn(x)
	}
	s.leave(x)
}

// states are those that bounded has explored from.
type states struct {
	x    *engine.Exploration
	most int64 // bytes that they may take, 0: any
	keys flat.KeyTable
	left []int32 // by number of key: what was left of the bound there, at most

	past   flat.Key         // of the trace so far
	queues [][]checker.Task // by Object: FIFO mailboxes
}

func (s *states) begin() {
	s.past = flat.Key{}
	for i := range s.queues {
		s.queues[i] = s.queues[i][:0]
	}
}

// did follows an event, whose key is k.
func (s *states) did(st checker.State, ev *checker.Event, k flat.Key) {
	s.past.Toggle(k)
	switch ev.Kind {
	case checker.Post, checker.PostFront:
		if !st.Object(ev.Obj).FIFO {
			return
		}
		for int(ev.Obj) >= len(s.queues) {
			s.queues = append(s.queues, nil)
		}
		q := append(s.queues[ev.Obj], ev.Child)
		if ev.Kind == checker.PostFront {
			copy(q[1:], q)
			q[0] = ev.Child
		}
		s.queues[ev.Obj] = q
	case checker.Begin:
		if int(ev.Obj) < len(s.queues) {
			if q := s.queues[ev.Obj]; len(q) > 0 && q[0] == ev.Task {
				s.queues[ev.Obj] = append(q[:0], q[1:]...)
			}
		}
	}
}

// known says whether the present state was explored from with as much left of
// the bound. If not, it is from now on. Past s.most no more states are
// kept: some are then explored again.
func (s *states) known(b *Deviations) bool {
	k := s.past
	for _, q := range s.queues {
		var order flat.Key
		for _, t := range q {
			order = order.And(uint64(t)) // says which handler it is, too
		}
		if len(q) > 0 {
			k.Sum(order)
		}
	}
	left := int32(0)
	if b != nil {
		left = int32(b.left())
		k = k.With(b.past)
	}
	if n, ok := s.keys.Find(k); ok {
		if s.left[n] >= left {
			return true
		}
		s.left[n] = left
		return false
	}
	if s.most == 0 || s.keys.Bytes()+int64(4*cap(s.left)) < s.most {
		s.keys.Number(k)
		s.left = append(s.left, left)
	}
	return false
}
