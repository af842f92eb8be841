package stdlib

import (
	"fmt"
	"iter"
	"sync"
	"testing"
	"time"
)

// TestPull: a coroutine's steps are the caller's.
func TestPull(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		next, stop := iter.Pull(func(yield func(int) bool) {
			for yield(v.get()) {
			}
		})
		defer stop()
		a, _ := next()
		b, _ := next()
		return fmt.Sprint(a, b)
	}), "0 0", "0 1", "1 1")
}

// TestPullBlocks: the coroutine blocks on what only another task can do.
func TestPullBlocks(t *testing.T) {
	ch := make(chan int)
	go func() { ch <- 1; time.Sleep(time.Second); close(ch) }()
	next, stop := iter.Pull(func(yield func(int) bool) {
		for x := range ch {
			if !yield(x) {
				return
			}
		}
	})
	defer stop()
	a, ok := next()
	b, more := next()
	if a != 1 || !ok || b != 0 || more {
		t.Error(a, ok, b, more)
	}
}

// TestPullPasses: another task is served from within the coroutine.
func TestPullPasses(t *testing.T) {
	a, b := make(chan int), make(chan int)
	pass := func(in, out chan int) iter.Seq[int] {
		return func(yield func(int) bool) {
			for x := range in {
				if !yield(x) {
					return
				}
				out <- x + 1
			}
			close(out)
		}
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		next, stop := iter.Pull(pass(a, b))
		defer stop()
		for {
			if _, ok := next(); !ok {
				return
			}
		}
	}()
	a <- 1
	x := <-b
	close(a)
	<-done
	if x != 2 {
		t.Error(x)
	}
}

// TestPullInPull: a coroutine pulls from another, and both let others run.
func TestPullInPull(t *testing.T) {
	v := new(value)
	one(t, against(t, v, func() string {
		outer, stop := iter.Pull2(func(yield func(int, int) bool) {
			inner, stop := iter.Pull(func(yield func(int) bool) {
				defer v.get()
				for yield(v.get()) {
				}
			})
			defer stop()
			for {
				a, _ := inner()
				if !yield(a, v.get()) {
					return
				}
			}
		})
		defer stop()
		a, b, _ := outer()
		return fmt.Sprint(a, b)
	}), "0 0", "0 1", "1 1")
}

// TestPullLeft: nobody stops the coroutine. What it has deferred is not run.
func TestPullLeft(t *testing.T) {
	var mu sync.Mutex
	next, _ := iter.Pull(func(yield func(int) bool) {
		defer mu.Unlock()
		defer t.Error("an abandoned coroutine goes on")
		mu.Lock()
		yield(1)
	})
	go next()
}

// TestPullFatal, TestPullPanic: as if there were no coroutine.
func TestPullFatal(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) { t.Fatal("in the coroutine") })
	defer stop()
	next()
	t.Error("it goes on")
}

func TestPullPanic(t *testing.T) {
	v := new(value)
	next, stop := iter.Pull(func(yield func(int) bool) { v.get(); panic("in the coroutine") })
	defer stop()
	defer func() {
		if r := recover(); r != "in the coroutine" {
			t.Error(r)
		}
	}()
	against(t, v, func() string { next(); return "" })
}

// TestPullDeadlock: it waits for ever, in the coroutine.
func TestPullDeadlock(t *testing.T) {
	ch := make(chan int)
	next, stop := iter.Pull(func(yield func(int) bool) { yield(<-ch) })
	defer stop()
	next()
}

// TestPullRace: next must not be called by two tasks at a time.
func TestPullRace(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) {
		for yield(1) {
		}
	})
	defer stop()
	both(func() { next() })
}

// TestPullHanded: one task after the other may call it.
func TestPullHanded(t *testing.T) {
	v := new(value)
	next, stop := iter.Pull(func(yield func(int) bool) {
		for yield(v.get()) {
		}
	})
	done := make(chan bool)
	go func() { next(); done <- true }()
	<-done
	v.set(1)
	if n, _ := next(); n != 1 {
		t.Error(n)
	}
	stop()
}

// Natively another goroutine may call yield while the iterator waits for it.
func TestPullYieldElsewhere(t *testing.T) {
	next, stop := iter.Pull(func(yield func(int) bool) {
		done := make(chan bool)
		go func() { done <- yield(1) }()
		<-done
	})
	defer stop()
	if v, ok := next(); !ok || v != 1 {
		t.Error(v, ok)
	}
}
