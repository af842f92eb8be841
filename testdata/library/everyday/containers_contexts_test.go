package everyday

import (
	"container/heap"
	"container/list"
	"container/ring"
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"unique"
	"weak"
)

type intHeap []int

func (h intHeap) Len() int           { return len(h) }
func (h intHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h intHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *intHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *intHeap) Pop() any          { o := *h; x := o[len(o)-1]; *h = o[:len(o)-1]; return x }

func TestBugHeapPushPop(t *testing.T) {
	h := &intHeap{1, 2}
	two(func() { heap.Push(h, 3) }, func() { heap.Pop(h) })
}

func TestOKHeapLocked(t *testing.T) {
	h := &intHeap{1, 2}
	var mu sync.Mutex
	two(func() { mu.Lock(); heap.Push(h, 0); mu.Unlock() }, func() { mu.Lock(); heap.Fix(h, 0); mu.Unlock() })
	if heap.Pop(h).(int) != 0 {
		t.Error(h)
	}
}

func TestBugHeapPopOrder(t *testing.T) {
	h := &intHeap{1, 2}
	var mu sync.Mutex
	got := 0
	two(func() { mu.Lock(); heap.Push(h, 0); mu.Unlock() }, func() { mu.Lock(); got = heap.Pop(h).(int); mu.Unlock() })
	if got != 0 {
		t.Error(got)
	}
}

func TestBugListRange(t *testing.T) {
	l := list.New()
	l.PushBack(1)
	two(func() {
		for e := l.Front(); e != nil; e = e.Next() {
			sink2(e.Value)
		}
	}, func() { l.PushBack(2) })
}

func TestBugListElementValue(t *testing.T) {
	l := list.New()
	e := l.PushBack(1)
	two(func() { e.Value = 2 }, func() { sink = l.Remove(e) })
}

func TestOKListTwo(t *testing.T) {
	l, m := list.New(), list.New()
	two(func() { l.PushBack(1) }, func() { m.PushBack(1) })
}

func TestBugListPushBackList(t *testing.T) {
	l, m, k := list.New(), list.New(), list.New()
	m.PushBack(1)
	two(func() { l.PushBackList(m) }, func() { m.PushBackList(k); m.Init() })
}

func TestBugRingDo(t *testing.T) {
	r := ring.New(2)
	two(func() { r.Do(func(any) {}) }, func() { r.Next().Value = 1 })
}

func TestBugRingUnlink(t *testing.T) {
	r := ring.New(3)
	two(func() { r.Unlink(1) }, func() { r.Len() })
}

func TestOKOnceFuncPanic(t *testing.T) {
	f := sync.OnceFunc(func() { panic("x") })
	g := func() {
		defer func() {
			if recover() != "x" {
				t.Error("no panic")
			}
		}()
		f()
	}
	two(g, g)
}

func TestBugOnceValuesErr(t *testing.T) {
	n := 0
	f := sync.OnceValues(func() (int, error) { n++; return n, errors.New("x") })
	two(func() { f() }, func() { sink = n })
}

func TestOKOnceValuesErr(t *testing.T) {
	n := 0
	f := sync.OnceValues(func() (int, error) { n++; return n, errors.New("x") })
	two(func() { f() }, func() { f(); sink2(n) })
}

func TestBugOnceValueRecursive(t *testing.T) {
	var f func() int
	f = sync.OnceValue(func() int { return f() })
	two(func() { f() }, func() {})
}

func TestOKAfterFuncOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool)
	context.AfterFunc(ctx, func() { close(done) })
	two(cancel, cancel)
	<-done
}

func TestBugAfterFuncRace(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	x := 0
	done := make(chan bool)
	context.AfterFunc(ctx, func() { x++; close(done) })
	cancel()
	x++
	<-done
}

func TestBugCtxCauseTwo(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	e1, e2 := errors.New("1"), errors.New("2")
	two(func() { cancel(e1) }, func() { cancel(e2) })
	if context.Cause(ctx) == e2 {
		t.Error("2")
	}
}

func TestOKCtxWithoutCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	in := context.WithoutCancel(ctx)
	two(func() { cancel(nil) }, func() {
		if in.Err() != nil || context.Cause(in) != nil || in.Done() != nil {
			t.Error("cancelled")
		}
	})
}

func TestBugCtxWithoutCancelWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in := context.WithoutCancel(ctx)
	two(cancel, func() { <-in.Done() })
}

func TestOKUnique(t *testing.T) {
	two(func() { sink2(unique.Make("a")) }, func() { sink2(unique.Make("a").Value()) })
}

func TestBugUniqueMutable(t *testing.T) {
	x := 1
	h := unique.Make(&x)
	two(func() { *h.Value() = 2 }, func() { sink = x })
}

func TestOKWeakHeld(t *testing.T) {
	p := new([4]int)
	w := weak.Make(p)
	two(func() {
		if w.Value() == nil {
			t.Error("gone")
		}
	}, func() { sink2(p[0]) })
	runtime.KeepAlive(p)
}

func TestBugWeakWrite(t *testing.T) {
	p := new([4]int)
	w := weak.Make(p)
	two(func() { w.Value()[0] = 1 }, func() { p[0] = 2 })
	runtime.KeepAlive(p)
}

func TestBugCleanupArg(t *testing.T) {
	n := new(int)
	done := make(chan bool)
	func() {
		p := new([4]int)
		runtime.AddCleanup(p, func(n *int) { *n++; close(done) }, n)
		runtime.KeepAlive(p)
	}()
	runtime.GC()
	*n++
	<-done
}
