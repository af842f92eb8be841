package tapctcp

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/sample"
	"gocheck.dev/checker/internal/trace"
)

// racy knows which steps race with one of another chain, by those of the executions before in the
// block: where they are is what is known again.
type racy struct {
	steps int           // how many there were in the last one
	at    map[site]bool // where; nil: nothing is known
	uses  []use         // of this execution
	users map[key]user  // of an object, how: the chains that do
}

type site struct {
	chain checker.Task
	pos   checker.Pos
}

type use struct {
	site
	object checker.Object
	class  trace.Class
}

type key struct {
	object checker.Object
	class  trace.Class
}

// user is the first chain, and whether there is another one.
type user struct {
	first checker.Task
	more  bool
}

// begin learns from the execution before.
func (r *racy) begin(first bool) {
	switch {
	case first:
		r.at = nil
	case r.at == nil:
		r.at = map[site]bool{}
	}
	r.steps = 0
	for _, u := range r.uses {
		if !first && (r.at[u.site] || r.races(u)) {
			r.at[u.site] = true
			r.steps++
		}
	}
	r.uses, r.users = r.uses[:0], map[key]user{}
}

// races says whether another chain has used the object so that the order matters.
func (r *racy) races(u use) bool {
	for c := range trace.NumClasses {
		if !u.class.Compete(c) {
			continue
		}
		if by, ok := r.users[key{u.object, c}]; ok && (by.more || by.first != u.chain) {
			return true
		}
	}
	return false
}

// did takes an event down, and says whether it is known to race, or nothing is known.
func (r *racy) did(ev *checker.Event, chain func(checker.Task) checker.Task, how trace.Class) bool {
	races := r.use(use{site{chain(ev.Task), ev.Op.Pos}, ev.Obj, how})
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		races = r.use(use{site{chain(ev.Partner), ev.PartnerOp.Pos}, ev.Obj, sample.ClassOf(checker.Recv)}) || races
	}
	return races || r.at == nil
}

func (r *racy) use(u use) bool {
	if u.class == trace.Unrelated {
		return false
	}
	r.uses = append(r.uses, u)
	k := key{u.object, u.class}
	if by, ok := r.users[k]; !ok {
		r.users[k] = user{first: u.chain}
	} else if by.first != u.chain {
		r.users[k] = user{by.first, true}
	}
	return r.at[u.site]
}
