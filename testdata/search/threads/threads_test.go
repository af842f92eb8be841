// Package threads has small programs with bugs that take a certain order of threads: those of
// SCTBench (Thomson, Donaldson, Betts: Concurrency Testing Using Controlled Schedulers, TOPC 2016),
// as one writes them in Go. Variables are atomic, so that no data race tells of the bug.
package threads

import (
	"sync"
	"sync/atomic"
	"testing"
)

// together runs functions at the same time, and waits for them.
func together(fs ...func()) {
	var all sync.WaitGroup
	for _, f := range fs {
		all.Go(f)
	}
	all.Wait()
}

// times is n times the same function.
func times(n int, f func()) []func() {
	list := make([]func(), n)
	for i := range list {
		list[i] = f
	}
	return list
}

func check(t *testing.T, ok bool) {
	if !ok {
		t.Fatal("violated")
	}
}

func TestAccount(t *testing.T) {
	var balance atomic.Int64
	balance.Store(10)
	var mu sync.Mutex
	var deposited, withdrawn atomic.Bool
	together(func() {
		mu.Lock()
		balance.Add(20)
		mu.Unlock()
		deposited.Store(true)
	}, func() {
		mu.Lock()
		balance.Add(-5)
		mu.Unlock()
		withdrawn.Store(true)
	}, func() {
		if withdrawn.Load() && !deposited.Load() {
			mu.Lock()
			defer mu.Unlock()
			check(t, balance.Load() == 5)
		}
	})
}

func TestBluetooth(t *testing.T) {
	var pending atomic.Int64
	pending.Store(1)
	var stopping, event, stopped atomic.Bool
	leave := func() {
		if pending.Add(-1) == 0 {
			event.Store(true)
		}
	}
	together(func() {
		if stopping.Load() {
			return
		}
		pending.Add(1)
		if !stopping.Load() || event.Load() {
			check(t, !stopped.Load())
		}
		leave()
	}, func() {
		stopping.Store(true)
		leave()
		if event.Load() {
			stopped.Store(true)
		}
	})
}

func TestCarter(t *testing.T) {
	var m, l sync.Mutex
	var a, b int
	enter := func(n *int) {
		m.Lock()
		if *n++; *n == 1 {
			l.Lock()
		}
		m.Unlock()
	}
	leave := func(n *int) {
		m.Lock()
		if *n--; *n == 0 {
			l.Unlock()
		}
		m.Unlock()
	}
	together(
		func() { enter(&a); leave(&a) },
		func() { enter(&b); leave(&b) },
		func() {}, func() {})
}

func TestCircularBuffer(t *testing.T) {
	const size, n = 4, 6
	var buffer [size]atomic.Int64
	var first, next, count atomic.Int64
	together(func() {
		for i := range n {
			if count.Load() < size {
				buffer[next.Load()].Store(int64(i))
				next.Store((next.Load() + 1) % size)
				count.Store(count.Load() + 1)
			}
		}
	}, func() {
		last := int64(-1)
		for range n {
			if count.Load() > 0 {
				v := buffer[first.Load()].Load()
				first.Store((first.Load() + 1) % size)
				count.Store(count.Load() - 1)
				check(t, v > last)
				last = v
			}
		}
	})
}

func TestDeadlock(t *testing.T) {
	var a, b sync.Mutex
	n := 0
	both := func(x, y *sync.Mutex) func() {
		return func() {
			for range 3 {
				x.Lock()
				y.Lock()
				n++
				y.Unlock()
				x.Unlock()
			}
		}
	}
	together(both(&a, &b), both(&b, &a))
}

func philosophers(n int) {
	forks := make([]sync.Mutex, n)
	eat := make([]func(), n)
	for i := range eat {
		eat[i] = func() {
			forks[i].Lock()
			forks[(i+1)%n].Lock()
			forks[(i+1)%n].Unlock()
			forks[i].Unlock()
		}
	}
	together(eat...)
}

func TestPhilosophers3(t *testing.T) { philosophers(3) }
func TestPhilosophers5(t *testing.T) { philosophers(5) }
func TestPhilosophers7(t *testing.T) { philosophers(7) }

func TestFileSystem(t *testing.T) {
	const blocks, files, threads = 26, 32, 13
	var inodes [files]atomic.Int64
	var busy [blocks]atomic.Bool
	var li [files]sync.Mutex
	var fs []func()
	for id := range threads {
		fs = append(fs, func() {
			i := id % files
			li[i].Lock()
			defer li[i].Unlock()
			if inodes[i].Load() != 0 {
				return
			}
			for b := (i * 2) % blocks; ; b = (b + 1) % blocks {
				if !busy[b].Load() { // the lock of the block is missing
					busy[b].Store(true)
					inodes[i].Store(int64(b + 1))
					return
				}
			}
		})
	}
	// Two that look for the same block.
	var won atomic.Int64
	claim := func() {
		if !busy[25].Load() {
			busy[25].Store(true)
			won.Add(1)
		}
	}
	together(append(fs, claim, claim)...)
	check(t, won.Load() < 2)
}

func TestLazy(t *testing.T) {
	var mu sync.Mutex
	data := 0
	together(
		func() { mu.Lock(); defer mu.Unlock(); check(t, data < 3) },
		func() { mu.Lock(); data++; mu.Unlock() },
		func() { mu.Lock(); data += 2; mu.Unlock() })
}

func TestPhase(t *testing.T) {
	var a, b sync.Mutex
	together(func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}, func() {
		b.Lock()
		b.Unlock()
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	})
}

func TestQueue(t *testing.T) {
	const n = 8
	var mu sync.Mutex
	var queue []int
	var put, taken atomic.Int64
	together(func() {
		for i := range n {
			mu.Lock()
			queue = append(queue, i)
			mu.Unlock()
			put.Store(put.Load() + 1)
		}
	}, func() {
		for range n {
			if put.Load() > taken.Load() {
				mu.Lock()
				if len(queue) > 0 {
					queue = queue[1:]
				}
				rest := len(queue)
				mu.Unlock()
				taken.Store(taken.Load() + 1)
				check(t, rest < n-2)
			}
		}
	})
}

func reorder(t *testing.T, setters int) {
	var a, b atomic.Int64
	fs := times(setters, func() { a.Store(1); b.Store(-1) })
	together(append(fs, func() {
		x, y := a.Load(), b.Load()
		check(t, x == 0 && y == 0 || x == 1 && y == -1)
	})...)
}

func TestReorder3(t *testing.T)   { reorder(t, 2) }
func TestReorder5(t *testing.T)   { reorder(t, 4) }
func TestReorder10(t *testing.T)  { reorder(t, 9) }
func TestReorder20(t *testing.T)  { reorder(t, 19) }
func TestReorder50(t *testing.T)  { reorder(t, 49) }
func TestReorder100(t *testing.T) { reorder(t, 99) }

func TestStack(t *testing.T) {
	const n = 6
	var mu sync.Mutex
	top := 0
	var flag atomic.Bool
	together(func() {
		for range n {
			mu.Lock()
			top++
			mu.Unlock()
			flag.Store(true)
		}
	}, func() {
		for range n {
			if flag.Load() {
				mu.Lock()
				check(t, top > 0)
				top--
				mu.Unlock()
			}
		}
	})
}

func TestSync1(t *testing.T) {
	var mu sync.Mutex
	empty, full := sync.NewCond(&mu), sync.NewCond(&mu)
	n := 0
	together(func() {
		mu.Lock()
		for n > 0 {
			empty.Wait()
		}
		n++
		mu.Unlock()
		full.Signal()
	}, func() {
		mu.Lock()
		if n == 0 { // not for
			full.Wait()
		}
		n--
		mu.Unlock()
		empty.Signal()
	}, func() {
		mu.Lock()
		if n > 0 {
			n--
		}
		mu.Unlock()
	})
	check(t, n >= 0)
}

func TestTokenRing(t *testing.T) {
	var x [4]atomic.Int64
	var fs []func()
	for i := range x {
		fs = append(fs, func() { x[i].Store((x[(i+3)%4].Load() + 1) % 10) })
	}
	together(fs...)
	check(t, x[0].Load() != x[1].Load() || x[1].Load() != x[2].Load() || x[2].Load() != x[3].Load())
}

func twostage(t *testing.T, writers, readers int) {
	var a, b sync.Mutex
	first, second := 0, 0
	fs := times(writers, func() {
		a.Lock()
		first = 1
		a.Unlock()
		a.Lock()
		x := first
		a.Unlock()
		b.Lock()
		second = x + 1
		b.Unlock()
	})
	fs = append(fs, times(readers, func() {
		a.Lock()
		x := first
		a.Unlock()
		if x == 0 {
			return
		}
		b.Lock()
		y := second
		b.Unlock()
		check(t, y == x+1)
	})...)
	together(fs...)
}

func TestTwostage2(t *testing.T)   { twostage(t, 1, 1) }
func TestTwostage10(t *testing.T)  { twostage(t, 9, 1) }
func TestTwostage50(t *testing.T)  { twostage(t, 49, 1) }
func TestTwostage100(t *testing.T) { twostage(t, 99, 1) }

func wronglock(t *testing.T, wrong int) {
	var a, b sync.Mutex
	var data atomic.Int64
	fs := []func(){func() {
		a.Lock()
		x := data.Load()
		data.Store(x + 1)
		check(t, data.Load() == x+1)
		a.Unlock()
	}}
	fs = append(fs, times(wrong, func() {
		b.Lock()
		data.Add(1)
		b.Unlock()
	})...)
	together(fs...)
}

func TestWronglock1(t *testing.T) { wronglock(t, 1) }
func TestWronglock3(t *testing.T) { wronglock(t, 3) }
func TestWronglock7(t *testing.T) { wronglock(t, 7) }

// An alternation of n steps that has to come about exactly.
func alternate(t *testing.T, n int) {
	var a, b atomic.Int64
	together(func() {
		for range n {
			a.Store(b.Load() + 1)
		}
	}, func() {
		for range n {
			b.Store(a.Load() + 1)
		}
	})
	check(t, a.Load() < int64(2*n-1))
}

func TestAlternate3(t *testing.T) { alternate(t, 3) }
func TestAlternate5(t *testing.T) { alternate(t, 5) }
func TestAlternate8(t *testing.T) { alternate(t, 8) }
