package litmus

import (
	"context"
	"fmt"
	"log"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// count counts to 2, in two tasks, each under the lock.
func count(lock, unlock func()) int {
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			lock()
			n++
			unlock()
		})
	}
	wg.Wait()
	return n
}

// Lock and Unlock as method values.
//
// Outcomes: 2
func TestMethodValue(t *testing.T) {
	var mu sync.Mutex
	see("%d", count(mu.Lock, mu.Unlock))
}

// A method value binds its receiver when it is made.
//
// Outcomes: true false
func TestMethodValueBinds(t *testing.T) {
	a, b := new(sync.Mutex), new(sync.Mutex)
	p := a
	lock := p.Lock
	p = b
	lock()
	see("%t %t", b.TryLock(), a.TryLock())
}

// A method value of a nil interface panics when it is made; that of a nil
// pointer when it is called.
//
// Outcomes: made called
func TestMethodValueNil(t *testing.T) {
	when := func(f func()) (what string) {
		defer func() {
			if recover() == nil {
				what = "never"
			}
		}()
		what = "made"
		f()
		return
	}
	var l sync.Locker
	var c *gauge
	a := when(func() { _ = l.Lock })
	b := "called"
	func() {
		defer func() { recover() }()
		f := c.add
		defer func() { b = "called" }()
		b = "returned"
		f()
	}()
	see("%s %s", a, b)
}

type gauge struct {
	mu sync.Mutex
	n  int
}

func (g *gauge) add() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n++
}

// Method expressions.
//
// Outcomes: 2
func TestMethodExpression(t *testing.T) {
	var mu sync.Mutex
	lock, unlock := (*sync.Mutex).Lock, (*sync.Mutex).Unlock
	see("%d", count(func() { lock(&mu) }, func() { unlock(&mu) }))
}

// Of a read lock, and of an interface.
//
// Outcomes: true false
func TestMethodExpressions(t *testing.T) {
	var rw sync.RWMutex
	(*sync.RWMutex).RLock(&rw)
	a := (*sync.RWMutex).TryRLock(&rw)
	rw.RUnlock()
	rw.RUnlock()
	sync.Locker.Lock(&rw)
	b := rw.TryRLock()
	sync.Locker.Unlock(&rw)
	see("%t %t", a, b)
}

// Goroutines started by method values and expressions, bound or not.
//
// Outcomes: 3
func TestGoMethod(t *testing.T) {
	g := &gauge{}
	var wg sync.WaitGroup
	wg.Add(3)
	g.mu.Lock()
	go g.mu.Unlock() // lets the others in
	done := wg.Done
	add := (*gauge).add
	go func() { defer done(); g.add() }()
	go func() { defer done(); add(g) }()
	f := g.add
	wg.Done()
	wg.Go(f)
	wg.Wait()
	g.mu.Lock()
	see("%d", g.n)
}

// go with a method of a channel's element, and of a map's.
//
// Outcomes: 2
func TestGoMethodOf(t *testing.T) {
	wgs := map[string]*sync.WaitGroup{"a": {}}
	c := make(chan *sync.WaitGroup, 1)
	c <- wgs["a"]
	n := 2
	wgs["a"].Add(2)
	go wgs["a"].Done()
	go (<-c).Done()
	wgs["a"].Wait()
	see("%d", n)
}

// defer with a method value: the receiver is evaluated at once.
//
// Outcomes: true false
func TestDeferMethod(t *testing.T) {
	a, b := &sync.Mutex{}, &sync.Mutex{}
	func() {
		mu := a
		mu.Lock()
		defer mu.Unlock()
		mu = b
		mu.Lock()
	}()
	see("%t %t", a.TryLock(), b.TryLock())
}

// Locks behind sync.Locker.
//
// Outcomes: 2 2 2
func TestLocker(t *testing.T) {
	var mu sync.Mutex
	var rw sync.RWMutex
	own := &counting{}
	var n [3]int
	for i, l := range []sync.Locker{&mu, &rw, own} {
		n[i] = count(l.Lock, l.Unlock)
	}
	see("%d %d %d", n[0], n[1], n[2])
}

// An interface of the user's over the methods of a lock.
type tryLocker interface {
	sync.Locker
	TryLock() bool
}

// Locks behind an interface with TryLock.
//
// Outcomes: false true, true false
func TestTryLocker(t *testing.T) {
	try := func(l tryLocker) string {
		var wg sync.WaitGroup
		var got [2]bool
		for i := range 2 {
			wg.Go(func() { got[i] = l.TryLock() })
		}
		wg.Wait()
		l.Unlock()
		return fmt.Sprint(got[0], got[1])
	}
	var mu sync.Mutex
	see("%s", try(&mu))
}

// The same of an RWMutex, with all of its methods.
//
// Outcomes: false true
func TestRWLocker(t *testing.T) {
	type rwLocker interface {
		tryLocker
		RLock()
		RUnlock()
		TryRLock() bool
		RLocker() sync.Locker
	}
	var l rwLocker = new(sync.RWMutex)
	l.RLock()
	l.RLocker().Lock()
	a := l.TryLock()
	l.RUnlock()
	l.RLocker().Unlock()
	done := make(chan bool)
	l.Lock()
	go func() {
		l.RLock()
		l.RUnlock()
		close(done)
	}()
	l.Unlock()
	<-done
	b := l.TryRLock()
	see("%t %t", a, b)
}

// A waiting WaitGroup behind an interface.
//
// Outcomes: 1 1
func TestWaiter(t *testing.T) {
	type waiter interface {
		Add(int)
		Done()
		Wait()
	}
	var w waiter = new(sync.WaitGroup)
	n := 0
	w.Add(1)
	go func() {
		n = 1
		w.Done()
	}()
	w.Wait()
	seen := n
	var g interface{ Go(func()) } = w.(*sync.WaitGroup)
	g.Go(func() { n = 2 })
	w.Wait()
	see("%d %d", seen, n-1)
}

// Atomics behind interfaces.
//
// Outcomes: 00 2, 01 2, 02 2, 11 2, 12 2, 22 2
func TestAtomicInterface(t *testing.T) {
	type number interface {
		Load() int64
		Store(int64)
		Add(int64) int64
	}
	var n number = new(atomic.Int64)
	done := make(chan bool)
	go func() {
		n.Store(1)
		n.Add(1)
		close(done)
	}()
	a := n.Load()
	b := n.Load()
	<-done
	see("%d%d %d", a, b, n.Load())
}

// A Cond, a Once and a Map behind interfaces.
//
// Outcomes: 1 1 1
func TestOtherInterfaces(t *testing.T) {
	var once interface{ Do(func()) } = new(sync.Once)
	var mu sync.Mutex
	var cond interface {
		Wait()
		Broadcast()
	} = sync.NewCond(&mu)
	var m interface {
		LoadOrStore(key, value any) (any, bool)
		Load(key any) (any, bool)
	} = new(sync.Map)
	n, ready := 0, false
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			once.Do(func() { n++ })
			m.LoadOrStore("k", n)
			mu.Lock()
			ready = true
			mu.Unlock()
			cond.Broadcast()
		})
	}
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
	wg.Wait()
	v, _ := m.Load("k")
	see("%d %v %d", n, v, bit(ready))
}

// Timers and tickers behind interfaces.
//
// Outcomes: true true
//
// Native: slow
func TestTimerInterface(t *testing.T) {
	timer := time.NewTimer(time.Hour)
	var s interface{ Stop() bool } = timer
	a := s.Stop()
	var r interface{ Reset(time.Duration) bool } = timer
	b := r.Reset(20 * time.Millisecond)
	<-timer.C
	ticker := time.NewTicker(20 * time.Millisecond)
	var stop interface{ Stop() } = ticker
	stop.Stop()
	select {
	case <-ticker.C:
		see("tick")
	case <-time.After(60 * time.Millisecond):
	}
	see("%t %t", a, !b)
}

// A method of an interface as a value.
//
// Outcomes: 2
func TestInterfaceMethodValue(t *testing.T) {
	var l sync.Locker = &sync.Mutex{}
	lock, unlock := l.Lock, l.Unlock
	l = nil
	see("%d", count(lock, unlock))
}

// Embedded locks.
type inner struct{ sync.Mutex }

type middle struct {
	*inner
	other int
}

type outer struct {
	middle
	n int
}

type withLocker struct {
	sync.Locker
	n int
}

// An embedded lock, through several levels and a pointer, and as an interface.
//
// Outcomes: 2 2 2 2
func TestEmbedded(t *testing.T) {
	o := &outer{middle: middle{inner: &inner{}}}
	var i inner
	w := withLocker{Locker: o}
	a := count(o.Lock, o.Unlock)
	b := count(func() { o.middle.inner.Mutex.Lock() }, func() { o.inner.Unlock() })
	c := count(i.Lock, i.Unlock)
	d := count(w.Lock, w.Unlock)
	see("%d %d %d %d", a, b, c, d)
}

// The promoted lock and the field are one.
//
// Outcomes: false false true
func TestEmbeddedIsField(t *testing.T) {
	o := outer{middle: middle{inner: &inner{}}}
	var l sync.Locker = o
	l.Lock()
	a, b := o.TryLock(), o.middle.inner.Mutex.TryLock()
	o.Unlock()
	see("%t %t %t", a, b, l.(interface{ TryLock() bool }).TryLock())
}

// Types that are local to a function, and unnamed ones.
//
// Outcomes: 2 2
func TestEmbeddedLocal(t *testing.T) {
	type local struct {
		sync.Mutex
		n int
	}
	l := &local{}
	var x struct {
		sync.RWMutex
		n int
	}
	a := count(l.Lock, l.Unlock)
	b := count(x.Lock, x.Unlock)
	see("%d %d", a, b)
}

// The same, seen through interfaces: the compiler makes their methods.
//
// Outcomes: 2 2 2
func TestEmbeddedLocalInterface(t *testing.T) {
	type local struct {
		sync.Mutex
		n int
	}
	type generic[T any] struct {
		sync.Mutex
		n T
	}
	lockers := []sync.Locker{&local{}, &struct{ sync.Mutex }{}, &generic[string]{}}
	var n [3]int
	for i, l := range lockers {
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				l.Lock()
				defer l.Unlock()
				n[i]++
			})
		}
		wg.Wait()
	}
	see("%d %d %d", n[0], n[1], n[2])
}

// Embedded WaitGroup, Once, atomics, contexts and channels.
type everything struct {
	sync.WaitGroup
	sync.Once
	*sync.Cond
	atomic.Int32
	context.Context
}

// Their methods are promoted.
//
// Outcomes: 2 1 canceled
func TestEmbeddedOthers(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e := &everything{Context: ctx, Cond: sync.NewCond(&sync.Mutex{})}
	once := 0
	e.WaitGroup.Add(2)
	for range 2 {
		go func() {
			e.Int32.Add(1)
			e.Do(func() { once++ })
			e.Done0()
		}()
	}
	e.WaitGroup.Wait()
	e.Signal()
	cancel()
	see("%d %d %s", e.Load(), once, short(e.Err()))
}

// Done0 is the WaitGroup's Done, since Context has one as well.
func (e *everything) Done0() { e.WaitGroup.Done() }

// A method that is declared overrides the promoted one.
//
// Outcomes: 2 2
func TestEmbeddedOverridden(t *testing.T) {
	l := &overriding{}
	n := count(l.Lock, l.Unlock)
	see("%d %d", n, l.locks)
}

type overriding struct {
	sync.Mutex
	locks int
}

func (o *overriding) Lock() {
	o.Mutex.Lock()
	o.locks++
}

// A defined type over a lock has none of its methods; over a struct with one it
// has them.
//
// Outcomes: 2 2
func TestDefinedTypes(t *testing.T) {
	type bare sync.Mutex
	type same inner
	var b bare
	var s same
	n := count((*sync.Mutex)(&b).Lock, (*sync.Mutex)(&b).Unlock)
	see("%d %d", n, count(s.Lock, s.Unlock))
}

// Function types, closures in structs and maps, bound methods of values.
//
// Outcomes: 12
func TestFunctionFields(t *testing.T) {
	type hooks struct {
		lock, unlock func()
		on           map[string]func(int)
	}
	var mu sync.Mutex
	n := 0
	h := hooks{lock: mu.Lock, unlock: mu.Unlock}
	h.on = map[string]func(int){"add": func(d int) {
		h.lock()
		defer h.unlock()
		n += d
	}}
	var wg sync.WaitGroup
	for _, d := range []int{2, 10} {
		wg.Go(func() { h.on["add"](d) })
	}
	wg.Wait()
	see("%d", n)
}

// A value receiver copies: the method reads the variable when it is called.
//
// Outcomes: 0, 1
func TestValueReceiver(t *testing.T) {
	var mu sync.Mutex
	p := point{}
	done := make(chan bool)
	go func() {
		mu.Lock()
		p.x = 1
		mu.Unlock()
		close(done)
	}()
	mu.Lock()
	get := p.get
	mu.Unlock()
	<-done
	see("%d", get())
}

type point struct{ x int }

func (p point) get() int { return p.x }

// Operations on nil panic, and can be recovered from.
//
// Outcomes: 0
//
// Native: without -race, which a panic within a WaitGroup leaves switched off
func TestNilReceivers(t *testing.T) {
	var (
		mu     *sync.Mutex
		rw     *sync.RWMutex
		wg     *sync.WaitGroup
		once   *sync.Once
		cond   *sync.Cond
		m      *sync.Map
		n      *atomic.Int32
		v      *atomic.Value
		p      *atomic.Pointer[int]
		word   *int64
		timer  *time.Timer
		ticker *time.Ticker
		l      sync.Locker
		f      func()
	)
	survived := 0
	for _, op := range []func(){
		func() { mu.Lock() },
		func() { mu.Unlock() },
		func() { mu.TryLock() },
		func() { rw.RLock() },
		func() { wg.Add(1) },
		func() { wg.Wait() },
		func() { once.Do(func() {}) },
		func() { cond.Wait() },
		func() { cond.L.Lock() },
		func() { m.Load(1) },
		func() { n.Load() },
		func() { v.Store(1) },
		func() { p.Load() },
		func() { atomic.AddInt64(word, 1) },
		func() { timer.Stop() },
		func() { <-timer.C },
		func() { ticker.Reset(1) },
		func() { l.Lock() },
		func() { sync.NewCond(nil).Wait() },
		func() { defer f() },
	} {
		func() {
			defer func() { recover() }()
			op()
			survived++
		}()
	}
	see("%d", survived)
}

// A logger behind an interface, whose writer takes a lock of the program's; it
// says where it is called.
//
// Outcomes: 2 true
func TestLoggerInterface(t *testing.T) {
	w := &lines{}
	var l interface{ Printf(string, ...any) } = log.New(w, "", log.Lshortfile)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { l.Printf("line %d", i) })
	}
	wg.Wait()
	w.mu.Lock()
	see("%d %t", w.n, w.here)
	w.mu.Unlock()
}

// lines counts lines.
type lines struct {
	mu   sync.Mutex
	n    int
	here bool
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	l.here = strings.HasPrefix(string(p), "lang_method_test.go:")
	return len(p), nil
}
