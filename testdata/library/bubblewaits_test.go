package library

import (
	"context"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Conds.
func TestOKBubbleCondInside(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	bubble(t, func() {
		go func() { mu.Lock(); c.Wait(); mu.Unlock() }()
		time.Sleep(1)
		c.Signal()
	})
}
func TestBugBubbleCondOutside(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := make(chan bool)
	go func() { <-ready; mu.Lock(); c.Signal(); mu.Unlock() }()
	bubble(t, func() {
		mu.Lock()
		close(ready)
		c.Wait()
		mu.Unlock()
	})
}
func TestBugBubbleCondBroadcastOutside(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := make(chan bool)
	go func() { <-ready; mu.Lock(); c.Broadcast(); mu.Unlock() }()
	bubble(t, func() {
		mu.Lock()
		close(ready)
		c.Wait()
		mu.Unlock()
	})
}
func TestOKBubbleCondWakesOutside(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	done, in := make(chan bool), make(chan bool)
	go func() { mu.Lock(); close(in); c.Wait(); mu.Unlock(); close(done) }()
	<-in
	bubble(t, func() {
		mu.Lock()
		c.Signal()
		mu.Unlock()
	})
	<-done
}

// Mutexes and others.
func TestOKBubbleMutexShared(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	bubble(t, func() { mu.Unlock() })
	mu.Lock()
	mu.Unlock()
}
func TestBugBubbleMutexNotDurable(t *testing.T) {
	bubble(t, func() {
		var mu sync.Mutex
		mu.Lock()
		go func() { mu.Lock() }()
		time.Sleep(1)
		mu.Unlock()
	})
}
func TestBugBubbleOnceNotDurable(t *testing.T) {
	bubble(t, func() {
		var o sync.Once
		go o.Do(func() { time.Sleep(1) })
		o.Do(func() { time.Sleep(1) })
	})
}
func TestBugBubbleRWNotDurable(t *testing.T) {
	bubble(t, func() {
		var mu sync.RWMutex
		mu.RLock()
		go func() { mu.Lock() }()
		time.Sleep(1)
		mu.RUnlock()
	})
}
func TestBugBubbleCondLockerNotDurable(t *testing.T) {
	bubble(t, func() {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		go func() { mu.Lock(); c.Wait(); mu.Unlock() }()
		synctest.Wait()
		mu.Lock()
		c.Signal()
		time.Sleep(1)
		mu.Unlock()
	})
}

// Busy loops are not durably blocked
func TestBugBubbleSpin(t *testing.T) {
	bubble(t, func() {
		var on atomic.Bool
		go func() { time.Sleep(1); on.Store(true) }()
		for !on.Load() {
			runtime.Gosched()
		}
	})
}
func TestOKBubbleSpinNoTime(t *testing.T) {
	bubble(t, func() {
		var on atomic.Bool
		go func() { on.Store(true) }()
		for !on.Load() {
			runtime.Gosched()
		}
	})
}
func TestOKBubblePoll(t *testing.T) {
	bubble(t, func() {
		var on atomic.Bool
		go func() { time.Sleep(10); on.Store(true) }()
		for !on.Load() {
			time.Sleep(3)
		}
	})
}
func TestOKBubblePollTicker(t *testing.T) {
	bubble(t, func() {
		var on atomic.Bool
		go func() { time.Sleep(10); on.Store(true) }()
		k := time.NewTicker(3)
		defer k.Stop()
		for !on.Load() {
			<-k.C
		}
	})
}
func TestBugBubbleSpinClock(t *testing.T) {
	bubble(t, func() {
		s := time.Now()
		for time.Since(s) < time.Second {
		}
	})
}
func TestBugBubbleSpinClock2(t *testing.T) {
	bubble(t, func() {
		s := time.Now()
		go func() { time.Sleep(time.Minute) }()
		for time.Since(s) < time.Second {
			runtime.Gosched()
		}
	})
}
func TestBugBubbleSpinSelect(t *testing.T) {
	bubble(t, func() {
		c := make(chan int)
		go func() { time.Sleep(1); close(c) }()
		for {
			select {
			case <-c:
				return
			default:
			}
		}
	})
}
func TestBugBubbleSpinWait(t *testing.T) {
	bubble(t, func() {
		var on atomic.Bool
		go func() {
			for !on.Load() {
			}
		}()
		synctest.Wait()
		on.Store(true)
	})
}
func TestOKBubbleEventually(t *testing.T) {
	bubble(t, func() {
		c := make(chan int, 1)
		go func() { time.Sleep(10); c <- 1 }()
		for {
			select {
			case <-c:
				return
			case <-time.After(4):
			}
		}
	})
}
func TestOKBubbleCtxLoop(t *testing.T) {
	bubble(t, func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		for ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
	})
}

func TestOKBubbleReflected(t *testing.T) {
	bubble(t, func() {
		c := reflect.MakeChan(reflect.TypeFor[chan int](), 0).Interface().(chan int)
		go func() { time.Sleep(1); c <- 1 }()
		<-c
	})
}
