// Locks and their friends: promoted methods at several depths, method values
// and expressions, interfaces, deferred and launched calls of intercepted
// operations.
package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type base struct{ sync.Mutex }
type middle struct{ *base }
type top struct {
	middle
	sync.Locker
	n int
}
type rw struct {
	*sync.RWMutex
	cond *sync.Cond
	v    map[string]int
}
type named = sync.Mutex
type waits struct{ sync.WaitGroup }

type counter interface {
	Add(delta int)
	Done()
	Wait()
}

type holder[T any] struct {
	mu  sync.Mutex
	val T
	p   atomic.Pointer[T]
}

func (h *holder[T]) set(v T) { h.mu.Lock(); defer h.mu.Unlock(); h.val = v; h.p.Store(&v) }
func (h *holder[T]) get() T  { h.mu.Lock(); defer h.mu.Unlock(); return h.val }

func with[L sync.Locker](l L, f func()) { l.Lock(); defer l.Unlock(); f() }

func locked(l interface {
	Lock()
	Unlock()
}) {
	l.Lock()
	fmt.Println("locked")
	l.Unlock()
}

type queue struct {
	sync.RWMutex
	deep
	n int
}
type deep struct{ holder[int] }
type inner struct{ *queue }

var _ sync.Locker = inner{}

func pair() (string, int) { return "%d\n", 3 }

func main() {
	t := top{middle: middle{&base{}}, Locker: &sync.Mutex{}}
	t.base.Lock()
	t.middle.Unlock()
	t.middle.base.Mutex.Lock()
	unlock := t.base.Unlock
	unlock()
	t.Locker.Lock()
	defer t.Locker.Unlock()
	(*sync.Mutex).Lock(&t.Mutex)
	f := (*base).Unlock
	f(t.base)
	fmt.Println((&t.Mutex).TryLock(), t.TryLock())
	var nm named
	nm.Lock()
	(nm).Unlock()
	mus := []sync.Mutex{{}, {}}
	for i := range mus {
		mus[i].Lock()
		defer mus[i].Unlock()
	}
	ptrs := map[string]*sync.Mutex{"a": {}}
	ptrs["a"].Lock()
	go ptrs["a"].Unlock()
	ptrs["a"].Lock()

	r := rw{RWMutex: new(sync.RWMutex), v: map[string]int{}}
	r.cond = sync.NewCond(r.RLocker())
	r.RLock()
	fmt.Println(r.TryRLock(), r.TryLock())
	r.RUnlock()
	r.RUnlock()
	r.Lock()
	r.v["x"]++
	r.Unlock()
	ready := make(chan bool)
	go func() {
		r.cond.L.Lock()
		close(ready)
		for r.v["go"] == 0 {
			r.cond.Wait()
		}
		r.cond.L.Unlock()
		ready = nil
		r.Lock()
		r.v["done"] = 1
		r.Unlock()
	}()
	<-ready
	for {
		r.Lock()
		r.v["go"] = 1
		r.cond.Broadcast()
		d := r.v["done"]
		r.Unlock()
		if d == 1 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	fmt.Println(r.v)

	var once sync.Once
	for i := 0; i < 2; i++ {
		once.Do(func() { fmt.Println("once", i) })
	}
	var w waits
	var c counter = &w
	c.Add(2)
	go c.Done()
	go w.Done()
	w.Wait()
	c.Wait()
	w.WaitGroup.Add(1)
	go func(w *sync.WaitGroup) { defer w.Done() }(&w.WaitGroup)
	w.Wait()
	h := &holder[string]{}
	h.set("generic")
	fmt.Println(h.get(), *h.p.Load())
	with(&h.mu, func() { fmt.Println("with") })
	with[sync.Locker](&h.mu, func() { fmt.Println("with") })
	locked(&h.mu)
	t.Locker.Unlock()
	locked(&t)
	t.Locker.Lock()

	qq := &queue{}
	cond := sync.NewCond(qq)
	go func() { qq.Lock(); qq.n = 1; cond.Signal(); qq.Unlock() }()
	cond.L.Lock()
	for qq.n == 0 {
		cond.Wait()
	}
	cond.L.Unlock()
	locked(inner{qq})
	t.base.Unlock()
	locked(t.base)
	var sm sync.Map
	sm.Store("k", 1)
	sm.Range(func(k, v any) bool { fmt.Println(k, v); return true })
	fmt.Println(sm.LoadOrStore("k", 2))
	pool := sync.Pool{New: func() any { return new(int) }}
	pool.Put(new(int))
	fmt.Println(*pool.Get().(*int))

	var n int32
	var n64 atomic.Int64
	add := atomic.AddInt32
	fmt.Println(add(&n, 2), atomic.CompareAndSwapInt32(&n, 2, 5), atomic.LoadInt32(&n), n64.Add(4))
	store := n64.Store
	store(7)
	cas := (*atomic.Int64).CompareAndSwap
	fmt.Println(cas(&n64, 7, 8), n64.Load(), n64.Swap(1))
	var v atomic.Value
	v.Store("x")
	fmt.Println(v.Load().(string))

	now, since := time.Now, time.Since
	start := now()
	fmt.Println(since(start) < time.Hour, time.Until(start) < time.Hour)
	ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), "k", "v"), time.Hour)
	go cancel()
	<-ctx.Done()
	fmt.Println(ctx.Err(), context.Cause(ctx), ctx.Value("k"))
	tm := time.NewTimer(time.Hour)
	defer tm.Stop()
	fmt.Println(tm.Stop(), tm.Reset(time.Nanosecond))
	<-tm.C
	select {
	case <-time.After(time.Millisecond):
		fmt.Println("after")
	case <-tm.C:
	}
	ch := make(chan int, 3)
	func() {
		defer close(ch)
		defer delete(r.v, "go")
		defer fmt.Printf(pair())
		defer func(x int) { ch <- x }(len(r.v))
	}()
	fmt.Println(<-ch, r.v)
	done := make(chan string, 1)
	go fmt.Sprint("ignored", len(done))
	go func(ss ...string) { done <- fmt.Sprint(len(ss), ss) }([]string{"a", "b"}...)
	fmt.Println(<-done)
	go send(done, fmt.Sprint)
	fmt.Println(<-done)
	go sendTwo(two(done))
	fmt.Println(<-done)
}

func send(c chan string, f func(...any) string) { c <- f("sent", 1) }
func two(c chan string) (chan string, int)      { return c, 5 }
func sendTwo(c chan string, n int)              { c <- fmt.Sprint(n) }
