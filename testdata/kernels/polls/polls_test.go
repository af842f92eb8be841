// Package polls has kernels of loops that look again after some time: for something that
// another goroutine does, up to a deadline, on a ticker, and of what is left of them when the
// test is over.
package polls

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Who waits up to a deadline counts on two updates, one of which may be lost.
//
// want: fatal
func TestLostUpdateBuggy(t *testing.T) {
	var n atomic.Int32
	waitForBoth(t, &n, func() { n.Store(n.Load() + 1) })
}

func TestLostUpdateFixed(t *testing.T) {
	var n atomic.Int32
	waitForBoth(t, &n, func() { n.Add(1) })
}

func waitForBoth(t *testing.T, n *atomic.Int32, update func()) {
	go update()
	go update()
	deadline := time.Now().Add(time.Second)
	for n.Load() < 2 {
		if time.Now().After(deadline) {
			t.Fatal("late")
		}
		runtime.Gosched()
	}
}

// The loop that looks at a stop channel and at the state is told neither on the way out that
// returns an error.
//
// want: steps
func TestForgottenStopBuggy(t *testing.T) { stopOrState(false) }

func TestForgottenStopFixed(t *testing.T) { stopOrState(true) }

func stopOrState(always bool) {
	stop := make(chan struct{})
	var state, failed atomic.Int32
	go failed.Store(1)
	go func() {
		if failed.Load() == 1 {
			if always {
				close(stop)
			}
			return
		}
		state.Store(2)
	}()
	for {
		select {
		case <-stop:
			return
		default:
		}
		if state.Load() == 2 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// The break in a select leaves the select, and not the loop around it.
//
// want: steps
func TestBreakInSelectBuggy(t *testing.T) {
	done, over := make(chan struct{}), make(chan struct{})
	ticks := time.Tick(time.Second)
	go func() {
		defer close(over)
		for {
			select {
			case <-ticks:
			case <-done:
				break
			}
		}
	}()
	close(done)
	<-over
}

func TestBreakInSelectFixed(t *testing.T) {
	done, over := make(chan struct{}), make(chan struct{})
	ticks := time.Tick(time.Second)
	go func() {
		defer close(over)
	loop:
		for {
			select {
			case <-ticks:
			case <-done:
				break loop
			}
		}
	}()
	close(done)
	<-over
}

// Two services each wait for the other to be ready before they say that they are.
//
// want: steps
func TestMutualReadinessBuggy(t *testing.T) { services(false) }

func TestMutualReadinessFixed(t *testing.T) { services(true) }

func services(first bool) {
	var a, b atomic.Bool
	var wg sync.WaitGroup
	serve := func(mine, other *atomic.Bool, every time.Duration) {
		if first {
			mine.Store(true)
		}
		for !other.Load() {
			time.Sleep(every)
		}
		mine.Store(true)
	}
	wg.Go(func() { serve(&a, &b, 2*time.Millisecond) })
	wg.Go(func() { serve(&b, &a, 3*time.Millisecond) })
	wg.Wait()
}

// The worker gives up without a result. A heartbeat goes on, so nobody calls it a deadlock.
//
// want: steps
func TestHeartbeatBuggy(t *testing.T) { heartbeat(false) }

func TestHeartbeatFixed(t *testing.T) { heartbeat(true) }

func heartbeat(always bool) {
	result := make(chan int)
	var cancelled atomic.Bool
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
	go cancelled.Store(true)
	go func() {
		if cancelled.Load() && !always {
			return
		}
		result <- 1
	}()
	<-result
}

// Who reports on each tick stays behind in its send if the one who reads is told to go.
//
// want: leak
func TestTickerLeakBuggy(t *testing.T) { reports(t, 0) }

func TestTickerLeakFixed(t *testing.T) { reports(t, 1) }

func reports(t *testing.T, room int) {
	tick := time.NewTicker(time.Second)
	stop, lines := make(chan struct{}), make(chan int, room)
	go func() {
		select {
		case <-tick.C:
			lines <- 1
		case <-stop:
		}
	}()
	go func() {
		time.Sleep(time.Second)
		close(stop)
	}()
	select {
	case <-lines:
	case <-stop:
	}
}

// A watchdog is not stopped on the way out that skips the work: it reports when the test is
// over.
//
// want: panic
func TestLateErrorBuggy(t *testing.T) { watchdog(t, false) }

func TestLateErrorFixed(t *testing.T) { watchdog(t, true) }

func watchdog(t *testing.T, always bool) {
	var skip atomic.Bool
	go skip.Store(true)
	timer := time.AfterFunc(time.Minute, func() { t.Error("hangs") })
	if skip.Load() && !always {
		return
	}
	timer.Stop()
}

// A condition that is looked at on each tick is true only for a while, between two of them.
//
// want: fatal
func TestEventuallyBuggy(t *testing.T) {
	var x atomic.Int32
	go func() {
		x.Store(1)
		time.Sleep(time.Millisecond)
		x.Store(2)
	}()
	eventually(t, func() bool { return x.Load() == 1 }, time.Second, 10*time.Millisecond)
}

func TestEventuallyFixed(t *testing.T) {
	var x atomic.Int32
	go func() {
		x.Store(1)
		time.Sleep(time.Millisecond)
		x.Store(2)
	}()
	eventually(t, func() bool { return x.Load() >= 1 }, time.Second, 10*time.Millisecond)
}

// eventually asks a condition in a goroutine of its own.
func eventually(t *testing.T, condition func() bool, limit, every time.Duration) {
	answers := make(chan bool, 1)
	timer, ticker := time.NewTimer(limit), time.NewTicker(every)
	defer timer.Stop()
	defer ticker.Stop()
	for tick := ticker.C; ; {
		select {
		case <-timer.C:
			t.Fatal("never")
		case <-tick:
			tick = nil
			go func() { answers <- condition() }()
		case ok := <-answers:
			if ok {
				return
			}
			tick = ticker.C
		}
	}
}

// A lock is tried for a few times, and then the work is left out.
//
// want: fatal
func TestAttemptsBuggy(t *testing.T) {
	attempts(t, func(mu *sync.Mutex) bool {
		for range 3 {
			if mu.TryLock() {
				return true
			}
			runtime.Gosched()
		}
		return false
	})
}

func TestAttemptsFixed(t *testing.T) {
	attempts(t, func(mu *sync.Mutex) bool {
		mu.Lock()
		return true
	})
}

func attempts(t *testing.T, lock func(*sync.Mutex) bool) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() {
			if lock(&mu) {
				n++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if n != 2 {
		t.Errorf("%d of 2 did their work", n)
	}
}

// Waits that grow are over, all attempts together, before the server is up.
//
// want: fatal
func TestBackoffBuggy(t *testing.T) { connect(t, 6) }

func TestBackoffFixed(t *testing.T) { connect(t, 10) }

func connect(t *testing.T, attempts int) {
	var up atomic.Bool
	go func() {
		time.Sleep(100 * time.Millisecond)
		up.Store(true)
	}()
	wait := time.Millisecond
	for range attempts {
		if up.Load() {
			return
		}
		time.Sleep(wait)
		wait *= 2
	}
	t.Error("gave up")
}

// A signal that is taken back is missed by who looks for it now and then.
//
// want: steps
func TestPulseBuggy(t *testing.T) { pulse(false) }

func TestPulseFixed(t *testing.T) { pulse(true) }

func pulse(stays bool) {
	var on atomic.Bool
	go func() {
		time.Sleep(12 * time.Millisecond)
		on.Store(true)
		time.Sleep(5 * time.Millisecond)
		on.Store(stays)
	}()
	for ok := on.Load(); !ok; ok = on.Load() {
		time.Sleep(10 * time.Millisecond)
	}
}

// One timer is to end two goroutines: only one of them receives from it.
//
// want: deadlock
func TestOneTimerBuggy(t *testing.T) {
	limit := time.After(time.Second)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { <-limit })
	}
	wg.Wait()
}

func TestOneTimerFixed(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		limit := time.After(time.Second)
		wg.Go(func() { <-limit })
	}
	wg.Wait()
}

// A cache is refreshed on each tick; who waits for an entry looks at a copy of it.
//
// want: steps
func TestOldCopyBuggy(t *testing.T) {
	var cache atomic.Pointer[map[string]int]
	cache.Store(&map[string]int{})
	go refresh(&cache)
	m := *cache.Load()
	for m["x"] == 0 {
		time.Sleep(time.Second)
	}
}

func TestOldCopyFixed(t *testing.T) {
	var cache atomic.Pointer[map[string]int]
	cache.Store(&map[string]int{})
	go refresh(&cache)
	for (*cache.Load())["x"] == 0 {
		time.Sleep(time.Second)
	}
}

func refresh(cache *atomic.Pointer[map[string]int]) {
	<-time.After(10 * time.Second)
	cache.Store(&map[string]int{"x": 1})
}
