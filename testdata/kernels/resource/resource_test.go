// Package resource has kernels of deadlocks over locks: tasks that wait in a
// circle for what others of them hold.
package resource

import (
	"sync"
	"testing"
)

// A method locks what its caller has locked already.
//
// want: deadlock
func TestDoubleLockBuggy(t *testing.T) {
	var a average
	if got := a.add(3, a.mean); got != 3 {
		t.Errorf("mean %d", got)
	}
}

func TestDoubleLockFixed(t *testing.T) {
	var a average
	if got := a.add(3, a.meanLocked); got != 3 {
		t.Errorf("mean %d", got)
	}
}

type average struct {
	mu     sync.Mutex
	sum, n int
}

func (a *average) add(x int, mean func() int) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sum += x
	a.n++
	return mean()
}

func (a *average) mean() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.meanLocked()
}

func (a *average) meanLocked() int { return a.sum / a.n }

// Two locks are taken in opposite orders.
//
// want: deadlock
func TestLockOrderBuggy(t *testing.T) {
	var users, rooms sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() {
		users.Lock()
		rooms.Lock()
		rooms.Unlock()
		users.Unlock()
	})
	wg.Go(func() {
		rooms.Lock()
		users.Lock()
		users.Unlock()
		rooms.Unlock()
	})
	wg.Wait()
}

func TestLockOrderFixed(t *testing.T) {
	var users, rooms sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			users.Lock()
			rooms.Lock()
			rooms.Unlock()
			users.Unlock()
		})
	}
	wg.Wait()
}

// A reader locks for reading again, behind a writer that waits for the first
// time to end.
//
// want: deadlock
func TestRecursiveReadLockBuggy(t *testing.T) {
	var mu sync.RWMutex
	config := map[string]string{"host": "localhost"}
	get := func(key string) string {
		mu.RLock()
		defer mu.RUnlock()
		return config[key]
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.RLock()
		defer mu.RUnlock()
		_ = get("host")
	})
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		config["host"] = "example.com"
	})
	wg.Wait()
}

func TestRecursiveReadLockFixed(t *testing.T) {
	var mu sync.RWMutex
	config := map[string]string{"host": "localhost"}
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.RLock()
		defer mu.RUnlock()
		_ = config["host"]
	})
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		config["host"] = "example.com"
	})
	wg.Wait()
}

// Three tasks each hold one lock and wait for that of the next.
//
// want: deadlock
func TestThreeWayBuggy(t *testing.T) {
	dine(func(i int) (first, second int) { return i, (i + 1) % 3 })
}

func TestThreeWayFixed(t *testing.T) {
	dine(func(i int) (first, second int) { return min(i, (i+1)%3), max(i, (i+1)%3) })
}

// dine has three philosophers eat once each, with the forks that are said.
func dine(forksOf func(i int) (first, second int)) {
	var forks [3]sync.Mutex
	var wg sync.WaitGroup
	for i := range forks {
		wg.Go(func() {
			first, second := forksOf(i)
			forks[first].Lock()
			forks[second].Lock()
			forks[second].Unlock()
			forks[first].Unlock()
		})
	}
	wg.Wait()
}

// A reader turns into a writer without letting go of its read lock.
//
// want: deadlock
func TestUpgradeBuggy(t *testing.T) {
	var mu sync.RWMutex
	var value *int
	mu.RLock()
	if value == nil {
		mu.Lock()
		value = new(int)
		mu.Unlock()
	}
	mu.RUnlock()
}

func TestUpgradeFixed(t *testing.T) {
	var mu sync.RWMutex
	var value *int
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.RLock()
			missing := value == nil
			mu.RUnlock()
			if missing {
				mu.Lock()
				if value == nil {
					value = new(int)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

// A way out of the function leaves the lock locked: whoever comes next waits
// for ever. It takes the order in which that way is gone.
//
// want: deadlock
func TestForgottenUnlockBuggy(t *testing.T) {
	var mu sync.Mutex
	balance := 1
	withdraw := func() {
		mu.Lock()
		if balance == 0 {
			return
		}
		balance--
		mu.Unlock()
	}
	deposit := func() {
		mu.Lock()
		balance++
		mu.Unlock()
	}
	var wg sync.WaitGroup
	wg.Go(deposit)
	wg.Go(withdraw)
	wg.Go(withdraw)
	wg.Wait()
}

func TestForgottenUnlockFixed(t *testing.T) {
	var mu sync.Mutex
	balance := 1
	withdraw := func() {
		mu.Lock()
		defer mu.Unlock()
		if balance == 0 {
			return
		}
		balance--
	}
	deposit := func() {
		mu.Lock()
		defer mu.Unlock()
		balance++
	}
	var wg sync.WaitGroup
	wg.Go(deposit)
	wg.Go(withdraw)
	wg.Go(withdraw)
	wg.Wait()
}

// A callback is called under the lock and calls the object that it comes from.
//
// want: deadlock
func TestCallbackUnderLockBuggy(t *testing.T) {
	var mu sync.Mutex
	var watchers []func()
	watch := func(w func()) {
		mu.Lock()
		defer mu.Unlock()
		watchers = append(watchers, w)
	}
	notify := func() {
		mu.Lock()
		defer mu.Unlock()
		for _, w := range watchers {
			w()
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		watch(func() { watch(func() {}) })
	})
	wg.Go(notify)
	wg.Wait()
}

func TestCallbackUnderLockFixed(t *testing.T) {
	var mu sync.Mutex
	var watchers []func()
	watch := func(w func()) {
		mu.Lock()
		defer mu.Unlock()
		watchers = append(watchers, w)
	}
	notify := func() {
		mu.Lock()
		now := append([]func(){}, watchers...)
		mu.Unlock()
		for _, w := range now {
			w()
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		watch(func() { watch(func() {}) })
	})
	wg.Go(notify)
	wg.Wait()
}

// A Once is a lock too: one task is inside of it and waits for a mutex, another
// holds the mutex and waits for the Once.
//
// want: deadlock
func TestOnceAndLockBuggy(t *testing.T) {
	var mu sync.Mutex
	var once sync.Once
	setUp := func() {
		mu.Lock()
		defer mu.Unlock()
	}
	var wg sync.WaitGroup
	wg.Go(func() { once.Do(setUp) })
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		once.Do(setUp)
	})
	wg.Wait()
}

func TestOnceAndLockFixed(t *testing.T) {
	var mu sync.Mutex
	var once sync.Once
	setUp := func() {
		mu.Lock()
		defer mu.Unlock()
	}
	var wg sync.WaitGroup
	wg.Go(func() { once.Do(setUp) })
	wg.Go(func() {
		once.Do(setUp)
		mu.Lock()
		defer mu.Unlock()
	})
	wg.Wait()
}

// Somebody who finds a lock taken goes on without it, and leaves undone what was
// to be done.
//
// want: fatal
func TestTryLockGivesUpBuggy(t *testing.T) {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if mu.TryLock() {
				n++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if n != 2 {
		t.Errorf("counted %d", n)
	}
}

func TestTryLockGivesUpFixed(t *testing.T) {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			n++
			mu.Unlock()
		})
	}
	wg.Wait()
	if n != 2 {
		t.Errorf("counted %d", n)
	}
}

// Two tasks read-lock the same two locks in opposite orders, which is no harm
// until writers queue between.
//
// want: deadlock
func TestReadLockOrderBuggy(t *testing.T) {
	var a, b sync.RWMutex
	readBoth(&a, &b, &b, &a)
}

func TestReadLockOrderFixed(t *testing.T) {
	var a, b sync.RWMutex
	readBoth(&a, &b, &a, &b)
}

// readBoth has one reader lock a and then b, another c and then d, and writers
// of a and b.
func readBoth(a, b, c, d *sync.RWMutex) {
	var wg sync.WaitGroup
	for _, order := range [][2]*sync.RWMutex{{a, b}, {c, d}} {
		wg.Go(func() {
			order[0].RLock()
			order[1].RLock()
			order[1].RUnlock()
			order[0].RUnlock()
		})
	}
	for _, mu := range []*sync.RWMutex{a, b} {
		wg.Go(func() {
			mu.Lock()
			mu.Unlock()
		})
	}
	wg.Wait()
}

// Two tasks take two of two tokens each, one at a time.
//
// want: deadlock
func TestTokensBuggy(t *testing.T) {
	tokens := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			tokens <- struct{}{}
			tokens <- struct{}{}
			<-tokens
			<-tokens
		})
	}
	wg.Wait()
}

func TestTokensFixed(t *testing.T) {
	tokens := make(chan struct{}, 2)
	var several sync.Mutex // held by whoever takes more than one
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			several.Lock()
			tokens <- struct{}{}
			tokens <- struct{}{}
			several.Unlock()
			<-tokens
			<-tokens
		})
	}
	wg.Wait()
}

// A panic is recovered further up, and leaves the lock locked.
//
// want: deadlock
func TestPanicUnderLockBuggy(t *testing.T) {
	var mu sync.Mutex
	serve(2, func() {
		mu.Lock()
		handle()
		mu.Unlock()
	})
}

func TestPanicUnderLockFixed(t *testing.T) {
	var mu sync.Mutex
	serve(2, func() {
		mu.Lock()
		defer mu.Unlock()
		handle()
	})
}

func handle() { panic("bad request") }

// serve handles n requests at a time, and survives those that panic.
func serve(n int, request func()) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			defer func() { _ = recover() }()
			request()
		})
	}
	wg.Wait()
}
