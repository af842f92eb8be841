package runtime

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/runtime/internal/polls"
)

// A task that hears of a reading finds its own clock past it: by all that
// synchronises.
func TestReadingsGrowWithOrder(t *testing.T) {
	s := testSites(t, "x")
	for name, p := range ordered {
		for _, algorithm := range []string{"dfs", "closure"} {
			explored(t, Settings{}, algorithm, func() {
				first := new(time.Time)
				TimeNow(s) // another chain, shorter or as long
				p(s, func() {
					TimeNow(s)
					*first = TimeNow(s)
				}, func() {
					if second := TimeNow(s); !first.IsZero() && !second.After(*first) {
						t.Errorf("%s, %s: %v is not after %v", name, algorithm, second, *first)
					}
				})
			})
		}
	}
}

// The clock does not tell deadlines apart that are one instant.
func TestReadingsKeepInstants(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		deadline := TimeNow(s).Add(time.Second)
		ctx, cancel := ContextWithDeadline(s, context.Background(), TimeNow(s).Add(time.Second))
		defer cancel()
		TimeNow(s)
		a, b := RecvCase(TimeAfter(s, TimeUntil(s, deadline)), s), RecvCase(TimeAfter(s, time.Second), s)
		out("%d", Select(s, false, a, b, RecvCase(ctx.Done(), s)))
		if now := TimeNow(s); now.Before(deadline) {
			out("early, %v", now)
		}
	}, spec{outcomes: []string{"0", "1", "2"}})
}

// A wait takes at least as long as it is asked to, by every pair of readings.
func TestReadingsAcrossWaits(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		for range 5 {
			TimeNow(s)
		}
		start := TimeNow(s)
		for _, d := range []time.Duration{1, 3, 999, time.Microsecond, time.Millisecond + 1} {
			from := TimeNow(s)
			TimeSleep(s, d)
			if got := TimeSince(s, from); got < d {
				out("slept %v for %v", got, d)
			}
			from = TimeNow(s)
			if at := Recv(TimeAfter(s, d), s); at.Sub(from) < d || TimeNow(s).Before(at) {
				out("%v after %v", at.Sub(from), d)
			}
		}
		out("%t", TimeNow(s).After(start))
	}, spec{outcomes: []string{"true"}})
}

// A task that only reads the clock, to see time pass, counts as idle.
func TestReadingsAsAWait(t *testing.T) {
	s := testSites(t, "x")
	for name, p := range map[string]func(){
		"reads": func() {
			start := TimeNow(s)
			for TimeSince(s, start) < time.Hour {
			}
		},
		"looks": func() {
			done := new(atomic.Bool)
			Go(s, func() { TimeSleep(s, time.Second); atomicBoolStore(done, s, true) })
			start := TimeNow(s)
			for !atomicBoolLoad(done, s) {
				if TimeSince(s, start) > time.Minute {
					t.Error("a second is longer than a minute")
				}
				Gosched(s)
			}
		},
		// What happens in the meantime is seen soon enough: an executor that waits for
		// its jobs for a second, and takes default.
		"until something comes, or a second has passed": func() {
			done := make(chan struct{}, 1)
			Go(s, func() { TimeSleep(s, 600*time.Millisecond); SendTo(done, s).Send(struct{}{}) })
			end := TimeNow(s).Add(time.Second)
			for TimeNow(s).Before(end) {
				if Select(s, true, RecvCase(done, s)) == 0 {
					return
				}
			}
			t.Error("what comes in time is not seen")
		},
	} {
		if res := explored(t, Settings{}, "closure", p); !res.Exhaustive {
			t.Errorf("%s: %+v", name, res)
		}
	}
	// Taking the time of one's own work is no wait.
	once(Settings{}, func() {
		start := TimeNow(s)
		for range polls.Many - 3 {
			TimeNow(s)
		}
		if d := TimeSince(s, start); d != polls.Many-2 {
			t.Errorf("%v have passed", d)
		}
	})
}
