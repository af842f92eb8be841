package runtime

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
)

func TestFreeTimeoutBeforeTheWork(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 1)
		Go(s, func() { SendTo(ch, s).Send(1) })
		switch Select(s, false, RecvCase(ch, s), RecvCase(TimeAfter(s+1, time.Hour), s)) {
		case 0:
			out("done")
		case 1:
			out("timeout")
		}
	}, spec{outcomes: []string{"done", "timeout"}, free: true})
}

func TestFreeSleepsOfTwoTasks(t *testing.T) {
	// Deadlines of two tasks have no order, whatever the clocks say.
	check(t, func(s Site, out func(string, ...any)) {
		ch := make(chan int, 2)
		start := TimeNow(s)
		Go(s, func() { TimeSleep(s, 2*time.Hour); SendTo(ch, s).Send(2) })
		Go(s, func() { TimeSleep(s, time.Hour); SendTo(ch, s).Send(1) })
		a := Recv(ch, s)
		first := TimeSince(s, start).Round(time.Hour)
		b := Recv(ch, s)
		out("%d %v %d %v", a, first, b, TimeSince(s, start).Round(time.Hour))
	}, spec{outcomes: []string{"1 1h0m0s 2 2h0m0s", "2 2h0m0s 1 2h0m0s"}, free: true})
}

func TestFreeDeadlinesOfOneTask(t *testing.T) {
	// What it has set to happen earlier has happened, its function has begun…
	check(t, func(s Site, out func(string, ...any)) {
		timer := TimeAfterFunc(s, time.Second, func() {})
		later := TimeAfterFunc(s+1, time.Hour, func() {})
		TimeSleep(s+2, time.Minute)
		out("%t", TimerStop(timer, s))
		out("%t", TimerStop(later, s))
	}, spec{outcomes: []string{"false false", "false true"}, free: true})
	// …its timer is due, its context has expired.
	check(t, func(s Site, out func(string, ...any)) {
		timer := TimeNewTimer(s, time.Second)
		ctx, cancel := ContextWithTimeout(s+1, context.Background(), time.Second)
		defer cancel()
		out("%d", Select(s, true, RecvCase(TimeAfter(s+2, time.Minute), s+3)))
		TimeSleep(s+4, time.Minute)
		out("%d", Select(s+5, true, RecvCase(timer.C, s+5)))
		out("%v", ctx.Err())
	}, spec{outcomes: []string{"-1 0 context deadline exceeded", "0 0 context deadline exceeded"}, free: true})
}

func TestFreeStop(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		ran := make(chan bool, 1)
		timer := TimeAfterFunc(s, time.Hour, func() { SendTo(ran, s).Send(true) })
		if !TimerStop(timer, s) {
			Recv(ran, s)
			out("ran")
		} else {
			out("stopped")
		}
		// Set again, by another task.
		Go(s, func() { out("%t", TimerReset(timer, s+1, time.Hour)) })
		Recv(ran, s)
	}, spec{outcomes: []string{"false ran", "false stopped"}, free: true})
}

func TestFreeLoopsEnd(t *testing.T) {
	// A ticker is ahead of the others once.
	check(t, func(s Site, out func(string, ...any)) {
		done := make(chan bool, 1)
		ticker := TimeNewTicker(s, time.Second)
		n := 0
		Go(s, func() { SendTo(done, s).Send(true) })
		for Select(s, false, RecvCase(done, s), RecvCase(ticker.C, s)) == 1 {
			n++
		}
		out("%d", n)
	}, spec{outcomes: []string{"0", "1"}, free: true})
	// So is a loop that sleeps…
	check(t, func(s Site, out func(string, ...any)) {
		done := make(chan bool, 1)
		n := 0
		Go(s, func() { SendTo(done, s).Send(true) })
		for Select(s, true, RecvCase(done, s)) < 0 {
			TimeSleep(s+2, time.Second)
			n++
		}
		out("%d", n)
	}, spec{outcomes: []string{"0", "1", "2"}, free: true})
	// …and a chain of functions that set the next one.
	check(t, func(s Site, out func(string, ...any)) {
		var word atomic.Int32
		var link func()
		link = func() {
			AddWord(s, wordOfInt32(&word), 1)
			TimeAfterFunc(s+1, time.Second, link)
		}
		TimeAfterFunc(s, time.Second, link)
		out("%d", LoadWord(s, wordOfInt32(&word)))
	}, spec{outcomes: []string{"0", "1", "2"}, free: true})
}
