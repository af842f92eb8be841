package runtime

import (
	"sync/atomic"
	"testing"
	"time"
)

// TestMayBeLate: with pauses a reading that is compared comes late by all that is left, or not.
func TestMayBeLate(t *testing.T) {
	old := func(s Site, start time.Time, limit time.Duration) bool { return TimeSince(MayBeLate(s), start) > limit }
	const limit = 20 * time.Millisecond
	for name, c := range map[string]struct {
		body  program
		pause time.Duration
		want  []string
	}{
		"no pauses": {func(s Site, out func(string, ...any)) {
			start := TimeNow(s)
			out("%t", old(s, start, limit))
		}, 0, []string{"false"}},
		"too short a pause": {func(s Site, out func(string, ...any)) {
			start := TimeNow(s)
			out("%t", old(s, start, limit))
		}, limit - time.Millisecond, []string{"false"}},
		"long enough": {func(s Site, out func(string, ...any)) {
			start := TimeNow(s)
			out("%t", old(s, start, limit))
		}, limit + time.Millisecond, []string{"false", "true"}},
		"once only": {func(s Site, out func(string, ...any)) {
			start := TimeNow(s)
			first := old(s, start, limit)
			second := old(s, start, 2*limit)
			again := TimeNow(s)
			out("%t %t %t", first, second, old(s, again, limit))
		}, limit + limit/2, []string{"false false false", "false false true", "true false false"}},
		// Who looks is held up, and so may the other be, but not both for as long.
		"two tasks": {func(s Site, out func(string, ...any)) {
			start := TimeNow(s)
			var wrote atomic.Int32
			done := make(chan bool)
			Go(s, func() {
				if old(s, start, limit) {
					StoreWord(s, wordOfInt32(&wrote), 1)
				}
				Close(done, s)
			})
			mine := old(s, start, limit)
			Recv(done, s)
			out("%t %d", mine, LoadWord(s, wordOfInt32(&wrote)))
		}, limit + limit/2, []string{"false 0", "false 1", "true 0", "true 1"}},
		// That it may as well look when the test is over makes no difference.
		"a task that nobody waits for": {func(s Site, out func(string, ...any)) {
			start := TimeNow(s)
			var wrote atomic.Int32
			Go(s, func() {
				if old(s, start, limit) {
					StoreWord(s, wordOfInt32(&wrote), 1)
				}
			})
			out("%d", LoadWord(s, wordOfInt32(&wrote)))
		}, limit + time.Millisecond, []string{"0", "1"}},
		// A timer that comes meanwhile fires when it is chosen.
		"a timer": {func(s Site, out func(string, ...any)) {
			start := TimeNow(s)
			timer := TimeAfterFunc(s, limit/2, func() {})
			late := old(s, start, limit)
			out("%t %t", late, TimerStop(timer, s))
		}, limit + limit/2, []string{"false false", "false true", "true false", "true true"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.body, spec{outcomes: c.want, pause: c.pause}) })
	}
}

// TestSetsLate: a timer or ticker that somebody looks at may be set late, by all that is left.
func TestSetsLate(t *testing.T) {
	const ms = time.Millisecond
	polled := func(s Site, c <-chan time.Time) bool { return Select(s, true, RecvCase(c, s)) == 0 }
	// looks is what a look shows after so much time, while another task sets.
	looks := func(after time.Duration, set func(s Site) <-chan time.Time) program {
		return func(s Site, out func(string, ...any)) {
			var c <-chan time.Time
			done := make(chan bool)
			Go(s, func() {
				c = set(s)
				Close(done, s)
			})
			TimeSleep(s, after)
			Recv(done, s)
			out("%t", polled(s, c))
		}
	}
	timer := func(s Site) <-chan time.Time { return TimeNewTimer(s, 150*ms).C }
	both := []string{"false", "true"}
	for name, c := range map[string]struct {
		body  program
		pause time.Duration
		want  []string
	}{
		"no pauses":         {looks(200*ms, timer), 0, []string{"true"}},
		"too short a pause": {looks(200*ms, timer), 50 * ms, []string{"true"}},
		"long enough":       {looks(200*ms, timer), 51 * ms, both},
		"a ticker":          {looks(200*ms, func(s Site) <-chan time.Time { return TimeNewTicker(s, 150*ms).C }), 51 * ms, both},
		"set again": {looks(200*ms, func(s Site) <-chan time.Time {
			timer := TimeNewTimer(s, time.Hour)
			TimerReset(timer, s, 150*ms)
			return timer.C
		}), 51 * ms, both},
		"a ticker that is set again": {looks(200*ms, func(s Site) <-chan time.Time {
			ticker := TimeNewTicker(s, time.Hour)
			TickerReset(ticker, s, 150*ms)
			return ticker.C
		}), 51 * ms, both},
		// All that comes later is as late.
		"by the same task": {func(s Site, out func(string, ...any)) {
			c := timer(s)
			TimeSleep(s, 200*ms)
			out("%t", polled(s, c))
		}, 100 * ms, []string{"true"}},
		// Each is late by all that is left: a, and b after it, by 60 ms is not among it.
		"two timers": {func(s Site, out func(string, ...any)) {
			var a, b <-chan time.Time
			done := make(chan bool)
			Go(s, func() {
				a = TimeNewTimer(s, 150*ms).C
				b = TimeNewTimer(s, 40*ms).C
				Close(done, s)
			})
			TimeSleep(s, 200*ms)
			Recv(done, s)
			out("%t %t", polled(s, a), polled(s, b))
		}, 161 * ms, []string{"false false", "true false", "true true"}},
	} {
		t.Run(name, func(t *testing.T) { check(t, c.body, spec{outcomes: c.want, pause: c.pause}) })
	}
}
