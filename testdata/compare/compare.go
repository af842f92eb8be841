// Package compare has one small bug of each kind. docs/comparison.md says which tool
// finds which.
package compare

import (
	"sync"
	"sync/atomic"
	"time"
)

// Plain has a data race: Hit takes no lock.
type Plain struct{ n int }

func (c *Plain) Hit() { c.n++ }

// Counter loses updates: each access is atomic, the two together are not.
type Counter struct{ n atomic.Int64 }

func (c *Counter) Hit() { c.n.Store(c.n.Load() + 1) }

type Account struct {
	mu      sync.Mutex
	balance int
}

// Transfer deadlocks with a transfer in the other direction.
func Transfer(from, to *Account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= n
	to.balance += n
}

// Gate loses a wakeup: Open does not take the lock.
type Gate struct {
	mu     sync.Mutex
	cond   *sync.Cond
	opened atomic.Bool
}

func NewGate() *Gate {
	g := &Gate{}
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *Gate) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.opened.Load() {
		g.cond.Wait()
	}
}

func (g *Gate) Open() {
	g.opened.Store(true)
	g.cond.Broadcast()
}

// Ask leaks a goroutine: if the answer is not there at once, nobody receives it.
func Ask(f func() int) (int, bool) {
	answer := make(chan int)
	go func() { answer <- f() }()
	select {
	case n := <-answer:
		return n, true
	default:
		return 0, false
	}
}

// Entry should expire after one minute.
type Entry struct{ made time.Time }

func (e Entry) Expired() bool { return time.Since(e.made) > 2*time.Minute }

// Clamp should return a number from 0 to 100. It forgets negative numbers.
func Clamp(n int) int {
	if n > 100 {
		return 100
	}
	return n
}
