package runtime

import (
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// TestFold explores programs that are large enough for steps to be folded, and
// demands the same of them as without: executions, steps, outcomes, deadlocks.
func TestFold(t *testing.T) {
	s := testSites(t, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
	workers := func(work func(n int)) func() {
		return func() {
			for n := range 5 {
				Go(s, func() { work(n) })
			}
		}
	}
	var orders string
	for _, c := range []struct {
		what     string
		restarts int
		body     func() func()
	}{
		{"atomics and a lock under a lock", 1, func() func() {
			var outer, inner sync.Mutex
			var hits atomic.Int64
			var plain int
			return workers(func(n int) {
				MutexLock(&outer, s+1)
				MutexLock(&inner, s+2)
				StoreWord(s+4, wordOfInt64(&hits), LoadWord(s+3, wordOfInt64(&hits))+1)
				*R(&plain, s+5) = n
				orders += fmt.Sprint(n)
				MutexUnlock(&inner, s+6)
				MutexUnlock(&outer, s+7)
			})
		}},
		{"a lock that one task takes twice, last of all", 2, func() func() {
			var outer, inner sync.Mutex
			var hits atomic.Int64
			return workers(func(n int) {
				MutexLock(&outer, s+1)
				MutexLock(&inner, s+2)
				orders += fmt.Sprint(n)
				if LoadWord(s+3, wordOfInt64(&hits)) == 4 {
					MutexLock(&inner, s+8)
				}
				StoreWord(s+4, wordOfInt64(&hits), LoadWord(s+3, wordOfInt64(&hits))+1)
				MutexUnlock(&inner, s+6)
				MutexUnlock(&outer, s+7)
			})
		}},
	} {
		type sum struct {
			executions, events, deadlocks int64
			orders                        map[string]int
		}
		explore := func(fold bool) (got sum, restarts int) {
			got.orders = map[string]int{}
			o := checker.Options{Races: true, KeepGoing: true, OnExecution: func(*checker.Progress) bool {
				got.orders[orders]++
				return true
			}}
			if fold {
				o.OnRestart = func() {
					restarts++
					clear(got.orders)
				}
			}
			res, err := explore.Run(newExecution(among(Settings{}), func() {
				orders = ""
				c.body()()
			}), o)
			if err != nil {
				t.Fatal(err)
			}
			if !res.Exhaustive {
				t.Errorf("%s: %+v", c.what, res)
			}
			got.executions, got.events, got.deadlocks = res.Executions, res.Events, res.Deadlocks
			return got, restarts
		}
		got, restarts := explore(true)
		want, _ := explore(false)
		if restarts != c.restarts {
			t.Errorf("%s: %d restarts, want %d", c.what, restarts, c.restarts)
		}
		if got.executions != want.executions || got.events != want.events || got.deadlocks != want.deadlocks || !maps.Equal(got.orders, want.orders) {
			t.Errorf("%s: folded %+v, want %+v", c.what, got, want)
		}
	}
}
