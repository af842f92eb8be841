package runtime

import (
	"context"
	"sync"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

func TestPauseOvertakes(t *testing.T) {
	// A timer may come before the task that would stop it, if that may be held up as long.
	p := func(s Site, out func(string, ...any)) {
		timer := TimeAfterFunc(s, 20*time.Millisecond, func() { out("fired") })
		if TimerStop(timer, s+1) {
			out("stopped")
		}
	}
	check(t, p, spec{outcomes: []string{"stopped"}, pause: 20*time.Millisecond - 1})
	check(t, p, spec{outcomes: []string{"fired", "stopped"}, pause: 20 * time.Millisecond})
}

func TestPauseIsTheSum(t *testing.T) {
	// Two timers one after the other need both times.
	p := func(s Site, out func(string, ...any)) {
		for range 2 {
			done := make(chan bool, 1)
			Go(s, func() { SendTo(done, s).Send(true) })
			if Select(s, false, RecvCase(done, s), RecvCase(TimeAfter(s+1, 10*time.Millisecond), s)) == 1 {
				out("late")
			} else {
				out("done")
			}
		}
	}
	check(t, p, spec{outcomes: []string{"done done", "done late"}, pause: 19 * time.Millisecond})
	check(t, p, spec{outcomes: []string{"done done", "done late", "late late"}, pause: 20 * time.Millisecond})
}

func TestPauseLeavesWatchdogs(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ctx, cancel := ContextWithTimeout(s, context.Background(), 5*time.Second)
		defer cancel()
		ch := make(chan int)
		Go(s, func() { TimeSleep(s, 10*time.Millisecond); SendTo(ch, s).Send(1) })
		done := ctx.Done()
		out("%d", Select(s+1, false, RecvCase(ch, s+1), RecvCase(done, s+1)))
	}, spec{outcomes: []string{"0"}, pause: 100 * time.Millisecond})
}

func TestPauseKeepsDeadlinesInOrder(t *testing.T) {
	// What is set for an earlier time fires first, though its function may come later.
	check(t, func(s Site, out func(string, ...any)) {
		a, b := TimeNewTimer(s, 10*time.Millisecond), TimeNewTimer(s+1, 20*time.Millisecond)
		Recv(b.C, s+2)
		out("%t", TimerStop(a, s+3))
	}, spec{outcomes: []string{"true"}, pause: time.Second})
	check(t, func(s Site, out func(string, ...any)) {
		TimeSleep(s, 10*time.Millisecond)
		timer := TimeAfterFunc(s, 5*time.Millisecond, func() {})
		TimeSleep(s+1, 10*time.Millisecond)
		out("%t", TimerStop(timer, s+2))
	}, spec{outcomes: []string{"false", "true"}, pause: time.Second})
}

func TestPauseStopsAfterTheTest(t *testing.T) {
	// When the test function has returned, nobody is held up.
	check(t, func(s Site, out func(string, ...any)) {
		Go(s, func() {
			TimeSleep(s, 10*time.Millisecond)
			timer := TimeAfterFunc(s+1, time.Millisecond, func() {})
			out("%t", TimerStop(timer, s+2))
		})
	}, spec{outcomes: []string{"true"}, pause: time.Second})
}

func TestOvertakesWhatMovedBefore(t *testing.T) {
	// A timer may overtake what was done before it was set, unless that is why it was.
	s := testSites(t)
	nothing := func() {}
	for name, c := range map[string]struct {
		run  func()
		want bool
	}{
		"done before the sleep": {func() {
			Go(s, func() { TimeSleep(s, time.Millisecond) })
			Go(s, nothing)
		}, true},
		"done by the creator before the sleep": {func() {
			done := make(chan bool, 1)
			Go(s, func() { TimeSleep(s, time.Millisecond); SendTo(done, s).Send(true) })
			mu := new(sync.Mutex)
			MutexLock(mu, s)
			MutexUnlock(mu, s)
			Recv(done, s)
		}, true},
		"done before the go statement": {func() {
			done := make(chan bool, 1)
			mu := new(sync.Mutex)
			MutexLock(mu, s)
			MutexUnlock(mu, s)
			Go(s, func() { TimeSleep(s, time.Millisecond); SendTo(done, s).Send(true) })
			Recv(done, s)
		}, false},
		"a longer sleep": {func() {
			Go(s, func() { TimeSleep(s, time.Second) })
			Go(s, nothing)
		}, false},
		"alone": {func() { TimeSleep(s, time.Millisecond) }, false},
		// Where all of it may come after the test, and does in the one execution of its trace.
		"nobody waits for the timer when the test is over": {func() {
			stop := make(chan bool)
			Go(s, func() { Select(s, false, RecvCase(stop, s), RecvCase(TimeAfter(s, time.Millisecond), s)) })
			Close(stop, s)
		}, true},
		"stopped when the test is over": {func() {
			Go(s, func() { TimerStop(TimeAfterFunc(s, time.Millisecond, nothing), s) })
		}, true},
		"looked at when the test is over": {func() {
			Go(s, func() { Select(s, true, RecvCase(TimeNewTimer(s, time.Millisecond).C, s)) })
		}, true},
		"a reading when the test is over": {func() {
			start := TimeNow(s)
			Go(s, func() { TimeSince(MayBeLate(s), start) })
		}, true},
		"time goes on after the test": {func() {
			Go(s, func() {
				TimeSleep(s, time.Second)
				Select(s, true, RecvCase(TimeNewTimer(s, time.Millisecond).C, s))
			})
		}, false},
		"a look at all when they are at rest": {func() {
			Go(s, nothing)
			Goroutines(s, true)
		}, false},
	} {
		x := newExecution(among(Settings{Within: 100 * time.Millisecond}), c.run)
		if _, err := explore.Run(x, checker.Options{}); err != nil {
			t.Fatal(err)
		}
		if x.Known.Overtakes != c.want {
			t.Errorf("%s: %t, want %t", name, x.Known.Overtakes, c.want)
		}
	}
}

func TestPauseLeavesRest(t *testing.T) {
	// Who looks for goroutines that are left waits for the others: no pause cuts that short.
	check(t, func(s Site, out func(string, ...any)) {
		Go(s, func() {})
		all, _ := Goroutines(s, true)
		timer := TimeAfterFunc(s, 20*time.Millisecond, func() {})
		out("%d %t", len(all), TimerStop(timer, s+1))
	}, spec{outcomes: []string{"1 false", "1 true"}, pause: 100 * time.Millisecond})
}
