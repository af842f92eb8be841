package races

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What follows has no race: each test orders two accesses in a way of its own.

func TestOrderedByMutex(t *testing.T) {
	var mu sync.Mutex
	n := 0
	add := func() {
		mu.Lock()
		defer mu.Unlock()
		n++
	}
	together(add, add)
}

func TestOrderedByRWMutex(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	together(func() {
		mu.Lock()
		n++
		mu.Unlock()
	}, func() {
		mu.RLock()
		_ = n
		mu.RUnlock()
	})
}

func TestOrderedByAtomic(t *testing.T) {
	var ready atomic.Bool
	n := 0
	together(func() {
		n += 1
		ready.Store(true)
	}, func() {
		if ready.Load() {
			n += 2
		}
	})
}

func TestOrderedByCAS(t *testing.T) {
	var turn atomic.Int32
	n := 0
	claim := func() {
		if turn.CompareAndSwap(0, 1) {
			n++
			turn.Store(2)
		} else if turn.Load() == 2 {
			n++
		}
	}
	together(claim, func() {
		if turn.CompareAndSwap(2, 3) {
			n++
		}
	})
}

func TestOrderedByPointer(t *testing.T) {
	var p atomic.Pointer[point]
	together(func() {
		q := &point{}
		q.x = 1
		p.Store(q)
	}, func() {
		if q := p.Load(); q != nil {
			q.x++
		}
	})
}

func TestOrderedByValue(t *testing.T) {
	var v atomic.Value
	together(func() {
		m := map[int]int{}
		m[1] = 1
		v.Store(m)
	}, func() {
		if m, ok := v.Load().(map[int]int); ok {
			m[1]++
		}
	})
}

func TestOrderedBySend(t *testing.T) {
	c := make(chan int, 1)
	n := 0
	together(func() {
		n += 1
		c <- 1
	}, func() {
		<-c
		n += 2
	})
}

func TestOrderedByRoom(t *testing.T) {
	c := make(chan int, 1)
	n := 0
	together(func() {
		c <- 1
		c <- 2
		n += 1
	}, func() {
		n += 2
		<-c
		<-c
	})
}

func TestOrderedByRendezvous(t *testing.T) {
	c := make(chan int)
	n := 0
	together(func() {
		c <- 1
		n += 1
	}, func() {
		n += 2
		<-c
	})
}

func TestOrderedByClose(t *testing.T) {
	c := make(chan int)
	n := 0
	together(func() {
		n += 1
		close(c)
	}, func() {
		select {
		case <-c:
			n += 2
		}
	})
}

func TestOrderedByOnce(t *testing.T) {
	var once sync.Once
	n := 0
	first := func() {
		once.Do(func() { n++ })
		_ = n
	}
	together(first, first)
}

func TestOrderedByOnceValue(t *testing.T) {
	m := sync.OnceValue(func() map[int]int { return map[int]int{1: 1} })
	together(func() { _ = m()[1] }, func() { _ = len(m()) })
}

func TestOrderedByCond(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready, n := false, 0
	together(func() {
		n += 1
		mu.Lock()
		ready = true
		mu.Unlock()
		c.Signal()
	}, func() {
		mu.Lock()
		for !ready {
			c.Wait()
		}
		mu.Unlock()
		n += 2
	})
}

func TestOrderedByWaitGroup(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		n++
	}()
	wg.Wait()
	n++
	wg.Go(func() { n++ })
	wg.Wait()
	n++
}

func TestOrderedByWaitGroupGrown(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		wg.Add(1) // not from zero
		go wg.Done()
		wg.Done()
	}()
	wg.Wait()
	wg.Add(1)
	go wg.Done()
	wg.Wait()
}

func TestOrderedByAfterFunc(t *testing.T) {
	n, done := 1, make(chan bool)
	time.AfterFunc(time.Second, func() {
		n++
		close(done)
	})
	<-done
	n++
}

func TestOrderedByContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	together(func() {
		n += 1
		cancel()
	}, func() {
		<-ctx.Done()
		n += 2
		if ctx.Err() != nil {
			n += 3
		}
	})
}

func TestOrderedByContextAfterFunc(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n, done := 0, make(chan bool)
	context.AfterFunc(ctx, func() {
		n++
		close(done)
	})
	n++
	cancel()
	<-done
	n++
}

func TestOrderedBySubtest(t *testing.T) {
	n := 0
	t.Run("a", func(t *testing.T) { n++ })
	t.Run("b", func(t *testing.T) { n++ })
	n++
}

func TestOrderedBySyncMap(t *testing.T) {
	var m sync.Map
	together(func() {
		p := &point{}
		p.x = 1
		m.Store(1, p)
	}, func() {
		if p, ok := m.Load(1); ok {
			p.(*point).x++
		}
	})
}

func TestDistinctElements(t *testing.T) {
	s, a, p := make([]int, 2), [2]point{}, &point{}
	together(func() {
		s[0]++
		a[0].x++
		a[1].y++
		p.x++
	}, func() {
		s[1]++
		a[0].y++
		a[1].x++
		p.y++
	})
}

func TestReaders(t *testing.T) {
	m, s := map[int]int{1: 1}, []int{1, 2}
	read := func() {
		for k := range m {
			_ = m[k] + s[0]
		}
		_ = append([]int(nil), s...)
	}
	together(read, read)
}

// A variable that is assigned to itself is neither read nor written.

func TestOrderedReturnOfTheResult(t *testing.T) {
	f := func() (p *point) {
		p = new(point)
		c := make(chan int)
		go func() {
			close(c)
			_ = p.x
		}()
		<-c
		return p
	}
	f()
}

func TestOrderedAssignmentToItself(t *testing.T) {
	p, q := new(point), new(point)
	c := make(chan int)
	go func() {
		close(c)
		_ = p.x
	}()
	<-c
	p, q = p, new(point)
	_ = q
}

func TestOrderedBeforeDeferred(t *testing.T) {
	f := func() (n int) {
		var wg sync.WaitGroup
		wg.Add(1)
		defer wg.Wait()
		go func() {
			n++
			wg.Done()
		}()
		return
	}
	f()
}

// Of a function that panics nobody reads the results.
func TestOrderedByAPanic(t *testing.T) {
	f := func() (n int) {
		c := make(chan int)
		defer close(c)
		go func() {
			<-c
			n = 1
		}()
		panic("goes on")
	}
	defer func() { recover() }()
	f()
}

func TestOrderedByTimer(t *testing.T) {
	n := 0
	var timer *time.Timer
	timer = time.NewTimer(time.Hour)
	together(func() {
		n++
		timer.Reset(time.Second)
	}, func() {
		<-timer.C
		n++
	})
}

func TestOrderedByPull(t *testing.T) {
	n := 0
	next, stop := iter.Pull(func(yield func(int) bool) {
		n++
		yield(n)
		n++
	})
	defer stop()
	next()
	n++
	next()
	n++
}

func TestOrderedByReadLock(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	together(func() {
		mu.RLock()
		_ = n
		mu.RUnlock()
	}, func() {
		mu.Lock()
		n++
		mu.Unlock()
	})
}

func TestOrderedByClosing(t *testing.T) {
	c := make(chan int, 2)
	together(func() {
		c <- 1
		c <- 2
		close(c)
	}, func() {
		for range c {
		}
	})
}

func TestOrderedByLog(t *testing.T) {
	n := 0
	go func() {
		n++
		t.Log("a")
	}()
	time.Sleep(time.Millisecond)
	t.Log("b")
	n++
}

// A slice of an array behind a pointer that tasks share.
func TestOrderedSliceOfAPointedArray(t *testing.T) {
	type holder struct{ array *[4]int }
	h := &holder{new([4]int)}
	done := make(chan int)
	go func() {
		h.array = &[4]int{1, 2, 3, 4}
		close(done)
	}()
	<-done
	if s := h.array[1:3:3]; len(s) != 2 || s[0] != 2 || len(h.array[:0]) != 0 {
		t.Fatal(s)
	}
}
