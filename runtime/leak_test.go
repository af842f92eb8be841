package runtime

import (
	"strings"
	"testing"
	"time"
)

// TestLeftBehind: a task that waits for a timer that was stopped is at rest, but with
// -leaks=all only if somebody may set it again.
func TestLeftBehind(t *testing.T) {
	s := testSites(t, "k.C")
	never := func() { Recv(make(chan int), s) }
	for _, c := range []struct {
		name          string
		run           func()
		schedule, all int // goroutines that have leaked
	}{
		{"blocked", func() { Go(s, never) }, 1, 1},
		{"asleep", func() { Go(s, func() { TimeSleep(s, time.Hour) }) }, 0, 0},
		{"ticker", func() {
			k := TimeNewTicker(s, time.Second)
			Go(s, func() { Recv(k.C, s) })
		}, 0, 0},
		{"stopped ticker", func() {
			k := TimeNewTicker(s, time.Second)
			Go(s, func() { Recv(k.C, s) })
			TickerStop(k, s)
		}, 0, 1},
		{"stopped ticker, and a channel", func() {
			k := TimeNewTicker(s, time.Second)
			Go(s, func() { Select(s, false, RecvCase(k.C, s), RecvCase(make(chan int), s)) })
			TickerStop(k, s)
		}, 0, 1},
		{"stopped ticker, and somebody asleep", func() {
			k := TimeNewTicker(s, time.Second)
			Go(s, func() { Recv(k.C, s) })
			TickerStop(k, s)
			Go(s, func() { TimeSleep(s, time.Hour) })
		}, 0, 0},
		{"somebody asleep who ends it", func() {
			c := make(chan int)
			Go(s, func() { TimeSleep(s, time.Hour); Close(c, s) })
			Go(s, func() { Recv(c, s) })
		}, 0, 0},
		{"two asleep, one after the other", func() {
			c, d := make(chan int), make(chan int)
			Go(s, func() { TimeSleep(s, time.Hour); SendTo(d, s).Send(1) })
			Go(s, func() { Recv(d, s); TimeSleep(s, time.Hour); Close(c, s); panic("after the end") })
			Go(s, func() { Recv(c, s) })
		}, 0, 0},
		{"a function that comes", func() {
			c := make(chan int)
			TimeAfterFunc(s, time.Hour, func() { Close(c, s); OSExit(s, 1) })
			Go(s, func() { Recv(c, s) })
		}, 0, 0},
		{"fed by a ticker", func() {
			c, k := make(chan int), TimeNewTicker(s, time.Second)
			Go(s, func() {
				for {
					Recv(k.C, s)
					SendTo(c, s).Send(1)
				}
			})
			Go(s, func() {
				for {
					Recv(c, s)
				}
			})
		}, 0, 1},
		{"blocked, beside a ticker", func() {
			k := TimeNewTicker(s, time.Second)
			Go(s, func() {
				for {
					Recv(k.C, s)
				}
			})
			Go(s, never)
		}, 1, 2},
		{"stopped AfterFunc", func() {
			f := TimeAfterFunc(s, time.Second, func() {})
			TimerStop(f, s)
		}, 0, 0},
	} {
		for leaks, want := range map[string]int{"schedule": c.schedule, "all": c.all, "off": 0} {
			x := newExecution(among(Settings{Leaks: leaks}), c.run)
			out := runOnce(x).Outcome
			got := 0
			if x.came.Leaked != nil {
				got = len(x.came.Leaked.Details)
			}
			if got != want || (out.Failure != nil) != (leaks == "all" && want > 0) {
				t.Errorf("%s, -leaks=%s: %d have leaked, want %d: %+v", c.name, leaks, got, want, x.came.Leaked)
			}
			if leaks == "all" && c.name == "stopped ticker" && !strings.Contains(strings.Join(x.came.Leaked.Details, ""), "goroutine 1 (p_test.go:1) waits to receive from k.C, which is not running, at p_test.go:1") {
				t.Errorf("%q", x.came.Leaked.Details)
			}
		}
	}
}
