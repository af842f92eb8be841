package everyday

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"
)

// What somebody has polled is garbage like all else, once nobody reaches it: what gocheck knows of
// a loop's rounds does not keep it.

type gate struct {
	open atomic.Bool
	n    int
	room [4]int
}

// The goroutine has polled the gate, and has ended.
func TestOKPolled(t *testing.T) {
	w := func() weak.Pointer[gate] {
		g := new(gate)
		var wg sync.WaitGroup
		wg.Go(func() {
			for !g.open.Load() {
				runtime.Gosched()
			}
		})
		g.open.Store(true)
		wg.Wait()
		return weak.Make(g)
	}()
	runtime.GC()
	if w.Value() != nil {
		t.Error("still there")
	}
}

// The test itself has polled two, and goes on.
func TestOKPolledByTest(t *testing.T) {
	w := func() weak.Pointer[gate] {
		g, h := new(gate), new(gate)
		go func() { g.open.Store(true); h.open.Store(true) }()
		for !g.open.Load() || !h.open.Load() {
			runtime.Gosched()
		}
		return weak.Make(g)
	}()
	runtime.GC()
	if w.Value() != nil {
		t.Error("still there")
	}
}

func TestOKPolledThenAnother(t *testing.T) {
	w := func() weak.Pointer[gate] {
		gs := []*gate{new(gate), new(gate), new(gate)}
		go func() {
			for _, g := range gs {
				g.open.Store(true)
			}
		}()
		for _, g := range gs {
			for !g.open.Load() {
				runtime.Gosched()
			}
		}
		return weak.Make(gs[1])
	}()
	var x atomic.Int32
	go x.Store(1)
	for x.Load() == 0 {
	}
	runtime.GC()
	if w.Value() != nil {
		t.Error("still there")
	}
}

// Nor does what a goroutine has sent before it waits for something else.
func TestOKSentThenCond(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	w := func() weak.Pointer[gate] {
		o := new(gate)
		ch := make(chan *gate, 1)
		go func() {
			ch <- new(gate)
			mu.Lock()
			for !ready {
				c.Wait()
			}
			mu.Unlock()
		}()
		o = <-ch
		return weak.Make(o)
	}()
	time.Sleep(time.Millisecond)
	runtime.GC()
	if w.Value() != nil {
		t.Error("still there")
	}
	mu.Lock()
	ready = true
	c.Broadcast()
	mu.Unlock()
}
