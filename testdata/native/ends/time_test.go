// Package ends ends tests in wrong ways, and is late; each test has a correct twin.
package ends

import (
	"context"
	"iter"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Sleep: a sleep orders nothing.
func TestSleepBad(t *testing.T) {
	n := 0
	go func() { n = 1 }()
	time.Sleep(10 * time.Millisecond)
	_ = n
}

func TestSleepGood(t *testing.T) {
	n, done := 0, make(chan int)
	go func() {
		n = 1
		close(done)
	}()
	<-done
	_ = n
}

// StoppedTimer: Stop does not wait for the function.
func TestStoppedTimerBad(t *testing.T) {
	n, started := 0, make(chan int)
	timer := time.AfterFunc(time.Millisecond, func() {
		close(started)
		n = 1
	})
	<-started
	timer.Stop()
	_ = n
}

func TestStoppedTimerGood(t *testing.T) {
	n, done := 0, make(chan int)
	timer := time.AfterFunc(time.Millisecond, func() {
		n = 1
		close(done)
	})
	<-done
	timer.Stop()
	_ = n
}

// TwoTimers: the functions of two timers.
func TestTwoTimersBad(t *testing.T) {
	n := 0
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		time.AfterFunc(time.Millisecond, func() {
			defer wg.Done()
			n++
		})
	}
	wg.Wait()
}

func TestTwoTimersGood(t *testing.T) {
	n := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		time.AfterFunc(time.Millisecond, func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
}

// Ticker: what a ticker's goroutine counts is read beside it.
func TestTickerBad(t *testing.T) {
	n, stop := 0, make(chan int)
	go func() {
		ticker := time.NewTicker(time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				n++
			case <-stop:
				return
			}
		}
	}()
	time.Sleep(5 * time.Millisecond)
	_ = n
	close(stop)
}

func TestTickerGood(t *testing.T) {
	n, stop, done := 0, make(chan int), make(chan int)
	go func() {
		defer close(done)
		ticker := time.NewTicker(time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				n++
			case <-stop:
				return
			}
		}
	}()
	time.Sleep(5 * time.Millisecond)
	close(stop)
	<-done
	_ = n
}

// CancelledBefore: a cancellation announces what was written before it only.
func TestCancelledBeforeBad(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	go func() {
		cancel()
		n = 1
	}()
	<-ctx.Done()
	_ = n
}

func TestCancelledBeforeGood(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	go func() {
		n = 1
		cancel()
	}()
	<-ctx.Done()
	_ = n
}

// NeverCancelled: a wait for a context that nobody cancels.
func TestNeverCancelledBad(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	<-ctx.Done()
}

func TestNeverCancelledGood(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	<-ctx.Done()
}

// ContextAfterFunc: a function that a cancellation starts.
func TestContextAfterFuncBad(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n, started := 0, make(chan int)
	context.AfterFunc(ctx, func() {
		close(started)
		n = 1
	})
	cancel()
	<-started
	_ = n
}

func TestContextAfterFuncGood(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n, done := 0, make(chan int)
	context.AfterFunc(ctx, func() {
		n = 1
		close(done)
	})
	cancel()
	<-done
	_ = n
}

// Deadline: work that takes longer than its deadline.
func TestDeadlineBad(t *testing.T) { deadline(t, time.Millisecond, 20*time.Millisecond) }

func TestDeadlineGood(t *testing.T) { deadline(t, time.Minute, time.Millisecond) }

func deadline(t *testing.T, limit, work time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	select {
	case <-ctx.Done():
		t.Fatal(ctx.Err())
	case <-time.After(work):
	}
}

// Synctest: a goroutine of a bubble that nobody wakes.
func TestSynctestBad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() { <-c }()
	})
}

func TestSynctestGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() { <-c }()
		c <- 1
	})
}

// YieldAfterEnd: an iterator goes on after its loop has ended.
func TestYieldAfterEndBad(t *testing.T) {
	for range func(yield func() bool) { yield(); yield() } {
		break
	}
}

func TestYieldAfterEndGood(t *testing.T) {
	for range func(yield func() bool) { _ = yield() && yield() } {
		break
	}
}

// YieldElsewhere: an iterator calls the loop's body on goroutines.
func TestYieldElsewhereBad(t *testing.T) {
	n := 0
	for range func(yield func() bool) {
		var wg sync.WaitGroup
		wg.Go(func() { yield() })
		wg.Go(func() { yield() })
		wg.Wait()
	} {
		n++
	}
}

func TestYieldElsewhereGood(t *testing.T) {
	n := 0
	for range func(yield func() bool) {
		var wg sync.WaitGroup
		wg.Go(func() { yield() })
		wg.Wait()
		wg.Go(func() { yield() })
		wg.Wait()
	} {
		n++
	}
}

// Pulled: next of two goroutines.
func TestPulledBad(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) { _ = yield(1) && yield(2) })
	defer stop()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { next() })
	}
	wg.Wait()
}

func TestPulledGood(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) { _ = yield(1) && yield(2) })
	defer stop()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			next()
		})
	}
	wg.Wait()
}
