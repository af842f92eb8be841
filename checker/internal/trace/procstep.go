package trace

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// This file has what the algorithms of the paper "Source Sets" (source/source.go,
// source/optimal.go) know of a process step: which one it is, and whether another one
// can come before it and leave it what it is.
//
// The paper names a step by its process, as a process has one next step. Here
// an operation may come to several things (select, Choose, Signal, the partner of
// a rendezvous), so that a step is named by its Decision.

// ProcStep is a process step: one that was executed, or the reversed step at the
// end of a wakeup sequence, which is to be. It outlives the execution that it
// comes from.
type ProcStep struct {
	Dec      checker.Decision
	Kind     checker.Kind // resolved; NoKind: a CAS of which only its execution will tell
	Class    Class
	joint    bool // dec.Partner takes part in it
	Executed bool
	Blind    bool // not executed, so that its effects are not known
	Obj      checker.Object
	Index    uint32 // of the event in its task
	arg      int64
	val      uint64
	Key      flat.Key  // of the event; the zero key if it cannot be computed yet
	more     []procUse // further uses: the cases of a Default, the effects
	Effects  bool      // it has some
	Kept     bool      // beyond its execution: see ObjectNames
	name     uint32    // the class of obj then
	epoch    uint32    // of the present numbers of the objects
	Guessed  bool      // these are a guess

	// Whether a step on a lock is possible as what it is may rest on the number of
	// readers inside, whose releases happens-before does not order. before is that
	// number where the step has its place, delta what it adds.
	Counted bool
	Before  int64
	Delta   int64
}

// procUse is how a step uses an object.
type procUse struct {
	obj   checker.Object
	class Class
	late  bool   // Default on a channel with cap 0: nothing is closed
	name  uint32 // as ProcStep's
}

// StepOf is the step that led to event e, or would lead to it; past is what
// happens before it.
func (t *Trace) StepOf(e *Event, past flat.Set, executed bool) ProcStep {
	op := &t.Ops[e.Op]
	p := ProcStep{
		Dec:  checker.Decision{Task: t.Tasks[e.Task].Name, Choice: e.Choice, Partner: e.Partner, PartnerChoice: e.PChoice},
		Kind: e.Kind, joint: e.Task2 >= 0 || e.Op2 >= 0, Executed: executed,
		Obj: e.Obj, Index: op.Index, arg: e.Arg, val: e.Val, Key: e.Key,
	}
	switch e.Kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick:
	case checker.NoKind:
		p.arg = op.Arg
	case checker.Default:
		cases := t.CasesOf(e.Op)
		for i, c := range cases {
			if !Distinct(cases, i) {
				continue
			}
			info := &t.Infos[c.Obj]
			late := info.Kind == checker.ChanObject && info.Cap == 0
			p.more = append(p.more, procUse{obj: c.Obj, class: t.defaultClass(e.Kind, c.Obj), late: late})
		}
	default:
		p.Class = t.ClassOf(e, e.Obj)
	}
	switch e.Kind {
	case checker.RLock:
		p.Delta = 1
	case checker.RUnlock:
		p.Counted, p.Delta = true, -1
	case checker.BadUnlock:
		p.Counted = op.Kind == checker.RUnlock
	case checker.LockBusy:
		// Readers explain it if no writer does.
		if op.Kind == checker.TryLock {
			writer, _ := t.LockState(e.Obj, past)
			p.Counted = writer < 0
		}
	}
	if executed {
		for k := e.EffNode; k < e.EffEnd; k++ {
			c := Reads
			if t.Nodes[k].Write {
				c = Writes
			}
			p.more = append(p.more, procUse{obj: t.Nodes[k].Obj, class: c})
			p.Effects = true
		}
	}
	return p
}

// Answer is yes, no, or not to be told before the step that is asked about
// (unsure), or the last one of a sequence (likely), has been executed.
type Answer uint8

// The answers.
const (
	No Answer = iota
	Yes
	Likely
	Unsure
)

// same says whether f is the step p, executed later: nothing that p would
// disturb has come before it.
func (p *ProcStep) same(f *ProcStep) bool {
	if p.Dec != f.Dec || p.Index != f.Index {
		return false
	}
	if p.Key != (flat.Key{}) && f.Key != (flat.Key{}) {
		return p.Key == f.Key
	}
	return p.Kind == f.Kind || p.Kind == checker.NoKind || f.Kind == checker.NoKind
}

// takesPart says whether the step is one of task t.
func (p *ProcStep) takesPart(t checker.Task) bool {
	return p.Dec.Task == t || p.joint && p.Dec.Partner == t
}

// Disturbs says whether f is not the event any more that it is when p comes
// before it: p happens before f, or p makes f impossible. It is "not E ⊢ p ◊ f" of
// the paper, section 3.3, and as that it is not symmetric.
func (p *ProcStep) Disturbs(f *ProcStep) Answer {
	if p.Kind == checker.Tick || f.Kind == checker.Tick || f.takesPart(p.Dec.Task) || p.joint && f.takesPart(p.Dec.Partner) {
		return Yes
	}
	if p.Kind == checker.NoKind || f.Kind == checker.NoKind {
		if a := p.swaps(f); a != No {
			return a
		}
	}
	if f.Counted && !f.fits(f.Before+p.Adds(f)) {
		return Yes
	}
	if p.disturbsUse(procUse{obj: f.Obj, class: f.Class}, f.Kind) {
		return Yes
	}
	for _, u := range f.more {
		if p.disturbsUse(u, f.Kind) {
			return Yes
		}
	}
	return No
}

func (p *ProcStep) disturbsUse(u procUse, kind checker.Kind) bool {
	if p.Obj == u.obj {
		switch {
		case p.Class.Compete(u.class):
			return true
		case p.Kind == checker.Close && u.late:
			return true // default is not possible any more
		case p.Kind == checker.Add && kind == checker.AddNegative:
			return true // the counter might not fall below zero
		case p.Kind == checker.OnceFirst && kind == checker.OnceFirst:
			return true
		case p.Kind == checker.PostFront && p.Class == Writes && u.class == Serves:
			return true // another message is the first in the mailbox
		case p.Kind == checker.Unlock && ofLock[kind] || p.Kind == checker.RUnlock && kind == checker.Lock:
			return true // nobody holds the lock any more; and acquisitions come after
		}
	}
	for _, o := range p.more {
		if o.obj == u.obj && o.class.Compete(u.class) {
			return true
		}
	}
	return false
}

// ofLock has the kinds of steps for which it matters whether a writer has let go.
var ofLock = [checker.NumKinds]bool{checker.Lock: true, checker.Unlock: true, checker.Arrive: true, checker.RLock: true, checker.LockBusy: true, checker.BadUnlock: true}

// swaps is disturbs where one of the two is a CAS that may or may not write.
func (p *ProcStep) swaps(f *ProcStep) Answer {
	use := func(s *ProcStep) (c Class) {
		if s.Kind == checker.NoKind {
			return Unrelated
		}
		return s.Class
	}
	switch {
	case p.Obj != f.Obj || use(p) == Unrelated && p.Kind != checker.NoKind || use(f) == Unrelated && f.Kind != checker.NoKind:
		return No
	case use(p) == Writes || use(f) == Writes:
		return Yes
	case f.Kind == checker.NoKind && p.Executed && p.Kind != checker.NoKind:
		// p has read the value that f would find. Pointers of two executions can only
		// be told from nil.
		switch {
		case uint64(f.arg) == p.val:
			return Yes
		case f.arg == 0 || p.val == 0:
			return No
		}
	}
	return Unsure
}

// fits says whether a counted step is possible as what it is with so many
// readers inside.
func (p *ProcStep) fits(readers int64) bool { return (readers > 0) == (p.Kind != checker.BadUnlock) }

// Adds is what p adds to the readers inside at f, when it comes before f.
func (p *ProcStep) Adds(f *ProcStep) int64 {
	if p.Obj != f.Obj {
		return 0
	}
	return p.Delta
}

// After is v with p before it: without p, if that is part of it (at), and with
// the counts that there are then. It changes v.
func After(p *ProcStep, v []ProcStep, at int) []ProcStep {
	if p.Delta != 0 {
		for i := range v {
			if i == at {
				break // what comes after p in v has p counted
			}
			v[i].Before += p.Adds(&v[i])
		}
	}
	if at >= 0 {
		v = slices.Delete(v, at, at+1)
	}
	return v
}

// WeakInitial says whether p is in WI(v) after the execution that p comes after
// (Definition 4.1, Lemma 4.2): v can be executed after p, with the same events.
// at is the place of p in v, -1 if it is not part of it.
func WeakInitial(p *ProcStep, v []ProcStep) (a Answer, at int) {
	a = Yes
	for i := range v {
		f := &v[i]
		if p.same(f) {
			return a, i
		}
		switch p.Disturbs(f) {
		case Yes:
			return No, -1
		case Unsure:
			a = Unsure
		default:
			switch {
			case p.Blind:
				a = Unsure
			case f.Blind && a == Yes:
				a = Likely
			}
		}
	}
	return a, -1
}
