package library

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

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

func TestBugErrgroupLimit2(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(2)
	n := 0
	for range 2 {
		g.Go(func() error { n++; return nil })
	}
	g.Wait()
}

func TestOKErrgroupTryGo(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(1)
	var n atomic.Int32
	ok := 0
	for range 2 {
		if g.TryGo(func() error { n.Add(1); return nil }) {
			ok++
		}
	}
	g.Wait()
	if int(n.Load()) != ok || ok == 0 {
		t.Error(n.Load(), ok)
	}
}

func TestBugErrgroupTryGoAll(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(1)
	a := g.TryGo(func() error { return nil })
	b := g.TryGo(func() error { return nil })
	g.Wait()
	if !a || !b {
		t.Error("not started")
	}
}

func TestOKErrgroupContext(t *testing.T) {
	g, ctx := errgroup.WithContext(context.Background())
	e := errors.New("e")
	g.Go(func() error { return e })
	g.Go(func() error { <-ctx.Done(); return ctx.Err() })
	if err := g.Wait(); err != e {
		t.Error(err)
	}
	if context.Cause(ctx) != e {
		t.Error(context.Cause(ctx))
	}
}

func TestBugErrgroupFirst(t *testing.T) {
	var g errgroup.Group
	for i := range 2 {
		g.Go(func() error { return fmt.Errorf("%d", i) })
	}
	if err := g.Wait(); err.Error() != "1" {
		t.Error(err)
	}
}

func TestBugErrgroupSetLimitActive(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(2)
	c := make(chan int)
	g.Go(func() error { <-c; return nil })
	g.SetLimit(3)
	close(c)
	g.Wait()
}

func TestBugErrgroupNestedLimit(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(1)
	g.Go(func() error {
		g.Go(func() error { return nil })
		return nil
	})
	g.Wait()
}

func TestBugErrgroupPanic(t *testing.T) {
	var g errgroup.Group
	g.Go(func() error { panic("p") })
	g.Wait()
}

func TestOKSemWeighted(t *testing.T) {
	s := semaphore.NewWeighted(2)
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if s.Acquire(context.Background(), 2) != nil {
				return
			}
			n++
			s.Release(2)
		})
	}
	wg.Wait()
}

// Not by go test -race: one Acquire has to come before the Release of the other.
func TestBugSemWeighted(t *testing.T) {
	s := semaphore.NewWeighted(2)
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			s.Acquire(context.Background(), 1)
			n++
			s.Release(1)
		})
	}
	wg.Wait()
}

func TestBugSemReleaseMore(t *testing.T) {
	s := semaphore.NewWeighted(1)
	s.Release(1)
}

func TestOKSemTry(t *testing.T) {
	s := semaphore.NewWeighted(1)
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if s.TryAcquire(1) {
				if n.Add(1) != 1 {
					t.Error("two")
				}
				n.Add(-1)
				s.Release(1)
			}
		})
	}
	wg.Wait()
}

func TestOKSemCancel(t *testing.T) {
	s := semaphore.NewWeighted(1)
	s.Acquire(context.Background(), 1)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { cancel() })
	wg.Go(func() { s.Release(1) })
	err := s.Acquire(ctx, 1)
	if err != nil && err != context.Canceled {
		t.Error(err)
	}
	wg.Wait()
}

func TestBugSemCancel(t *testing.T) {
	s := semaphore.NewWeighted(1)
	s.Acquire(context.Background(), 1)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { cancel() })
	wg.Go(func() { s.Release(1) })
	err := s.Acquire(ctx, 1)
	wg.Wait()
	if err == nil {
		t.Error("acquired")
	}
}

func TestOKSingleflight(t *testing.T) {
	var g singleflight.Group
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			v, err, _ := g.Do("k", func() (any, error) { return n.Add(1), nil })
			if err != nil || v.(int32) < 1 {
				t.Error(v)
			}
		})
	}
	wg.Wait()
}

func TestBugSingleflightOnce(t *testing.T) {
	var g singleflight.Group
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			g.Do("k", func() (any, error) { return n.Add(1), nil })
		})
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error("shared")
	}
}

func TestBugSingleflightShared(t *testing.T) {
	var g singleflight.Group
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			v, _, _ := g.Do("k", func() (any, error) { return new(int), nil })
			*v.(*int)++
		})
	}
	wg.Wait()
}

func TestOKSingleflightChan(t *testing.T) {
	var g singleflight.Group
	c := g.DoChan("k", func() (any, error) { return 1, nil })
	d := g.DoChan("k", func() (any, error) { return 1, nil })
	if (<-c).Val != (<-d).Val {
		t.Error("no")
	}
}

func TestOKSingleflightForget(t *testing.T) {
	var g singleflight.Group
	var wg sync.WaitGroup
	wg.Go(func() { g.Do("k", func() (any, error) { return 1, nil }) })
	wg.Go(func() { g.Forget("k") })
	wg.Wait()
}

func TestBugSingleflightPanic(t *testing.T) {
	var g singleflight.Group
	g.Do("k", func() (any, error) { panic("p") })
}

func TestOKSingleflightPanicRecovered(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("none")
		}
	}()
	var g singleflight.Group
	g.Do("k", func() (any, error) { panic("p") })
}

func TestBugSingleflightGoexit(t *testing.T) {
	var g singleflight.Group
	g.Do("k", func() (any, error) { t.FailNow(); return nil, nil })
}
