package litmus

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
)

// Store buffering: two tasks each store to one variable and load the other.
// Operations are sequentially consistent, so one of the stores is the first
// operation of all, and the other task's load sees it.
//
// Outcomes: 01, 10, 11
func TestStoreBuffering(t *testing.T) {
	var x, y atomic.Int32
	var a, b int32
	var wg sync.WaitGroup
	wg.Go(func() {
		x.Store(1)
		a = y.Load()
	})
	wg.Go(func() {
		y.Store(1)
		b = x.Load()
	})
	wg.Wait()
	see("%d%d", a, b)
}

// Message passing: who sees the flag sees what was stored before it.
//
// Outcomes: 00, 01, 11
func TestMessagePassing(t *testing.T) {
	var data, flag atomic.Int64
	done := make(chan bool)
	go func() {
		data.Store(1)
		flag.Store(1)
		close(done)
	}()
	f := flag.Load()
	d := data.Load()
	<-done
	see("%d%d", f, d)
}

// Message passing of a plain variable: the atomic flag orders the accesses, so
// that there is no race.
//
// Outcomes: none, 7
func TestMessagePassingPlain(t *testing.T) {
	var data int
	var flag atomic.Bool
	done := make(chan bool)
	go func() {
		data = 7
		flag.Store(true)
		close(done)
	}()
	seen := "none"
	if flag.Load() {
		seen = strconv.Itoa(data)
	}
	<-done
	see("%v", seen)
}

// Independent reads of independent writes: two readers never disagree about
// which of two stores came first (10,10 would be: x before y, and y before x).
//
// Outcomes: 00 00, 00 01, 00 10, 00 11, 01 00, 01 01, 01 10, 01 11, 10 00, 10 01, 10 11,
// 11 00, 11 01, 11 10, 11 11
func TestIRIW(t *testing.T) {
	var x, y atomic.Uint32
	var a, b, c, d uint32
	var wg sync.WaitGroup
	wg.Go(func() { x.Store(1) })
	wg.Go(func() { y.Store(1) })
	wg.Go(func() {
		a = x.Load()
		b = y.Load()
	})
	wg.Go(func() {
		c = y.Load()
		d = x.Load()
	})
	wg.Wait()
	see("%d%d %d%d", a, b, c, d)
}

// Coherence: two loads of one variable never see its values in the wrong order.
//
// Outcomes: 00, 01, 02, 11, 12, 22
func TestCoherence(t *testing.T) {
	var x atomic.Int32
	done := make(chan bool)
	go func() {
		x.Store(1)
		x.Store(2)
		close(done)
	}()
	a := x.Load()
	b := x.Load()
	<-done
	see("%d%d", a, b)
}

// Load buffering: nobody sees a value before it is stored, so not both loads
// can see the other's store that comes after it.
//
// Outcomes: 00, 01, 10
func TestLoadBuffering(t *testing.T) {
	var x, y atomic.Int32
	var a, b int32
	var wg sync.WaitGroup
	wg.Go(func() {
		a = x.Load()
		y.Store(1)
	})
	wg.Go(func() {
		b = y.Load()
		x.Store(1)
	})
	wg.Wait()
	see("%d%d", a, b)
}

// Write-write: the last store stays.
//
// Outcomes: 1, 2
func TestLastStore(t *testing.T) {
	var x atomic.Uint64
	var wg sync.WaitGroup
	wg.Go(func() { x.Store(1) })
	wg.Go(func() { x.Store(2) })
	wg.Wait()
	see("%v", x.Load())
}

// A swap returns the value before it: of two, one sees the other's.
//
// Outcomes: 01 2, 20 1
func TestSwap(t *testing.T) {
	var x atomic.Int32
	var a, b int32
	var wg sync.WaitGroup
	wg.Go(func() { a = x.Swap(1) })
	wg.Go(func() { b = x.Swap(2) })
	wg.Wait()
	see("%d%d %d", a, b, x.Load())
}

// Adds lose nothing; each returns the sum so far.
//
// Outcomes: 13 3, 32 3
func TestAdd(t *testing.T) {
	var x int64
	var a, b int64
	var wg sync.WaitGroup
	wg.Go(func() { a = atomic.AddInt64(&x, 1) })
	wg.Go(func() { b = atomic.AddInt64(&x, 2) })
	wg.Wait()
	see("%d%d %d", a, b, atomic.LoadInt64(&x))
}

// An increment by load and store loses the other one.
//
// Outcomes: 1, 2
func TestLostUpdate(t *testing.T) {
	var x atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			n := x.Load()
			x.Store(n + 1)
		})
	}
	wg.Wait()
	see("%v", x.Load())
}

// Of two compare-and-swaps from one value one succeeds.
//
// Outcomes: 10 1, 01 2
func TestCompareAndSwap(t *testing.T) {
	var x atomic.Uintptr
	var a, b bool
	var wg sync.WaitGroup
	wg.Go(func() { a = x.CompareAndSwap(0, 1) })
	wg.Go(func() { b = x.CompareAndSwap(0, 2) })
	wg.Wait()
	see("%d%d %d", bit(a), bit(b), x.Load())
}

// A failed compare-and-swap writes nothing, a second try succeeds: a counter.
//
// Outcomes: 2
func TestCASCounter(t *testing.T) {
	var x uint32
	var wg sync.WaitGroup
	add := func() {
		old := atomic.LoadUint32(&x)
		if !atomic.CompareAndSwapUint32(&x, old, old+1) {
			// The other task's, which has only one.
			if !atomic.CompareAndSwapUint32(&x, old+1, old+2) {
				panic("there was a third one")
			}
		}
	}
	wg.Go(add)
	wg.Go(add)
	wg.Wait()
	see("%v", atomic.LoadUint32(&x))
}

// ABA: a compare-and-swap does not see that the value has been another one.
//
// Outcomes: false, true
func TestABA(t *testing.T) {
	var x atomic.Int64
	done := make(chan bool)
	go func() {
		x.Store(1)
		x.Store(0)
		close(done)
	}()
	ok := x.CompareAndSwap(0, 2)
	<-done
	see("%t", ok && x.Load() == 2)
}

// And and Or return the old value; they change single bits.
//
// Outcomes: 7 3 5, 3 1 5
func TestAndOr(t *testing.T) {
	var x atomic.Int32
	x.Store(3)
	var a, o int32
	var wg sync.WaitGroup
	wg.Go(func() { a = x.And(5) })
	wg.Go(func() { o = x.Or(4) })
	wg.Wait()
	see("%d %d %d", a, o, x.Load())
}

// The functions And and Or too.
//
// Outcomes: 6 2 4, 2 0 4
func TestAndOrFuncs(t *testing.T) {
	x := uint64(2)
	var a, o uint64
	var wg sync.WaitGroup
	wg.Go(func() { a = atomic.AndUint64(&x, 4) })
	wg.Go(func() { o = atomic.OrUint64(&x, 4) })
	wg.Wait()
	see("%d %d %d", a, o, atomic.LoadUint64(&x))
}

// A Value is empty, or what was stored; a store of another type panics.
//
// Outcomes: <nil>, a, b, panic
func TestValue(t *testing.T) {
	var v atomic.Value
	done := make(chan bool)
	go func() {
		v.Store("a")
		v.Store("b")
		close(done)
	}()
	seen := v.Load()
	if seen == nil {
		func() {
			defer func() {
				if recover() != nil {
					seen = "panic"
				}
			}()
			if !v.CompareAndSwap(nil, "c") {
				v.Store(1)
			} else {
				v.Store("b")
			}
		}()
	}
	<-done
	see("%v", seen)
}

// A Value's swap and compare-and-swap.
//
// Outcomes: true 2, false 2
func TestValueSwap(t *testing.T) {
	var v atomic.Value
	v.Store(0)
	var wg sync.WaitGroup
	var ok bool
	wg.Go(func() { ok = v.CompareAndSwap(0, 1) })
	wg.Go(func() { v.Swap(2) })
	wg.Wait()
	if v.Load() == 1 {
		t.Error("the swap came first, so nothing could be compared")
	}
	see("%t %v", ok, v.Load())
}

// A pointer stored atomically publishes what it points to.
//
// Outcomes: none, 5
func TestPointer(t *testing.T) {
	type node struct{ n int }
	var p atomic.Pointer[node]
	done := make(chan bool)
	go func() {
		p.Store(&node{5})
		close(done)
	}()
	seen := "none"
	if n := p.Load(); n != nil {
		seen = strconv.Itoa(n.n)
	}
	<-done
	see("%v", seen)
}

// A push onto a stack without locks: both are on it, in either order.
//
// Outcomes: 12, 21
func TestPointerStack(t *testing.T) {
	type node struct {
		n    int
		next *node
	}
	var top atomic.Pointer[node]
	push := func(n int) {
		x := &node{n: n}
		for {
			x.next = top.Load()
			if top.CompareAndSwap(x.next, x) {
				return
			}
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() { push(1) })
	wg.Go(func() { push(2) })
	wg.Wait()
	first := top.Swap(nil)
	see("%d%d", first.n, first.next.n)
}

// An unsafe.Pointer.
//
// Outcomes: 1, 2
func TestUnsafePointer(t *testing.T) {
	one, two := 1, 2
	p := unsafe.Pointer(&one)
	done := make(chan bool)
	go func() {
		atomic.SwapPointer(&p, unsafe.Pointer(&two))
		close(done)
	}()
	seen := *(*int)(atomic.LoadPointer(&p))
	<-done
	see("%v", seen)
}

// A lock made of atomics (Peterson's): the tasks are never inside together. Each
// gives up if it would have to wait.
//
// Outcomes: 0, 1, 2
func TestPeterson(t *testing.T) {
	var want [2]atomic.Bool
	var turn, inside atomic.Int32
	var entered atomic.Int32
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			other := 1 - i
			want[i].Store(true)
			turn.Store(int32(other))
			if !want[other].Load() || turn.Load() == int32(i) {
				if inside.Add(1) != 1 {
					panic("both are inside")
				}
				entered.Add(1)
				inside.Add(-1)
			}
			want[i].Store(false)
		})
	}
	wg.Wait()
	see("%v", entered.Load())
}

// Atomics of elements and fields are locations of their own.
//
// Outcomes: 01, 10, 11
func TestAtomicLocations(t *testing.T) {
	s := struct{ v [2]atomic.Int32 }{}
	var seen [2]int32
	var wg sync.WaitGroup
	for i := range s.v {
		wg.Go(func() {
			s.v[i].Store(1)
			seen[i] = s.v[1-i].Load()
		})
	}
	wg.Wait()
	see("%d%d", seen[0], seen[1])
}
