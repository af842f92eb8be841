package sync

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// UnlockUnlocked: Unlock of an unlocked mutex.
func TestUnlockUnlockedBad(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
	mu.Unlock()
}

func TestUnlockUnlockedGood(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
	mu.Lock()
	mu.Unlock()
}

// RUnlockUnlocked: RUnlock without RLock.
func TestRUnlockUnlockedBad(t *testing.T) {
	var mu sync.RWMutex
	mu.RUnlock()
}

func TestRUnlockUnlockedGood(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	mu.RUnlock()
}

// UnlockReader: Unlock of what is locked for reading.
func TestUnlockReaderBad(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	mu.Unlock()
}

func TestUnlockReaderGood(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	mu.RUnlock()
	mu.Lock()
	mu.Unlock()
}

// LockTwice: a mutex is no recursive lock.
func TestLockTwiceBad(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}

func TestLockTwiceGood(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	if mu.TryLock() {
		t.Fatal("locked twice")
	}
	mu.Unlock()
}

// Upgrade: a reader becomes a writer.
func TestUpgradeBad(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	mu.Lock()
}

func TestUpgradeGood(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	mu.RUnlock()
	mu.Lock()
	mu.Unlock()
}

// WriteUnderRLock: two readers write.
func TestWriteUnderRLockBad(t *testing.T) {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() {
			mu.RLock()
			n++
			mu.RUnlock()
		})
	}
	wg.Wait()
}

func TestWriteUnderRLockGood(t *testing.T) {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			n++
			mu.Unlock()
		})
	}
	wg.Wait()
}

// TwoLocks: two goroutines lock two mutexes in opposite orders.
func TestTwoLocksBad(t *testing.T) {
	var a, b sync.Mutex
	twice(func() { lockBoth(&a, &b) }, func() { lockBoth(&b, &a) })
}

func TestTwoLocksGood(t *testing.T) {
	var a, b sync.Mutex
	twice(func() { lockBoth(&a, &b) }, func() { lockBoth(&a, &b) })
}

func twice(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

func lockBoth(a, b *sync.Mutex) {
	a.Lock()
	runtime.Gosched()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

// OtherLock: each has a mutex of its own.
func TestOtherLockBad(t *testing.T) {
	var a, b sync.Mutex
	n := 0
	twice(func() { increase(&a, &n) }, func() { increase(&b, &n) })
}

func TestOtherLockGood(t *testing.T) {
	var a sync.Mutex
	n := 0
	twice(func() { increase(&a, &n) }, func() { increase(&a, &n) })
}

func increase(mu *sync.Mutex, n *int) {
	mu.Lock()
	defer mu.Unlock()
	*n++
}

// TryLockIgnored: what TryLock returns is not looked at.
func TestTryLockIgnoredBad(t *testing.T) {
	var mu sync.Mutex
	n := 0
	mu.Lock()
	done := make(chan int)
	go func() {
		mu.TryLock()
		n = 1
		close(done)
	}()
	n = 2
	mu.Unlock()
	<-done
	_ = n
}

func TestTryLockIgnoredGood(t *testing.T) {
	var mu sync.Mutex
	n := 0
	mu.Lock()
	done := make(chan int)
	go func() {
		if mu.TryLock() {
			n = 1
		}
		close(done)
	}()
	n = 2
	mu.Unlock()
	<-done
	_ = n
}

// OnceRecursive: a Once within itself.
func TestOnceRecursiveBad(t *testing.T) {
	var once sync.Once
	once.Do(func() { once.Do(func() {}) })
}

func TestOnceRecursiveGood(t *testing.T) {
	var once, other sync.Once
	once.Do(func() { other.Do(func() {}) })
}

// OncePanicked: a Once whose function has panicked is done.
func TestOncePanickedBad(t *testing.T) {
	var once sync.Once
	var p *int
	load := func(fail bool) {
		defer func() { recover() }()
		once.Do(func() {
			if fail {
				panic("no")
			}
			p = new(int)
		})
	}
	load(true)
	load(false)
	*p = 1
}

func TestOncePanickedGood(t *testing.T) {
	var once sync.Once
	var p *int
	load := func(fail bool) {
		defer func() { recover() }()
		if fail {
			panic("no")
		}
		once.Do(func() { p = new(int) })
	}
	load(true)
	load(false)
	*p = 1
}

// CheckedWithoutOnce: a look at what a Once has made, past the Once.
func TestCheckedWithoutOnceBad(t *testing.T) {
	var once sync.Once
	var p *int
	get := func() *int {
		if p == nil {
			once.Do(func() { p = new(int) })
		}
		return p
	}
	twice(func() { get() }, func() { get() })
}

func TestCheckedWithoutOnceGood(t *testing.T) {
	var once sync.Once
	var p *int
	get := func() *int {
		once.Do(func() { p = new(int) })
		return p
	}
	twice(func() { get() }, func() { get() })
}

// SignalFirst: a Signal before anybody waits is lost.
func TestSignalFirstBad(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	cond.Signal()
	mu.Lock()
	cond.Wait()
	mu.Unlock()
}

func TestSignalFirstGood(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	mu.Lock()
	go func() {
		mu.Lock()
		defer mu.Unlock()
		cond.Signal()
	}()
	cond.Wait()
	mu.Unlock()
}

// WaitWithoutLock: Wait without the lock.
func TestWaitWithoutLockBad(t *testing.T) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go cond.Broadcast()
	cond.Wait()
}

func TestWaitWithoutLockGood(t *testing.T) {
	var mu sync.Mutex
	cond, ready := sync.NewCond(&mu), false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
}

// WaitWithoutLoop: two wait, and the condition is one's only.
func TestWaitWithoutLoopBad(t *testing.T) { waiters(t, false) }

func TestWaitWithoutLoopGood(t *testing.T) { waiters(t, true) }

func waiters(t *testing.T, loop bool) {
	var mu sync.Mutex
	cond, items := sync.NewCond(&mu), 0
	var wg sync.WaitGroup
	var took atomic.Int32
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			if items == 0 {
				cond.Wait()
			}
			for loop && items == 0 {
				cond.Wait()
			}
			if items--; items < 0 {
				t.Error("took what is not there")
			}
			took.Add(1)
		})
	}
	for range 2 {
		mu.Lock()
		items++
		mu.Unlock()
		cond.Broadcast()
		time.Sleep(time.Millisecond)
	}
	wg.Wait()
}

// LostUpdate: a load and a store are no addition.
func TestLostUpdateBad(t *testing.T) {
	var n atomic.Int32
	increase := func() {
		v := n.Load()
		runtime.Gosched()
		n.Store(v + 1)
	}
	twice(increase, increase)
	if n.Load() != 2 {
		t.Fatal("an update is lost")
	}
}

func TestLostUpdateGood(t *testing.T) {
	var n atomic.Int32
	increase := func() {
		v := n.Load()
		for !n.CompareAndSwap(v, v+1) {
			v = n.Load()
		}
	}
	twice(increase, increase)
	if n.Load() != 2 {
		t.Fatal("an update is lost")
	}
}

// CheckThenStore: a sync.Map is looked at, and then stored to.
func TestCheckThenStoreBad(t *testing.T) {
	var m sync.Map
	var made atomic.Int32
	get := func() {
		if _, ok := m.Load(1); !ok {
			runtime.Gosched()
			m.Store(1, made.Add(1))
		}
	}
	twice(get, get)
	if made.Load() != 1 {
		t.Fatal("made twice")
	}
}

func TestCheckThenStoreGood(t *testing.T) {
	var m sync.Map
	var made atomic.Int32
	get := func() {
		if _, loaded := m.LoadOrStore(1, 1); !loaded {
			made.Add(1)
		}
	}
	twice(get, get)
	if made.Load() != 1 {
		t.Fatal("made twice")
	}
}

// UsedAfterPut: what was put into a pool is written.
func TestUsedAfterPutBad(t *testing.T) {
	pool := sync.Pool{New: func() any { return new([8]int) }}
	work := func(put bool) func() {
		return func() {
			for range 3 {
				p := pool.Get().(*[8]int)
				p[0]++
				pool.Put(p)
				if put {
					runtime.Gosched()
					p[1]++
				}
			}
		}
	}
	twice(work(true), work(true))
}

func TestUsedAfterPutGood(t *testing.T) {
	pool := sync.Pool{New: func() any { return new([8]int) }}
	work := func() {
		p := pool.Get().(*[8]int)
		p[0]++
		p[1]++
		pool.Put(p)
	}
	twice(work, work)
}
