package litmus

import (
	"sync"
	"testing"
	"time"
)

// ms is the unit of the durations: far enough apart for a native run.
const ms = time.Millisecond

// Who sleeps less is awake first.
//
// Outcomes: ab
//
// Native: slow
func TestSleep(t *testing.T) {
	c := make(chan string, 2)
	go func() {
		time.Sleep(60 * ms)
		c <- "b"
	}()
	go func() {
		time.Sleep(20 * ms)
		c <- "a"
	}()
	a := <-c
	see("%s%s", a, <-c)
}

// Who sleeps equally long is awake in any order.
//
// Outcomes: ab, ba
//
// Native: slow
func TestSleepTie(t *testing.T) {
	c := make(chan string, 2)
	for _, name := range []string{"a", "b"} {
		go func() {
			time.Sleep(20 * ms)
			c <- name
		}()
	}
	a := <-c
	see("%s%s", a, <-c)
}

// A sleep takes at least as long as it is asked to; the next one begins then.
//
// Outcomes: true true
//
// Native: slow
func TestSleepElapsed(t *testing.T) {
	start := time.Now()
	time.Sleep(20 * ms)
	a := time.Since(start) >= 20*ms
	time.Sleep(20 * ms)
	see("%t %t", a, time.Now().Sub(start) >= 40*ms)
}

// No time, or less, is no sleep.
//
// Outcomes: done
func TestSleepNothing(t *testing.T) {
	time.Sleep(0)
	time.Sleep(-time.Second)
	see("done")
}

// A sleep is no synchronisation, but time passes for all.
//
// Outcomes: 1
//
// Native: slow
func TestSleepWaits(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	time.Sleep(50 * ms)
	see("%d", len(c))
}

// The answer is there in time, or the timeout is first.
//
// Outcomes: answer timeout
//
// Native: slow
func TestAfter(t *testing.T) {
	ask := func(d time.Duration) string {
		c := make(chan string, 1)
		go func() {
			time.Sleep(d)
			c <- "answer"
		}()
		select {
		case s := <-c:
			return s
		case <-time.After(40 * ms):
			return "timeout"
		}
	}
	see("%s %s", ask(0), ask(80*ms))
}

// At the same time: either.
//
// Outcomes: answer, timeout
//
// Native: slow
func TestAfterTie(t *testing.T) {
	c := make(chan string, 1)
	go func() {
		time.Sleep(20 * ms)
		c <- "answer"
	}()
	select {
	case s := <-c:
		see("%s", s)
	case <-time.After(20 * ms):
		see("timeout")
	}
}

// Stop before the timer fires: it does not.
//
// Outcomes: true nothing
//
// Native: slow
func TestTimerStop(t *testing.T) {
	timer := time.NewTimer(20 * ms)
	stopped := timer.Stop()
	select {
	case <-timer.C:
		see("%t fired", stopped)
	case <-time.After(60 * ms):
		see("%t nothing", stopped)
	}
}

// Stop after the deadline: since Go 1.23 no stale value is left.
//
// Stop says that it was in time, since nobody has received.
//
// Outcomes: true nothing
//
// Native: slow
func TestTimerStopLate(t *testing.T) {
	timer := time.NewTimer(20 * ms)
	time.Sleep(60 * ms)
	stopped := timer.Stop()
	select {
	case <-timer.C:
		see("%t stale", stopped)
	default:
		see("%t nothing", stopped)
	}
}

// Stopped twice; stopped after its value was received.
//
// Outcomes: true false false
//
// Native: slow
func TestTimerStopTwice(t *testing.T) {
	timer := time.NewTimer(time.Hour)
	a := timer.Stop()
	b := timer.Stop()
	timer.Reset(20 * ms)
	<-timer.C
	see("%t %t %t", a, b, timer.Stop())
}

// Reset: the new time counts, the old one does not.
//
// Outcomes: true true
//
// Native: slow
func TestTimerReset(t *testing.T) {
	start := time.Now()
	timer := time.NewTimer(20 * ms)
	active := timer.Reset(60 * ms)
	<-timer.C
	see("%t %t", active, time.Since(start) >= 60*ms)
}

// Reset of a timer that has fired, and whose value nobody took: only the new
// value comes.
//
// Outcomes: true
//
// Native: slow
func TestTimerResetLate(t *testing.T) {
	start := time.Now()
	timer := time.NewTimer(20 * ms)
	time.Sleep(50 * ms)
	timer.Reset(50 * ms)
	<-timer.C
	see("%t", time.Since(start) >= 100*ms)
}

// Stop and the deadline at the same time: either is first. Who is too late sees
// a value.
//
// Outcomes: stopped, fired
//
// Native: slow
func TestTimerStopTie(t *testing.T) {
	timer := time.NewTimer(20 * ms)
	fired := make(chan bool, 1)
	go func() {
		select {
		case <-timer.C:
			fired <- true
		case <-time.After(100 * ms):
			fired <- false
		}
	}()
	time.Sleep(20 * ms)
	timer.Stop()
	if <-fired {
		see("fired")
	} else {
		see("stopped")
	}
}

// AfterFunc's function runs in a goroutine of its own.
//
// Outcomes: 1
//
// Native: slow
func TestAfterFunc(t *testing.T) {
	c := make(chan int)
	time.AfterFunc(20*ms, func() { c <- 1 })
	see("%d", <-c)
}

// Stop of an AfterFunc says whether it was in time.
//
// Outcomes: true 0
//
// Native: slow
func TestAfterFuncStop(t *testing.T) {
	c := make(chan int, 1)
	timer := time.AfterFunc(30*ms, func() { c <- 1 })
	time.Sleep(5 * ms)
	stopped := timer.Stop()
	time.Sleep(60 * ms)
	see("%t %d", stopped, len(c))
}

// At the same time: it is stopped, or it runs.
//
// Outcomes: true 0, false 1
//
// Native: slow
func TestAfterFuncStopTie(t *testing.T) {
	c := make(chan int, 1)
	timer := time.AfterFunc(20*ms, func() { c <- 1 })
	time.Sleep(20 * ms)
	stopped := timer.Stop()
	time.Sleep(40 * ms)
	see("%t %d", stopped, len(c))
}

// An AfterFunc that is reset runs again, even while it runs.
//
// Outcomes: 2
//
// Native: slow
func TestAfterFuncReset(t *testing.T) {
	c := make(chan int, 3)
	var timer *time.Timer
	ready := make(chan bool)
	n := 0
	timer = time.AfterFunc(20*ms, func() {
		<-ready
		if n++; n < 2 {
			timer.Reset(20 * ms)
		}
		c <- 1
	})
	close(ready)
	time.Sleep(100 * ms)
	see("%d", len(c))
}

// A ticker ticks; who is late misses ticks.
//
// Outcomes: true
//
// Native: slow
func TestTicker(t *testing.T) {
	start := time.Now()
	ticker := time.NewTicker(30 * ms)
	<-ticker.C
	<-ticker.C
	ticker.Stop()
	d := time.Since(start)
	see("%t", d >= 60*ms && d < 90*ms)
}

// Ticks are dropped while nobody receives: of many at most one is kept.
//
// Outcomes: 1
//
// Native: slow
func TestTickerDrops(t *testing.T) {
	ticker := time.NewTicker(20 * ms)
	defer ticker.Stop()
	time.Sleep(70 * ms)
	n := 0
	for {
		select {
		case <-ticker.C:
			n++
			continue
		default:
		}
		break
	}
	see("%d", n)
}

// A stopped ticker ticks no more, and does not close its channel; Reset starts
// it again.
//
// Outcomes: nothing tick
//
// Native: slow
func TestTickerStop(t *testing.T) {
	ticker := time.NewTicker(20 * ms)
	ticker.Stop()
	what := func() string {
		select {
		case <-ticker.C:
			return "tick"
		case <-time.After(60 * ms):
			return "nothing"
		}
	}
	a := what()
	ticker.Reset(20 * ms)
	b := what()
	ticker.Stop()
	see("%s %s", a, b)
}

// Deadlines are met in their order, whoever waits.
//
// Outcomes: 123
//
// Native: slow
func TestTimerOrder(t *testing.T) {
	c := make(chan int, 3)
	time.AfterFunc(60*ms, func() { c <- 2 })
	time.AfterFunc(20*ms, func() { c <- 1 })
	go func() {
		<-time.After(100 * ms)
		c <- 3
	}()
	a, b := <-c, <-c
	see("%d%d%d", a, b, <-c)
}

// len and cap of a timer's channel are 0 since Go 1.23.
//
// Outcomes: 0 0
//
// Native: slow
func TestTimerChannel(t *testing.T) {
	timer := time.NewTimer(10 * ms)
	time.Sleep(50 * ms)
	see("%d %d", len(timer.C), cap(timer.C))
}

// A lock with a timeout: the other one lets go in time, or does not.
//
// Outcomes: got, gave up
//
// Native: slow
func TestLockTimeout(t *testing.T) {
	sem := make(chan bool, 1)
	var wg sync.WaitGroup
	sem <- true
	wg.Go(func() {
		time.Sleep(30 * ms)
		<-sem
	})
	select {
	case sem <- true:
		see("got")
	case <-time.After(30 * ms):
		see("gave up")
	}
	wg.Wait()
}
