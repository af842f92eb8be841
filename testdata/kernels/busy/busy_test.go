// Package busy has kernels of loops that wait by looking again and again: right
// if somebody changes what they look at, and for ever otherwise.
package busy

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A loop waits for a flag that is not set on the way out that returns an error.
//
// want: steps
func TestFlagBuggy(t *testing.T) {
	var failed, ready atomic.Bool
	go func() {
		if failed.Load() {
			return
		}
		ready.Store(true)
	}()
	failed.Store(true)
	for !ready.Load() {
		runtime.Gosched()
	}
}

func TestFlagFixed(t *testing.T) {
	var failed, ready atomic.Bool
	go func() {
		defer ready.Store(true)
		if failed.Load() {
			return
		}
	}()
	failed.Store(true)
	for !ready.Load() {
		runtime.Gosched()
	}
}

// A value is looked for under a lock, but is changed twice: it may be past when the
// loop looks.
//
// want: steps
func TestMissedValueBuggy(t *testing.T) {
	var mu sync.Mutex
	state := 0
	set := func(n int) {
		mu.Lock()
		state = n
		mu.Unlock()
	}
	go func() { set(1); set(2) }()
	for {
		mu.Lock()
		n := state
		mu.Unlock()
		if n == 1 {
			return
		}
	}
}

func TestMissedValueFixed(t *testing.T) {
	var mu sync.Mutex
	state := 0
	set := func(n int) {
		mu.Lock()
		state = n
		mu.Unlock()
	}
	go func() { set(1); set(2) }()
	for {
		mu.Lock()
		n := state
		mu.Unlock()
		if n >= 1 {
			return
		}
	}
}

// Two tasks each wait for the other to go first.
//
// want: steps
func TestPoliteBuggy(t *testing.T) {
	var first, second atomic.Bool
	var wg sync.WaitGroup
	meet := func(mine, other *atomic.Bool) {
		for !other.Load() {
			runtime.Gosched()
		}
		mine.Store(true)
	}
	wg.Go(func() { meet(&first, &second) })
	wg.Go(func() { meet(&second, &first) })
	wg.Wait()
}

func TestPoliteFixed(t *testing.T) {
	var first, second atomic.Bool
	var wg sync.WaitGroup
	meet := func(mine, other *atomic.Bool) {
		mine.Store(true)
		for !other.Load() {
			runtime.Gosched()
		}
	}
	wg.Go(func() { meet(&first, &second) })
	wg.Go(func() { meet(&second, &first) })
	wg.Wait()
}

// A lock is tried for again and again by the one who has it.
//
// want: steps
func TestTryLockBuggy(t *testing.T) {
	var mu sync.Mutex
	locked := false
	lock := func() {
		for !mu.TryLock() {
			runtime.Gosched()
		}
	}
	lock()
	locked = true
	if locked {
		lock()
	}
	mu.Unlock()
}

func TestTryLockFixed(t *testing.T) {
	var mu sync.Mutex
	n := 0
	lock := func() {
		for !mu.TryLock() {
			runtime.Gosched()
		}
	}
	go func() {
		lock()
		n++
		mu.Unlock()
	}()
	lock()
	n++
	mu.Unlock()
}

// The case of a channel that has been closed is chosen again and again: the one who
// is to close the other channel waits for this loop.
//
// want: steps
func TestClosedCaseBuggy(t *testing.T) {
	a, b, done := make(chan int), make(chan int), make(chan int)
	go func() {
		close(a)
		<-done
		close(b)
	}()
	for open := true; open; {
		open = drain(a, b)
	}
	close(done)
}

func TestClosedCaseFixed(t *testing.T) {
	a, b := make(chan int), make(chan int)
	go func() {
		close(a)
		close(b)
	}()
	for open := true; open; {
		open = drain(a, b)
	}
}

// drain waits for the end of b.
func drain(a, b chan int) bool {
	for {
		select {
		case <-a:
		case <-b:
			return false
		}
	}
}

// A worker polls a context that nobody cancels any more, since its deadline was lost
// on the way.
//
// want: steps
func TestLostDeadlineBuggy(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	poll(context.WithoutCancel(ctx))
}

func TestLostDeadlineFixed(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	poll(ctx)
}

func poll(ctx context.Context) {
	for ctx.Err() == nil {
		runtime.Gosched()
	}
}
