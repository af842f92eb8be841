package runtime

import (
	"iter"
	"sync"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// TestNumGoroutine: a goroutine counts from the go statement until its function has
// returned, and nobody waits for that: a task that hears of it may still see it.
func TestNumGoroutine(t *testing.T) {
	for _, c := range []struct {
		name     string
		outcomes []string
		p        program
	}{
		{"started", []string{"0", "1"}, func(s Site, out func(string, ...any)) {
			n := NumGoroutine(s)
			Go(s, func() {})
			out("%d", NumGoroutine(s)-n)
		}},
		{"two", []string{"0", "1", "2"}, func(s Site, out func(string, ...any)) {
			n := NumGoroutine(s)
			Go(s, func() {})
			Go(s, func() {})
			out("%d", NumGoroutine(s)-n)
		}},
		{"waited for", []string{"0", "1", "2"}, func(s Site, out func(string, ...any)) {
			n := NumGoroutine(s)
			var wg sync.WaitGroup
			for range 2 {
				WaitGroupGo(&wg, s, func() {})
			}
			WaitGroupWait(&wg, s)
			out("%d", NumGoroutine(s)-n)
		}},
		{"by Goexit", []string{"0", "1"}, func(s Site, out func(string, ...any)) {
			n := NumGoroutine(s)
			c := make(chan int)
			Go(s, func() {
				defer Close(c, s)
				Goexit(s)
			})
			Recv(c, s)
			out("%d", NumGoroutine(s)-n)
		}},
		{"seen by the goroutine itself", []string{"1"}, func(s Site, out func(string, ...any)) {
			n := NumGoroutine(s)
			c := make(chan int)
			Go(s, func() { SendTo(c, s).Send(NumGoroutine(s)) })
			out("%d", Recv(c, s)-n)
		}},
		{"a coroutine", []string{"1 0"}, func(s Site, out func(string, ...any)) {
			n := NumGoroutine(s)
			next, stop := IterPull(s, iter.Seq[int](func(yield func(int) bool) { yield(1) }))
			next()
			m := NumGoroutine(s) - n
			stop()
			out("%d %d", m, NumGoroutine(s)-n)
		}},
		{"one after the other", []string{"0 0", "0 1", "1 0", "1 1", "1 2"}, func(s Site, out func(string, ...any)) {
			n := NumGoroutine(s)
			var seen [2]int
			for i := range seen {
				c := make(chan int)
				Go(s, func() { Close(c, s) })
				Recv(c, s)
				seen[i] = NumGoroutine(s) - n
			}
			out("%d %d", seen[0], seen[1])
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			settles := func(s Site, out func(string, ...any)) {
				if current() == nil { // what the program before has left is to end
					time.Sleep(50 * time.Microsecond)
				}
				c.p(s, out)
			}
			check(t, settles, spec{outcomes: c.outcomes, native: true})
		})
	}
}

// TestNumGoroutineWithTime: where time advances, everybody has ended who could.
func TestNumGoroutineWithTime(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		n := NumGoroutine(s)
		Go(s, func() {})
		fired := make(chan int)
		TimeAfterFunc(s, 2*time.Millisecond, func() { Recv(fired, s) })
		TimeSleep(s, time.Millisecond)
		before := NumGoroutine(s) - n
		TimeSleep(s, 2*time.Millisecond)
		during := NumGoroutine(s) - n
		Close(fired, s)
		TimeSleep(s, time.Millisecond)
		out("%d %d %d", before, during, NumGoroutine(s)-n)
	}, spec{outcomes: []string{"0 1 0"}})
}

// TestNumGoroutineOrdersNothing: a race is one although the number tells that the other
// goroutine has ended.
func TestNumGoroutineOrdersNothing(t *testing.T) {
	s := testSites(t, "x", "y")
	for _, commute := range []bool{false, true} {
		x := newExecution(Settings{Races: RacesReport, Commute: commute}, nil)
		x.Known.Ends = 0
		x.body = func() {
			v := new(int)
			n := NumGoroutine(s)
			Go(s, func() { At(v, s).Set(1) })
			for NumGoroutine(s) > n {
				Gosched(s)
			}
			_ = *R(v, s+1)
		}
		var res *checker.Result
		for begins := true; begins; {
			var err error
			if res, err = explore.Run(x, checker.Options{Races: true, Executions: 100, Steps: 200, OnExecution: func(*checker.Progress) bool {
				begins = x.BeginAgain()
				return !begins
			}}); err != nil {
				t.Fatal(err)
			}
		}
		if len(res.Failures) == 0 || res.Failures[0].Failure.Kind != "race" {
			t.Errorf("commute %v: no race: %+v", commute, res)
		}
	}
}

// TestNumGoroutineOfTests: of a test there are two, and a subtest's counts until Run returns.
func TestNumGoroutineOfTests(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			out("%d", NumGoroutine(s))
			TRun(tt, s, "sub", func(*testing.T) { out("%d", NumGoroutine(s)) })
			out("%d", NumGoroutine(s))
		})
	}, spec{outcomes: []string{"2 2 3"}})
}
