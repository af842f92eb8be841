package worker

import (
	"context"
	"sync"
)

// Cores bounds how many worker processes run at a time, over all packages.
type Cores struct {
	mu      sync.Mutex
	n       int             // in all
	free    int             // below 0 where there are fewer than before
	waiting []chan struct{} // packages that have none yet, which come first
}

// NewCores is for n processes.
func NewCores(n int) *Cores { return &Cores{n: max(n, 1), free: max(n, 1)} }

// Resize makes it n processes. Who has a core keeps it.
func (c *Cores) Resize(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n = max(n, 1)
	for ; c.n < n; c.n++ {
		c.release()
	}
	c.free -= c.n - n
	c.n = n
}

// Acquire waits for a core. It returns false when ctx ends before there is one.
func (c *Cores) Acquire(ctx context.Context) bool {
	c.mu.Lock()
	if c.free > 0 {
		c.free--
		c.mu.Unlock()
		return true
	}
	mine := make(chan struct{})
	c.waiting = append(c.waiting, mine)
	c.mu.Unlock()
	select {
	case <-mine:
		return true
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, w := range c.waiting {
		if w == mine {
			c.waiting = append(c.waiting[:i], c.waiting[i+1:]...)
			return false
		}
	}
	c.release() // it came at the same time
	return false
}

// more takes another core for a package that has one, if no other package waits.
func (c *Cores) more() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.free <= 0 || len(c.waiting) > 0 {
		return false
	}
	c.free--
	return true
}

// Release gives a core back.
func (c *Cores) Release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.release()
}

func (c *Cores) release() {
	if len(c.waiting) > 0 && c.free >= 0 {
		close(c.waiting[0])
		c.waiting = c.waiting[1:]
		return
	}
	c.free++
}
