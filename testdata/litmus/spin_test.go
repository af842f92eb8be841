package litmus

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A loop that waits for a flag: it ends when the flag is set, and what comes
// before that is seen.
//
// Outcomes: 1
func TestSpinFlag(t *testing.T) {
	var ready atomic.Bool
	x := 0
	go func() {
		x = 1
		ready.Store(true)
	}()
	for !ready.Load() {
		runtime.Gosched()
	}
	see("%d", x)
}

// A lock made of a compare-and-swap.
//
// Outcomes: 12, 21
func TestSpinLock(t *testing.T) {
	var locked atomic.Bool
	var wg sync.WaitGroup
	n := 0
	for i := 1; i <= 2; i++ {
		wg.Go(func() {
			for !locked.CompareAndSwap(false, true) {
				runtime.Gosched()
			}
			n = 10*n + i
			locked.Store(false)
		})
	}
	wg.Wait()
	see("%d", n)
}

// A loop of TryLocks is a Lock.
//
// Outcomes: 12, 21
func TestSpinTryLock(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for i := 1; i <= 2; i++ {
		wg.Go(func() {
			for !mu.TryLock() {
				runtime.Gosched()
			}
			n = 10*n + i
			mu.Unlock()
		})
	}
	wg.Wait()
	see("%d", n)
}

// A loop of compare-and-swaps that each read anew: no addition is lost.
//
// Outcomes: 3
func TestSpinAdd(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	for i := range int32(2) {
		wg.Go(func() {
			for {
				old := n.Load()
				if n.CompareAndSwap(old, old+i+1) {
					break
				}
			}
		})
	}
	wg.Wait()
	see("%d", n.Load())
}

// Polling a channel with default.
//
// Outcomes: 7
func TestSpinDefault(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 7 }()
	for {
		select {
		case v := <-c:
			see("%d", v)
			return
		default:
			runtime.Gosched()
		}
	}
}

// Two tasks that take turns. (With two rounds each there are some 16,000 traces:
// each loop may see any of the changes, or go past it.)
//
// Outcomes: 01
func TestSpinTurns(t *testing.T) {
	var turn atomic.Int32
	var wg sync.WaitGroup
	order := ""
	for i := range int32(2) {
		wg.Go(func() {
			for turn.Load() != i {
				runtime.Gosched()
			}
			order += string(rune('0' + i))
			turn.Store(1 - i)
		})
	}
	wg.Wait()
	see("%s", order)
}

// A loop that polls a context.
//
// Outcomes: canceled
func TestSpinContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	for ctx.Err() == nil {
		runtime.Gosched()
	}
	see("%s", short(ctx.Err()))
}

// A loop that sleeps between its looks.
//
// Outcomes: true
//
// Native: slow
func TestSpinSleep(t *testing.T) {
	var ready atomic.Bool
	time.AfterFunc(20*time.Millisecond, func() { ready.Store(true) })
	start := time.Now()
	for !ready.Load() {
		time.Sleep(time.Millisecond)
	}
	see("%t", time.Since(start) >= 20*time.Millisecond)
}

// A timer fires although a loop runs that waits for it.
//
// Outcomes: true
//
// Native: slow
func TestSpinTimer(t *testing.T) {
	var ready atomic.Bool
	time.AfterFunc(20*time.Millisecond, func() { ready.Store(true) })
	for !ready.Load() {
		runtime.Gosched()
	}
	see("true")
}
