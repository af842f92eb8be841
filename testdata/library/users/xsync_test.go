package users

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

func TestOKErrgroup(t *testing.T) {
	var g errgroup.Group
	var n atomic.Int32
	for range 3 {
		g.Go(func() error { n.Add(1); return nil })
	}
	if g.Wait() != nil || n.Load() != 3 {
		t.Error(n.Load())
	}
}
func TestBugErrgroupFirst(t *testing.T) {
	var g errgroup.Group
	a, b := errors.New("a"), errors.New("b")
	g.Go(func() error { return a })
	g.Go(func() error { return b })
	if err := g.Wait(); err != a {
		t.Error(err)
	}
}
func TestOKErrgroupCancels(t *testing.T) {
	g, ctx := errgroup.WithContext(t.Context())
	g.Go(func() error { return errors.New("a") })
	g.Go(func() error { <-ctx.Done(); return ctx.Err() })
	if err := g.Wait(); err.Error() != "a" {
		t.Error(err)
	}
}
func TestBugErrgroupForgetsCtx(t *testing.T) { // waits for what nobody sends
	g, _ := errgroup.WithContext(t.Context())
	c := make(chan int)
	g.Go(func() error { return errors.New("a") })
	g.Go(func() error { <-c; return nil })
	g.Wait()
}
func TestBugErrgroupCtxAfterWait(t *testing.T) { // the context is cancelled after Wait
	g, ctx := errgroup.WithContext(t.Context())
	g.Go(func() error { return nil })
	g.Wait()
	if ctx.Err() != nil {
		t.Error(ctx.Err())
	}
}
func TestOKErrgroupLimit(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(1)
	n := 0
	for range 3 {
		g.Go(func() error { n++; return nil })
	}
	g.Wait()
	if n != 3 {
		t.Error(n)
	}
}
func TestBugErrgroupLimitTwo(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(2)
	n := 0
	for range 3 {
		g.Go(func() error { n++; return nil })
	}
	g.Wait()
}
func TestBugErrgroupNestedLimit(t *testing.T) { // Go waits inside of Go
	var g errgroup.Group
	g.SetLimit(1)
	g.Go(func() error { g.Go(func() error { return nil }); return nil })
	g.Wait()
}
func TestBugErrgroupTryGo(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(1)
	g.Go(func() error { return nil })
	if !g.TryGo(func() error { return nil }) {
		t.Error("busy")
	}
	g.Wait()
}
func TestOKErrgroupPipeline(t *testing.T) {
	g, ctx := errgroup.WithContext(t.Context())
	c := make(chan int)
	g.Go(func() error {
		defer close(c)
		for i := range 3 {
			select {
			case c <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	sum := 0
	g.Go(func() error {
		for v := range c {
			sum += v
		}
		return nil
	})
	if err := g.Wait(); err != nil || sum != 3 {
		t.Error(err, sum)
	}
}
func TestBugErrgroupPipelineStuck(t *testing.T) { // the consumer fails and the producer sends on
	g, _ := errgroup.WithContext(t.Context())
	c := make(chan int)
	g.Go(func() error {
		defer close(c)
		for i := range 3 {
			c <- i
		}
		return nil
	})
	g.Go(func() error { <-c; return errors.New("x") })
	g.Wait()
}
func TestOKErrgroupResults(t *testing.T) {
	var g errgroup.Group
	r := make([]int, 3)
	for i := range r {
		g.Go(func() error { r[i] = i; return nil })
	}
	g.Wait()
	if r[2] != 2 {
		t.Error(r)
	}
}
func TestBugErrgroupAppend(t *testing.T) {
	var g errgroup.Group
	var r []int
	for i := range 2 {
		g.Go(func() error { r = append(r, i); return nil })
	}
	g.Wait()
}
func TestBugErrgroupReused(t *testing.T) { // the error is kept
	var g errgroup.Group
	g.Go(func() error { return errors.New("x") })
	g.Wait()
	g.Go(func() error { return nil })
	if g.Wait() != nil {
		t.Error("kept")
	}
}
func TestBugErrgroupPanic(t *testing.T) {
	var g errgroup.Group
	g.Go(func() error { panic("x") })
	g.Wait()
}
func TestOKFlight(t *testing.T) {
	var g singleflight.Group
	f := func() { v, err, _ := g.Do("k", func() (any, error) { return 1, nil }); sink2(v); sink2(err) }
	two(f, f)
}
func TestBugFlightTwice(t *testing.T) { // the second may come later
	var g singleflight.Group
	var n atomic.Int32
	f := func() { g.Do("k", func() (any, error) { n.Add(1); return 1, nil }) }
	two(f, f)
	if n.Load() != 1 {
		t.Error(n.Load())
	}
}
func TestBugFlightOnce(t *testing.T) {
	var g singleflight.Group
	var n atomic.Int32
	f := func() { g.Do("k", func() (any, error) { n.Add(1); return 1, nil }) }
	two(f, f)
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}
func TestBugFlightSharedResult(t *testing.T) { // both get one slice
	var g singleflight.Group
	f := func() {
		v, _, _ := g.Do("k", func() (any, error) { return make([]int, 1), nil })
		v.([]int)[0]++
	}
	two(f, f)
}
func TestBugFlightReenter(t *testing.T) {
	var g singleflight.Group
	g.Do("k", func() (any, error) { g.Do("k", func() (any, error) { return 1, nil }); return 1, nil })
}
func TestOKFlightChanForget(t *testing.T) {
	var g singleflight.Group
	two(func() { <-g.DoChan("k", func() (any, error) { return 1, nil }) }, func() { g.Forget("k") })
}
func TestOKFlightKeys(t *testing.T) {
	var g singleflight.Group
	var n atomic.Int32
	f := func(k string) func() { return func() { g.Do(k, func() (any, error) { n.Add(1); return 1, nil }) } }
	two(f("a"), f("b"))
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}
func TestOKFlightPanic(t *testing.T) {
	var g singleflight.Group
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	g.Do("k", func() (any, error) { panic("x") })
}
func TestBugFlightSharedFlag(t *testing.T) {
	var g singleflight.Group
	var shared atomic.Bool
	f := func() {
		if _, _, s := g.Do("k", func() (any, error) { return 1, nil }); s {
			shared.Store(true)
		}
	}
	two(f, f)
	if shared.Load() {
		t.Error("shared")
	}
}
func TestOKSem(t *testing.T) {
	s := semaphore.NewWeighted(1)
	n := 0
	f := func() { s.Acquire(t.Context(), 1); n++; s.Release(1) }
	two(f, f)
	if n != 2 {
		t.Error(n)
	}
}
func TestBugSemTwo(t *testing.T) {
	s := semaphore.NewWeighted(2)
	n := 0
	f := func() { s.Acquire(t.Context(), 1); n++; s.Release(1) }
	two(f, f)
}
func TestBugSemUpgrade(t *testing.T) { // each holds one and wants the other
	s := semaphore.NewWeighted(2)
	f := func() { s.Acquire(t.Context(), 1); s.Acquire(t.Context(), 1); s.Release(2) }
	two(f, f)
}
func TestBugSemRelease(t *testing.T) {
	s := semaphore.NewWeighted(1)
	s.Release(1)
}
func TestBugSemTry(t *testing.T) {
	s := semaphore.NewWeighted(1)
	ok := false
	two(func() { s.Acquire(t.Context(), 1); s.Release(1) }, func() {
		if ok = s.TryAcquire(1); ok {
			s.Release(1)
		}
	})
	if !ok {
		t.Error("busy")
	}
}
func TestOKSemTimeout(t *testing.T) {
	s := semaphore.NewWeighted(1)
	s.Acquire(t.Context(), 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if s.Acquire(ctx, 1) == nil {
		t.Error("got it")
	}
}
func TestBugSemTooMuch(t *testing.T) { // waits for ever
	s := semaphore.NewWeighted(1)
	s.Acquire(context.Background(), 2)
}
func TestOKSemCancelEither(t *testing.T) {
	s := semaphore.NewWeighted(1)
	ctx, cancel := context.WithCancel(t.Context())
	two(func() {
		if s.Acquire(ctx, 1) == nil {
			s.Release(1)
		}
	}, cancel)
	if !s.TryAcquire(1) {
		t.Error("lost")
	}
}
