package library

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What two goroutines do to groups, contexts, timers, subtests and objects between them.

// sync.OnceValue and panics
func TestOKOnceValuePanics(t *testing.T) {
	f := sync.OnceValue(func() int { panic("x") })
	var n atomic.Int64
	g := func() {
		defer func() {
			if recover() == "x" {
				n.Add(1)
			}
		}()
		f()
	}
	two(g, g)
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}
func TestBugOnceFuncPanicsOnce(t *testing.T) {
	f := sync.OnceFunc(func() { panic("x") })
	var n atomic.Int64
	g := func() {
		defer func() {
			if recover() != nil {
				n.Add(1)
			}
		}()
		f()
	}
	two(g, g)
	if n.Load() != 1 {
		t.Error(n.Load())
	}
}
func TestOKOncePanicsDone(t *testing.T) {
	var once sync.Once
	n := 0
	g := func() {
		defer func() { recover() }()
		once.Do(func() { n++; panic("x") })
	}
	two(g, g)
	if n != 1 {
		t.Error(n)
	}
}
func TestBugOnceValueResultShared(t *testing.T) {
	f := sync.OnceValue(func() []int { return []int{1} })
	two(func() { f()[0]++ }, func() { f()[0]++ })
}

// context.AfterFunc
func TestOKContextAfterFuncStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var ran atomic.Bool
	done := make(chan int, 1)
	stop := context.AfterFunc(ctx, func() { ran.Store(true); done <- 1 })
	go cancel()
	if stop() {
		if ran.Load() {
			t.Error("ran")
		}
	} else {
		<-done
	}
}
func TestBugContextAfterFuncAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var ran atomic.Bool
	context.AfterFunc(ctx, func() { ran.Store(true) })
	cancel()
	if !ran.Load() {
		t.Error("not yet")
	}
}
func TestBugContextAfterFuncStopFalse(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	stop := context.AfterFunc(ctx, func() { n++ })
	cancel()
	if !stop() {
		n++
	}
}
func TestBugContextCause(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	mine, other := errors.New("mine"), errors.New("other")
	two(func() { cancel(mine) }, func() { cancel(other) })
	if context.Cause(ctx) != mine {
		t.Error(context.Cause(ctx))
	}
}
func TestOKContextCauseParent(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	mine := errors.New("mine")
	child, stop := context.WithTimeout(ctx, time.Hour)
	defer stop()
	go cancel(mine)
	<-child.Done()
	if context.Cause(child) != mine || child.Err() != context.Canceled {
		t.Error(context.Cause(child))
	}
}
func TestOKContextValueBeside(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(context.Background(), key{}, 1)
	two(func() { sink = ctx.Value(key{}) }, func() { ctx.Value(1) })
}

// groups
type firsts struct {
	wg   sync.WaitGroup
	once sync.Once
	err  error
}

func (g *firsts) Go(f func() error) {
	g.wg.Go(func() {
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err })
		}
	})
}
func (g *firsts) Wait() error { g.wg.Wait(); return g.err }

func TestOKGroupFirst(t *testing.T) {
	var g firsts
	a, b := errors.New("a"), errors.New("b")
	g.Go(func() error { return a })
	g.Go(func() error { return b })
	if err := g.Wait(); err != a && err != b {
		t.Error(err)
	}
}
func TestBugGroupFirst(t *testing.T) {
	var g firsts
	a, b := errors.New("a"), errors.New("b")
	g.Go(func() error { return a })
	g.Go(func() error { return b })
	if err := g.Wait(); err != b {
		t.Error(err)
	}
}
func TestBugGroupUnlocked(t *testing.T) {
	var wg sync.WaitGroup
	var err error
	for range 2 {
		wg.Go(func() { err = errors.New("x") })
	}
	wg.Wait()
	sink = err
}
func TestBugGroupReadEarly(t *testing.T) {
	var g firsts
	g.Go(func() error { return errors.New("x") })
	sink = g.err
	g.Wait()
}

// time.AfterFunc, timers
func TestBugAfterFuncStopFalse(t *testing.T) {
	n := 0
	tm := time.AfterFunc(time.Millisecond, func() { n++ })
	time.Sleep(2 * time.Millisecond)
	if !tm.Stop() {
		n++
	}
}
func TestOKAfterFuncStopTrue(t *testing.T) {
	n := 0
	tm := time.AfterFunc(time.Hour, func() { n++ })
	if tm.Stop() {
		n++
	}
	if n != 1 {
		t.Error(n)
	}
}
func TestBugAfterFuncSelf(t *testing.T) {
	var tm *time.Timer
	done := make(chan int)
	tm = time.AfterFunc(0, func() { tm.Stop(); close(done) })
	<-done
}
func TestOKTimerResetNoStale(t *testing.T) {
	tm := time.NewTimer(time.Millisecond)
	time.Sleep(2 * time.Millisecond)
	tm.Reset(time.Hour)
	select {
	case <-tm.C:
		t.Error("stale")
	default:
	}
	tm.Stop()
}
func TestBugTimersOrder(t *testing.T) {
	c := make(chan int, 2)
	time.AfterFunc(time.Millisecond, func() { c <- 1 })
	time.AfterFunc(time.Millisecond, func() { c <- 2 })
	if v := <-c; v != 1 {
		t.Error(v)
	}
	<-c
}
func TestOKTickerResetStop(t *testing.T) {
	tk := time.NewTicker(time.Hour)
	two(func() { tk.Reset(time.Minute) }, func() { tk.Stop() })
	tk.Stop()
}

// defers, cleanups, subtests
func TestOKDeferLabelled(t *testing.T) {
	var got []int
	func() {
	outer:
		for i := range 3 {
			for j := range 3 {
				defer func() { got = append(got, 10*i+j) }()
				if j == 1 {
					continue outer
				}
				if i == 2 {
					break outer
				}
			}
		}
	}()
	want := []int{20, 11, 10, 1, 0}
	for i := range want {
		if got[i] != want[i] {
			t.Fatal(got)
		}
	}
}
func TestBugParallelShared(t *testing.T) {
	var all []int
	t.Run("group", func(t *testing.T) {
		for i := range 2 {
			t.Run("", func(t *testing.T) { t.Parallel(); all = append(all, i) })
		}
	})
	sink = all
}
func TestOKParallelLocked(t *testing.T) {
	var all []int
	var mu sync.Mutex
	t.Run("group", func(t *testing.T) {
		for i := range 2 {
			t.Run("", func(t *testing.T) { t.Parallel(); mu.Lock(); defer mu.Unlock(); all = append(all, i) })
		}
	})
	if len(all) != 2 {
		t.Error(all)
	}
}
func TestBugParallelDefer(t *testing.T) {
	open := true
	defer func() { open = false }()
	t.Run("sub", func(t *testing.T) {
		t.Parallel()
		if !open {
			t.Error("closed")
		}
	})
}
func TestOKParallelCleanup(t *testing.T) {
	open := true
	t.Cleanup(func() { open = false })
	t.Run("sub", func(t *testing.T) {
		t.Parallel()
		if !open {
			t.Error("closed")
		}
	})
}
func TestBugCleanupWaits(t *testing.T) {
	c := make(chan int)
	t.Run("sub", func(t *testing.T) {
		t.Cleanup(func() { <-c })
		defer func() { recover() }()
	})
	close(c)
}
func TestBugGoroutineOutlives(t *testing.T) {
	n := 0
	t.Run("sub", func(t *testing.T) { go func() { n++ }() })
	n++
}
