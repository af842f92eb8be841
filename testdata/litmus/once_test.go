package litmus

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// The function is called once, and whoever comes later waits for its end.
//
// Outcomes: 11
func TestOnce(t *testing.T) {
	var o sync.Once
	var wg sync.WaitGroup
	x := 0
	var seen [2]int
	for i := range 2 {
		wg.Go(func() {
			o.Do(func() { x++ })
			seen[i] = x
		})
	}
	wg.Wait()
	see("%d%d", seen[0], seen[1])
}

// Whose function it is depends on who is first.
//
// Outcomes: 0, 1
func TestOnceFirst(t *testing.T) {
	var o sync.Once
	var wg sync.WaitGroup
	x := 0
	for i := range 2 {
		wg.Go(func() {
			o.Do(func() { x = i })
		})
	}
	wg.Wait()
	see("%d", x)
}

// A function that panics has been called: later calls return.
//
// Outcomes: oops again
func TestOncePanics(t *testing.T) {
	var o sync.Once
	seen := ""
	func() {
		defer func() { seen = fmt.Sprint(recover()) }()
		o.Do(func() { panic("oops") })
	}()
	o.Do(func() { seen += " never" })
	see("%s again", seen)
}

// So has one that ends its goroutine.
//
// Outcomes: 0
func TestOnceGoexit(t *testing.T) {
	var o sync.Once
	var wg sync.WaitGroup
	n := 0
	wg.Go(func() {
		o.Do(func() { runtime.Goexit() })
		n++
	})
	wg.Wait()
	o.Do(func() { n++ })
	see("%d", n)
}

// Do within its own function waits for itself.
//
// Outcomes: !deadlock
func TestOnceRecursive(t *testing.T) {
	var o sync.Once
	o.Do(func() { o.Do(func() {}) })
}

// Two, each within the function of the other.
//
// Outcomes: done, !deadlock
func TestOnceCross(t *testing.T) {
	var a, b sync.Once
	done := make(chan bool)
	go func() {
		a.Do(func() { b.Do(func() {}) })
		close(done)
	}()
	b.Do(func() { a.Do(func() {}) })
	<-done
	see("done")
}

// While the function waits, so do others: it may need them.
//
// Outcomes: done, !deadlock
func TestOnceBlocks(t *testing.T) {
	var o sync.Once
	c, done := make(chan int), make(chan bool)
	go func() {
		o.Do(func() {})
		c <- 1
		close(done)
	}()
	o.Do(func() { <-c })
	select {
	case <-c: // the other one's Do was the first
	case <-done:
	}
	see("done")
}

// OnceFunc panics with the same value each time.
//
// Outcomes: oops oops 1
func TestOnceFunc(t *testing.T) {
	n := 0
	f := sync.OnceFunc(func() {
		n++
		panic("oops")
	})
	call := func() (v any) {
		defer func() { v = recover() }()
		f()
		return nil
	}
	a := call()
	b := call()
	see("%v %v %d", a, b, n)
}

// OnceValue computes once, for both.
//
// Outcomes: 5 5 1
func TestOnceValue(t *testing.T) {
	n := 0
	f := sync.OnceValue(func() int {
		n++
		return 5
	})
	c := make(chan int, 2)
	for range 2 {
		go func() { c <- f() }()
	}
	a := <-c
	b := <-c
	see("%d %d %d", a, b, n)
}

// OnceValues too.
//
// Outcomes: 5 oops 5 oops 1
func TestOnceValues(t *testing.T) {
	n := 0
	f := sync.OnceValues(func() (int, error) {
		n++
		return 5, fmt.Errorf("oops")
	})
	type result struct {
		v   int
		err error
	}
	c := make(chan result, 2)
	for range 2 {
		go func() {
			v, err := f()
			c <- result{v, err}
		}()
	}
	a := <-c
	b := <-c
	see("%d %v %d %v %d", a.v, a.err, b.v, b.err, n)
}
