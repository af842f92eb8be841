package explore

import (
	"fmt"
	"math/rand"
	"slices"

	"gocheck.dev/checker"
)

// SetRevisitBatch sets how many children of a trace revisit keeps at once. The
// function that it returns takes that back.
func SetRevisitBatch(n int) func() {
	old := revisitBatch
	revisitBatch = n
	return func() { revisitBatch = old }
}

// RevisitMemory explores by revisit and says how many executions that took and
// how much memory.
func RevisitMemory(p checker.Program) (executions, bytes int64) {
	x := &exploration{p: p}
	x.begin()
	r := &revisitor{x: x, t: &trace{}}
	r.explore()
	return x.res.Executions, r.bytes()
}

// RevisitPresent explores by revisit, and compares after each execution what the
// tasks are about to do, moved from walk to walk, with what it is by definition.
func RevisitPresent(p checker.Program, seed int64) (checked int, err error) {
	x := &exploration{p: p, o: checker.Options{KeepGoing: true}}
	x.begin()
	r := &revisitor{x: x, t: &trace{}}
	random := rand.New(rand.NewSource(seed))
	r.counted = func(key) {
		r.index()
		r.pool.reset(r.t.words)
		for range 5 {
			for walk := (presentWalk{r: r}); err == nil && walk.step(random); checked++ {
				err = walk.check()
			}
		}
	}
	r.explore()
	return checked, err
}

// presentWalk is a walk over P that goes anywhere.
type presentWalk struct {
	r    *revisitor
	done set
	left int
}

// step begins, or performs an event that is possible; false if that is enough.
func (w *presentWalk) step(random *rand.Rand) bool {
	r, n := w.r, len(w.r.t.events)
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
		if e := int32(random.Intn(n)); !w.done.has(e) && r.needs(e, w.done) {
			w.done.add(e)
			r.present.walks(r, e)
			return true
		}
	}
	return false
}

// check compares with the operations that are announced and not performed.
func (w *presentWalk) check() error {
	r, t, p := w.r, w.r.t, &w.r.present
	here := func(o int32) bool {
		op := &t.ops[o]
		return (op.prev < 0 || w.done.has(op.prev)) && (op.exec < 0 || !w.done.has(op.exec))
	}
	at, places := none(nil, len(t.tasks)), map[int32]bool{}
	lists := make([][]int32, len(p.newest))
	for o := range t.ops {
		op := &t.ops[o]
		if !here(int32(o)) {
			continue
		}
		at[op.task] = int32(o)
		places[r.rank[op.task]] = true
		if op.kind == checker.Select {
			lists[len(t.heads)] = append(lists[len(t.heads)], int32(o))
		} else if contended(op.kind) {
			lists[op.obj] = append(lists[op.obj], int32(o))
		}
	}
	if !slices.Equal(at, p.at) {
		return fmt.Errorf("the tasks are at operations %v, not %v", at, p.at)
	}
	for k := p.places.next(0); k >= 0; k = p.places.next(k + 1) {
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
