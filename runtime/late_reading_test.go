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
