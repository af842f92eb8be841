package revisit

import (
	"fmt"
	"math/rand"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// RevisitMemory explores by revisit and says how many executions that took and
// how much memory.
func RevisitMemory(p checker.Program) (executions, bytes int64) {
	x := &engine.Exploration{Program: p}
	x.Begin()
	r := &Search{Engine: x, Trace: &trace.Trace{}}
	r.Explore()
	return x.Result.Executions, r.bytes()
}

// RevisitPresent explores by revisit, and compares after each execution what the
// tasks are about to do, moved from walk to walk, with what it is by definition.
func RevisitPresent(p checker.Program, seed int64) (checked int, err error) {
	x := &engine.Exploration{Program: p, Options: checker.Options{KeepGoing: true}}
	x.Begin()
	r := &Search{Engine: x, Trace: &trace.Trace{}}
	random := rand.New(rand.NewSource(seed))
	r.Counted = func(flat.Key) {
		r.index()
		r.pool.Reset(r.Trace.Words)
		for range 5 {
			for walk := (presentWalk{r: r}); err == nil && walk.step(random); checked++ {
				err = walk.check()
			}
		}
	}
	r.Explore()
	return checked, err
}

// presentWalk is a walk over P that goes anywhere.
type presentWalk struct {
	r    *Search
	done flat.Set
	left int
}

// step begins, or performs an event that is possible; false if that is enough.
func (w *presentWalk) step(random *rand.Rand) bool {
	r, n := w.r, len(w.r.Trace.Events)
	if w.done == nil {
		s := random.Intn(n + 1)
		w.done, w.left = r.before(int32(s)), random.Intn(8)
		r.present.from(r, int32(s))
		return true
	}
	if w.left--; w.left < 0 {
		return false
	}
	for range 20 {
		if e := int32(random.Intn(n)); !w.done.Has(e) && r.needs(e, w.done) {
			w.done.Add(e)
			r.present.walks(r, e)
			return true
		}
	}
	return false
}

// check compares with the operations that are announced and not performed.
func (w *presentWalk) check() error {
	r, t, p := w.r, w.r.Trace, &w.r.present
	here := func(o int32) bool {
		op := &t.Ops[o]
		return (op.Prev < 0 || w.done.Has(op.Prev)) && (op.Exec < 0 || !w.done.Has(op.Exec))
	}
	at, places := none(nil, len(t.Tasks)), map[int32]bool{}
	lists := make([][]int32, len(p.newest))
	for o := range t.Ops {
		op := &t.Ops[o]
		if !here(int32(o)) {
			continue
		}
		at[op.Task] = int32(o)
		places[r.rank[op.Task]] = true
		if op.Kind == checker.Select {
			lists[len(t.Heads)] = append(lists[len(t.Heads)], int32(o))
		} else if contended(op.Kind) {
			lists[op.Obj] = append(lists[op.Obj], int32(o))
		}
	}
	if !slices.Equal(at, p.at) {
		return fmt.Errorf("the tasks are at operations %v, not %v", at, p.at)
	}
	for k := p.places.Next(0); k >= 0; k = p.places.Next(k + 1) {
		if !places[k] {
			return fmt.Errorf("the task at place %d has no operation", k)
		}
		delete(places, k)
	}
	if len(places) > 0 {
		return fmt.Errorf("tasks at places %v are missing", places)
	}
	for l := range lists {
		var got []int32
		for o := p.newest[l]; o >= 0; o = p.older[o] {
			got = append(got, o)
		}
		slices.Sort(got)
		if !slices.Equal(got, lists[l]) {
			return fmt.Errorf("list %d has operations %v, not %v", l, got, lists[l])
		}
	}
	return nil
}
