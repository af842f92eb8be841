package runtime

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

func TestSleepOrdersByDeadline(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		start := TimeNow(s)
		ch := make(chan int, 2)
		Go(s, func() { TimeSleep(s, 2*time.Hour); SendTo(ch, s).Send(2) })
		Go(s, func() { TimeSleep(s, time.Hour); SendTo(ch, s).Send(1) })
		a := Recv(ch, s)
		b := Recv(ch, s)
		out("%d%d %v", a, b, TimeSince(s, start))
	}, spec{outcomes: []string{"12 2h0m0.000000001s"}})
}

func TestSleepTies(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 2)
		for i := range 2 {
			Go(s, func() { TimeSleep(s, time.Hour); SendTo(ch, s).Send(i) })
		}
		a := Recv(ch, s)
		b := Recv(ch, s)
		out("%d%d", a, b)
	}, spec{outcomes: []string{"01", "10"}})
}

func TestTimeStandsStillWhileOthersRun(t *testing.T) {
	// A timeout does not strike while the work can be done.
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 1)
		Go(s, func() { SendTo(ch, s).Send(1) })
		switch Select(s, false, RecvCase(ch, s), RecvCase(TimeAfter(s, 1), s)) {
		case 0:
			out("done")
		case 1:
			out("timeout")
		}
	}, spec{outcomes: []string{"done"}})
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int)
		start := TimeNow(s)
		c := RecvCase(TimeAfter(s, time.Minute), s)
		out("%d %v", Select(s, false, RecvCase(ch, s), c), c.Value().Sub(start))
	}, spec{outcomes: []string{"1 1m0.000000001s"}})
}

func TestTimerStop(t *testing.T) {
	// Stop races with the receive at the very moment when the timer is due;
	// after a Stop nothing is received any more.
	check(t, func(s Site, out func(string, ...any)) {
		timer := TimeNewTimer(s, time.Second)
		got := make(chan bool, 1)
		Go(s, func() {
			Recv(timer.C, s)
			SendTo(got, s).Send(true)
		})
		TimeSleep(s, time.Second)
		if TimerStop(timer, s) {
			out("stopped")
			return
		}
		Recv(got, s)
		out("received again%t", TimerStop(timer, s))
	}, spec{outcomes: []string{"received againfalse", "stopped"}})
}

func TestTimerReset(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		start := TimeNow(s)
		timer := TimeNewTimer(s, time.Second)
		TimeSleep(s, 2*time.Second) // due, and nobody has received
		out("a%t", TimerReset(timer, s, time.Second))
		Recv(timer.C, s)
		out("b%v", TimeSince(s, start)) // not the stale value
		out("c%t", TimerReset(timer, s, 0))
		Recv(timer.C, s)
		out("d%v", TimeSince(s, start))
	}, spec{outcomes: []string{"atrue b3.000000001s cfalse d3.000000002s"}})
}

func TestAfterFunc(t *testing.T) {
	// A function with the same deadline as main's sleep may run before or
	// after Stop; it runs in a task of its own.
	check(t, func(s Site, out func(string, ...any)) {
		ran := make(chan bool, 1)
		timer := TimeAfterFunc(s, time.Second, func() { SendTo(ran, s).Send(true) })
		TimeSleep(s, time.Second)
		if TimerStop(timer, s) {
			out("stopped")
			out("%t", TimerReset(timer, s, time.Second))
		}
		Recv(ran, s)
		out("ran")
		TimerReset(timer, s, time.Second)
		Recv(ran, s)
		out("ran")
	}, spec{outcomes: []string{"false ran ran stopped", "ran ran"}})
}

func TestTimerNobodyWaitsFor(t *testing.T) {
	// It does not advance the clock.
	check(t, func(s Site, out func(string, ...any)) {
		TimeNewTicker(s, time.Second)
		var ch chan int
		Recv(ch, s)
	}, spec{outcomes: []string{"!deadlock"}})
}

func TestTicker(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		start := TimeNow(s)
		ticker := TimeNewTicker(s, 10)
		Recv(ticker.C, s)
		TimeSleep(s, 25) // the tick at 20 waits, the one at 30 is dropped
		a := Recv(ticker.C, s).Sub(start)
		b := Recv(ticker.C, s).Sub(start)
		TickerReset(ticker, s, 100)
		c := Recv(ticker.C, s).Sub(start)
		out("%d %d %d", a, b, c)
		TickerStop(ticker, s)
		out("%d", Select(s, true, RecvCase(ticker.C, s)))
	}, spec{outcomes: []string{"-1 21 41 141"}})
}

func TestTimersThatAreRefused(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		for _, f := range []func(){
			func() { TimeNewTicker(s, 0) },
			func() { TickerReset(TimeNewTicker(s, 1), s, -1) },
			func() { TimerStop(new(time.Timer), s) },
		} {
			func() {
				defer func() { out("%v;", recover()) }()
				f()
			}()
		}
		out("%t", TimeTick(s, 0) == nil)
	}, spec{outcomes: []string{"non-positive interval for NewTicker; non-positive interval for Ticker.Reset; time: Stop called on uninitialized Timer; true"}, native: true})
}

func TestSleepOverflow(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		TimeSleep(s, 1)
		TimeSleep(s, 1<<63-1)
		TimeSleep(s, -1)
		out("%t", TimeNow(s).After(StartOfTime))
	}, spec{outcomes: []string{"true"}})
}

func TestTimeAtOnce(t *testing.T) {
	// What is due at once needs no tick of the clock; natively it is the same.
	check(t, func(s Site, out func(string, ...any)) {
		Recv(TimeAfter(s, 0), s)
		Recv(TimeAfter(s, -time.Hour), s)
		TimeSleep(s, -1)
		ctx, cancel := ContextWithTimeout(s, context.Background(), 0)
		out("%v", ctx.Err())
		cancel()
		out("%v", ctx.Err() == context.DeadlineExceeded)
		ctx, cancel = ContextWithDeadline(s, context.Background(), TimeNow(s).Add(-time.Second))
		defer cancel()
		Recv(ctx.Done(), s)
		out("%v", TimeUntil(s, TimeNow(s)) <= 0)
	}, spec{outcomes: []string{"context deadline exceeded true true"}, native: true})
}

func TestTimerFromWithin(t *testing.T) {
	// A function sets its own timer again, and cannot stop it any more.
	check(t, func(s Site, out func(string, ...any)) {
		done, made := make(chan string, 1), make(chan *time.Timer, 1)
		n := 0
		SendTo(made, s).Send(TimeAfterFunc(s, time.Microsecond, func() {
			timer := Recv(made, s)
			stopped := TimerStop(timer, s)
			if n++; n < 3 {
				SendTo(made, s).Send(timer)
				TimerReset(timer, s, time.Microsecond)
				return
			}
			SendTo(done, s).Send(fmt.Sprint(n, stopped))
		}))
		out("%s", Recv(done, s))
	}, spec{outcomes: []string{"3 false"}, native: true})
}

func TestTimesAreTimes(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		a := TimeNow(s)
		Recv(TimeTick(s, time.Microsecond), s)
		b := TimeNow(s)
		out("%t %t %t %t %t", b.After(a), b.Sub(a) >= time.Microsecond, b.Round(0).Equal(b) || !b.Before(a), a.Location() == time.Local, TimeSince(s, a) > b.Sub(a))
	}, spec{outcomes: []string{"true true true true true"}, native: true})
}

func TestTimeoutCause(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		slow := errors.New("slow")
		ctx, cancel := ContextWithTimeoutCause(s, context.Background(), time.Microsecond, slow)
		defer cancel()
		low, _ := ContextWithTimeout(s, ctx, time.Hour)
		Recv(low.Done(), s)
		out("%v %v %v", low.Err(), ContextCause(s, low), ContextCause(s, ctx))
	}, spec{outcomes: []string{"context deadline exceeded slow slow"}, native: true})
}
