package stdlib

import (
	"context"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestBubble: the example of the package's documentation.
func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if y := start.UTC().Format(time.DateTime); y != "2000-01-01 00:00:00" {
			t.Error(y)
		}
		var ran atomic.Bool
		go func() {
			time.Sleep(time.Second)
			if d := time.Since(start); d != time.Second {
				t.Error(d)
			}
			ran.Store(true)
		}()
		time.Sleep(2 * time.Second)
		if d := time.Since(start); d != 2*time.Second || !ran.Load() {
			t.Error(d)
		}
	})
}

// TestBubbleWait: after Wait all others have done what they could. 2 orders of
// the lock.
func TestBubbleWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := new(value)
		done := false
		for range 2 {
			go v.get()
		}
		ctx, cancel := context.WithCancel(t.Context())
		context.AfterFunc(ctx, func() { done = true })
		synctest.Wait()
		if v.calls != 2 || done {
			t.Error(v.calls, done)
		}
		cancel()
		synctest.Wait()
		if !done {
			t.Error("not called")
		}
	})
}

// TestBubbleTimeout: time does not advance before Wait returns.
func TestBubbleTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const timeout = 5 * time.Second
		ctx, cancel := context.WithTimeout(t.Context(), timeout)
		defer cancel()
		time.Sleep(timeout - 1)
		synctest.Wait()
		if err := ctx.Err(); err != nil {
			t.Error(err)
		}
		time.Sleep(1)
		synctest.Wait()
		if err := ctx.Err(); err != context.DeadlineExceeded {
			t.Error(err)
		}
	})
}

// TestBubbleTwice: each begins at the start of time.
func TestBubbleTwice(t *testing.T) {
	for range 2 {
		t.Run("", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if !time.Now().Equal(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)) {
					t.Error(time.Now())
				}
				for range 3 {
					synctest.Wait()
				}
				time.Sleep(time.Hour)
				at := <-time.After(time.Hour)
				if !at.Equal(time.Date(2000, 1, 1, 2, 0, 0, 0, time.UTC)) || !at.Equal(time.Now()) {
					t.Error(at, time.Now())
				}
			})
		})
	}
}

// TestBubbleRace: the orders within a bubble are explored, and Wait is an edge
// for accesses, of which one is missing.
func TestBubbleRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		go func() { n = 1 }()
		if n == 1 {
			t.Log("before Wait")
		}
		synctest.Wait()
		n = 2
	})
}

// TestBubbleDeadlock: somebody waits for ever.
func TestBubbleDeadlock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go func() { <-make(chan int) }()
	})
}

// TestBubbleLeft: time stands still when the function has returned.
func TestBubbleLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go time.Sleep(time.Second)
	})
}

// TestBubbleTimer: a timer that is left is nobody.
func TestBubbleTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.AfterFunc(time.Second, func() { t.Error("called") })
		stop := time.AfterFunc(time.Second, func() { t.Error("called") })
		t.Cleanup(func() { stop.Stop() })
	})
}

// TestBubbleLock: who waits for a lock is not durably blocked.
func TestBubbleLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		mu.Lock()
		go func() { mu.Lock(); mu.Unlock() }()
		synctest.Wait()
		mu.Unlock()
	})
}

func TestBubbleFatal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { t.Fatal("in the bubble") })
	t.Error("it goes on")
}

// TestBubbleClose: a channel of a bubble is nobody's outside of it, by reflection either.
func TestBubbleClose(t *testing.T) {
	var ch chan int
	synctest.Test(t, func(t *testing.T) { ch = make(chan int) })
	reflect.ValueOf(ch).Close()
}

func TestWaitOutside(t *testing.T) { synctest.Wait() }

// TestBubbleOutcomes: what may be seen differs, within what Wait allows.
func TestBubbleOutcomes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ch := make(chan int, 2)
		go func() { ch <- 1 }()
		go func() { ch <- 2 }()
		synctest.Wait()
		if len(ch) != 2 {
			t.Error(len(ch))
		}
		if a, b := <-ch, <-ch; a+b != 3 {
			t.Error(a, b)
		}
	})
}

// TestBubbleSelect: after Wait a sender that could arrive has arrived.
func TestBubbleSelect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ch := make(chan int)
		go func() { ch <- 1 }()
		synctest.Wait()
		select {
		case <-ch:
		default:
			t.Error("nobody sends")
		}
	})
}
