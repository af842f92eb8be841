package library

import (
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestOKLabelDefer(t *testing.T) {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
		outer:
			for i := 0; i < 3; i++ {
				for j := range 3 {
					func() {
						mu.Lock()
						defer mu.Unlock()
						n++
					}()
					if j == 1 {
						continue outer
					}
					if i == 1 {
						break outer
					}
				}
			}
		})
	}
	wg.Wait()
	if n != 6 {
		t.Error(n)
	}
}

func TestBugLabelDeferHeld(t *testing.T) {
	var mu sync.Mutex
	f := func() {
	outer:
		for i := range 3 {
			mu.Lock()
			defer mu.Unlock()
			switch i {
			case 1:
				break outer
			default:
				continue outer
			}
		}
	}
	f()
}

func TestBugLabelSelectBreak(t *testing.T) {
	c := make(chan int, 1)
	c <- 1
	n := 0
	for range 2 {
		select {
		case <-c:
			break
		default:
			n++
		}
		n++
	}
	if n != 2 {
		t.Error(n)
	}
}

func TestOKLabelSelectBreak(t *testing.T) {
	c, d := make(chan int), make(chan int)
	go func() { c <- 1; close(d) }()
	n := 0
loop:
	for {
		select {
		case <-c:
			n++
			continue loop
		case <-d:
			break loop
		}
	}
	if n != 1 {
		t.Error(n)
	}
}

func TestOKCleanupOrder(t *testing.T) {
	var s []int
	t.Cleanup(func() {
		s = append(s, 1)
		if len(s) != 5 || s[0] != 3 || s[1] != 4 || s[2] != 5 || s[3] != 2 {
			t.Error(s)
		}
	})
	t.Cleanup(func() { s = append(s, 2) })
	t.Run("a", func(t *testing.T) {
		t.Cleanup(func() { s = append(s, 4); t.Cleanup(func() { s = append(s, 5) }) })
		t.Cleanup(func() { s = append(s, 3) })
	})
}

func TestOKCleanupParallel(t *testing.T) {
	var n atomic.Int32
	t.Cleanup(func() {
		if n.Load() != 2 {
			t.Error(n.Load())
		}
	})
	for range 2 {
		t.Run("a", func(t *testing.T) {
			t.Parallel()
			n.Add(1)
		})
	}
	if n.Load() != 0 {
		t.Error("early")
	}
}

func TestBugCleanupParallel(t *testing.T) {
	n := 0
	for range 2 {
		t.Run("a", func(t *testing.T) {
			t.Parallel()
			t.Cleanup(func() { n++ })
		})
	}
}

func TestBugDeferParallel(t *testing.T) {
	p := new(int)
	defer func() { p = nil }()
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		*p = 1
	})
}

func TestOKContextCleanup(t *testing.T) {
	ctx := t.Context()
	done := make(chan int)
	go func() { <-ctx.Done(); close(done) }()
	t.Cleanup(func() {
		<-done
		if ctx.Err() != context.Canceled {
			t.Error(ctx.Err())
		}
	})
	if ctx.Err() != nil {
		t.Error("early")
	}
}

func TestBugContextDefer(t *testing.T) {
	ctx := t.Context()
	done := make(chan int)
	go func() { <-ctx.Done(); close(done) }()
	defer func() {
		select {
		case <-done:
		case <-time.After(time.Second):
			t.Error("not yet")
		}
	}()
}

func TestOKContextParent(t *testing.T) {
	var sub context.Context
	t.Run("a", func(t *testing.T) { sub = t.Context() })
	if sub.Err() == nil || t.Context().Err() != nil {
		t.Error("no")
	}
}

func TestBugSetenvParallel(t *testing.T) {
	t.Setenv("H1X", "1")
	t.Parallel()
}

func TestBugParallelTwice(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		t.Parallel()
	})
}

func TestBugParallelSetenv(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		t.Setenv("H1X", "1")
	})
}

func TestBugParallelParentSetenv(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		t.Run("b", func(t *testing.T) { t.Setenv("H1X", "1") })
	})
}

func TestBugParallelChdir(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		t.Chdir(t.TempDir())
	})
}

func TestOKSetenvBack(t *testing.T) {
	t.Run("a", func(t *testing.T) {
		t.Setenv("H1Y", "1")
		if os.Getenv("H1Y") != "1" {
			t.Error("no")
		}
	})
	if _, ok := os.LookupEnv("H1Y"); ok {
		t.Error("kept")
	}
}

func TestOKChdirBack(t *testing.T) {
	a, _ := os.Getwd()
	t.Run("a", func(t *testing.T) {
		d := t.TempDir()
		t.Chdir(d)
		b, _ := os.Getwd()
		if b != d || os.Getenv("PWD") != d {
			t.Error(b, d)
		}
	})
	if b, _ := os.Getwd(); a != b {
		t.Error(a, b)
	}
}

func TestBugRepanic(t *testing.T) {
	defer func() {
		if r := recover(); r != nil {
			panic(r)
		}
	}()
	panic("p")
}

func TestOKRecoverNested(t *testing.T) {
	defer func() {
		if r := recover(); r != "second" {
			t.Error(r)
		}
	}()
	defer func() {
		defer func() {
			if r := recover(); r != "first" {
				t.Error(r)
			}
			panic("second")
		}()
		panic("first")
	}()
}

func TestOKGoexitInDefer(t *testing.T) {
	done := make(chan int)
	go func() {
		defer close(done)
		defer runtime.Goexit()
		panic("goes away?")
	}()
	<-done
}

func TestOKGoexitRecoverNil(t *testing.T) {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		runtime.Goexit()
	}()
	if r := <-done; r != nil {
		t.Error(r)
	}
}

func TestBugGoexitThenPanic(t *testing.T) {
	done := make(chan int)
	go func() {
		defer close(done)
		defer func() { panic("in defer") }()
		runtime.Goexit()
	}()
	<-done
	runtime.Gosched()
	time.Sleep(time.Millisecond)
}

func TestOKGoexitPanicRecovered(t *testing.T) {
	done := make(chan any, 1)
	after := false
	go func() {
		defer func() { done <- recover() }()
		func() {
			defer func() { recover() }()
			defer func() { panic("in defer") }()
			runtime.Goexit()
		}()
		after = true
	}()
	<-done
	if after {
		t.Error("went on")
	}
}

func TestOKRecoverReturns(t *testing.T) {
	f := func() (n int) {
		defer func() { recover(); n *= 2 }()
		n = 1
		var m map[int]int
		m[1]++
		return 5
	}
	if f() != 2 {
		t.Error(f())
	}
}

func TestBugRecoverNotDirect(t *testing.T) {
	defer func() {
		func() { recover() }()
	}()
	panic("p")
}

func TestOKPanicNil(t *testing.T) {
	defer func() {
		if _, ok := recover().(*runtime.PanicNilError); !ok {
			t.Error("no")
		}
	}()
	panic(nil)
}

func TestBugLockHeldByPanic(t *testing.T) {
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		mu.Lock()
		panic("p")
	}()
	mu.Lock()
}

type alias[T any] = map[string]*T

func TestBugGenericAlias(t *testing.T) {
	m := alias[int]{}
	var wg sync.WaitGroup
	for _, k := range []string{"a", "b"} {
		wg.Go(func() { m[k] = new(int) })
	}
	wg.Wait()
}

type guarded[T any] struct {
	sync.Mutex
	v T
}
type guard[T any] = guarded[[]T]

func TestOKGenericAlias(t *testing.T) {
	var g guard[int]
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			g.Lock()
			defer g.Unlock()
			g.v = append(g.v, i)
		})
	}
	wg.Wait()
	if len(g.v) != 2 {
		t.Error(g.v)
	}
}
