package checker

// Most races of a trace were races of the trace before, and most of these lead to
// the same fragment again: what the two traces do not share has to leave the set,
// as it comes after the race, or as it is of messages that the race tears. Such a
// fragment need not even be looked for in the filter.
//
// Let the first k events of both traces be the same, at the same places, and e of
// operation i one of them. Which events e races with is a function of the events
// before e (races looks at no others, but for trace.misused), so that the races of
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
// else (single looks at t.groups besides, for Adds), has nothing in this trace either:
// it is dull, and passed over. So most operations are.

// pairs are the races of a trace, each with the set that forced has come to.
type pairs struct {
	words   int
	misused bool
	list    []pair   // in the order of their operations
	sets    []uint64 // of all races, one after the other
}

// pair is the race of an operation with event f.
type pair struct {
	op, f    int32
	possible bool // forced has come to a set
}

func (p *pairs) set(j int) set { return p.sets[j*p.words : (j+1)*p.words] }

func (p *pairs) add(op, f int32, in set, possible bool) {
	p.list = append(p.list, pair{op, f, possible})
	p.sets = append(p.sets, in...)
}

// remember makes the races that were found last those of the trace before, of which
// the operations of the first r.known events are of use.
func (r *reverser) remember() {
	t := r.t
	r.before, r.found = r.found, r.before
	p := &r.found
	p.words, p.misused, p.list, p.sets = t.words, t.misused, p.list[:0], p.sets[:0]
	r.at, r.known = 0, 0
	if r.before.words == t.words && r.before.misused == t.misused {
		r.known = t.same
	}
	for len(r.dull) < len(t.ops) {
		r.dull = append(r.dull, false)
	}
}

// race tries the action of event n after all events but up(f).
func (r *reverser) race(f int32, a *action) {
	if r.prefixes {
		r.without(f, -1, -1, a)
		return
	}
	mark := r.pool.n
	if in, possible := r.lost(f, a); possible {
		r.try(in, a, f)
	}
	r.pool.n = mark
}

// lost is what forced leaves of all events but up(f), which it notes.
func (r *reverser) lost(f int32, a *action) (in set, possible bool) {
	in = r.pool.copy(r.full)
	in.minus(r.t.afterOf(f))
	possible = r.forced(in, a)
	r.found.add(a.op, f, in, possible)
	return in, possible
}

// racesAgain is races for an operation that has the races that it had.
func (r *reverser) racesAgain(i int32, op *operation) {
	list := r.before.list
	for r.at < len(list) && list[r.at].op < i {
		r.at++
	}
	if r.at == len(list) || list[r.at].op != i {
		return
	}
	t := r.t
	r.act = r.actionOf(&t.events[op.exec])
	r.needs(&r.act)
	mark := r.pool.n
	for ; r.at < len(list) && list[r.at].op == i; r.at++ {
		p := &list[r.at]
		in, possible := r.lost(p.f, &r.act)
		if possible && !(p.possible && in.below(t.same) && in.equal(r.before.set(r.at))) {
			r.try(in, &r.act, p.f)
		}
		r.pool.n = mark
	}
}
