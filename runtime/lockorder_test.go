package runtime

import (
	"strings"
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// TestLockOrder: which programs have an inversion that no execution turns into
// a deadlock.
func TestLockOrder(t *testing.T) {
	s := testSites(t, "a", "b", "g")
	const a, b, g = 0, 1, 2
	// nest takes locks one in the other.
	nest := func(mu *[3]sync.Mutex, locks ...int) {
		for _, l := range locks {
			MutexLock(&mu[l], s+Site(l))
		}
		for _, l := range locks {
			MutexUnlock(&mu[l], s+Site(l))
		}
	}
	for _, x := range []struct {
		name string
		run  func(mu *[3]sync.Mutex, wg *sync.WaitGroup)
		want string // the locks of the warning
	}{
		{"kept apart by what is under a lock", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			done := false
			WaitGroupGo(wg, s, func() {
				nest(mu, a, b)
				MutexLock(&mu[g], s+g)
				done = true
				MutexUnlock(&mu[g], s+g)
			})
			WaitGroupGo(wg, s, func() {
				MutexLock(&mu[g], s+g)
				d := done
				MutexUnlock(&mu[g], s+g)
				if d {
					nest(mu, b, a)
				}
			})
		}, "a and b"},
		{"one order", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			for range 2 {
				WaitGroupGo(wg, s, func() { nest(mu, a, b) })
			}
		}, ""},
		{"one task", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			nest(mu, a, b)
			nest(mu, b, a)
		}, ""},
		{"a gate", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			WaitGroupGo(wg, s, func() { nest(mu, g, a, b) })
			WaitGroupGo(wg, s, func() { nest(mu, g, b, a) })
		}, ""},
		{"one after the other", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			WaitGroupGo(wg, s, func() { nest(mu, a, b) })
			WaitGroupWait(wg, s)
			WaitGroupGo(wg, s, func() { nest(mu, b, a) })
		}, ""},
		{"one does not wait", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			WaitGroupGo(wg, s, func() { nest(mu, a, b) })
			WaitGroupGo(wg, s, func() {
				MutexLock(&mu[b], s+b)
				if MutexTryLock(&mu[a], s+a) {
					MutexUnlock(&mu[a], s+a)
				}
				MutexUnlock(&mu[b], s+b)
			})
		}, ""},
		{"one after the other at first, later not", func(mu *[3]sync.Mutex, wg *sync.WaitGroup) {
			nest(mu, a, b)
			done := false
			WaitGroupGo(wg, s, func() {
				MutexLock(&mu[g], s+g)
				d := done
				MutexUnlock(&mu[g], s+g)
				if d {
					nest(mu, b, a)
				}
			})
			nest(mu, a, b)
			MutexLock(&mu[g], s+g)
			done = true
			MutexUnlock(&mu[g], s+g)
		}, "a and b"},
	} {
		r := newRun(new(driver), registeredTest{}, settings{})
		r.x.body = func() {
			var (
				mu [3]sync.Mutex
				wg sync.WaitGroup
			)
			x.run(&mu, &wg)
			WaitGroupWait(&wg, s)
		}
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
	r := newRun(new(driver), registeredTest{}, settings{})
	r.x.body = func() {
		var mu [3]sync.Mutex
		for i := range mu {
			Go(s, func() {
				j := (i + 1) % 3
				MutexLock(&mu[i], s+Site(i))
				MutexLock(&mu[j], s+Site(j))
				MutexUnlock(&mu[j], s+Site(j))
				MutexUnlock(&mu[i], s+Site(i))
			})
		}
	}
	res, err := explore.Run(r.x, checker.Options{Executions: 1, OnExecution: r.executed})
	if err != nil || res.Failing > 0 {
		t.Fatal(res, err)
	}
	w := r.result(res).Warnings
	if len(w) != 1 || w[0].Message != "lock-order inversion: a, b and c are locked in orders that make a cycle" || len(w[0].Details) != 4 {
		t.Errorf("%+v", w)
	}
}
