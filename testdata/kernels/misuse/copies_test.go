package misuse

import (
	"sync"
	"testing"
)

type counter struct {
	mu sync.Mutex
	n  int
}

// A snapshot of a structure is taken under its lock, and with it the lock,
// locked.
//
// want: deadlock
func TestCopiedHeldLockBuggy(t *testing.T) {
	c := &counter{n: 1}
	c.mu.Lock()
	snapshot := *c
	c.mu.Unlock()
	snapshot.mu.Lock()
	defer snapshot.mu.Unlock()
	if snapshot.n != 1 {
		t.Error("not what it was")
	}
}

func TestCopiedHeldLockFixed(t *testing.T) {
	c := &counter{n: 1}
	c.mu.Lock()
	snapshot := &counter{n: c.n}
	c.mu.Unlock()
	snapshot.mu.Lock()
	defer snapshot.mu.Unlock()
	if snapshot.n != 1 {
		t.Error("not what it was")
	}
}

// A structure is set back under its own lock, and the lock with it.
//
// want: unlock
func TestOverwrittenLockBuggy(t *testing.T) {
	c := &counter{n: 1}
	reset := func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		*c = counter{}
	}
	reset()
}

func TestOverwrittenLockFixed(t *testing.T) {
	c := &counter{n: 1}
	reset := func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.n = 0
	}
	reset()
}

// A WaitGroup is passed by value: what is done with the copy is not waited for.
//
// want: deadlock
func TestCopiedWaitGroupBuggy(t *testing.T) {
	work := func(wg sync.WaitGroup) { wg.Done() }
	var wg sync.WaitGroup
	wg.Add(1)
	go work(wg)
	wg.Wait()
}

func TestCopiedWaitGroupFixed(t *testing.T) {
	work := func(wg *sync.WaitGroup) { wg.Done() }
	var wg sync.WaitGroup
	wg.Add(1)
	go work(&wg)
	wg.Wait()
}

// A Cond is copied when it is in use already.
//
// want: panic
func TestCopiedCondBuggy(t *testing.T) {
	ready := false
	type gate struct {
		mu   sync.Mutex
		cond sync.Cond
	}
	a := &gate{}
	a.cond.L = &a.mu
	a.cond.Broadcast()
	b := *a
	go func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		ready = true
		b.cond.Broadcast()
	}()
	a.mu.Lock()
	defer a.mu.Unlock()
	for !ready {
		a.cond.Wait()
	}
}

func TestCopiedCondFixed(t *testing.T) {
	ready := false
	type gate struct {
		mu   sync.Mutex
		cond sync.Cond
	}
	a := &gate{}
	a.cond.L = &a.mu
	a.cond.Broadcast()
	b := a
	go func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		ready = true
		b.cond.Broadcast()
	}()
	a.mu.Lock()
	defer a.mu.Unlock()
	for !ready {
		a.cond.Wait()
	}
}
