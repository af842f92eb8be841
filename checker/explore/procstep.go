package explore

import (
	"slices"

	"gocheck.dev/checker"
)

// This file has what the algorithms of the paper "Source Sets" (source.go,
// optimal.go) know of a process step: which one it is, and whether another one
// can come before it and leave it what it is.
//
// The paper names a step by its process, as a process has one next step. Here
// an operation may come to several things (select, Choose, Signal, the partner of
// a rendezvous), so that a step is named by its Decision.

// procStep is a process step: one that was executed, or the reversed step at the
// end of a wakeup sequence, which is to be. It outlives the execution that it
// comes from.
type procStep struct {
	dec      checker.Decision
	kind     checker.Kind // resolved; NoKind: a CAS of which only its execution will tell
	class    class
	joint    bool // dec.Partner takes part in it
	executed bool
	blind    bool // not executed, so that its effects are not known
	obj      checker.Object
	index    uint32 // of the event in its task
	arg      int64
	val      uint64
	key      key       // of the event; the zero key if it cannot be computed yet
	more     []procUse // further uses: the cases of a Default, the effects
	effects  bool      // it has some
	kept     bool      // beyond its execution: see objectNames
	name     uint32    // the class of obj then
	epoch    uint32    // of the present numbers of the objects
	guessed  bool      // these are a guess

	// Whether a step on a lock is possible as what it is may rest on the number of
	// readers inside, whose releases happens-before does not order. before is that
	// number where the step has its place, delta what it adds.
	counted bool
	before  int64
	delta   int64
}

// procUse is how a step uses an object.
type procUse struct {
	obj   checker.Object
	class class
	late  bool   // Default on a channel with cap 0: nothing is closed
	name  uint32 // as procStep's
}

// stepOf is the step that led to event e, or would lead to it; past is what
// happens before it.
func (t *trace) stepOf(e *event, past set, executed bool) procStep {
	op := &t.ops[e.op]
	p := procStep{
		dec:  checker.Decision{Task: t.tasks[e.task].name, Choice: e.choice, Partner: e.partner, PartnerChoice: e.pchoice},
		kind: e.kind, joint: e.task2 >= 0 || e.op2 >= 0, executed: executed,
		obj: e.obj, index: op.index, arg: e.arg, val: e.val, key: e.key,
	}
	switch e.kind {
	case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Sleep, checker.Tick:
	case checker.NoKind:
		p.arg = op.arg
	case checker.Default:
		cases := t.casesOf(e.op)
		for i, c := range cases {
			if !distinct(cases, i) {
				continue
			}
			info := &t.infos[c.Obj]
			late := info.Kind == checker.ChanObject && info.Cap == 0
			p.more = append(p.more, procUse{obj: c.Obj, class: t.defaultClass(c.Obj), late: late})
		}
	default:
		p.class = t.classOf(e, e.obj)
	}
	switch e.kind {
	case checker.RLock:
		p.delta = 1
	case checker.RUnlock:
		p.counted, p.delta = true, -1
	case checker.BadUnlock:
		p.counted = op.kind == checker.RUnlock
	case checker.LockBusy:
		// Readers explain it if no writer does.
		if op.kind == checker.TryLock {
			writer, _ := t.lockState(e.obj, past)
			p.counted = writer < 0
		}
	}
	if executed {
		for k := e.effNode; k < e.effEnd; k++ {
			c := reads
			if t.nodes[k].write {
				c = writes
			}
			p.more = append(p.more, procUse{obj: t.nodes[k].obj, class: c})
			p.effects = true
		}
	}
	return p
}

// answer is yes, no, or not to be told before the step that is asked about
// (unsure), or the last one of a sequence (likely), has been executed.
type answer uint8

const (
	no answer = iota
	yes
	likely
	unsure
)

// same says whether f is the step p, executed later: nothing that p would
// disturb has come before it.
func (p *procStep) same(f *procStep) bool {
	if p.dec != f.dec || p.index != f.index {
		return false
	}
	if p.key != (key{}) && f.key != (key{}) {
		return p.key == f.key
	}
	return p.kind == f.kind || p.kind == checker.NoKind || f.kind == checker.NoKind
}

// takesPart says whether the step is one of task t.
func (p *procStep) takesPart(t checker.Task) bool {
	return p.dec.Task == t || p.joint && p.dec.Partner == t
}

// disturbs says whether f is not the event any more that it is when p comes
// before it: p happens before f, or p makes f impossible. It is "not E ⊢ p ◊ f" of
// the paper, section 3.3, and as that it is not symmetric.
func (p *procStep) disturbs(f *procStep) answer {
	if p.kind == checker.Tick || f.kind == checker.Tick || f.takesPart(p.dec.Task) || p.joint && f.takesPart(p.dec.Partner) {
		return yes
	}
	if p.kind == checker.NoKind || f.kind == checker.NoKind {
		if a := p.swaps(f); a != no {
			return a
		}
	}
	if f.counted && !f.fits(f.before+p.adds(f)) {
		return yes
	}
	if p.disturbsUse(procUse{obj: f.obj, class: f.class}, f.kind) {
		return yes
	}
	for _, u := range f.more {
		if p.disturbsUse(u, f.kind) {
			return yes
		}
	}
	return no
}

func (p *procStep) disturbsUse(u procUse, kind checker.Kind) bool {
	if p.obj == u.obj {
		switch {
		case p.class.compete(u.class):
			return true
		case p.kind == checker.Close && u.late:
			return true // default is not possible any more
		case p.kind == checker.Add && kind == checker.AddNegative:
			return true // the counter might not fall below zero
		case p.kind == checker.OnceFirst && kind == checker.OnceFirst:
			return true
		case p.kind == checker.PostFront && p.class == writes && u.class == serves:
			return true // another message is the first in the mailbox
		case p.kind == checker.Unlock && ofLock[kind] || p.kind == checker.RUnlock && kind == checker.Lock:
			return true // nobody holds the lock any more; and who takes it comes after
		}
	}
	for _, o := range p.more {
		if o.obj == u.obj && o.class.compete(u.class) {
			return true
		}
	}
	return false
}

// ofLock has the kinds of steps for which it matters whether a writer has let go.
var ofLock = [checker.NumKinds]bool{checker.Lock: true, checker.Unlock: true, checker.Arrive: true, checker.RLock: true, checker.LockBusy: true, checker.BadUnlock: true}

// swaps is disturbs where one of the two is a CAS that may or may not write.
func (p *procStep) swaps(f *procStep) answer {
	use := func(s *procStep) (c class) {
		if s.kind == checker.NoKind {
			return unrelated
		}
		return s.class
	}
	switch {
	case p.obj != f.obj || use(p) == unrelated && p.kind != checker.NoKind || use(f) == unrelated && f.kind != checker.NoKind:
		return no
	case use(p) == writes || use(f) == writes:
		return yes
	case f.kind == checker.NoKind && p.executed && p.kind != checker.NoKind:
		// p has read the value that f would find. Pointers of two executions can only
		// be told from nil.
		switch {
		case uint64(f.arg) == p.val:
			return yes
		case f.arg == 0 || p.val == 0:
			return no
		}
	}
	return unsure
}

// fits says whether a counted step is possible as what it is with so many
// readers inside.
func (p *procStep) fits(readers int64) bool { return (readers > 0) == (p.kind != checker.BadUnlock) }

// adds is what p adds to the readers inside at f, when it comes before f.
func (p *procStep) adds(f *procStep) int64 {
	if p.obj != f.obj {
		return 0
	}
	return p.delta
}

// after is v with p before it: without p, if that is part of it (at), and with
// the counts that there are then. It changes v.
func after(p *procStep, v []procStep, at int) []procStep {
	if p.delta != 0 {
		for i := range v {
			if i == at {
				break // what comes after p in v has p counted
			}
			v[i].before += p.adds(&v[i])
		}
	}
	if at >= 0 {
		v = slices.Delete(v, at, at+1)
	}
	return v
}

// weakInitial says whether p is in WI(v) after the execution that p comes after
// (Definition 4.1, Lemma 4.2): v can be executed after p, with the same events.
// at is the place of p in v, -1 if it is not part of it.
func weakInitial(p *procStep, v []procStep) (a answer, at int) {
	a = yes
	for i := range v {
		f := &v[i]
		if p.same(f) {
			return a, i
		}
		switch p.disturbs(f) {
		case yes:
			return no, -1
		case unsure:
			a = unsure
		default:
			switch {
			case p.blind:
				a = unsure
			case f.blind && a == yes:
				a = likely
			}
		}
	}
	return a, -1
}
