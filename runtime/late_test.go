package runtime

import (
	"testing"
	"time"
)

// TestLate: what comes due after the test is part of the executions; loops are followed
// for two rounds.
func TestLate(t *testing.T) {
	s := testSites(t, "a", "b", "c")
	ends := func(f func()) func(Site, func(string, ...any)) {
		return func(Site, func(string, ...any)) { runTest("TestX", func(*testing.T) { f() }) }
	}
	count := 0
	for _, c := range []struct {
		name     string
		f        func()
		rounds   int // counted, in the default order
		outcomes []string
	}{
		{"asleep", func() { Go(s, func() { TimeSleep(s, time.Second); panic("late") }) }, 0, []string{"!panic"}},
		{"a timer", func() { TimeAfterFunc(s, time.Second, func() { panic("late") }) }, 0, []string{"!panic"}},
		{"an hour", func() { TimeAfterFunc(s, time.Hour, func() { panic("late") }) }, 0, []string{""}},
		{"either", func() {
			var x int32
			Go(s, func() { TimeSleep(s, time.Second); StoreWord(s, &x, 1) })
			Go(s, func() {
				TimeSleep(s, time.Second)
				if LoadWord(s, &x) == 0 {
					panic("late")
				}
			})
		}, 0, []string{"", "!panic"}},
		{"a ticker", func() {
			k := TimeNewTicker(s, time.Second)
			Go(s, func() {
				for {
					Recv(k.C, s)
					count++
				}
			})
		}, 2, []string{""}},
		{"a loop that sleeps, and stops", func() {
			Go(s, func() {
				for range 5 {
					TimeSleep(s, time.Second)
					count++
				}
			})
		}, 2, []string{""}},
		{"two places", func() {
			Go(s, func() {
				for {
					TimeSleep(s, time.Second)
					TimeSleep(s+1, time.Second)
					count++
				}
			})
		}, 2, []string{""}},
		{"a timer that sets itself again", func() {
			var again func()
			again = func() {
				count++
				TimeAfterFunc(s+1, time.Second, again)
			}
			TimeAfterFunc(s, time.Second, again)
		}, 3, []string{""}},
		{"goroutines that start others", func() {
			var start func()
			start = func() {
				TimeSleep(s, time.Second)
				count++
				Go(s, start)
			}
			Go(s, start)
		}, 2, []string{""}},
		{"a poll", func() {
			Go(s, func() {
				for w := Loop(s); w.Round(); {
					TimeSleep(s, time.Second)
					count++
				}
			})
		}, 2, []string{""}},
	} {
		check(t, ends(c.f), spec{outcomes: c.outcomes})
		count = 0
		runOnce(newExecution(among(Settings{}), func() { runTest("TestX", func(*testing.T) { c.f() }) }))
		if count != c.rounds {
			t.Errorf("%s: %d rounds, want %d", c.name, count, c.rounds)
		}
	}
}

// TestTickersStayFew: a ticker waits once for its next time, however often it has fired.
func TestTickersStayFew(t *testing.T) {
	s := testSites(t, "k")
	most := 0
	var x *Execution
	x = newExecution(among(Settings{}), func() {
		k := TimeNewTicker(s, time.Second)
		for range 50 {
			Recv(k.C, s)
			most = max(most, x.waiting.Len())
		}
	})
	if runOnce(x); most != 1 {
		t.Errorf("the clock has up to %d deadlines of one ticker", most)
	}
}
