package runtime

import (
	"context"
	"math/rand"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/internal/longtest"
)

// worksFor lets tasks make n operations at one time, in any loop that others end.
func worksFor(t *testing.T, n uint32) {
	alone, onOrder := workAlone, workOnOrder
	workAlone, workOnOrder = workload{n, n}, workload{n, n}
	t.Cleanup(func() { workAlone, workOnOrder = alone, onOrder })
}

// Each loop is written as the rewriter does.

// TestEndless: time passes while loops work, and only then.
func TestEndless(t *testing.T) {
	worksFor(t, 4)
	for name, c := range map[string]struct {
		body program
		want string
	}{
		"a sleep beside it": {func(s Site, out func(string, ...any)) {
			var stop atomic.Bool
			var n atomic.Int32
			done := make(chan int)
			Go(s, func() {
				for e := EndedByOthers(s, 0); !atomicBoolLoad(&stop, s); {
					e.Round()
					AddWord(s, wordOfInt32(&n), 1)
				}
				Close(done, s)
			})
			TimeSleep(s, time.Hour)
			atomicBoolStore(&stop, s, true)
			Recv(done, s)
			out("%t %v", LoadWord(s, wordOfInt32(&n)) > 1, TimeSince(s, StartOfTime).Round(10*time.Millisecond))
		}, "true 1h0m0s"},
		"a context": {func(s Site, out func(string, ...any)) {
			ctx, cancel := ContextWithTimeout(s, context.Background(), time.Minute)
			var n atomic.Int32
			for e := EndedByOthers(s, 0); ctx.Err() == nil; {
				e.Round()
				AddWord(s, wordOfInt32(&n), 1)
			}
			out("%v %t", ctx.Err(), LoadWord(s, wordOfInt32(&n)) >= 3)
			cancel()
		}, "context deadline exceeded true"},
		"the clock": {func(s Site, out func(string, ...any)) {
			var n atomic.Int32
			start := TimeNow(s)
			for e := EndedByOthers(s, 1); TimeSince(s, start) < 50*time.Millisecond; {
				e.Round()
				AddWord(s, wordOfInt32(&n), 1)
			}
			out("%d rounds", LoadWord(s, wordOfInt32(&n)))
		}, "30 rounds"}, // after 1, 3, 7, 15, 31 and 63 ms
		"the clock, where it is known when": {func(s Site, out func(string, ...any)) {
			var n, late atomic.Int32
			start := TimeNow(s)
			timer := TimeAfterFunc(s, 51*time.Millisecond, func() { StoreWord(s, wordOfInt32(&late), 1) })
			for e := EndedByOthers(s, 1); compare(TimeNow(s), start.Add(50*time.Millisecond), true) < 0; {
				e.Round()
				AddWord(s, wordOfInt32(&n), 1)
			}
			out("%d rounds, stopped %t, late %d", LoadWord(s, wordOfInt32(&n)), TimerStop(timer, s), LoadWord(s, wordOfInt32(&late)))
		}, "15 rounds, stopped true, late 0"}, // after 1, 11 and 50 ms
		"the clock in its rounds, too": {func(s Site, out func(string, ...any)) {
			var stop atomic.Bool
			start := TimeNow(s)
			for e := EndedByOthers(s, 0); !atomicBoolLoad(&stop, s); {
				e.Round()
				if TimeSince(s, start) > 100 { // nanoseconds
					atomicBoolStore(&stop, s, true)
				}
			}
			out("%v", TimeSince(s, StartOfTime).Round(time.Microsecond))
		}, "0s"},
		"one that ends by what it is sent": {func(s Site, out func(string, ...any)) {
			workOnOrder = workload{100, 100}
			var stop atomic.Bool
			c := make(chan int)
			Go(s, func() {
				for i := range 5 {
					SendTo(c, s).Send(i)
				}
				atomicBoolStore(&stop, s, true)
				Close(c, s)
			})
			sum := 0
			for e := EndedByOthers(s, 0); !atomicBoolLoad(&stop, s); {
				e.Round()
				sum += Recv(c, s)
			}
			out("%d at %v", sum, TimeSince(s, StartOfTime).Round(time.Microsecond))
		}, "10 at 0s"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.body, spec{outcomes: []string{c.want}}) })
	}
}

// TestWorking: of random programs whose loops work until they are told to stop closure finds what
// dfs finds, and each trace once.
func TestWorking(t *testing.T) {
	worksFor(t, 2)
	s := testSites(t, "x", "y", "z", "u", "v", "w")
	whole := 0
	for seed := range longtest.N(12, 40) {
		p := toilers(rand.New(rand.NewSource(int64(seed))))
		var want string
		var executions int64
		for _, algorithm := range []string{"closure", "closure" + repeating, "dfs"} {
			got, res, traces := outcomesWithin(t, 3000, algorithm, Settings{Races: RacesOff}, s, p)
			o := strings.Join(got, "\n")
			switch {
			case !res.Exhaustive:
				if algorithm != "dfs" {
					t.Logf("seed %d: %s: %+v", seed, algorithm, res)
				}
			case int64(traces) != res.Executions && algorithm == "closure":
				t.Fatalf("seed %d: %+v, %d traces", seed, res, traces)
			case algorithm == "closure":
				want, executions = o, res.Executions
			case o != want || int64(traces) != executions:
				t.Fatalf("seed %d: %s: %d traces of\n%s\nwant %d of\n%s", seed, algorithm, traces, o, executions, want)
			case algorithm == "dfs":
				whole++
			}
		}
	}
	if whole == 0 {
		t.Error("no program was explored to its end by dfs")
	}
}

// toilers is a random program: one or two tasks work, another tells them to stop.
func toilers(r *rand.Rand) program {
	ms := func(n int) time.Duration { return time.Duration(1+r.Intn(n)) * time.Millisecond }
	kinds := make([]int, 1+r.Intn(3)/2)
	for i := range kinds {
		kinds[i] = r.Intn(5)
	}
	after, limit, timer := ms(20), ms(20), r.Intn(2) == 0
	return func(s Site, out func(string, ...any)) {
		var stop atomic.Bool
		var n atomic.Int32
		c := make(chan int, 1)
		ctx, cancel := ContextWithTimeout(s, context.Background(), limit)
		for i, kind := range kinds {
			Go(s, func() {
				switch kind {
				case 0:
					for e := EndedByOthers(s, 0); !atomicBoolLoad(&stop, s); {
						e.Round()
						AddWord(s, wordOfInt32(&n), 1)
					}
				case 1:
					for e := EndedByOthers(s, 0); ctx.Err() == nil; {
						e.Round()
						AddWord(s, wordOfInt32(&n), 1)
					}
				case 2:
					start := TimeNow(s)
					for e := EndedByOthers(s, 1); TimeSince(s, start) < limit; {
						e.Round()
						AddWord(s, wordOfInt32(&n), 1)
					}
				case 3:
					for w := Loop(s).EndedByOthers(0); w.Round() && !atomicBoolLoad(&stop, s); {
						AddWord(s, wordOfInt32(&n), 1)
					}
				case 4:
					for e := EndedByOthers(s, 0); !atomicBoolLoad(&stop, s); {
						e.Round()
						Select(s, true, SendCase(c, s).With(1))
						Select(s, true, RecvCase(c, s))
					}
				}
				out("%d ends at %v", i, TimeSince(s, StartOfTime).Round(time.Millisecond))
			})
		}
		if timer {
			TimeAfterFunc(s, after, func() { atomicBoolStore(&stop, s, true) })
			return
		}
		TimeSleep(s, after)
		atomicBoolStore(&stop, s, true)
		out("%d rounds", min(LoadWord(s, wordOfInt32(&n)), 3))
		cancel()
	}
}
