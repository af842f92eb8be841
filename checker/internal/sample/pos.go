package sample

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// POS is POS.
var POS = engine.Algorithm{Algorithm: checker.Algorithm{Name: "pos", What: "sampling: random scores of operations, anew where they race", Commutes: true, Pauses: true, Faults: true, Samples: true},
	Explore: pos, Skims: true, Parts: engine.Numbered}

// pos samples by partial order sampling (Yuan, Yang, Gu: Partial Order Aware
// Concurrency Sampling, CAV 2018, Algorithm 2). Every announced operation has a
// random score, and the enabled one with the highest score is performed. Scores
// of operations that race with it are drawn again: they lost to a high score,
// and the order of one of them to what comes later is not to suffer from that.
// So the order of two events depends on few scores, however long the rest of the
// execution is, which makes rare traces less rare than under a random walk.
func pos(x *engine.Exploration) {
	By(x, NewPOS)
}

// NewPOS samples by pos.
func NewPOS(r *rand.Rand) Sampler { return &scores{r: r} }

// scores is the state of pos.
type scores struct {
	r       *rand.Rand
	of      []int64 // by Task: of its announced operation; 0: to be drawn
	message []bool  // by Task: it is a message
}

func (s *scores) Counts() bool { return true }

func (s *scores) Begin(*engine.Driver, int) {
	clear(s.of)
	clear(s.message)
}

func (s *scores) know(t checker.Task) {
	for int(t) >= len(s.of) {
		s.of = append(s.of, 0)
		s.message = append(s.message, false)
	}
}

func (s *scores) score(t checker.Task) int64 {
	s.know(t)
	if s.of[t] == 0 {
		s.of[t] = 1 + s.r.Int64N(1<<62)
	}
	return s.of[t]
}

func (s *scores) Pick(st checker.State, enabled []checker.Decision) checker.Decision {
	return Highest(s.r, st, enabled, s.score)
}

func (s *scores) Did(_ *engine.Driver, st checker.State, ev *checker.Event) {
	for _, t := range st.Tasks() {
		s.know(t)
		if s.of[t] != 0 && s.race(st, ev, t) {
			s.of[t] = 0
		}
	}
	s.know(ev.Task)
	s.of[ev.Task] = 0 // has announced another operation
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		s.know(ev.Partner)
		s.of[ev.Partner] = 0
	}
	if ev.Kind == checker.Post || ev.Kind == checker.PostFront {
		s.know(ev.Child)
		s.message[ev.Child] = true
	}
}

// race says whether the operation that t has announced races with the one that
// was performed.
func (s *scores) race(st checker.State, ev *checker.Event, t checker.Task) bool {
	op := st.Op(t)
	return s.compete(st, ev.Op, ev.Task, op, t) ||
		ev.Kind == checker.Send && ev.Partner != checker.NoTask && s.compete(st, ev.PartnerOp, ev.Partner, op, t)
}

// compete says whether two announced operations use an object in ways whose
// order matters, in any of their alternatives.
func (s *scores) compete(st checker.State, a *checker.Op, ta checker.Task, b *checker.Op, tb checker.Task) bool {
	if b.Kind == checker.Select {
		for i := range b.Cases {
			if c := &b.Cases[i]; c.Kind != checker.NoKind && s.competeOn(st, a, ta, c.Obj, s.class(st, c.Kind, c.Obj, tb, b.HasDefault)) {
				return true
			}
		}
		return false
	}
	return s.competeOn(st, a, ta, b.Obj, s.class(st, b.Kind, b.Obj, tb, false))
}

func (s *scores) competeOn(st checker.State, a *checker.Op, ta checker.Task, o checker.Object, use trace.Class) bool {
	if a.Kind == checker.Select {
		for i := range a.Cases {
			if c := &a.Cases[i]; c.Kind != checker.NoKind && c.Obj == o && use.Compete(s.class(st, c.Kind, o, ta, a.HasDefault)) {
				return true
			}
		}
		return false
	}
	return a.Obj == o && use.Compete(s.class(st, a.Kind, o, ta, false))
}

// class is how an announced operation uses an object. It differs from that of
// the event (trace/dependence.go) where an order is implied by others in the trace: a
// TryLock and the Unlock before or after it race all the same, and so do posts
// to one FIFO mailbox.
func (s *scores) class(st checker.State, k checker.Kind, o checker.Object, t checker.Task, byDefault bool) trace.Class {
	switch k {
	case checker.Begin:
		if s.message[t] {
			return trace.Serves
		}
		return trace.Unrelated
	case checker.Post, checker.PostFront:
		if st.Object(o).FIFO {
			return trace.Writes
		}
	}
	if byDefault {
		return trace.Writes // whether the case is ready
	}
	return ClassOf(k)
}

// ClassOf is how an operation or event of a kind uses its object, for samplers: see class. That of
// Begin is not known by the kind.
func ClassOf(k checker.Kind) trace.Class {
	switch k {
	case checker.Begin, checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick:
		return trace.Unrelated // has no object
	case checker.CAS, checker.Store, checker.TryLock, checker.Unlock, checker.Once:
		return trace.Writes
	case checker.TryRLock, checker.RUnlock:
		return trace.Reads
	}
	return trace.Classes[k]
}
