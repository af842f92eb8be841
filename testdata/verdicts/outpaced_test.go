package verdicts

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Natively a bubble's time advances, and Wait returns, when its goroutines are durably blocked,
// whatever those outside do: go test fails each of TestOutpaced… once in some hundred runs.

func TestOutpaced(t *testing.T) {
	var done atomic.Bool
	go done.Store(true)
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Second)
		if !done.Load() {
			t.Error("time has advanced before")
		}
	})
}

func TestOutpacedWait(t *testing.T) {
	var done atomic.Bool
	go done.Store(true)
	synctest.Test(t, func(t *testing.T) {
		synctest.Wait()
		if !done.Load() {
			t.Error("Wait has returned before")
		}
	})
}

func TestOutpacedMutex(t *testing.T) {
	var mu sync.Mutex
	done := false
	go func() {
		mu.Lock()
		done = true
		mu.Unlock()
	}()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Second)
		mu.Lock()
		defer mu.Unlock()
		if !done {
			t.Error("time has advanced before")
		}
	})
}

// TestOutpacedLater: it is set going from within.
func TestOutpacedLater(t *testing.T) {
	var done atomic.Bool
	c := make(chan bool)
	go func() {
		<-c
		done.Store(true)
	}()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Second)
		close(c)
		time.Sleep(time.Second)
		if !done.Load() {
			t.Error("time has advanced before")
		}
	})
}

// TestOutpacedSleep: a second outside is longer than an hour inside.
func TestOutpacedSleep(t *testing.T) {
	var done atomic.Bool
	c, end := make(chan bool), make(chan bool)
	go func() {
		<-c
		time.Sleep(time.Second)
		done.Store(true)
		close(end)
	}()
	synctest.Test(t, func(t *testing.T) {
		close(c)
		time.Sleep(time.Hour)
		if !done.Load() {
			t.Error("time has advanced before")
		}
	})
	<-end
}

// TestOutpacedArrival: who has only begun outside may not have come to its receive.
func TestOutpacedArrival(t *testing.T) {
	c := make(chan int)
	defer close(c)
	go func() { <-c }()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Second)
		offer(t, c)
	})
}

func TestOutpacedArrivalWait(t *testing.T) {
	c := make(chan int)
	defer close(c)
	go func() { <-c }()
	synctest.Test(t, func(t *testing.T) {
		synctest.Wait()
		offer(t, c)
	})
}

// TestOutpacedArrivalAfter: nor when the bubble has ended.
func TestOutpacedArrivalAfter(t *testing.T) {
	c := make(chan int)
	defer close(c)
	go func() { <-c }()
	synctest.Test(t, func(t *testing.T) { time.Sleep(time.Second) })
	offer(t, c)
}

// TestOutpacedArrivalServed: nor to its next one, after it has served the bubble.
func TestOutpacedArrivalServed(t *testing.T) {
	c, d := make(chan int), make(chan int)
	defer close(c)
	go func() { <-d; <-c }()
	synctest.Test(t, func(t *testing.T) {
		d <- 1
		time.Sleep(time.Second)
		offer(t, c)
	})
}

func offer(t *testing.T, c chan int) {
	select {
	case c <- 1:
	default:
		t.Error("nobody receives")
	}
}

// TestBubbleArrived: a time outside of bubbles has passed since.
func TestBubbleArrived(t *testing.T) {
	c := make(chan int)
	go func() { <-c }()
	time.Sleep(time.Second)
	synctest.Test(t, func(t *testing.T) {
		offer(t, c)
		time.Sleep(time.Second)
	})
}

// TestBubbleMet: who has met the test before, and ended.
func TestBubbleMet(t *testing.T) {
	c, d := make(chan int), make(chan int)
	go func() { c <- 1 }()
	<-c
	go func() { <-d }()
	d <- 1
	synctest.Test(t, func(t *testing.T) { time.Sleep(time.Second) })
}

// Those outside have ended before, and others wait until the bubble has: there is one order.

func TestBubbleAfterAll(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	wg.Go(func() { n.Add(1) })
	wg.Wait()
	t.Run("first", func(t *testing.T) { n.Add(1) })
	for range 2 {
		synctest.Test(t, func(t *testing.T) {
			go func() { n.Add(1) }()
			time.Sleep(time.Second)
			synctest.Wait()
			if n.Load() < 3 {
				t.Error(n.Load())
			}
		})
	}
}

func TestBubbleBeforeAll(t *testing.T) {
	c := make(chan bool)
	n := 0
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Second)
		n++
	})
	go func() { n++; close(c) }()
	<-c
}

// TestBubbleWaits: natively, too, since who waits for a lock is not durably blocked.
func TestBubbleWaits(t *testing.T) {
	var mu sync.Mutex
	done := false
	held := make(chan bool)
	go func() {
		mu.Lock()
		close(held)
		done = true
		mu.Unlock()
	}()
	<-held
	synctest.Test(t, func(t *testing.T) {
		mu.Lock()
		defer mu.Unlock()
		if !done {
			t.Error("not done")
		}
	})
}

// TestBubbleServed: who serves it from outside has done that, and no more.
func TestBubbleServed(t *testing.T) {
	c, d := make(chan int), make(chan int)
	go func() { <-d; c <- 1 }()
	synctest.Test(t, func(t *testing.T) {
		d <- 1
		<-c
		time.Sleep(time.Second)
	})
}

// TestBubbleBeside: who waits outside for what comes after it has done nothing.
func TestBubbleBeside(t *testing.T) {
	c, end := make(chan bool), make(chan bool)
	go func() { <-c; close(end) }()
	synctest.Test(t, func(t *testing.T) { time.Sleep(time.Second) })
	close(c)
	<-end
}
