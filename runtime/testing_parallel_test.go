package runtime

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// order runs a test and returns what it has noted, for the default scheduler.
func order(t *testing.T, f func(tt *testing.T, s Site, note func(string))) (string, *checker.Failure) {
	t.Helper()
	s := testSites(t, "x")
	var log []string
	x := newExecution(Settings{}, func() {
		runTest("TestX", func(tt *testing.T) {
			log = nil
			f(tt, s, func(what string) { log = append(log, what) })
		})
	})
	failure := explore.Replay(x, nil, checker.Options{Steps: 1000}, nil).Outcome.Failure
	return strings.Join(log, " "), failure
}

func TestParallelSubtestsWaitForTheirParent(t *testing.T) {
	got, f := order(t, func(tt *testing.T, s Site, note func(string)) {
		TestOf(tt).Cleanup(func() { note("cleanup") })
		for _, name := range []string{"a", "b"} {
			if !TRun(tt, s, name, func(tt *testing.T) {
				TestOf(tt).Cleanup(func() { note(name + ".cleanup") })
				note(name)
				TParallel(tt, s)
				note(name + ".after")
			}) {
				t.Error("a paused subtest has failed")
			}
		}
		TRun(tt, s, "sequential", func(*testing.T) { note("sequential") })
		note("returns")
	})
	if want := "a b sequential returns a.after a.cleanup b.after b.cleanup cleanup"; got != want || f != nil {
		t.Errorf("%s, want %s (%+v)", got, want, f)
	}
}

func TestParallelGroups(t *testing.T) {
	got, f := order(t, func(tt *testing.T, s Site, note func(string)) {
		TParallel(tt, s) // of the test itself: there is nobody to wait for
		TRun(tt, s, "group", func(tt *testing.T) {
			for _, name := range []string{"a", "b"} {
				TRun(tt, s, name, func(tt *testing.T) {
					TParallel(tt, s)
					TRun(tt, s, "nested", func(tt *testing.T) {
						TParallel(tt, s)
						note(tt.Name())
					})
					note(name)
				})
			}
			note("group")
		})
		note("over")
	})
	if want := "group a b TestX/group/a/nested TestX/group/b/nested over"; got != want || f != nil {
		t.Errorf("%s, want %s (%+v)", got, want, f)
	}
}

// Siblings run concurrently with each other, and with nothing else.
func TestParallelSiblings(t *testing.T) {
	program := func(n int, shared bool) func(Site, func(string, ...any)) {
		return func(s Site, out func(string, ...any)) {
			runTest("TestX", func(tt *testing.T) {
				counters := make([]int32, n)
				var log string
				for i := range n {
					TRun(tt, s, "sub", func(tt *testing.T) {
						TParallel(tt, s)
						at := i
						if shared {
							at = 0
						}
						AddWord(s, &counters[at], 1)
						log += fmt.Sprint(i)
						AddWord(s, &counters[at], 1)
					})
				}
				TestOf(tt).Cleanup(func() { out("%d", LoadWord(s, &counters[0])) })
				if log != "" {
					t.Error("a subtest has gone on before the function of its parent returned")
				}
			})
		}
	}
	check(t, program(2, true), spec{outcomes: []string{"4"}})
	for _, c := range []struct {
		n      int
		shared bool
		traces int
	}{{4, false, 1}, {2, true, 6}, {3, true, 90}} {
		for _, algorithm := range []string{"auto", "optimal", "closure"} {
			if _, res, traces := outcomes(t, algorithm, Settings{Races: RacesOff}, testSites(t, "x"), program(c.n, c.shared)); res.Executions != int64(c.traces) || traces != c.traces {
				t.Errorf("%s, %+v: %d executions of %d traces", algorithm, c, res.Executions, traces)
			}
		}
	}
}

// The edges that Go makes, and no others: what a subtest does before it pauses
// comes before all else, what it does afterwards is a race with its siblings.
func TestParallelRaces(t *testing.T) {
	s := testSites(t, "x")
	racing := func(before bool) bool {
		res := explored(t, Settings{}, "auto", func() {
			runTest("TestX", func(tt *testing.T) {
				var x int
				for range 2 {
					TRun(tt, s, "sub", func(tt *testing.T) {
						if before {
							At(&x, s).Set(1)
						}
						TParallel(tt, s)
						if !before {
							At(&x, s).Set(1)
						}
					})
				}
				TestOf(tt).Cleanup(func() { _ = *R(&x, s) })
			})
		})
		return len(res.Failures) > 0 && res.Failures[0].Failure.Kind == "race"
	}
	if racing(true) || !racing(false) {
		t.Errorf("a race before Parallel: %t, after it: %t", racing(true), racing(false))
	}
}

// A test whose subtests are started by several goroutines: the names of the
// released tasks must not depend on the order of arrival.
func TestParallelSubtestsOfOtherGoroutines(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		runTest("TestX", func(tt *testing.T) {
			var wg sync.WaitGroup
			var sum int32
			for i := range 2 {
				WaitGroupAdd(&wg, s, 1)
				Go(s, func() {
					defer WaitGroupDone(&wg, s)
					TRun(tt, s, fmt.Sprint(i), func(tt *testing.T) {
						TParallel(tt, s)
						AddWord(s, &sum, int32(i+1))
					})
				})
			}
			WaitGroupWait(&wg, s)
			TestOf(tt).Cleanup(func() { out("%d", LoadWord(s, &sum)) })
		})
	}, spec{outcomes: []string{"3"}})
}

func TestHowParallelSubtestsEnd(t *testing.T) {
	pause := func(s Site, f func(tt *testing.T)) func(tt *testing.T, s Site, note func(string)) {
		return func(tt *testing.T, s Site, note func(string)) {
			TestOf(tt).Cleanup(func() { note("cleanup") })
			TRun(tt, s, "a", func(tt *testing.T) {
				TParallel(tt, s)
				note("a")
				f(tt)
				note("goes on")
			})
			TRun(tt, s, "b", func(tt *testing.T) {
				TParallel(tt, s)
				note("b")
			})
		}
	}
	s := testSites(t, "x")
	for _, c := range []struct {
		name, kind, message string
		f                   func(*testing.T)
	}{
		{"Fatal", "fatal", "no", func(tt *testing.T) { fails(tt, s, "no") }},
		{"Skip", "", "", func(tt *testing.T) { TestOf(tt).Skip(s) }},
		{"panic", "panic", "boom", func(*testing.T) { panic("boom") }},
		{"Goexit", "panic", "test executed panic(nil) or runtime.Goexit", func(*testing.T) { Goexit(s) }},
	} {
		got, f := order(t, pause(s, c.f))
		kind, message := "", ""
		if f != nil {
			kind, message = f.Kind, f.Message
		}
		if got != "a b cleanup" || kind != c.kind || message != c.message {
			t.Errorf("%s: %s, %s %q", c.name, got, kind, message)
		}
	}
}

func TestParentsThatDoNotReturn(t *testing.T) {
	paused := func(tt *testing.T, s Site, note func(string)) {
		TestOf(tt).Cleanup(func() { note("cleanup") })
		TRun(tt, s, "a", func(tt *testing.T) {
			defer note("unwound")
			TParallel(tt, s)
			note("released")
		})
	}
	// FailNow releases the subtests, a panic and a deadlock do not.
	for _, c := range []struct {
		kind, want string
		end        func(*testing.T, Site)
	}{
		{"fatal", "released unwound cleanup", func(tt *testing.T, s Site) { fails(tt, s, "") }},
		{"panic", "cleanup unwound", func(*testing.T, Site) { panic("boom") }},
		{"deadlock", "unwound", func(_ *testing.T, s Site) { BlockForever(s) }},
	} {
		got, f := order(t, func(tt *testing.T, s Site, note func(string)) {
			paused(tt, s, note)
			c.end(tt, s)
		})
		if f == nil || f.Kind != c.kind || got != c.want {
			t.Errorf("%s: %s, %+v", c.kind, got, f)
		}
	}
}

func TestFailNowOfAParentInAParallelSubtest(t *testing.T) {
	_, f := order(t, func(tt *testing.T, s Site, _ func(string)) {
		TRun(tt, s, "a", func(sub *testing.T) {
			TParallel(sub, s)
			fails(tt, s, "")
		})
	})
	if f == nil || f.Kind != "fatal" {
		t.Errorf("%+v", f)
	}
}

func TestMisuseOfParallel(t *testing.T) {
	for _, c := range []struct {
		want string
		f    func(*testing.T, Site)
	}{
		{"testing: t.Parallel called multiple times", func(tt *testing.T, s Site) {
			TParallel(tt, s)
			TParallel(tt, s)
		}},
	} {
		_, got := order(t, func(tt *testing.T, s Site, _ func(string)) { c.f(tt, s) })
		if got == nil || got.Kind != "panic" || got.Message != c.want {
			t.Errorf("%+v, want %s", got, c.want)
		}
	}
	s := testSites(t, "x")
	x := newExecution(Settings{}, func() {
		runTest("TestX", func(tt *testing.T) {
			TRun(tt, s, "sub", func(tt *testing.T) {
				done := make(chan bool)
				Go(s, func() {
					TParallel(tt, s)
					Close(done, s)
				})
				Recv(done, s)
			})
		})
	})
	explore.Replay(x, nil, checker.Options{}, nil)
	if x.came.Uncontrolled == nil {
		t.Error("t.Parallel in another goroutine is let through")
	}
}

// A Once whose function pauses is let go by the task that goes on.
func TestParallelInOnce(t *testing.T) {
	got, f := order(t, func(tt *testing.T, s Site, note func(string)) {
		var once sync.Once
		TRun(tt, s, "a", func(tt *testing.T) {
			OnceDo(&once, s, func() {
				TParallel(tt, s)
				note("once")
			})
			note("after")
		})
	})
	if got != "once after" || f != nil {
		t.Errorf("%s %+v", got, f)
	}
}
