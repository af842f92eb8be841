package litmus

import (
	"sync"
	"testing"
)

// A load sees what was stored, or that there is nothing.
//
// Outcomes: none, 1, 2
func TestMapLoad(t *testing.T) {
	var m sync.Map
	done := make(chan bool)
	go func() {
		m.Store("k", 1)
		m.Store("k", 2)
		close(done)
	}()
	v, ok := m.Load("k")
	<-done
	if !ok {
		v = "none"
	}
	see("%v", v)
}

// What comes before a store is seen by who loads what it has stored.
//
// Outcomes: none, 7
func TestMapOrders(t *testing.T) {
	var m sync.Map
	x := 0
	done := make(chan bool)
	go func() {
		x = 7
		m.Store("k", true)
		close(done)
	}()
	seen := any("none")
	if _, ok := m.Load("k"); ok {
		seen = x
	}
	<-done
	see("%v", seen)
}

// Of two LoadOrStores one stores, and both get its value.
//
// Outcomes: 11 10, 22 01
func TestMapLoadOrStore(t *testing.T) {
	var m sync.Map
	var got, stored [2]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			v, loaded := m.LoadOrStore("k", i+1)
			got[i], stored[i] = v.(int), bit(!loaded)
		})
	}
	wg.Wait()
	see("%d%d %d%d", got[0], got[1], stored[0], stored[1])
}

// One of two deletes what is there.
//
// Outcomes: 10, 01
func TestMapLoadAndDelete(t *testing.T) {
	var m sync.Map
	m.Store("k", 1)
	var got [2]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			_, loaded := m.LoadAndDelete("k")
			got[i] = bit(loaded)
		})
	}
	wg.Wait()
	see("%d%d", got[0], got[1])
}

// CompareAndSwap, Swap and CompareAndDelete.
//
// Outcomes: true 2 1, false 2 0
func TestMapCompareAndSwap(t *testing.T) {
	var m sync.Map
	m.Store("k", 0)
	done := make(chan bool)
	ok := false
	go func() {
		ok = m.CompareAndSwap("k", 0, 1)
		close(done)
	}()
	old, _ := m.Swap("k", 2)
	<-done
	v, _ := m.Load("k")
	deleted := m.CompareAndDelete("k", 2)
	if v == 1 || !deleted {
		t.Error("it was swapped late")
	}
	see("%t %v %v", ok, v, old)
}

// Keys do not depend on each other: store buffering with two of them.
//
// Outcomes: 01, 10, 11
func TestMapKeys(t *testing.T) {
	var m sync.Map
	var seen [2]int
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			m.Store(i, true)
			_, ok := m.Load(1 - i)
			seen[i] = bit(ok)
		})
	}
	wg.Wait()
	see("%d%d", seen[0], seen[1])
}

// Range goes through what is there from its beginning to its end.
//
// Outcomes: 3
func TestMapRange(t *testing.T) {
	var m sync.Map
	m.Store("a", 1)
	m.Store("b", 2)
	sum := 0
	m.Range(func(_, v any) bool {
		sum += v.(int)
		return true
	})
	see("%d", sum)
}

// It is no snapshot: of two keys that come while it goes on it may see either,
// the later one alone as well.
//
// Outcomes: -, a, b, ab
func TestMapRangeNoSnapshot(t *testing.T) {
	var m sync.Map
	done := make(chan bool)
	go func() {
		m.Store("a", 1)
		m.Store("b", 1)
		close(done)
	}()
	a, b := "", ""
	m.Range(func(k, _ any) bool {
		if k == "a" {
			a = "a"
		} else {
			b = "b"
		}
		return true
	})
	<-done
	if a+b == "" {
		a = "-"
	}
	see("%s", a+b)
}

// What is deleted while it goes on is seen, or not; the function may delete too.
//
// Outcomes: 1, 2
func TestMapRangeDelete(t *testing.T) {
	var m sync.Map
	m.Store("a", 1)
	m.Store("b", 1)
	done := make(chan bool)
	go func() {
		m.Delete("b")
		close(done)
	}()
	n := 0
	m.Range(func(k, _ any) bool {
		if k == "a" {
			m.Delete("a")
		}
		n++
		return true
	})
	<-done
	see("%d", n)
}

// Range ends when the function says so.
//
// Outcomes: 1
func TestMapRangeStops(t *testing.T) {
	var m sync.Map
	m.Store("a", 1)
	m.Store("b", 1)
	n := 0
	m.Range(func(_, _ any) bool {
		n++
		return false
	})
	see("%d", n)
}

// Clear and a store.
//
// Outcomes: 0, 1
func TestMapClear(t *testing.T) {
	var m sync.Map
	m.Store("a", 1)
	done := make(chan bool)
	go func() {
		m.Store("b", 1)
		close(done)
	}()
	m.Clear()
	<-done
	n := 0
	m.Range(func(_, _ any) bool {
		n++
		return true
	})
	see("%d", n)
}

// A pool gives what was put there, or something new. Nobody else gets it.
//
// Outcomes: old, new
func TestPool(t *testing.T) {
	p := sync.Pool{New: func() any { return "new" }}
	p.Put("old")
	v := p.Get()
	if v == "old" && p.Get() == "old" {
		t.Error("it is given twice")
	}
	see("%v", v)
}

// Two tasks never have the same object at a time.
//
// Outcomes: different
func TestPoolShares(t *testing.T) {
	type object struct{ n int }
	p := sync.Pool{New: func() any { return new(object) }}
	p.Put(new(object))
	var got [2]*object
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { got[i] = p.Get().(*object) })
	}
	wg.Wait()
	if got[0] == got[1] {
		see("the same")
	} else {
		see("different")
	}
}

// Without New a pool that has nothing gives nil.
//
// Outcomes: <nil>
func TestPoolNil(t *testing.T) {
	var p sync.Pool
	see("%v", p.Get())
}
