package litmus

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// What comes before a go statement is seen by the goroutine; its end is seen by
// nobody who does not wait for it.
//
// Outcomes: 10, 11
func TestGo(t *testing.T) {
	x, seen := 1, make(chan int, 1)
	var y atomic.Int32
	go func() {
		seen <- x
		y.Store(1)
	}()
	see("%d%d", <-seen, y.Load())
}

// Function and arguments of a go statement are evaluated at once.
//
// Outcomes: 1 f
func TestGoArguments(t *testing.T) {
	c := make(chan int)
	f := func(n int) { c <- n }
	n := 1
	go f(n)
	n = 2
	f = func(int) { c <- 3 }
	see("%d f", <-c)
	_ = n
}

// Goroutines start in any order.
//
// Outcomes: 123, 132, 213, 231, 312, 321
func TestGoOrder(t *testing.T) {
	c := make(chan int, 3)
	for i := 1; i <= 3; i++ {
		go func() { c <- i }()
	}
	n := 0
	for range 3 {
		n = 10*n + <-c
	}
	see("%d", n)
}

// A goroutine that nobody waits for may run, or not yet.
//
// Outcomes: 0, 1
func TestGoDetached(t *testing.T) {
	var x atomic.Int32
	go x.Store(1)
	see("%d", x.Load())
}

// A nil function panics in the new goroutine.
//
// Outcomes: !panic
func TestGoNil(t *testing.T) {
	var f func()
	go f()
	select {}
}

// Gosched lets others go on, or does not.
//
// Outcomes: 0, 1
func TestGosched(t *testing.T) {
	var x atomic.Int32
	go x.Store(1)
	runtime.Gosched()
	see("%d", x.Load())
}

// Goexit runs the deferred calls, and ends the goroutine only.
//
// Outcomes: 1 true
func TestGoexit(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	recovered := false
	wg.Go(func() {
		defer func() {
			n++
			recovered = recover() == nil
		}()
		func() { runtime.Goexit() }()
		n += 10
	})
	wg.Wait()
	see("%d %t", n, recovered)
}

// Goexit in a deferred call goes on with the other deferred calls, and ends a
// panic.
//
// Outcomes: 321
func TestGoexitDeferred(t *testing.T) {
	c := make(chan int, 3)
	go func() {
		defer close(c)
		defer func() { c <- 1 }()
		defer func() {
			c <- 2
			runtime.Goexit()
		}()
		defer func() { c <- 3 }()
		panic("gone")
	}()
	n := 0
	for v := range c {
		n = 10*n + v
	}
	see("%d", n)
}

// Recovered from: the function returns, with the results as they are.
//
// Outcomes: oops 1
func TestRecover(t *testing.T) {
	f := func() (n int, err error) {
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("%v", v)
			}
		}()
		n = 1
		panic("oops")
	}
	n, err := f()
	see("%v %d", err, n)
}

// Others go on while the deferred calls of a panic wait.
//
// Outcomes: 12, 21
func TestPanicWaits(t *testing.T) {
	var mu sync.Mutex
	order := 0
	note := func(i int) {
		mu.Lock()
		defer mu.Unlock()
		order = 10*order + i
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { recover() }()
		defer note(1)
		panic("oops")
	}()
	note(2)
	<-done
	see("%d", order)
}

// A panic in a deferred call takes the place of the first one.
//
// Outcomes: second
func TestPanicTwice(t *testing.T) {
	defer func() { see("%v", recover()) }()
	defer func() { panic("second") }()
	panic("first")
}

// A recovered panic that is raised again; runtime errors are errors.
//
// Outcomes: true index
func TestPanicAgain(t *testing.T) {
	defer func() {
		err, ok := recover().(runtime.Error)
		what := "index"
		if !ok || err.Error() != "runtime error: index out of range [3] with length 0" {
			what = fmt.Sprint(err)
		}
		see("%t %s", ok, what)
	}()
	defer func() { panic(recover()) }()
	var none []int
	_ = none[len("abc")]
}

// recover helps only in the deferred function itself.
//
// Outcomes: nil oops
func TestRecoverNested(t *testing.T) {
	inner := make(chan any, 1)
	defer func() {
		v := recover()
		see("%s %s", name(<-inner), name(v))
	}()
	defer func() {
		func() { inner <- recover() }()
	}()
	panic("oops")
}

func name(v any) string {
	if v == nil {
		return "nil"
	}
	return fmt.Sprint(v)
}

// An error, wrapped on its way through a recover.
//
// Outcomes: true
func TestPanicError(t *testing.T) {
	base := errors.New("base")
	c := make(chan error)
	go func() {
		defer func() {
			err, _ := recover().(error)
			c <- fmt.Errorf("wrapped: %w", err)
		}()
		panic(base)
	}()
	see("%t", errors.Is(<-c, base))
}

// A panic that nobody recovers from ends the program.
//
// Outcomes: !panic
func TestPanic(t *testing.T) {
	go panic("oops")
	select {}
}

// panic(nil) is a panic too.
//
// Outcomes: panic called with nil argument
func TestPanicNil(t *testing.T) {
	defer func() { see("%v", recover()) }()
	panic(nil)
}

// Deferred calls: the last one is the first, arguments are evaluated early, a
// loop defers again and again.
//
// Outcomes: 3210
func TestDeferOrder(t *testing.T) {
	c := make(chan int, 4)
	func() {
		for i := range 3 {
			defer func(n int) { c <- n }(i)
		}
		defer func() { c <- 3 }()
	}()
	close(c)
	n := 0
	for v := range c {
		n = 10*n + v
	}
	see("%d", n)
}

// A deferred unlock comes after the result is computed, and before the caller
// goes on.
//
// Outcomes: 0 true, 1 true
func TestDeferUnlock(t *testing.T) {
	var mu sync.Mutex
	x := 0
	done := make(chan bool)
	go func() {
		defer close(done)
		mu.Lock()
		defer mu.Unlock()
		x = 1
	}()
	get := func() int {
		mu.Lock()
		defer mu.Unlock()
		return x
	}
	n := get()
	<-done
	free := mu.TryLock()
	see("%d %t", n, free)
}

// A mutex that a panic has left locked.
//
// Outcomes: false
func TestPanicLeavesLock(t *testing.T) {
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		mu.Lock()
		panic("oops")
	}()
	see("%t", mu.TryLock())
}

// Many tasks of one function, each with its stack.
//
// Outcomes: 55
func TestRecursiveTasks(t *testing.T) {
	var fib func(int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		c := make(chan int)
		if n > 8 {
			go func() { c <- fib(n - 1) }()
			return <-c + fib(n-2)
		}
		return fib(n-1) + fib(n-2)
	}
	see("%d", fib(10))
}
