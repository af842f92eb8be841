package explore

import "gocheck.dev/checker"

// This file finds the maximal sets of events of a race after which its action can
// come next.

// without tries the action after all events but up(f), up(g), up(h).
func (r *reverser) without(f, g, h int32, a *action) {
	mark := r.pool.n
	in := r.pool.copy(r.full)
	for _, x := range [...]int32{f, g, h} {
		if x >= 0 {
			in.minus(r.t.afterOf(x))
		}
	}
	if r.prefixes || r.forced(in, a) {
		r.try(in, a, max(f, g))
	}
	r.pool.n = mark
}

// try hands over the maximal subsets of in after which a can come next. left is
// what the race is about.
func (r *reverser) try(in set, a *action, left int32) {
	t := r.t
	if r.seen.hit(r.keyOfFragment(in, a)) {
		return
	}
	r.ahead = 0
	if r.prefixes {
		r.ahead = left
	}
	for {
		r.sat.ahead = r.ahead
		r.results, r.slow, r.tried = r.results[:0], r.slow[:0], r.tried[:0]
		r.expand(in, a)
		r.report(a, in)
		if r.ahead == 0 || len(r.results) == 1 && r.results[0].equal(in) {
			break
		}
		r.ahead = startBefore(t, r.ahead)
	}
}

// forced takes out of in what has to leave in any case for a to come next, as long
// as expand would have no choice. False: a cannot come next.
func (r *reverser) forced(in set, a *action) bool {
	t := r.t
	r.ahead = 0
	kind := t.ops[a.op].kind
	certain := always[kind] || kind == checker.Begin && !t.serial
	for {
		if !r.need.within(in) {
			return false
		}
		if !certain {
			switch t.resolve(a, in, &r.tmp) {
			case never:
				return false
			case dropAll:
				for _, d := range t.drops {
					if r.must(d) {
						return false
					}
					in.minus(t.afterOf(d))
				}
				continue
			}
		}
		from, stay, keep, found := r.torn(in, a)
		switch {
		case !found:
			return true
		case stay == 1:
			if !r.only(in, from, len(r.begun), keep) {
				return false
			}
		}
		r.begun = r.begun[:from]
		if stay != 1 {
			return stay == 0
		}
	}
}

// startBefore is the last event before n that starts a message, or 0.
func startBefore(t *trace, n int32) int32 {
	for n--; n > 0; n-- {
		if e := &t.events[n]; e.kind == checker.Begin && t.tasks[e.task].handler >= 0 {
			return n
		}
	}
	return 0
}

// must says whether event f has to stay in a set for the present action.
func (r *reverser) must(f int32) bool { return f < r.ahead || r.need.has(f) }

// expand finds the maximal subsets of in after which a can come next. It goes
// on from a set after which it cannot to smaller ones, in every way that may
// keep some smaller set after which it can (verdict, blame).
func (r *reverser) expand(in set, a *action) {
	t := r.t
	if r.late(t.words) {
		return
	}
	if !r.need.within(in) {
		return
	}
	v := t.resolve(a, in, &r.tmp)
	if v != never && v != dropAll {
		if from, stay, keep, found := r.torn(in, a); found {
			r.mend(in, a, from, stay, keep)
			return
		}
	}
	switch v {
	case never:
		return
	case dropAll:
		next := r.pool.copy(in)
		for _, d := range t.drops {
			if r.must(d) {
				return
			}
			next.minus(t.afterOf(d))
		}
		r.again(next, a)
		return
	case dropAny:
		drops := append([]int32(nil), t.drops...)
		for _, d := range drops {
			if !r.must(d) {
				next := r.pool.copy(in)
				next.minus(t.afterOf(d))
				r.again(next, a)
			}
		}
		return
	}
	if t.simulate(in, a) {
		r.results = append(r.results, in)
		r.slow = append(r.slow, false)
		return
	}
	if r.sat.run(t, in, a) {
		r.results = append(r.results, in)
		r.slow = append(r.slow, true)
		return
	}
	blame := r.pool.copy(r.sat.blame)
	for u := blame.next(0); u >= 0; u = blame.next(u + 1) {
		if in.has(u) && !r.must(u) {
			next := r.pool.copy(in)
			next.minus(t.afterOf(u))
			r.again(next, a)
		}
	}
}

// torn finds a handler of which in (or a) has started several messages and not
// ended. None of its smaller sets ends them either, so that only one of them can
// stay. (Saturation finds that out as well; but most sets that cannot be executed
// fail by this.) Their starts are r.begun[from:]; stay is how many of them have to
// stay, that of a included, and keep the one that has to, -1: that of a.
func (r *reverser) torn(in set, a *action) (from, stay, keep int, found bool) {
	t := r.t
	from = len(r.begun)
	if len(t.handlers) == 0 {
		return
	}
	final := t.startOf(a)
	for h := range t.handlers {
		hr := &t.handlers[h]
		stay, keep = 0, -1
		if final >= 0 && t.tasks[final].handler == int32(h) {
			stay = 1
		}
		if others := 1 - stay; len(hr.spans) <= others || hr.open(in) <= others {
			continue
		}
		for i := range hr.spans {
			if s := &hr.spans[i]; s.open(in) {
				r.begun = append(r.begun, s.start)
			}
		}
		for i, start := range r.begun[from:] {
			if r.must(start) {
				stay, keep = stay+1, from+i
			}
		}
		return from, stay, keep, true
	}
	return from, 0, -1, false
}

// mend goes on to the smaller sets in which the handler that torn has found serves
// one message.
func (r *reverser) mend(in set, a *action, from, stay, keep int) {
	to := len(r.begun)
	switch {
	case stay == 1:
		r.keep(in, a, from, to, keep)
	case stay == 0:
		for k := from; k < to; k++ {
			r.keep(in, a, from, to, k)
		}
	}
	r.begun = r.begun[:from]
}

// keep goes on with in without the messages that start with r.begun[from:to], but
// for the one at k.
func (r *reverser) keep(in set, a *action, from, to, k int) {
	next := r.pool.copy(in)
	if r.only(next, from, to, k) {
		r.again(next, a)
	}
}

// only takes the messages that start with r.begun[from:to] out of in, but for the
// one at k. It is false if that one came after another: then it is kept in the
// turn of the other one.
func (r *reverser) only(in set, from, to, k int) bool {
	for i := from; i < to; i++ {
		if i != k {
			in.minus(r.t.afterOf(r.begun[i]))
		}
	}
	return k < 0 || in.has(r.begun[k])
}

// again is expand, once for every subset of one race.
func (r *reverser) again(in set, a *action) {
	k := r.keyOfSet(in)
	for i := range r.tried {
		if r.tried[i] == k {
			return
		}
	}
	r.tried = append(r.tried, k)
	r.expand(in, a)
}

// report hands over the results that are not part of others; from is the set
// they are all part of.
func (r *reverser) report(a *action, from set) {
next:
	for i, s := range r.results {
		for j, o := range r.results {
			if i != j && s.within(o) && (!o.within(s) || j < i) {
				continue next
			}
		}
		if s.equal(from) || !r.seen.hit(r.keyOfFragment(s, a)) {
			r.emit(s, a, r.slow[i])
		}
	}
}
