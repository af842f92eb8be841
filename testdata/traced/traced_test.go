// Package traced has a test for each thing that a trace can hold. None of them
// branches on what it reads, so a trace of any of their executions has as many
// reorderings as the test has traces.
package traced

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev"
)

func TestMutex(t *testing.T) {
	var mu sync.Mutex
	n := 0
	for range 3 {
		go func() {
			mu.Lock()
			n++
			mu.Unlock()
		}()
	}
}

func TestRWMutex(t *testing.T) {
	var mu sync.RWMutex
	var n int
	for range 2 {
		go func() {
			mu.RLock()
			_ = n
			mu.RUnlock()
		}()
		go func() {
			mu.Lock()
			n++
			mu.Unlock()
		}()
	}
}

func TestTryLock(t *testing.T) {
	var mu sync.Mutex
	var n atomic.Int32
	for range 2 {
		go func() {
			if mu.TryLock() {
				mu.Unlock()
			}
			n.Add(1)
		}()
	}
}

func TestDeadlock(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() })
	wg.Go(func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock() })
	wg.Wait()
}

func TestChannels(t *testing.T) {
	c, d := make(chan int), make(chan int, 2)
	for i := range 3 {
		go func() { c <- i }()
		go func() { d <- i }()
	}
	go func() { <-d; <-d }()
	<-c
	<-c
	<-d
	_ = len(d)
	<-c
}

func TestClose(t *testing.T) {
	c := make(chan int)
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			<-c
			done <- true
		}()
	}
	go close(c)
	<-done
	<-done
}

func TestSelect(t *testing.T) {
	c, d := make(chan int, 1), make(chan int)
	go func() { c <- 1 }()
	go func() {
		select {
		case d <- 1:
		default:
		}
	}()
	for range 2 {
		select {
		case <-c:
		case <-d:
		default:
		}
	}
}

func TestAtomics(t *testing.T) {
	var n atomic.Int32
	var p atomic.Pointer[int]
	go func() { n.Add(-1); n.CompareAndSwap(-1, 5) }()
	go func() { n.CompareAndSwap(0, 7); n.Swap(8) }()
	go p.CompareAndSwap(nil, new(int))
	go p.Store(new(int))
	n.Load()
}

func TestWaitGroup(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int32
	for range 3 {
		wg.Go(func() { n.Add(1) })
	}
	wg.Wait()
	n.Load()
}

func TestCond(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	for range 2 {
		go func() {
			mu.Lock()
			c.Wait()
			mu.Unlock()
		}()
	}
	go c.Signal()
	go c.Broadcast()
}

func TestOnce(t *testing.T) {
	var once sync.Once
	var n atomic.Int32
	for range 3 {
		go func() {
			once.Do(func() { n.Add(1) })
			n.Load()
		}()
	}
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	for range 2 {
		go cancel()
	}
	go func() { <-ctx.Done(); _ = ctx.Err() }()
	_ = ctx.Err()
}

func TestSleep(t *testing.T) {
	var n atomic.Int32
	for i := range 3 {
		go func() {
			time.Sleep(time.Duration(1+i/2) * time.Second)
			n.Add(1)
		}()
	}
	time.Sleep(2 * time.Second)
	n.Load()
}

func TestTimers(t *testing.T) {
	var n atomic.Int32
	timer, ticker := time.NewTimer(2*time.Second), time.NewTicker(time.Second)
	go func() {
		<-ticker.C
		n.Add(1)
		<-ticker.C
		n.Add(1)
	}()
	time.AfterFunc(time.Second, func() { n.Add(1) })
	stopped := time.AfterFunc(time.Second, func() { n.Add(1) })
	go stopped.Stop()
	select {
	case <-timer.C:
	case <-t.Context().Done():
	}
	timer.Reset(time.Second)
	<-timer.C
	ticker.Stop()
}

func TestTimeout(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	go func() { <-ctx.Done(); _ = ctx.Err() }()
	<-ctx.Done()
}

func TestSubtests(t *testing.T) {
	var n atomic.Int32
	go n.Add(1)
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) { n.Add(1) })
	}
}

func TestHandlers(t *testing.T) {
	h := gocheck.NewHandler("h")
	n := 0
	for range 2 {
		go func() {
			h.Post(func() { n++ })
			h.PostFront(func() { n++ })
		}()
	}
}

func TestHandlersWithin(t *testing.T) {
	h, g := gocheck.NewHandler("h"), gocheck.NewHandler("g")
	var n atomic.Int32
	for range 2 {
		go h.Post(func() { n.Add(1); g.Post(func() { n.Add(1) }) })
	}
}
