package runtime

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/numbered"
)

// Errands. A round of a loop that waits may start a task that has a look, answers over a channel
// and ends, as testify's Eventually does:
//
//	case <-tick:
//		tick = nil
//		go func() { answers <- condition() }()
//	case ok := <-answers:
//		if ok { return true }
//		tick = ticker.C
//
// The task is part of the round that collects its answer: what it has seen the round has seen. Such
// a round may be two of the loop's: in between an errand is out, and another value is carried.
//
// An errand leaves nothing behind if its last operation was to answer, the loop's task has received
// just that, and it has changed nothing else. The channel holds one element: so what is done to it
// has one order in all executions of a trace, and it is as empty as before.

// errand is what a task is that was started for a round.
type errand struct {
	w        *Waiting // the loop; nil: it is no errand
	answered bool
	ops      int    // its operations when it had answered
	changes  uint32 // of the channel, then
}

// errands is what a loop knows of those that it has started.
type errands struct {
	out, back int // how many have been started, and how many answers received
	answers   []answer
}

type answer struct {
	channel checker.Object
	of      *task
}

// roundStart is what there was when a round began.
type roundStart struct {
	deeds
	from, base int              // of the round: see rounds
	begun      uint32           // number of the event that it begins with
	ticks      int              // the interval
	carried    []any            // the values that it began with
	fired      []checker.Object // timers received from in it, if it is not the youngest
	whole      bool             // no errand was out
}

// Errand says that the next go statement starts a task for the round. It is one that leaves
// nothing behind that the runtime does not hear of.
func (w *Waiting) Errand() {
	if t := current(); w != nil && t != nil && w.t == t {
		t.rounds.sender, t.rounds.sends = w, true
	}
}

// sent makes child an errand, if the go statement that t performs starts one.
func (t *task) sent(child *task) {
	if w := t.rounds.sender; t.rounds.sends {
		child.errand = errand{w: w}
		child.rounds.on, child.rounds.in = true, w
		w.out++
	}
}

// starts notes that t has started a task.
func (r *rounds) starts() {
	if !r.sends {
		r.change()
	}
	r.sends = false
}

// out says whether an answer is still to come.
func (r *rounds) out() bool { return r.sender != nil && r.sender.out != r.sender.back }

// answers notes that t has sent something: it is an errand's answer if nothing else was one, and
// nothing else could have been done instead.
func (t *task) answers() {
	e, r, obj := &t.errand, &t.rounds, t.done.Obj
	if c, ok := t.sh.(*chanShadow); e.w == nil || e.answered || t.done.Kind != checker.Send || !ok || c.capacity != 1 {
		r.change()
		return
	}
	e.answered, e.ops, e.changes = true, r.ops, t.x.list[obj].changes
	e.w.answers = append(e.w.answers, answer{obj, t})
}

// leftNothing says whether t is an errand that has done nothing but look and answer.
func (t *task) leftNothing() bool {
	e, r := &t.errand, &t.rounds
	return e.answered && r.ops == e.ops && r.dirt == 0 && r.odd == 0 && r.clock == 0 && r.slept == 0 && len(r.taken) == 0
}

// collects notes that t has received something: if it is an errand's answer, then what that has
// seen belongs to the round.
func (t *task) collects(obj checker.Object) {
	r := &t.rounds
	i := -1
	if r.sender != nil {
		i = slices.IndexFunc(r.sender.answers, func(a answer) bool { return a.channel == obj })
	}
	if i < 0 {
		r.change()
		return
	}
	u := r.sender.answers[i].of
	r.sender.answers = slices.Delete(r.sender.answers, i, i+1)
	r.sender.back++
	if u.life != over || !u.leftNothing() || t.x.list[obj].changes != u.errand.changes+1 || len(r.seen)+len(u.rounds.seen) > mostSightings {
		r.change()
		return
	}
	r.plain += u.rounds.plain
	r.blind += u.rounds.blind
	r.moved += u.rounds.moved
	for _, s := range u.rounds.seen {
		s.by = u.id
		r.seen = append(r.seen, s)
	}
}

// ends ends a round that was to be followed by one with these values.
func (w *Waiting) ends(t *task, carried []any) {
	same := slices.EqualFunc(w.carried, carried, numbered.Same)
	before := w.before
	w.before = nil
	switch whole := w.out == w.back; {
	case whole == w.whole:
		w.over(t, whole && same)
	case w.whole: // it goes on in the next one
		w.fired = slices.Clone(t.rounds.fired)
		before := w.roundStart
		w.before = &before
	case before != nil && slices.EqualFunc(before.carried, carried, numbered.Same):
		w.roundStart = *before
		t.rounds.begun, t.rounds.fired = w.begun, append(w.fired, t.rounds.fired...)
		w.over(t, true)
	default:
		w.over(t, false)
	}
}
