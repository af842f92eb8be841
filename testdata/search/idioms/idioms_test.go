// Package idioms has bugs as programs in Go have them, in tests that are too large to be explored
// to the end.
package idioms

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// A pool whose workers yield between looks at their queue, and whose submitters may come after
// the end.
func TestPoolClose(t *testing.T) {
	var closed atomic.Bool
	tasks := make(chan int, 2)
	var workers sync.WaitGroup
	var done atomic.Int64
	for range 2 {
		workers.Go(func() {
			for {
				select {
				case _, ok := <-tasks:
					if !ok {
						return
					}
					done.Add(1)
				default:
					if closed.Load() {
						return
					}
					runtime.Gosched()
				}
			}
		})
	}
	var submitters sync.WaitGroup
	for range 2 {
		submitters.Go(func() {
			for i := range 2 {
				if !closed.Load() {
					tasks <- i
				}
			}
		})
	}
	if done.Load() > 0 {
		closed.Store(true)
		close(tasks)
	}
	submitters.Wait()
	if closed.CompareAndSwap(false, true) {
		close(tasks)
	}
	workers.Wait()
}

// A cache that looks again after the load, but stores without.
func TestCacheStampede(t *testing.T) {
	var mu sync.Mutex
	cache := map[int]*int{}
	var loads [4]atomic.Int64
	get := func(k int) *int {
		mu.Lock()
		v := cache[k]
		mu.Unlock()
		if v == nil {
			loads[k].Add(1)
			v = new(int)
			mu.Lock()
			cache[k] = v
			mu.Unlock()
		}
		return v
	}
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for k := range 4 {
				get((k + g) % 4)
			}
		})
	}
	all.Wait()
	if loads[3].Load() > 2 {
		t.Fatal("loaded three times")
	}
}

// A semaphore whose release may come before the waiter is there.
func TestLostWakeup(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := 0
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for range 2 {
				mu.Lock()
				ready++
				mu.Unlock()
				cond.Signal()
			}
		})
	}
	all.Go(func() {
		for range 2 {
			mu.Lock()
			enough := ready >= 3
			mu.Unlock()
			if !enough {
				mu.Lock()
				cond.Wait() // ready may have come since
				mu.Unlock()
			}
		}
	})
	all.Wait()
}

// Errors of which the first one is to win.
func TestFirstError(t *testing.T) {
	var first atomic.Pointer[error]
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 3 {
				if ctx.Err() != nil {
					err := ctx.Err()
					if first.Load() == nil {
						first.Store(&err)
					}
					return
				}
			}
			err := errors.New("fails")
			cancel()
			if first.Load() == nil {
				first.Store(&err)
			}
		})
	}
	all.Wait()
	if errors.Is(*first.Load(), context.Canceled) {
		t.Fatal("the reason is lost")
	}
}

// Two accounts, locked in the order of their use.
func TestTransfers(t *testing.T) {
	var locks [5]sync.Mutex
	var balance [5]int
	var all sync.WaitGroup
	for g := range 5 {
		all.Go(func() {
			for i := range 2 {
				from, to := g, (g+i+1)%5
				locks[from].Lock()
				locks[to].Lock()
				balance[from]--
				balance[to]++
				locks[to].Unlock()
				locks[from].Unlock()
			}
		})
	}
	all.Wait()
}

// Messages that overtake one another in a pipeline of several workers.
func TestOrder(t *testing.T) {
	in, out := make(chan int, 8), make(chan int, 8)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for v := range in {
				out <- v
			}
		})
	}
	for i := range 6 {
		in <- i
	}
	close(in)
	all.Wait()
	close(out)
	n, last := 0, -1
	for v := range out {
		if v < last {
			n++
		}
		last = v
	}
	if n > 2 {
		t.Fatal("three times out of order")
	}
}

// A gauge that is read twice.
func TestGauge(t *testing.T) {
	var running, peak atomic.Int64
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() {
			for range 2 {
				n := running.Add(1)
				if n > peak.Load() {
					peak.Store(n)
				}
				running.Add(-1)
			}
		})
	}
	all.Wait()
	if peak.Load() > 4 {
		t.Fatal("all at once")
	}
}

// Subscribers that come and go while something is sent to all.
func TestBroadcast(t *testing.T) {
	var mu sync.RWMutex
	subscribers := map[int]chan int{}
	var all sync.WaitGroup
	for id := range 3 {
		all.Go(func() {
			c := make(chan int, 4)
			mu.Lock()
			subscribers[id] = c
			mu.Unlock()
			select {
			case <-c:
			default:
			}
			mu.Lock()
			delete(subscribers, id)
			mu.Unlock()
			close(c)
		})
	}
	for range 2 {
		mu.RLock()
		var now []chan int
		for id := range 3 {
			if c := subscribers[id]; c != nil {
				now = append(now, c)
			}
		}
		mu.RUnlock()
		for _, c := range now {
			c <- 1 // it may be closed by now
		}
	}
	all.Wait()
}

// A double-checked initialisation whose flag comes first.
func TestInit(t *testing.T) {
	var mu sync.Mutex
	var ready atomic.Bool
	var value atomic.Int64
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 4 {
				if !ready.Load() {
					mu.Lock()
					if !ready.Load() {
						ready.Store(true)
						value.Store(1)
					}
					mu.Unlock()
				}
			}
			if value.Load() == 0 {
				t.Error("not yet")
			}
		})
	}
	all.Wait()
}

// A sliding window of which one end is moved without the other.
func TestWindow(t *testing.T) {
	var low, high atomic.Int64
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for range 4 {
				if high.Load()-low.Load() < 3 {
					high.Add(1)
				}
			}
		})
	}
	all.Go(func() {
		for range 6 {
			if low.Load() < high.Load() {
				low.Add(1)
			}
			if high.Load()-low.Load() > 4 {
				t.Error("too wide")
			}
		}
	})
	all.Wait()
}

// A session that ends while it is handed out again, by a table of sessions that others use.
func TestSessions(t *testing.T) {
	var mu sync.Mutex
	table := map[int]*atomic.Int64{}
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range 3 {
				mu.Lock()
				s := table[i]
				if s == nil {
					s = new(atomic.Int64)
					table[i] = s
				}
				mu.Unlock()
				s.Add(1) // it may be gone
				mu.Lock()
				if g == 3 && i == 0 && s.Load() == 4 {
					delete(table, i)
				}
				gone := table[i] != s
				mu.Unlock()
				if gone && s.Load() == 3 {
					t.Error("used after its end")
				}
				if s.Add(-1) == 0 {
					mu.Lock()
					if s.Load() == 1 {
						t.Error("ended while in use")
					}
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
}

// A table in memory that is swapped for a new one while a writer still holds the old one.
func TestMemtable(t *testing.T) {
	type table struct{ sealed, rows atomic.Int64 }
	var now atomic.Pointer[table]
	now.Store(new(table))
	var flushed atomic.Int64
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for range 3 {
				m := now.Load()
				if m.sealed.Load() == 0 {
					m.rows.Add(1)
				} else {
					now.Load().rows.Add(1)
				}
			}
		})
	}
	all.Go(func() {
		for range 2 {
			old := now.Swap(new(table))
			old.sealed.Store(1)
			flushed.Add(old.rows.Load())
		}
	})
	all.Wait()
	if n := flushed.Load() + now.Load().rows.Load(); n < 7 {
		t.Fatal("three rows are lost")
	}
}
