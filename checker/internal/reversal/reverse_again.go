package reversal

import (
	"math"

	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// Most races of a trace were races of the trace before, and most of these lead to
// the same fragment again: what the two traces do not share has to leave the set,
// as it comes after the race, or as it is of messages that the race tears. Such a
// fragment need not even be looked for in the filter.
//
// Let the first k events of both traces be the same, at the same places, and e of
// operation i one of them. Which events e races with is a function of the events
// before e (races looks at no others, but for Trace.Misused), so that the races of
// e are the same in both. If for one of them forced comes to the same set in both,
// and all of it is among the first k, then set and action are those of the trace
// before, which has handed them over, or found them handed over. Equal sets alone
// would not do: positions mean the same only up to k.
//
// It would not be enough that the race is old. The set is nearly the whole trace,
// and with new events in it it is a new fragment: of two threads that race for x
// and two others that race for y, neither trace with one race reversed has a race
// that the first trace had not, but the trace with both reversed comes from those.

// And an operation of one of these events that has no race, and could come to nothing
// else (single looks at t.Groups besides, for Adds), has nothing in this trace either:
// it is dull, and passed over. So most operations are.

// Whether forced comes to the same set is known at once in a program with one event
// loop (loop): let e be an event of a message m of the loop, not its start, whose
// operation is ready after any set. What forced comes to is the greatest closed set
// without up(f) in which every message of the loop but m has ended, if it has begun:
// m is begun in all of them and not ended, as e is not in them, and whatever forced
// takes out has to leave any such set. If this set has none of the later events, it is
// a function of the first k; so if both traces' have none, they are equal. A later event
// has left if it is after f, or after the start of a message that is torn by f (parted).

const exciting = math.MaxInt32 // the event of an operation that is not dull, in Reverser.dull

// Pairs are the races of a trace, each with the set that forced has come to.
type Pairs struct {
	words   int
	misused bool
	loop    int32    // the only handler with several messages, -1: none, or several
	From    int      // of the operations from this one on
	To      int      // and before this one
	List    []pair   // in the order of their operations
	Sets    []uint64 // of all races, one after the other
}

// pair is the race of an operation with event f.
type pair struct {
	op, f    int32
	possible bool // forced has come to a set
}

func (p *Pairs) set(j int) flat.Set { return p.Sets[j*p.words : (j+1)*p.words] }

func (p *Pairs) add(op, f int32, in flat.Set, possible bool) {
	p.List = append(p.List, pair{op, f, possible})
	p.Sets = append(p.Sets, in...)
}

// remember makes the races that were found last those of the trace before, of which
// the operations of the first r.known events are of use. Those of the operations from the one
// to the other are to be found now.
func (r *Reverser) remember(from, to int) {
	t := r.t
	r.before, r.Found = r.Found, r.before
	p := &r.Found
	p.words, p.misused, p.loop, p.List, p.Sets = t.Words, t.Misused, loopOf(t), p.List[:0], p.Sets[:0]
	p.From, p.To = from, to
	r.at, r.known = 0, 0
	if r.before.words == t.Words && r.before.misused == t.Misused {
		r.known = t.Same
	}
	r.later.Fill(r.known)
	for w := range r.later {
		r.later[w] ^= r.full[w]
	}
	r.unended = r.unended[:0]
	if p.loop >= 0 {
		for _, s := range t.Handlers[p.loop].Spans {
			if s.End < 0 || int(s.End) >= r.known {
				r.unended = append(r.unended, s)
			}
		}
	}
	r.dull = r.dull[:min(len(r.dull), len(t.Ops))] // what comes after these are not those of the trace before
	for len(r.dull) < len(t.Ops) {
		r.dull = append(r.dull, exciting)
	}
	for i := range from { // of these the next trace is not to know
		r.dull[i] = exciting
	}
	for i := to; i < len(r.dull); i++ {
		r.dull[i] = exciting
	}
}

// loopOf is the only handler with several messages, or -1.
func loopOf(t *trace.Trace) int32 {
	only := int32(-1)
	for h := range t.Handlers {
		if len(t.Handlers[h].Messages) > 1 {
			if only >= 0 {
				return -1
			}
			only = int32(h)
		}
	}
	return only
}

// parted says whether all later events have to leave a set without event f and what
// comes after it, when it has the needs of an operation of the loop.
func (r *Reverser) parted(f int32) bool {
	t := r.t
	after := t.AfterOf(f)
	for w, in := range r.later {
		if in &^= after[w]; in == 0 {
			continue
		}
		for i := range r.unended {
			s := &r.unended[i]
			if !after.Has(s.Start) && !r.need.Has(s.Start) && (s.End < 0 || after.Has(s.End)) {
				in &^= t.AfterOf(s.Start)[w]
			}
		}
		if in != 0 {
			return false
		}
	}
	return true
}

// race tries the action of event n after all events but up(f).
func (r *Reverser) race(f int32, a *trace.Action) {
	if r.Prefixes {
		r.without(f, -1, -1, a)
		return
	}
	mark := r.Pool.N
	if in, possible := r.lost(f, a); possible {
		r.try(in, a, f)
	}
	r.Pool.N = mark
}

// lost is what forced leaves of all events but up(f), which it notes.
func (r *Reverser) lost(f int32, a *trace.Action) (in flat.Set, possible bool) {
	in = r.Pool.Copy(r.full)
	in.Minus(r.t.AfterOf(f))
	possible = r.forced(in, a)
	r.Found.add(a.Op, f, in, possible)
	return in, possible
}

// racesAgain is races for an operation that has the races that it had.
func (r *Reverser) racesAgain(i int32, op *trace.Operation) {
	list := r.before.List
	for r.at < len(list) && list[r.at].op < i {
		r.at++
	}
	if r.at == len(list) || list[r.at].op != i {
		return
	}
	t := r.t
	looped := r.Found.loop >= 0 && r.before.loop == r.Found.loop && t.Tasks[op.Task].Handler == r.Found.loop && trace.Always[op.Kind]
	mark, needs := r.Pool.N, false // whether r.act and r.need are the operation's
	for ; r.at < len(list) && list[r.at].op == i; r.at++ {
		p := &list[r.at]
		was := r.before.set(r.at)
		same := looped && p.possible && was.Below(t.Same)
		if same && r.later.Within(t.AfterOf(p.f)) {
			r.Found.add(i, p.f, was, true)
			continue
		}
		if !needs {
			needs = true
			r.act = r.actionOf(&t.Events[op.Exec])
			r.needs(&r.act)
		}
		if same && r.parted(p.f) {
			r.Found.add(i, p.f, was, true)
			continue
		}
		in, possible := r.lost(p.f, &r.act)
		if possible && !(p.possible && in.Below(t.Same) && in.Equal(was)) {
			r.try(in, &r.act, p.f)
		}
		r.Pool.N = mark
	}
}
