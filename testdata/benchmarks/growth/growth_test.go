// Package growth has programs of any length, all of one shape: what does an event cost
// in a long execution, compared with a short one?
package growth

import (
	"sync"
	"testing"
)

// locks lets three goroutines take one lock n times each: 6n events, and a few.
func locks(n int) {
	var mu sync.Mutex
	x := 0
	for range 3 {
		go func() {
			for range n {
				mu.Lock()
				x++
				mu.Unlock()
			}
		}()
	}
}

// selects lets a goroutine receive by select what two others send, one of them through a
// buffer: 3n events, and a few.
func selects(n int) {
	a, b := make(chan int), make(chan int, 1)
	send := func(c chan<- int) {
		for i := range n {
			c <- i
		}
	}
	go send(a)
	go send(b)
	go func() {
		for range 2 * n {
			select {
			case <-a:
			case <-b:
			}
		}
	}()
}

// waiters lets n goroutines wait for one word of another one: 6n events, and a few. What grows with
// it is how many tasks there are, all of which want the same.
func waiters(n int) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	for range n {
		go func() {
			mu.Lock()
			for !ready {
				c.Wait()
			}
			mu.Unlock()
		}()
	}
	mu.Lock()
	ready = true
	c.Broadcast()
	mu.Unlock()
}

func TestLocks12(t *testing.T)   { locks(12) }
func TestLocks102(t *testing.T)  { locks(102) }
func TestLocks1002(t *testing.T) { locks(1002) }

func TestSelects24(t *testing.T)   { selects(24) }
func TestSelects204(t *testing.T)  { selects(204) }
func TestSelects2004(t *testing.T) { selects(2004) }

func TestWaiters12(t *testing.T)  { waiters(12) }
func TestWaiters102(t *testing.T) { waiters(102) }
func TestWaiters302(t *testing.T) { waiters(302) }
