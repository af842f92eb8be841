package runtime

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/internal/longtest"
	"gocheck.dev/runtime/internal/polls"
)

// plainly is a loop as the rewriter leaves it that does not know it: each round counts.
func plainly(Site) *Waiting { return nil }

// TestDozeForEver: loops that sleep, or wait for tickers, and that nobody ends are told after
// few rounds, however many there are.
func TestDozeForEver(t *testing.T) {
	s := testSites(t, "a", "b", "c")
	for name, body := range map[string]func(){
		"sleeps, two of them": func() {
			var done atomic.Bool
			Go(s, func() {
				for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
					TimeSleep(s, 3*time.Second)
				}
			})
			for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
				TimeSleep(s, 2*time.Second)
			}
		},
		"a ticker": func() {
			k := TimeNewTicker(s, time.Second)
			for w := Loop(s); w.Round(); {
				Recv(k.C, s)
			}
		},
		"a ticker, or the end": func() {
			k, end := TimeNewTicker(s, time.Second), make(chan int)
			for w := Loop(s); w.Round(); {
				if Select(s, false, RecvCase(k.C, s), RecvCase(end, s)) == 1 {
					break
				}
			}
		},
		"a ticker, or what is closed": func() {
			k, end := TimeNewTicker(s, time.Second), make(chan int)
			Close(end, s)
			for w := Loop(s); w.Round(); {
				Select(s, false, RecvCase(k.C, s), RecvCase(end, s))
			}
		},
		"a timer of each round": func() {
			for w := Loop(s); w.Round(); {
				Select(s, false, RecvCase(TimeAfter(s, time.Second), s), RecvCase(TimeAfter(s+1, time.Minute), s))
			}
		},
		"a timer that is set again": func() {
			tm := TimeNewTimer(s, time.Second)
			for w := Loop(s); w.Round(); {
				Recv(tm.C, s)
				TimerReset(tm, s, time.Second)
			}
		},
		"under a lock, three of them, and a deadlock": func() {
			var mu sync.Mutex
			x := 0
			for range 3 {
				Go(s, func() {
					for w := Loop(s); w.Round(); {
						MutexLock(&mu, s)
						v := *R(&x, s)
						MutexUnlock(&mu, s)
						if v != 0 {
							return
						}
						TimeSleep(s, time.Second)
					}
				})
			}
			Recv(make(chan int), s+1)
		},
		"after a while": func() {
			var done atomic.Bool
			Go(s, func() {
				TimeSleep(s, time.Hour)
				atomicBoolStore(&done, s, false)
			})
			for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
				TimeSleep(s, time.Millisecond)
			}
		},
	} {
		steps := 0
		x := newExecution(among(Settings{}), body)
		res := explored(t, Settings{}, "auto", body)
		if !res.Exhaustive || len(res.Failures) == 0 || res.Failures[0].Failure.Kind != "steps" {
			t.Errorf("%s: %+v", name, res)
		}
		before := x.steps
		runOnce(x)
		if steps = int(x.steps - before); steps > 200 {
			t.Errorf("%s: %d steps", name, steps)
		}
	}
}

// TestDozeGoesOn: what is no loop for ever goes on to its end, at the time that it would.
func TestDozeGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		body func(s Site, out func(string, ...any))
		want string
	}{
		"a counter that others could see": {func(s Site, out func(string, ...any)) {
			var n atomic.Int32
			for w := Loop(s); w.Round() && AddWord(s, wordOfInt32(&n), 1) < 50; {
				TimeSleep(s, time.Second)
			}
			out("%v", TimeSince(s, StartOfTime).Round(time.Second))
		}, "49s"},
		"a counter of its own": {func(s Site, out func(string, ...any)) {
			n := 0
			for w := Loop(s); w.Round(n) && n < 50; n++ {
				TimeSleep(s, time.Second)
			}
			out("%v", TimeSince(s, StartOfTime).Round(time.Second))
		}, "50s"},
		"a deadline among the cases": {func(s Site, out func(string, ...any)) {
			k, end := TimeNewTicker(s, time.Second), TimeAfter(s, 50*time.Second+time.Millisecond)
			for w := Loop(s); w.Round(); {
				if Select(s, false, RecvCase(k.C, s), RecvCase(end, s)) == 1 {
					break
				}
			}
			out("%v", TimeSince(s, StartOfTime).Round(time.Millisecond))
		}, "50.001s"},
		"a deadline that is looked at": {func(s Site, out func(string, ...any)) {
			end := TimeAfter(s, 50*time.Second+time.Millisecond)
			for w := Loop(s); w.Round(); {
				TimeSleep(s, time.Second)
				if Select(s, true, RecvCase(end, s)) == 0 {
					break
				}
			}
			out("%v", TimeSince(s, StartOfTime).Round(time.Second))
		}, "51s"},
		"the clock": {func(s Site, out func(string, ...any)) {
			n := 0
			for w := Loop(s); w.Round() && TimeSince(s, StartOfTime) < 50*time.Second; n++ {
				TimeSleep(s, time.Second)
			}
			out("%d", n)
		}, "50"},
		"the clock, asked often": {func(s Site, out func(string, ...any)) {
			for range 100 {
				for range polls.Many / 90 {
					TimeNow(s)
				}
				TimeSleep(s, 2*time.Millisecond)
			}
			out("%v", TimeSince(s, StartOfTime).Round(time.Millisecond))
		}, "200ms"},
		"the time that is received": {func(s Site, out func(string, ...any)) {
			k, n := TimeNewTicker(s, time.Second), 0
			for w := Loop(s).Dated(); w.Round(); n++ {
				if Recv(k.C, s).Sub(StartOfTime) > 50*time.Second {
					break
				}
			}
			out("%d", n)
		}, "50"},
		"somebody else's counter": {func(s Site, out func(string, ...any)) {
			var done atomic.Bool
			Go(s, func() {
				for range longtest.N(15, 50) {
					TimeSleep(s, time.Second)
				}
				atomicBoolStore(&done, s, true)
			})
			for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
				TimeSleep(s, 700*time.Millisecond)
			}
			out("%v", TimeSince(s, StartOfTime).Round(100*time.Millisecond))
		}, fmt.Sprintf("%d.4s", longtest.N(15, 50))},
		"a context": {func(s Site, out func(string, ...any)) {
			ctx, cancel := ContextWithTimeout(s, context.Background(), 50*time.Second)
			defer cancel()
			for w := Loop(s); w.Round() && ctx.Err() == nil; {
				TimeSleep(s, 700*time.Millisecond)
			}
			out("%v", TimeSince(s, StartOfTime).Round(100*time.Millisecond))
		}, "50.4s"},
		"a timer's function": {func(s Site, out func(string, ...any)) {
			var done atomic.Bool
			TimeAfterFunc(s, 50*time.Second, func() { atomicBoolStore(&done, s, true) })
			k := TimeNewTicker(s, 700*time.Millisecond)
			for w := Loop(s); w.Round() && !atomicBoolLoad(&done, s); {
				Recv(k.C, s)
			}
			out("%v", TimeSince(s, StartOfTime).Round(100*time.Millisecond))
		}, "50.4s"},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.body, spec{outcomes: []string{c.want}}) })
	}
}

// TestDozeIsNothingElse: random programs of loops that poll come to the same, at the same
// times, whether rounds are left out or not; closure finds each trace once.
func TestDozeIsNothingElse(t *testing.T) {
	s := testSites(t, "x", "y", "z", "u", "v", "w")
	var steps [2]int64
	for seed := range longtest.N(20, 60) {
		p := pollers(rand.New(rand.NewSource(int64(seed))))
		var found [2]string
		var executions [2]int64
		for i, loop := range []func(Site) *Waiting{plainly, Loop} {
			for _, algorithm := range []string{"closure", "closure" + repeating, "dfs"} {
				got, res, traces := outcomesWithin(t, 300, algorithm, Settings{Races: RacesOff}, s, func(s Site, out func(string, ...any)) { p(s, loop, out) })
				o := strings.Join(got, "\n")
				switch {
				case algorithm == "closure":
					found[i], executions[i] = o, res.Executions
					steps[i] += res.Events
					if !res.Exhaustive || int64(traces) != res.Executions {
						t.Fatalf("seed %d: %+v, %d traces", seed, res, traces)
					}
				case algorithm == "dfs" && !res.Exhaustive: // of few traces it makes many
				case o != found[i] || int64(traces) != executions[i]:
					t.Fatalf("seed %d: %s: %d traces of\n%s\nwant %d of\n%s", seed, algorithm, traces, o, executions[i], found[i])
				}
			}
		}
		if found[0] != found[1] {
			t.Fatalf("seed %d: rounds left out: %s\nelse: %s", seed, found[1], found[0])
		}
	}
	if steps[1] >= steps[0] {
		t.Errorf("%d steps where rounds are left out, %d else", steps[1], steps[0])
	}
}

// pollers is a random program: some tasks poll a variable, one or two change it.
func pollers(r *rand.Rand) func(s Site, loop func(Site) *Waiting, out func(string, ...any)) {
	type poll struct {
		kind  int
		every time.Duration
		limit time.Duration
		want  int32
	}
	ms := func(n int) time.Duration { return time.Duration(1+r.Intn(n)) * time.Millisecond }
	polls := make([]poll, 1+r.Intn(4)/3)
	for i := range polls {
		polls[i] = poll{r.Intn(pollKinds), time.Millisecond + ms(3), ms(30), int32(1 + r.Intn(2))}
	}
	type change struct {
		after time.Duration
		to    int32
	}
	changes := make([][]change, 1+r.Intn(4)/3/len(polls)) // two of both are too many orders
	for i := range changes {
		for range 1 + r.Intn(2) {
			changes[i] = append(changes[i], change{ms(9), int32(r.Intn(3))})
		}
	}
	return func(s Site, loop func(Site) *Waiting, out func(string, ...any)) {
		var x, end atomic.Int32
		for i, p := range polls {
			Go(s, func() {
				k := TimeNewTicker(s, p.every)
				got := int32(0)
				done := func() bool {
					got = LoadWord(s, wordOfInt32(&x))
					return got == p.want || LoadWord(s, wordOfInt32(&end)) == 1
				}
				n := pollUntil(s, loop(s), p.kind, p.every, p.limit, k, done)
				out("%d:%d at %v after %d", i, got, TimeSince(s, StartOfTime).Round(time.Millisecond), n)
			})
		}
		for _, c := range changes {
			Go(s, func() {
				for _, c := range c {
					TimeSleep(s, c.after)
					StoreWord(s, wordOfInt32(&x), c.to)
				}
			})
		}
		TimeSleep(s, 25*time.Millisecond)
		StoreWord(s, wordOfInt32(&end), 1)
	}
}

// compare is what package loops does.
func compare(a, b time.Time, grows bool) int {
	Compared(a.Sub(b), grows)
	return a.Compare(b)
}

// pollKinds is how many ways there are to poll.
const pollKinds = 18

// counts is what package loops does, where n is compared with end at the beginning of each round.
func counts(w *Waiting, n *int64, end int64) bool {
	*n += w.LeftOut()
	w.Alike(end-*n, *n%2 == 0)
	return true
}

// pollUntil polls in one of several ways until done. Some have a limit, some count their rounds.
func pollUntil(s Site, w *Waiting, kind int, every, limit time.Duration, k *time.Ticker, done func() bool) (n int64) {
	begin := TimeNow(s)
	end := begin.Add(limit)
	switch kind {
	case 0:
		for w.Round() && !done() {
			TimeSleep(s, every)
		}
	case 1:
		for w.Round() {
			if TimeSleep(s, every); done() {
				break
			}
		}
	case 2:
		for w.Round() && !done() {
			Recv(k.C, s)
		}
	case 3:
		for w.Round() && !done() {
			Recv(TimeAfter(s, every), s)
		}
	case 4:
		for w = w.Compares(); w.Round() && compare(TimeNow(s), end, true) < 0 && !done(); {
			TimeSleep(s, every)
		}
	case 5:
		for w = w.Compares(); w.Round() && !done() && compare(TimeNow(s), end, true) <= 0; {
			Recv(k.C, s)
		}
	case 6:
		timeout := TimeAfter(s, limit)
		for w.Round() && !done() && Select(s, true, RecvCase(timeout, s)) != 0 {
			TimeSleep(s, every)
		}
	case 7:
		timeout := TimeAfter(s, limit)
		for w.Round() && !done() && Select(s, false, RecvCase(timeout, s), RecvCase(k.C, s)) != 0 {
		}
	case 8:
		ctx, cancel := ContextWithTimeout(s, context.Background(), limit)
		defer cancel()
		for w.Round() && !done() && Select(s, false, RecvCase(ctx.Done(), s), RecvCase(TimeAfter(s, every), s), RecvCase(TimeAfter(s, 3*every), s)) != 0 {
		}
	case 10: // the timer is no wait
		for w.Round() && !done() && Select(s, true, RecvCase(TimeAfter(s, 2*every+limit), s)) < 0 {
			TimeSleep(s, every)
			TimeAfter(s, never)
			TimeAfter(s, limit)
		}
	case 11, 12: // by an errand, as testify's Eventually; with two channels it does not rest
		answers, timeout := make(chan bool, kind-10), TimeAfter(s, limit)
		ask := func() { SendTo(answers, s).Send(done()) }
		var tick <-chan time.Time
		Go(s, ask)
		for w.Round(tick) {
			switch answer := RecvCase(answers, s); Select(s, false, RecvCase(timeout, s), RecvCase(tick, s), answer) {
			case 0:
				return n
			case 1:
				tick = nil
				w.Errand()
				Go(s, ask)
			case 2:
				if answer.Value() {
					return n
				}
				tick = k.C
			}
		}
	case 13: // in one round
		answers := make(chan bool, 1)
		for w.Round() {
			w.Errand()
			Go(s, func() { SendTo(answers, s).Send(done()) })
			if Recv(answers, s) {
				return n
			}
			TimeSleep(s, every)
		}
	case 9:
		for w = w.Compares(); w.Round() && !done() && compare(end, TimeNow(s), false) > 0; {
			Recv(TimeAfter(s, every), s)
		}
	case 14:
		for most := int64(limit / every); counts(w, &n, most) && w.Round() && n < most && !done(); n++ {
			TimeSleep(s, every)
		}
	case 15:
		for most := int64(limit / every); counts(w, &n, most) && w.Round() && n < most && !done(); n++ {
			Recv(k.C, s)
		}
	case 16:
		for most := int64(limit / every); counts(w, &n, most) && w.Round() && n < most && !done(); n++ {
			Select(s, false, RecvCase(TimeAfter(s, every), s), RecvCase(TimeAfter(s, 2*every), s))
		}
	case 17: // of several waits in a round it is not told when it ends
		for most := int64(limit / every / 2); counts(w, &n, most) && w.Round() && n < most && !done(); n++ {
			TimeSleep(s, every)
			TimeSleep(s, every)
		}
	}
	return n
}
