package library

import (
	"errors"
	"iter"
	"maps"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unique"
	"weak"
)

// What is seldom written: iterators that spawn, timers by the rules of Go 1.23, goto, generic
// locks.

func TestOKOddOnceValues(t *testing.T) {
	n := 0
	f := sync.OnceValues(func() (int, error) { n++; return n, nil })
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if v, _ := f(); v != 1 || n != 1 {
				t.Error(v)
			}
		})
	}
	wg.Wait()
}

func TestBugOddOnceValuesShared(t *testing.T) {
	f := sync.OnceValue(func() []int { return make([]int, 1) })
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { f()[0]++ })
	}
	wg.Wait()
}

func TestOKOddOncePanics(t *testing.T) {
	f := sync.OnceFunc(func() { panic("p") })
	var wg sync.WaitGroup
	var n atomic.Int32
	for range 2 {
		wg.Go(func() {
			defer func() {
				if recover() == "p" {
					n.Add(1)
				}
			}()
			f()
		})
	}
	wg.Wait()
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}

func oddPar[V any](s iter.Seq[V], f func(V)) {
	var wg sync.WaitGroup
	for v := range s {
		wg.Go(func() { f(v) })
	}
	wg.Wait()
}

func TestOKOddIterSpawn(t *testing.T) {
	var n atomic.Int64
	oddPar(slices.Values([]int{1, 2, 3}), func(i int) { n.Add(int64(i)) })
	if n.Load() != 6 {
		t.Error(n.Load())
	}
}

func TestBugOddIterSpawn(t *testing.T) {
	n := 0
	oddPar(slices.Values([]int{1, 2}), func(i int) { n += i })
}

func oddGather() iter.Seq[int] {
	return func(yield func(int) bool) {
		c := make(chan int)
		done := make(chan struct{})
		defer close(done)
		go func() {
			defer close(c)
			for i := range 3 {
				select {
				case c <- i:
				case <-done:
					return
				}
			}
		}()
		for v := range c {
			if !yield(v) {
				return
			}
		}
	}
}

func TestOKOddIterBreak(t *testing.T) {
	for v := range oddGather() {
		if v == 1 {
			break
		}
	}
}

func TestOKOddRangeFuncDefer(t *testing.T) {
	var log []int
	func() {
		for v := range oddGather() {
			defer func() { log = append(log, v) }()
			if v == 2 {
				return
			}
		}
	}()
	if !slices.Equal(log, []int{2, 1, 0}) {
		t.Error(log)
	}
}

func TestBugOddRangeFuncConcurrentYield(t *testing.T) {
	s := func(yield func(int) bool) {
		var wg sync.WaitGroup
		for i := range 2 {
			wg.Go(func() { yield(i) })
		}
		wg.Wait()
	}
	n := 0
	for v := range s {
		n += v
	}
	_ = n
}

func TestOKOddRangeFuncPanic(t *testing.T) {
	defer func() {
		if r := recover(); r != "x" {
			t.Error(r)
		}
	}()
	for range oddGather() {
		panic("x")
	}
}

func TestOKOddGotoLoop(t *testing.T) {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		i := 0
	again:
		mu.Lock()
		n++
		mu.Unlock()
		if i++; i < 2 {
			goto again
		}
	})
	mu.Lock()
	n++
	mu.Unlock()
	wg.Wait()
	if n != 3 {
		t.Error(n)
	}
}

func TestBugOddLabelled(t *testing.T) {
	c := make(chan int)
	quit := make(chan struct{})
	n := 0
	go func() {
	outer:
		for {
			select {
			case <-c:
				n++
				continue outer
			case <-quit:
				break outer
			}
		}
	}()
	c <- 1
	close(quit)
	_ = n
}

func TestOKOddNilCase(t *testing.T) {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1; close(a) }()
	go func() { b <- 2; close(b) }()
	sum := 0
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
			}
			sum += v
		case v, ok := <-b:
			if !ok {
				b = nil
			}
			sum += v
		}
	}
	if sum != 3 {
		t.Error(sum)
	}
}

func TestBugOddNilCase(t *testing.T) {
	var a chan int
	b := make(chan int)
	go func() { b <- 1 }()
	for range 2 {
		select {
		case <-a:
		case <-b:
		}
	}
}

func TestOKOddTimerReset(t *testing.T) {
	m := time.NewTimer(time.Millisecond)
	time.Sleep(2 * time.Millisecond)
	m.Reset(time.Hour)
	select {
	case <-m.C:
		t.Error("stale")
	default:
	}
	if !m.Stop() || m.Stop() {
		t.Error("stop")
	}
}

func TestOKOddUnique(t *testing.T) {
	var hs [2]unique.Handle[string]
	var wg sync.WaitGroup
	for i := range hs {
		wg.Go(func() { hs[i] = unique.Make("k") })
	}
	wg.Wait()
	if hs[0] != hs[1] || hs[0].Value() != "k" {
		t.Error("no")
	}
}

func TestOKOddWeak(t *testing.T) {
	p := new([4]int)
	w := weak.Make(p)
	var wg sync.WaitGroup
	wg.Go(func() {
		if q := w.Value(); q != nil {
			_ = q[0]
		}
	})
	wg.Wait()
	runtime.KeepAlive(p)
}

func TestBugOddWeakRace(t *testing.T) {
	p := new([4]int)
	w := weak.Make(p)
	var wg sync.WaitGroup
	wg.Go(func() {
		if q := w.Value(); q != nil {
			q[0]++
		}
	})
	p[0]++
	wg.Wait()
	runtime.KeepAlive(p)
}

type oddPair[K comparable, V any] = map[K]V
type oddLocked[M ~map[K]V, K comparable, V any] struct {
	sync.Mutex
	m M
}

func (l *oddLocked[M, K, V]) put(k K, v V) { l.Lock(); defer l.Unlock(); l.m[k] = v }
func TestOKOddGenericLocked(t *testing.T) {
	l := &oddLocked[oddPair[string, int], string, int]{m: oddPair[string, int]{}}
	var wg sync.WaitGroup
	for _, k := range []string{"a", "b"} {
		put := l.put
		wg.Go(func() { put(k, 1) })
	}
	wg.Wait()
	if len(l.m) != 2 {
		t.Error(l.m)
	}
}

func TestBugOddGenericLocked(t *testing.T) {
	l := &oddLocked[oddPair[string, int], string, int]{m: oddPair[string, int]{}}
	var wg sync.WaitGroup
	wg.Go(func() { l.put("a", 1) })
	_ = maps.Clone(l.m)
	wg.Wait()
}

func TestBugOddClear(t *testing.T) {
	m := map[int]int{1: 1}
	var wg sync.WaitGroup
	wg.Go(func() { clear(m) })
	_ = len(m)
	wg.Wait()
}

func TestBugOddMinMax(t *testing.T) {
	a, b := 1, 2
	var wg sync.WaitGroup
	wg.Go(func() { a = max(a, b) })
	_ = min(a, b)
	wg.Wait()
}

func TestOKOddGoexit(t *testing.T) {
	c := make(chan int, 1)
	go func() {
		defer func() {
			c <- 1
			if r := recover(); r != nil {
				t.Error(r)
			}
		}()
		runtime.Goexit()
	}()
	<-c
}

func TestBugOddRecoverLate(t *testing.T) {
	c := make(chan int)
	go func() {
		defer close(c)
		defer func() { panic(recover()) }()
		panic(errors.New("x"))
	}()
	<-c
}

func TestOKOddAtomicAnd(t *testing.T) {
	var a atomic.Uint32
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { a.Or(1 << i) })
	}
	wg.Wait()
	if a.And(2) != 3 || a.Load() != 2 {
		t.Error(a.Load())
	}
}

func TestBugOddAtomicMixed(t *testing.T) {
	var a int64
	var wg sync.WaitGroup
	wg.Go(func() { atomic.AddInt64(&a, 1) })
	a++
	wg.Wait()
}

// Not by go test -race: the other goroutine has to come between two atomic operations.
func TestBugOddCheckThenAct(t *testing.T) {
	var a atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if a.Load() == 0 {
				a.Add(1)
			}
		})
	}
	wg.Wait()
	if a.Load() != 1 {
		t.Error("twice")
	}
}

func TestOKOddMethodValueCopies(t *testing.T) {
	c := oddCounter{1}
	f := c.get
	var wg sync.WaitGroup
	wg.Go(func() { c.n = 2 })
	if f() != 1 {
		t.Error("not a copy")
	}
	wg.Wait()
}

func TestBugOddMethodValueLate(t *testing.T) {
	c := oddCounter{1}
	var wg sync.WaitGroup
	wg.Go(func() { c.n = 2 })
	f := c.get
	f()
	wg.Wait()
}

type oddCounter struct{ n int }

func (c oddCounter) get() int { return c.n }
func TestOKOddClosureLoop(t *testing.T) {
	var fs []func() int
	for i := 0; i < 2; i++ {
		fs = append(fs, func() int { i++; return i })
	}
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(func() { f() })
	}
	wg.Wait()
}

func TestBugOddClosureShared(t *testing.T) {
	i := 0
	fs := []func() int{func() int { i++; return i }, func() int { i++; return i }}
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Go(func() { f() })
	}
	wg.Wait()
}

func TestBugOddSortShared(t *testing.T) {
	s := []int{2, 1}
	var wg sync.WaitGroup
	wg.Go(func() { slices.Sort(s) })
	_ = slices.Contains(s, 1)
	wg.Wait()
}

func TestOKOddChunk(t *testing.T) {
	s := make([]int, 4)
	var wg sync.WaitGroup
	for c := range slices.Chunk(s, 2) {
		wg.Go(func() {
			for i := range c {
				c[i]++
			}
		})
	}
	wg.Wait()
	if !slices.Equal(s, []int{1, 1, 1, 1}) {
		t.Error(s)
	}
}

func TestBugOddAppendShared(t *testing.T) {
	s := make([]int, 0, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { _ = append(s, i) })
	}
	wg.Wait()
}

func TestOKOddAppendClipped(t *testing.T) {
	s := slices.Clip(make([]int, 1, 3))
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { _ = append(s, i) })
	}
	wg.Wait()
}

func TestBugOddRWUpgrade(t *testing.T) {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { mu.RLock(); mu.RUnlock(); mu.RLock(); defer mu.RUnlock() })
	}
	mu.RLock()
	go func() { mu.Lock(); mu.Unlock() }()
	mu.RLock()
	mu.RUnlock()
	mu.RUnlock()
	wg.Wait()
}
