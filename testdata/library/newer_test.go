package library

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
	"weak"
)

func TestOKSyncMapSwap(t *testing.T) {
	var m sync.Map
	var n atomic.Int32
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			if _, loaded := m.Swap("k", i); loaded {
				n.Add(1)
			}
		})
	}
	wg.Wait()
	if n.Load() != 1 {
		t.Error(n.Load())
	}
}

func TestBugSyncMapSwap(t *testing.T) {
	var m sync.Map
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { m.Swap("k", i) })
	}
	wg.Wait()
	if v, _ := m.Load("k"); v != 1 {
		t.Error(v)
	}
}

func TestBugSyncMapCompareAndDelete(t *testing.T) {
	var m sync.Map
	m.Store("k", 1)
	var wg sync.WaitGroup
	ok := false
	wg.Go(func() { ok = m.CompareAndDelete("k", 1) })
	wg.Go(func() { m.CompareAndSwap("k", 1, 2) })
	wg.Wait()
	if !ok {
		t.Error("not deleted")
	}
}

func TestOKSyncMapCompareAndDelete(t *testing.T) {
	var m sync.Map
	m.Store("k", 1)
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if m.CompareAndDelete("k", 1) {
				n.Add(1)
			}
		})
	}
	wg.Wait()
	if n.Load() != 1 {
		t.Error(n.Load())
	}
}

func TestBugSyncMapCompareNotComparable(t *testing.T) {
	var m sync.Map
	m.Store("k", []int{1})
	m.CompareAndDelete("k", []int{1})
}

func TestBugSyncMapClear(t *testing.T) {
	var m sync.Map
	var wg sync.WaitGroup
	wg.Go(func() { m.Store(1, 1) })
	wg.Go(func() { m.Clear() })
	wg.Wait()
	if _, ok := m.Load(1); !ok {
		t.Error("cleared")
	}
}

func TestOKSyncMapRangeDelete(t *testing.T) {
	var m sync.Map
	for i := range 3 {
		m.Store(i, i)
	}
	m.Range(func(k, v any) bool { m.Delete(k); return true })
	m.Range(func(k, v any) bool { t.Error(k); return true })
}

func TestBugSyncMapRangeSees(t *testing.T) {
	var m sync.Map
	m.Store(1, 1)
	var wg sync.WaitGroup
	n := 0
	wg.Go(func() { m.Store(2, 1) })
	m.Range(func(k, v any) bool { n++; return true })
	wg.Wait()
	if n != 1 {
		t.Error(n)
	}
}

func TestBugSyncMapCopy(t *testing.T) {
	type p struct{ n int }
	var m sync.Map
	m.Store("k", &p{})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			v, _ := m.Load("k")
			v.(*p).n++
		})
	}
	wg.Wait()
}

func TestOKSyncMapPublish(t *testing.T) {
	var m sync.Map
	x := 0
	var wg sync.WaitGroup
	wg.Go(func() { x = 1; m.Store("k", 1) })
	wg.Go(func() {
		if _, ok := m.Load("k"); ok && x != 1 {
			t.Error(x)
		}
	})
	wg.Wait()
}

func TestBugSyncMapLoadAndDeletePublish(t *testing.T) {
	var m sync.Map
	m.Store("k", 1)
	x := 0
	var wg sync.WaitGroup
	wg.Go(func() { x = 1; m.Load("k") })
	wg.Go(func() {
		m.LoadAndDelete("k")
		if x != 0 {
			return
		}
	})
	wg.Wait()
}

func TestBugPoolNewRace(t *testing.T) {
	n := 0
	p := sync.Pool{New: func() any { n++; return new(int) }}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { p.Get() })
	}
	wg.Wait()
}

func TestOKPoolExclusive(t *testing.T) {
	p := sync.Pool{New: func() any { return new(int) }}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			x := p.Get().(*int)
			*x++
			p.Put(x)
		})
	}
	wg.Wait()
}

func TestBugPoolPutTwice(t *testing.T) {
	p := sync.Pool{New: func() any { return new(int) }}
	x := new(int)
	p.Put(x)
	p.Put(x)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { *p.Get().(*int)++ })
	}
	wg.Wait()
}

func TestBugPoolNilGet(t *testing.T) {
	var p sync.Pool
	p.Put(new(int))
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { *p.Get().(*int)++ })
	}
	wg.Wait()
}

func TestOKAfterFuncCtx(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int)
	stop := context.AfterFunc(ctx, func() { close(done) })
	go cancel()
	if !stop() {
		<-done
	}
	cancel()
}

func TestBugAfterFuncCtx(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	stop := context.AfterFunc(ctx, func() { n++ })
	cancel()
	stop()
	n++
}

func TestBugAfterFuncTwice(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		context.AfterFunc(ctx, func() { n++; wg.Done() })
	}
	cancel()
	wg.Wait()
}

func TestOKNewerWithoutCancel(t *testing.T) {
	type k int
	p, cancel := context.WithCancelCause(context.WithValue(context.Background(), k(1), 2))
	c := context.WithoutCancel(p)
	cancel(errors.New("x"))
	if c.Err() != nil || c.Done() != nil || c.Value(k(1)) != 2 || context.Cause(c) != nil {
		t.Error("no")
	}
	if _, ok := c.Deadline(); ok {
		t.Error("deadline")
	}
}

func TestBugCauseRace(t *testing.T) {
	a, b := errors.New("a"), errors.New("b")
	ctx, cancel := context.WithCancelCause(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { cancel(a) })
	wg.Go(func() { cancel(b) })
	wg.Wait()
	if context.Cause(ctx) != a {
		t.Error(context.Cause(ctx))
	}
}

func TestOKCauseTimeout(t *testing.T) {
	e := errors.New("e")
	ctx, cancel := context.WithTimeoutCause(context.Background(), time.Millisecond, e)
	defer cancel()
	<-ctx.Done()
	if context.Cause(ctx) != e || ctx.Err() != context.DeadlineExceeded {
		t.Error(context.Cause(ctx))
	}
}

func TestBugCauseTimeout(t *testing.T) {
	e := errors.New("e")
	ctx, cancel := context.WithTimeoutCause(context.Background(), time.Millisecond, e)
	time.Sleep(time.Millisecond)
	cancel()
	if context.Cause(ctx) != e {
		t.Error(context.Cause(ctx))
	}
}

func TestOKCauseChild(t *testing.T) {
	e := errors.New("e")
	p, cancel := context.WithCancelCause(context.Background())
	c, cancel2 := context.WithTimeout(p, time.Hour)
	defer cancel2()
	cancel(e)
	<-c.Done()
	if context.Cause(c) != e || c.Err() != context.Canceled {
		t.Error(context.Cause(c))
	}
}

func TestOKTimerStopChan(t *testing.T) {
	tm := time.NewTimer(time.Millisecond)
	time.Sleep(2 * time.Millisecond)
	if !tm.Stop() {
		t.Error("stopped: false")
	}
	select {
	case <-tm.C:
		t.Error("stale")
	default:
	}
}

func TestOKTimerResetChan(t *testing.T) {
	tm := time.NewTimer(time.Millisecond)
	time.Sleep(2 * time.Millisecond)
	start := time.Now()
	tm.Reset(50 * time.Millisecond)
	if v := <-tm.C; v.Sub(start) < 40*time.Millisecond {
		t.Error("stale")
	}
}

func TestOKTimerLenCap(t *testing.T) {
	tm := time.NewTimer(time.Nanosecond)
	time.Sleep(time.Millisecond)
	if len(tm.C) != 0 || cap(tm.C) != 0 {
		t.Error(len(tm.C), cap(tm.C))
	}
}

func TestBugAfterFuncStopRuns(t *testing.T) {
	n := 0
	tm := time.AfterFunc(time.Millisecond, func() { n = 1 })
	time.Sleep(time.Millisecond)
	tm.Stop()
	if n != 0 {
		t.Error(n)
	}
}

func TestBugAfterFuncReset(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	n := 0
	tm := time.AfterFunc(time.Nanosecond, func() { n++; wg.Done() })
	time.Sleep(time.Millisecond)
	if tm.Reset(time.Nanosecond) {
		t.Error("active")
	}
	wg.Wait()
}

func TestOKTickerReset(t *testing.T) {
	tk := time.NewTicker(time.Hour)
	tk.Reset(time.Millisecond)
	<-tk.C
	tk.Stop()
	select {
	case <-tk.C:
		t.Error("after stop")
	case <-time.After(3 * time.Millisecond):
	}
}

func TestBugTickerResetZero(t *testing.T) {
	tk := time.NewTicker(time.Hour)
	tk.Reset(0)
}

func TestBugTickerNew(t *testing.T) {
	time.NewTicker(-1)
}

func TestBugTimerZeroStop(t *testing.T) {
	var tm time.Timer
	tm.Stop()
}

func TestOKTickerDrops(t *testing.T) {
	tk := time.NewTicker(time.Millisecond)
	time.Sleep(10 * time.Millisecond)
	a := <-tk.C
	b := <-tk.C
	if b.Sub(a) < time.Millisecond/10 {
		t.Error(b.Sub(a))
	}
}

func TestOKSelectNil(t *testing.T) {
	var n chan int
	c := make(chan int, 1)
	c <- 1
	select {
	case <-n:
		t.Error("nil")
	case n <- 1:
		t.Error("nil")
	case <-c:
	}
}

func TestBugSelectDup(t *testing.T) {
	c := make(chan int, 1)
	c <- 1
	n := 0
	select {
	case <-c:
		n = 1
	case <-c:
		n = 2
	}
	if n != 1 {
		t.Error(n)
	}
}

func TestBugSelectSendRecv(t *testing.T) {
	c := make(chan int, 2)
	c <- 1
	select {
	case <-c:
	case c <- 2:
		t.Error("sent")
	}
}

func TestBugSelectClosedSend(t *testing.T) {
	c, d := make(chan int), make(chan int, 1)
	close(c)
	select {
	case c <- 1:
	case d <- 1:
	}
}

func TestOKSelectEval(t *testing.T) {
	s := ""
	f := func(x string, c chan int) chan int { s += x; return c }
	v := func(x string) int { s += x; return 1 }
	c := make(chan int, 1)
	select {
	case f("a", nil) <- v("b"):
	case <-f("c", nil):
	case f("d", c) <- v("e"):
	}
	if s != "abcde" {
		t.Error(s)
	}
}

func TestOKSelectLHS(t *testing.T) {
	c := make(chan int, 1)
	c <- 3
	a := []int{0, 0}
	i := 0
	f := func() int { i++; return 1 }
	select {
	case a[f()] = <-c:
	case a[f()] = <-make(chan int):
	}
	if a[1] != 3 || i != 1 {
		t.Error(a, i)
	}
}

type counters struct {
	a atomic.Int64
	b int
}

func TestBugStructCopyAtomic(t *testing.T) {
	var c counters
	var wg sync.WaitGroup
	wg.Go(func() { c.a.Add(1) })
	wg.Go(func() { d := *(&c); _ = d.b })
	wg.Wait()
}

func TestOKStructCopyAtomic(t *testing.T) {
	var c counters
	c.a.Add(2)
	d := *(&c)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { d.a.Add(1) })
	}
	wg.Wait()
	if d.a.Load() != 4 || c.a.Load() != 2 {
		t.Error(d.a.Load())
	}
}

func TestBugCopiedMutex(t *testing.T) {
	type g struct {
		sync.Mutex
		n *int
	}
	n := 0
	a := g{n: &n}
	b := a
	var wg sync.WaitGroup
	for _, x := range []*g{&a, &b} {
		wg.Go(func() { x.Lock(); *x.n++; x.Unlock() })
	}
	wg.Wait()
}

func TestBugCopiedLockedMutex(t *testing.T) {
	var a sync.Mutex
	a.Lock()
	b := a
	b.Lock()
}

func TestOKCopiedUnlock(t *testing.T) {
	var a sync.Mutex
	a.Lock()
	b := a
	a.Unlock()
	b.Unlock()
}

type valueLocked struct {
	mu sync.Mutex
	n  *int
}

func (v valueLocked) inc() { v.mu.Lock(); *v.n++; v.mu.Unlock() }

func TestBugValueReceiverLock(t *testing.T) {
	v := valueLocked{n: new(int)}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(v.inc)
	}
	wg.Wait()
}

func TestBugBigArray(t *testing.T) {
	var a [1000]int
	f := func(b [1000]int) int { return b[0] }
	var wg sync.WaitGroup
	wg.Go(func() { a[999] = 1 })
	wg.Go(func() { f(a) })
	wg.Wait()
}

func TestOKBigArray(t *testing.T) {
	var a [1000]int
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { b := a; b[1] = 2 })
	}
	wg.Wait()
}

func TestBugBigArrayRange(t *testing.T) {
	var a [100]int
	var wg sync.WaitGroup
	wg.Go(func() { a[99] = 1 })
	wg.Go(func() {
		for _, v := range a {
			_ = v
		}
	})
	wg.Wait()
}

func TestOKBigArrayRangeIndex(t *testing.T) {
	var a [100]int
	var wg sync.WaitGroup
	wg.Go(func() { a[99] = 1 })
	wg.Go(func() {
		for i := range a {
			_ = i
		}
	})
	wg.Wait()
}

func TestBugMapOfStructs(t *testing.T) {
	m := map[string]struct{ n int }{"a": {}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { v := m["a"]; v.n++; m["a"] = v })
	}
	wg.Wait()
}

func TestBugMapOfPointers(t *testing.T) {
	m := map[string]*struct{ n int }{"a": {}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { m["a"].n++ })
	}
	wg.Wait()
}

func TestOKMapOfPointers(t *testing.T) {
	m := map[string]*struct{ n int }{"a": {}, "b": {}}
	var wg sync.WaitGroup
	for _, k := range []string{"a", "b"} {
		wg.Go(func() { m[k].n++ })
	}
	wg.Wait()
}

// Not by go test -race: of a number the detector looks at the first byte only.
func TestBugUnsafe(t *testing.T) {
	var x [2]int32
	var wg sync.WaitGroup
	wg.Go(func() { *(*int64)(unsafe.Pointer(&x)) = 1 })
	wg.Go(func() { x[1] = 2 })
	wg.Wait()
}

func TestOKUnsafeHalves(t *testing.T) {
	var x int64
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { *(*int32)(unsafe.Add(unsafe.Pointer(&x), 4*i)) = 1 })
	}
	wg.Wait()
	if x != 1<<32+1 {
		t.Error(x)
	}
}

func TestBugUnsafeSlice(t *testing.T) {
	x := []int{1, 2}
	var wg sync.WaitGroup
	wg.Go(func() { unsafe.Slice(&x[0], 2)[1]++ })
	wg.Go(func() { x[1]++ })
	wg.Wait()
}

// Not by go test -race: reads of strings are not instrumented, as nothing may write to them.
func TestBugUnsafeString(t *testing.T) {
	b := []byte("abc")
	s := unsafe.String(&b[0], 3)
	var wg sync.WaitGroup
	wg.Go(func() { b[1] = 'x' })
	wg.Go(func() { _ = s[1] })
	wg.Wait()
}

func TestBugGosched(t *testing.T) {
	x := 0
	go func() { x = 1 }()
	runtime.Gosched()
	_ = x
}

func TestOKGoschedSpin(t *testing.T) {
	var x atomic.Bool
	go func() { x.Store(true) }()
	for !x.Load() {
		runtime.Gosched()
	}
}

func TestOKWeak(t *testing.T) {
	x := new([100]int)
	w := weak.Make(x)
	if w.Value() != x || weak.Make(x) != w {
		t.Error("no")
	}
	runtime.KeepAlive(x)
}

func TestBugWeakGone(t *testing.T) {
	x := new([100]int)
	w := weak.Make(x)
	x = nil
	runtime.GC()
	if w.Value() == nil {
		t.Error("gone")
	}
}

func TestBugCleanup(t *testing.T) {
	n := 0
	x := new([100]int)
	runtime.AddCleanup(x, func(k int) { n++ }, 1)
	x = nil
	runtime.GC()
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	n++
}

func TestOKCleanupStop(t *testing.T) {
	x := new([100]int)
	c := runtime.AddCleanup(x, func(k int) { t.Error("ran") }, 1)
	c.Stop()
	runtime.KeepAlive(x)
	x = nil
	runtime.GC()
}

func TestOKAtomicOr(t *testing.T) {
	var x atomic.Uint32
	var y uint32
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { x.Or(1 << i); atomic.OrUint32(&y, 1<<i) })
	}
	wg.Wait()
	if x.And(2) != 3 || x.Load() != 2 || y != 3 {
		t.Error(x.Load())
	}
}

func TestBugAtomicOrOld(t *testing.T) {
	var x atomic.Uint32
	var wg sync.WaitGroup
	var old uint32
	wg.Go(func() { old = x.Or(1) })
	wg.Go(func() { x.Or(2) })
	wg.Wait()
	if old != 0 {
		t.Error(old)
	}
}

func TestBugMinMax(t *testing.T) {
	x, y := 1, 2
	var wg sync.WaitGroup
	wg.Go(func() { x = 3 })
	wg.Go(func() { _ = max(y, x) })
	wg.Wait()
}

func TestBugClearMap(t *testing.T) {
	m := map[int]int{1: 1}
	var wg sync.WaitGroup
	wg.Go(func() { clear(m) })
	wg.Go(func() { _ = len(m) })
	wg.Wait()
}

// Not by go test -race: clear is not instrumented.
func TestBugClearSlice(t *testing.T) {
	m := []int{1, 2}
	var wg sync.WaitGroup
	wg.Go(func() { clear(m[:1]) })
	wg.Go(func() { _ = m[0] })
	wg.Wait()
}

func TestOKClearSlice(t *testing.T) {
	m := []int{1, 2}
	var wg sync.WaitGroup
	wg.Go(func() { clear(m[:1]) })
	wg.Go(func() { _ = m[1] })
	wg.Wait()
}

type mv struct{ n int }

func (m mv) get() int { return m.n }
func (m *mv) inc()    { m.n++ }

func TestBugMethodValue(t *testing.T) {
	var x mv
	var wg sync.WaitGroup
	f := x.inc
	for range 2 {
		wg.Go(f)
	}
	wg.Wait()
}

func TestBugMethodValueEval(t *testing.T) {
	x := &mv{}
	var wg sync.WaitGroup
	wg.Go(func() { x.n = 1 })
	f := x.get
	wg.Wait()
	if f() != 0 {
		t.Error(f())
	}
}

func TestOKMethodValueCopied(t *testing.T) {
	x := mv{1}
	f := x.get
	var wg sync.WaitGroup
	wg.Go(func() { x.n = 2 })
	if f() != 1 {
		t.Error(f())
	}
	wg.Wait()
}

func TestBugOnceValuePanic(t *testing.T) {
	f := sync.OnceValue(func() int { panic("p") })
	func() { defer func() { recover() }(); f() }()
	f()
}

func TestOKOnceValueGoexit(t *testing.T) {
	var o sync.Once
	var wg sync.WaitGroup
	wg.Go(func() { o.Do(func() { runtime.Goexit() }) })
	wg.Wait()
	o.Do(func() { t.Error("again") })
}

func TestBugOnceDeadlock(t *testing.T) {
	var o sync.Once
	o.Do(func() { o.Do(func() {}) })
}

func TestOKOncePanicDone(t *testing.T) {
	var o sync.Once
	func() { defer func() { recover() }(); o.Do(func() { panic(1) }) }()
	o.Do(func() { t.Error("again") })
}

var _ = fmt.Sprint
