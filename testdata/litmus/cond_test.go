package litmus

import (
	"sync"
	"testing"
)

// A Signal without a waiter is lost.
//
// Outcomes: woken, !deadlock
func TestLostSignal(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go c.Signal()
	mu.Lock()
	c.Wait()
	mu.Unlock()
	see("woken")
}

// Under the lock, and with a condition, it is not.
//
// Outcomes: woken
func TestCondition(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		c.Signal()
	}()
	mu.Lock()
	for !ready {
		c.Wait()
	}
	mu.Unlock()
	see("woken")
}

// Signal wakes one of two, either.
//
// Outcomes: 0, 1
func TestSignalAny(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	waiting, woken := 0, ""
	done := make(chan bool)
	ready := make(chan bool, 2)
	for i := range 2 {
		go func() {
			mu.Lock()
			waiting++
			ready <- true
			c.Wait()
			woken += string(rune('0' + i))
			mu.Unlock()
			done <- true
		}()
	}
	<-ready
	<-ready
	mu.Lock() // both wait
	c.Signal()
	mu.Unlock()
	<-done
	mu.Lock()
	first := woken
	c.Signal()
	mu.Unlock()
	<-done
	see("%s", first)
}

// A Signal wakes one only.
//
// Outcomes: !deadlock
func TestSignalOne(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	var wg sync.WaitGroup
	ready := make(chan bool, 2)
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			ready <- true
			c.Wait()
			mu.Unlock()
		})
	}
	<-ready
	<-ready
	mu.Lock()
	c.Signal()
	mu.Unlock()
	wg.Wait()
}

// Broadcast wakes all; who gets the lock first is open.
//
// Outcomes: 01, 10
func TestBroadcast(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	var wg sync.WaitGroup
	ready := make(chan bool, 2)
	order := ""
	for i := range 2 {
		wg.Go(func() {
			mu.Lock()
			ready <- true
			c.Wait()
			order += string(rune('0' + i))
			mu.Unlock()
		})
	}
	<-ready
	<-ready
	mu.Lock()
	c.Broadcast()
	mu.Unlock()
	wg.Wait()
	see("%s", order)
}

// A waiter that comes after the Broadcast is not woken by it.
//
// Outcomes: done, !deadlock
func TestBroadcastTooEarly(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	done := make(chan bool)
	go func() {
		mu.Lock()
		c.Wait()
		mu.Unlock()
		close(done)
	}()
	c.Broadcast()
	<-done
	see("done")
}

// Between the Signal and the lock others may come: the condition has to be
// looked at again.
//
// Outcomes: 0, 1
func TestStolenWakeup(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	items := 0
	waiting, got := make(chan bool), make(chan int)
	go func() {
		mu.Lock()
		close(waiting)
		c.Wait()
		got <- items // without a loop
		mu.Unlock()
	}()
	<-waiting
	mu.Lock()
	items++
	c.Signal()
	mu.Unlock()
	thief := make(chan bool)
	go func() {
		if mu.TryLock() {
			items = 0
			mu.Unlock()
		}
		close(thief)
	}()
	n := <-got
	<-thief
	see("%d", n)
}

// Two signals wake two.
//
// Outcomes: done
func TestTwoSignals(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	var wg sync.WaitGroup
	ready := make(chan bool, 2)
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			ready <- true
			c.Wait()
			mu.Unlock()
		})
	}
	<-ready
	<-ready
	mu.Lock()
	mu.Unlock()
	go c.Signal()
	c.Signal()
	wg.Wait()
	see("done")
}

// A Cond whose lock is that of readers: both wait inside together.
//
// Outcomes: 2
func TestCondRLocker(t *testing.T) {
	var rw sync.RWMutex
	c := sync.NewCond(rw.RLocker())
	ready := false
	n := make(chan int, 2)
	for range 2 {
		go func() {
			rw.RLock()
			for !ready {
				c.Wait()
			}
			rw.RUnlock()
			n <- 1
		}()
	}
	rw.Lock()
	ready = true
	rw.Unlock()
	c.Broadcast()
	see("%d", <-n+<-n)
}

// A Cond that waits by a lock of the user's.
//
// Outcomes: 2 2
func TestCondOwnLocker(t *testing.T) {
	l := &counting{}
	c := sync.NewCond(l)
	ready := false
	go func() {
		l.Lock()
		ready = true
		l.Unlock()
		c.Signal()
	}()
	l.Lock()
	for !ready {
		c.Wait()
	}
	locks, unlocks := l.locks, l.unlocks
	l.Unlock()
	if locks > 2 { // it has waited: a lock and an unlock more
		locks, unlocks = locks-1, unlocks-1
	}
	see("%d %d", locks, unlocks+1)
}

// counting counts.
type counting struct {
	mu             sync.Mutex
	locks, unlocks int
}

func (c *counting) Lock() {
	c.mu.Lock()
	c.locks++
}

func (c *counting) Unlock() {
	c.unlocks++
	c.mu.Unlock()
}

// Wait without the lock.
//
// Outcomes: !unlock
func TestWaitUnlocked(t *testing.T) {
	c := sync.NewCond(&sync.Mutex{})
	c.Wait()
}

// A queue: nothing is lost or doubled.
//
// Outcomes: 12, 21
func TestCondQueue(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	var queue []int
	for i := 1; i <= 2; i++ {
		go func() {
			mu.Lock()
			queue = append(queue, i)
			mu.Unlock()
			c.Signal()
		}()
	}
	n := 0
	for range 2 {
		mu.Lock()
		for len(queue) == 0 {
			c.Wait()
		}
		n = 10*n + queue[0]
		queue = queue[1:]
		mu.Unlock()
	}
	see("%d", n)
}
