package reversal

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file finds the maximal sets of events of a race after which its action can
// come next.

// without tries the action after all events but up(f), up(g), up(h).
func (r *Reverser) without(f, g, h int32, a *trace.Action) {
	mark := r.Pool.N
	in := r.Pool.Copy(r.full)
	for _, x := range [...]int32{f, g, h} {
		if x >= 0 {
			in.Minus(r.t.AfterOf(x))
		}
	}
	if r.Prefixes || r.forced(in, a) {
		r.try(in, a, max(f, g))
	}
	r.Pool.N = mark
}

// try hands over the maximal subsets of in after which a can come next. left is
// what the race is about.
func (r *Reverser) try(in flat.Set, a *trace.Action, left int32) {
	t := r.t
	if r.Seen.hit(r.KeyOfFragment(in, a)) {
		return
	}
	r.ahead = 0
	if r.Prefixes {
		r.ahead = left
	}
	for {
		r.Saturation.ahead = r.ahead
		r.results, r.slow, r.tried = r.results[:0], r.slow[:0], r.tried[:0]
		r.expand(in, a)
		r.report(a, in)
		if r.ahead == 0 || len(r.results) == 1 && r.results[0].Equal(in) {
			break
		}
		r.ahead = startBefore(t, r.ahead)
	}
}

// forced takes out of in what has to leave in any case for a to come next, as long
// as expand would have no choice. False: a cannot come next.
func (r *Reverser) forced(in flat.Set, a *trace.Action) bool {
	t := r.t
	r.ahead = 0
	kind := t.Ops[a.Op].Kind
	certain := trace.Always[kind] && t.Ops[a.Op].Most == 0 || kind == checker.Begin && !t.Serial
	for {
		if !r.need.Within(in) {
			return false
		}
		if !certain {
			switch t.Resolve(a, in, &r.Tmp) {
			case trace.Never:
				return false
			case trace.DropAll:
				for _, d := range t.Drops {
					if r.must(d) {
						return false
					}
					in.Minus(t.AfterOf(d))
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
func startBefore(t *trace.Trace, n int32) int32 {
	for n--; n > 0; n-- {
		if e := &t.Events[n]; e.Kind == checker.Begin && t.Tasks[e.Task].Handler >= 0 {
			return n
		}
	}
	return 0
}

// must says whether event f has to stay in a set for the present action.
func (r *Reverser) must(f int32) bool { return f < r.ahead || r.need.Has(f) }

// expand finds the maximal subsets of in after which a can come next. It goes
// on from a set after which it cannot to smaller ones, in every way that may
// keep some smaller set after which it can (verdict, blame).
func (r *Reverser) expand(in flat.Set, a *trace.Action) {
	t := r.t
	if r.Late(t.Words) {
		return
	}
	if !r.need.Within(in) {
		return
	}
	v := t.Resolve(a, in, &r.Tmp)
	if v != trace.Never && v != trace.DropAll {
		if from, stay, keep, found := r.torn(in, a); found {
			r.mend(in, a, from, stay, keep)
			return
		}
	}
	switch v {
	case trace.Never:
		return
	case trace.DropAll:
		next := r.Pool.Copy(in)
		for _, d := range t.Drops {
			if r.must(d) {
				return
			}
			next.Minus(t.AfterOf(d))
		}
		r.again(next, a)
		return
	case trace.DropAny:
		drops := append([]int32(nil), t.Drops...)
		for _, d := range drops {
			if !r.must(d) {
				next := r.Pool.Copy(in)
				next.Minus(t.AfterOf(d))
				r.again(next, a)
			}
		}
		return
	}
	if t.Simulate(in, a) {
		r.results = append(r.results, in)
		r.slow = append(r.slow, false)
		return
	}
	if r.Saturation.Run(t, in, a) {
		r.results = append(r.results, in)
		r.slow = append(r.slow, true)
		return
	}
	blame := r.Pool.Copy(r.Saturation.blame)
	for u := blame.Next(0); u >= 0; u = blame.Next(u + 1) {
		if in.Has(u) && !r.must(u) {
			next := r.Pool.Copy(in)
			next.Minus(t.AfterOf(u))
			r.again(next, a)
		}
	}
}

// torn finds a handler of which in (or a) has started several messages and not
// ended. None of its smaller sets ends them either, so that only one of them can
// stay. (Saturation finds that out as well; but most sets that cannot be executed
// fail by this.) Their starts are r.begun[from:]; stay is how many of them have to
// stay, that of a included, and keep the one that has to, -1: that of a.
func (r *Reverser) torn(in flat.Set, a *trace.Action) (from, stay, keep int, found bool) {
	t := r.t
	from = len(r.begun)
	if len(t.Handlers) == 0 {
		return
	}
	final := t.StartOf(a)
	for h := range t.Handlers {
		hr := &t.Handlers[h]
		stay, keep = 0, -1
		if final >= 0 && t.Tasks[final].Handler == int32(h) {
			stay = 1
		}
		if others := 1 - stay; len(hr.Spans) <= others || hr.Open(in) <= others {
			continue
		}
		for i := range hr.Spans {
			if s := &hr.Spans[i]; s.Open(in) {
				r.begun = append(r.begun, s.Start)
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
func (r *Reverser) mend(in flat.Set, a *trace.Action, from, stay, keep int) {
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
func (r *Reverser) keep(in flat.Set, a *trace.Action, from, to, k int) {
	next := r.Pool.Copy(in)
	if r.only(next, from, to, k) {
		r.again(next, a)
	}
}

// only takes the messages that start with r.begun[from:to] out of in, but for the
// one at k. It is false if that one came after another: then it is kept in the
// turn of the other one.
func (r *Reverser) only(in flat.Set, from, to, k int) bool {
	for i := from; i < to; i++ {
		if i != k {
			in.Minus(r.t.AfterOf(r.begun[i]))
		}
	}
	return k < 0 || in.Has(r.begun[k])
}

// again is expand, once for every subset of one race.
func (r *Reverser) again(in flat.Set, a *trace.Action) {
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
func (r *Reverser) report(a *trace.Action, from flat.Set) {
next:
	for i, s := range r.results {
		for j, o := range r.results {
			if i != j && s.Within(o) && (!o.Within(s) || j < i) {
				continue next
			}
		}
		if s.Equal(from) || !r.Seen.hit(r.KeyOfFragment(s, a)) {
			r.Emit(s, a, r.slow[i])
		}
	}
}
