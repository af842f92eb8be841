package testbin

import (
	"strings"
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	rt "gocheck.dev/runtime"
)

// TestLockOrder: which programs have an inversion that no execution turns into
// a deadlock.
func TestLockOrder(t *testing.T) {
	s := testSites(t, "a", "b", "g")
	const a, b, g = 0, 1, 2
	// nest takes locks one in the other.
	nest := func(mu *[3]sync.Mutex, locks ...int) {
		for _, l := range locks {
			rt.MutexLock(&mu[l], s+rt.Site(l))
		}
		for _, l := range locks {
			rt.MutexUnlock(&mu[l], s+rt.Site(l))
		}
	}
	for _, x := range []struct {
		name string
		run  func(mu *[3]sync.Mutex, wg *sync.WaitGroup)
		want string // the locks of the warning
	}{
		{"kept apart by what is under a lock", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			done := false
			rt.WaitGroupGo(wg, s, func() {
				nest(mu, a, b)
				rt.MutexLock(&mu[g], s+g)
				done = true
				rt.MutexUnlock(&mu[g], s+g)
			})
			rt.WaitGroupGo(wg, s, func() {
				rt.MutexLock(&mu[g], s+g)
				d := done
				rt.MutexUnlock(&mu[g], s+g)
				if d {
					nest(mu, b, a)
				}
			})
		}, "a and b"},
		{"one order", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			for range 2 {
				rt.WaitGroupGo(wg, s, func() { nest(mu, a, b) })
			}
		}, ""},
		{"one task", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			nest(mu, a, b)
			nest(mu, b, a)
		}, ""},
		{"a gate", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			rt.WaitGroupGo(wg, s, func() { nest(mu, g, a, b) })
			rt.WaitGroupGo(wg, s, func() { nest(mu, g, b, a) })
		}, ""},
		{"one after the other", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			rt.WaitGroupGo(wg, s, func() { nest(mu, a, b) })
			rt.WaitGroupWait(wg, s)
			rt.WaitGroupGo(wg, s, func() { nest(mu, b, a) })
		}, ""},
		{"one does not wait", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			rt.WaitGroupGo(wg, s, func() { nest(mu, a, b) })
			rt.WaitGroupGo(wg, s, func() {
				rt.MutexLock(&mu[b], s+b)
				if rt.MutexTryLock(&mu[a], s+a) {
					rt.MutexUnlock(&mu[a], s+a)
				}
				rt.MutexUnlock(&mu[b], s+b)
			})
		}, ""},
		{"one after the other at first, later not", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			nest(mu, a, b)
			done := false
			rt.WaitGroupGo(wg, s, func() {
				rt.MutexLock(&mu[g], s+g)
				d := done
				rt.MutexUnlock(&mu[g], s+g)
				if d {
					nest(mu, b, a)
				}
			})
			nest(mu, a, b)
			rt.MutexLock(&mu[g], s+g)
			done = true
			rt.MutexUnlock(&mu[g], s+g)
		}, "a and b"},
	} {
		r := newRun(new(driver), rt.Test{Run: func(*testing.T) {
			var (
				mu [3]sync.Mutex
				wg sync.WaitGroup
			)
			x.run(&mu, &wg)
			rt.WaitGroupWait(&wg, s)
		}}, rt.Settings{})
		res, err := explore.Run(r.x, checker.Options{Races: true, OnExecution: r.executed})
		if err != nil || !res.Exhaustive || res.Failing > 0 {
			t.Fatalf("%s: %+v, %v", x.name, res, err)
		}
		got := ""
		for _, w := range r.result(res).Warnings {
			names, _, _ := strings.Cut(strings.TrimPrefix(w.Message, "lock-order inversion: "), " are locked")
			got += names
		}
		if got != x.want {
			t.Errorf("%s: warned of %q, want %q", x.name, got, x.want)
		}
	}
}

// TestLockOrderCycle: an inversion of three locks is seen in an execution that
// is no deadlock.
func TestLockOrderCycle(t *testing.T) {
	s := testSites(t, "a", "b", "c")
	r := newRun(new(driver), rt.Test{Run: func(*testing.T) {
		var mu [3]sync.Mutex
		for i := range mu {
			rt.Go(s, func() {
				j := (i + 1) % 3
				rt.MutexLock(&mu[i], s+rt.Site(i))
				rt.MutexLock(&mu[j], s+rt.Site(j))
				rt.MutexUnlock(&mu[j], s+rt.Site(j))
				rt.MutexUnlock(&mu[i], s+rt.Site(i))
			})
		}
	}}, rt.Settings{})
	res, err := explore.Run(r.x, checker.Options{Executions: 1, OnExecution: r.executed})
	if err != nil || res.Failing > 0 {
		t.Fatal(res, err)
	}
	w := r.result(res).Warnings
	if len(w) != 1 || w[0].Message != "lock-order inversion: a, b and c are locked in orders that make a cycle" || len(w[0].Details) != 4 {
		t.Errorf("%+v", w)
	}
}
