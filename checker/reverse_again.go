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

// pairs are the races of a trace, each with the set that forced has come to.
type pairs struct {
	words   int
	misused bool
	first   []int32 // by operation: its first race
	list    []pair
	sets    []uint64 // of all races, one after the other
}

// pair is the race of an operation with event f.
type pair struct {
	f        int32
	possible bool // forced has come to a set
}

// of begins the races of the next operation.
func (p *pairs) of() { p.first = append(p.first, int32(len(p.list))) }

// to is where the races of operation i end.
func (p *pairs) to(i int32) int32 {
	if i++; int(i) < len(p.first) {
		return p.first[i]
	}
	return int32(len(p.list))
}

func (p *pairs) set(j int32) set { return p.sets[int(j)*p.words : int(j+1)*p.words] }

func (p *pairs) add(f int32, in set, possible bool) {
	p.list = append(p.list, pair{f, possible})
	p.sets = append(p.sets, in...)
}

// remember makes the races that were found last those of the trace before. It says
// whether they are of use.
func (r *reverser) remember() bool {
	t := r.t
	r.before, r.found = r.found, r.before
	p := &r.found
	p.words, p.misused, p.first, p.list, p.sets = t.words, t.misused, p.first[:0], p.list[:0], p.sets[:0]
	return t.same > 0 && r.before.words == t.words && r.before.misused == t.misused
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
	in = r.all()
	in.minus(r.t.afterOf(f))
	possible = r.forced(in, a)
	r.found.add(f, in, possible)
	return in, possible
}

// racesAgain is races for an operation that has the races that it had.
func (r *reverser) racesAgain(i int32, op *operation) {
	t := r.t
	e := &t.events[op.exec]
	if e.op != i {
		return
	}
	r.act = r.actionOf(e)
	mark := r.pool.n
	for j := r.before.first[i]; j < r.before.to(i); j++ {
		p := &r.before.list[j]
		in, possible := r.lost(p.f, &r.act)
		if possible && !(p.possible && in.below(t.same) && in.equal(r.before.set(j))) {
			r.try(in, &r.act, p.f)
		}
		r.pool.n = mark
	}
}
