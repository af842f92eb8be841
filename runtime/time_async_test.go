package runtime

import (
	"testing"
	"time"
)

// async runs a test with timers as they were before Go 1.23.
func async(t *testing.T) { t.Setenv("GODEBUG", "asynctimerchan=1") }

func TestAsyncTimerKeepsStaleValues(t *testing.T) {
	async(t)
	p := func(s Site, out func(string, ...any)) {
		timer := TimeNewTimer(s, time.Microsecond)
		TimeSleep(s, 3*time.Millisecond)
		out("len%d cap%d", Len(timer.C, s), cap(timer.C))
		out("stop%t", TimerStop(timer, s)) // too late: the value is in the channel
		out("reset%t", TimerReset(timer, s, time.Hour))
		Recv(timer.C, s) // the stale one
		out("len%d", Len(timer.C, s))
		out("stop%t", TimerStop(timer, s))
	}
	check(t, p, spec{outcomes: []string{"len0 len1 cap1 resetfalse stopfalse stoptrue"}})
}

func TestAsyncTimerDrained(t *testing.T) {
	async(t)
	// The way to reuse a timer before Go 1.23, at the very moment when it fires.
	check(t, func(s Site, out func(string, ...any)) {
		timer := TimeNewTimer(s, time.Second)
		TimeSleep(s, time.Second)
		if !TimerStop(timer, s) {
			Recv(timer.C, s)
			out("drained")
		}
		start := TimeNow(s)
		TimerReset(timer, s, time.Second)
		if Recv(timer.C, s).Sub(start) < time.Second {
			out("stale")
		}
	}, spec{outcomes: []string{"", "drained"}})
	// The way that is wrong: it does not wait for the value that is on its way.
	check(t, func(s Site, out func(string, ...any)) {
		timer := TimeNewTimer(s, time.Second)
		TimeSleep(s, time.Second)
		if !TimerStop(timer, s) && Select(s, true, RecvCase(timer.C, s)) == 0 {
			out("drained")
		}
		start := TimeNow(s)
		TimerReset(timer, s, time.Second)
		if Recv(timer.C, s).Sub(start) < time.Second {
			out("stale")
		}
	}, spec{outcomes: []string{"", "drained", "stale"}})
}

func TestAsyncTimerCopied(t *testing.T) {
	async(t)
	check(t, func(s Site, out func(string, ...any)) {
		timer := *TimeNewTimer(s, time.Second)
		out("%t %t", TimerStop(&timer, s), TimerReset(&timer, s, time.Minute))
		start := TimeNow(s)
		out("%v", Recv(timer.C, s).Sub(start).Round(time.Second))
	}, spec{outcomes: []string{"1m0s true false"}})
}

func TestAsyncTimeout(t *testing.T) {
	async(t)
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		start := TimeNow(s)
		c := RecvCase(TimeAfter(s, time.Minute), s)
		out("%d %v", Select(s, false, RecvCase(ch, s), c), c.Value().Sub(start).Round(time.Second))
	}, spec{outcomes: []string{"1 1m0s"}})
	// A task that waits for a timer after the end of the test is at rest.
	check(t, func(s Site, out func(string, ...any)) {
		Go(s, func() { Recv(TimeAfter(s, time.Hour), s) })
	}, spec{outcomes: []string{""}})
	if res := explored(t, Settings{Leaks: "all"}, "closure", func() {
		s := testSites(t, "x")
		Go(s, func() { Recv(TimeAfter(s, time.Hour), s) })
		Go(s, func() { Select(s, false, RecvCase(TimeAfter(s, time.Hour), s)) })
	}); len(res.Failures) > 0 {
		t.Errorf("%+v", res.Failures)
	}
}
