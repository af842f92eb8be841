package revisit

import "gocheck.dev/checker"

// WaitGroups. Used as they should be, they need no rule: no Add raises the
// counter from zero while somebody waits or may come to wait, so that a Wait,
// once it is possible, stays possible, as a Join does, and nothing is gained by
// putting an Add before it. That is what is checked of every execution; where it
// does not hold, Adds and Waits race, and closure knows how.
//
// If it holds in all executions explored, it holds in all that there are: the
// exploration is exact for a program whose Waits are possible as soon as the
// counter is zero after some of what has happened. That program does what the
// real one does up to the first state in which an Add and a Wait race, and a
// trace with such a state fails the check (docs/design/algorithms-revisit.md).

// token is a unit of a counter: the increment that it came from, and the
// decrement that takes it back.
type token struct {
	add  int32 // event
	done int32 // operation, -1: none
	n    int64
}

// groupsInOrder says whether the Adds and Waits of all WaitGroups are in order,
// as far as can be told cheaply.
func (r *Search) groupsInOrder() bool {
	t := r.Trace
	for _, o := range t.Objs {
		if t.Infos[o].Kind != checker.WaitGroupObject {
			continue
		}
		if !r.match(o) {
			return false
		}
		r.waits = r.waits[:0]
		for i := range t.Ops {
			if op := &t.Ops[i]; op.Kind == checker.Wait && op.Obj == o {
				r.waits = append(r.waits, int32(i))
			}
		}
		for _, k := range r.tokens {
			if k.n > 0 && !r.awaitedRightly(k.add) {
				return false
			}
		}
	}
	return true
}

// match finds the tokens of o: each decrement takes the newest ones in its
// task's past that are left. False if that is not enough: then the counter may
// fall below zero.
func (r *Search) match(o checker.Object) bool {
	t := r.Trace
	r.tokens = r.tokens[:0]
	for i := range t.Events {
		if e := &t.Events[i]; e.Kind == checker.Add && e.Obj == o && e.Arg > 0 {
			r.tokens = append(r.tokens, token{int32(i), -1, e.Arg})
		}
	}
	// Those that may be in the past of the operation at hand, as they are not younger
	// than what it was announced after, and are not used up: the newest one, and before
	// each the next older one.
	adds, known, newest := len(r.tokens), 0, int32(-1)
	r.older = r.older[:0]
	for i := range t.Ops {
		op := &t.Ops[i]
		if op.Kind != checker.Add || op.Obj != o || op.Arg >= 0 {
			continue
		}
		for ; known < adds && r.tokens[known].add <= op.Prev; known++ {
			r.older = append(r.older, newest)
			newest = int32(known)
		}
		need := -op.Arg
		for at := &newest; *at >= 0 && need > 0; {
			k := &r.tokens[*at]
			if r.has(op.Prev, k.add) {
				n := min(need, k.n)
				k.n -= n
				need -= n
				r.tokens = append(r.tokens, token{k.add, int32(i), n})
				if k = &r.tokens[*at]; k.n == 0 {
					*at = r.older[*at]
					continue
				}
			}
			at = &r.older[*at]
		}
		if need > 0 {
			return false
		}
	}
	return true
}

// awaitedRightly says whether the increment f, of the WaitGroup of r.tokens and
// r.waits, comes before or after each Wait in every execution: as it has to, or since
// the counter is above zero whenever f is next, by a token that is there before f and
// goes after it.
func (r *Search) awaitedRightly(f int32) bool {
	t := r.Trace
	prev := t.Ops[t.Events[f].Op].Prev
	for _, i := range r.waits {
		op := &t.Ops[i]
		if r.has(op.Prev, f) || op.Exec >= 0 && r.has(prev, op.Exec) {
			continue
		}
		kept := false
		for _, k := range r.tokens {
			kept = kept || k.n > 0 && r.has(prev, k.add) && (k.done < 0 || r.has(t.Ops[k.done].Prev, f))
		}
		if !kept {
			return false
		}
	}
	return true
}
