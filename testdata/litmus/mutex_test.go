package litmus

import (
	"sync"
	"testing"
)

// Two increments under a lock: none is lost, and no order can be seen.
//
// Outcomes: 2
func TestMutex(t *testing.T) {
	var mu sync.Mutex
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
	see("%d", n)
}

// Three tasks get a lock in any order.
//
// Outcomes: 012, 021, 102, 120, 201, 210
func TestMutexOrder(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	order := ""
	for i := range 3 {
		wg.Go(func() {
			mu.Lock()
			order += string(rune('0' + i))
			mu.Unlock()
		})
	}
	wg.Wait()
	see("%s", order)
}

// Waiters are not served in the order in which they came: who unlocks may lock
// again before them.
//
// Outcomes: mmw, mwm, wmm
func TestMutexBarging(t *testing.T) {
	var mu sync.Mutex
	done := make(chan bool)
	order := ""
	go func() {
		mu.Lock()
		order += "w"
		mu.Unlock()
		close(done)
	}()
	for range 2 {
		mu.Lock()
		order += "m"
		mu.Unlock()
	}
	<-done
	see("%s", order)
}

// A lock may be unlocked by another task than the one that has locked it.
//
// Outcomes: 1
func TestUnlockByAnother(t *testing.T) {
	var mu sync.Mutex
	n := 0
	mu.Lock()
	go func() {
		n = 1
		mu.Unlock()
	}()
	mu.Lock()
	see("%d", n)
	mu.Unlock()
}

// Locked twice by one task.
//
// Outcomes: !deadlock
func TestLockTwice(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}

// Two locks in opposite orders.
//
// Outcomes: done, !deadlock
func TestLockOrder(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool)
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		close(done)
	}()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
	<-done
	see("done")
}

// Who unlocks what is not locked ends the program; it is no panic, so that it
// cannot be recovered from.
//
// Outcomes: !unlock
func TestUnlockUnlocked(t *testing.T) {
	var mu sync.Mutex
	defer func() { recover() }()
	mu.Unlock()
}

// The second of two unlocks comes before the other task's lock, or after it, and
// then unlocks that: whose own unlock is then wrong.
//
// Outcomes: !unlock
func TestUnlockTwice(t *testing.T) {
	var mu sync.Mutex
	done := make(chan bool)
	mu.Lock()
	go func() {
		mu.Lock()
		mu.Unlock()
		close(done)
	}()
	mu.Unlock()
	mu.Unlock()
	<-done
	see("both")
}

// TryLock fails while another task is inside, and succeeds before and after.
//
// Outcomes: 0 0, 1 0, 0 1, 1 1
func TestTryLock(t *testing.T) {
	var mu sync.Mutex
	done := make(chan bool)
	go func() {
		mu.Lock()
		mu.Unlock()
		close(done)
	}()
	a := mu.TryLock()
	if a {
		mu.Unlock()
	}
	b := mu.TryLock()
	if b {
		mu.Unlock()
	}
	<-done
	see("%d %d", bit(a), bit(b))
}

// TryLock by a task that holds the lock itself fails.
//
// Outcomes: false
func TestTryLockHeld(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	see("%t", mu.TryLock())
	mu.Unlock()
}

// Two tasks that try: at least one gets the lock.
//
// Outcomes: 01, 10, 11
func TestTryLockBoth(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var got [2]int
	for i := range 2 {
		wg.Go(func() {
			if mu.TryLock() {
				got[i] = 1
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	see("%d%d", got[0], got[1])
}

// What a holder of the lock has done is seen by a TryLock that succeeds after it.
//
// Outcomes: 0, 1, busy
func TestTryLockOrders(t *testing.T) {
	var mu sync.Mutex
	done := make(chan bool)
	n := 0
	go func() {
		mu.Lock()
		n = 1
		mu.Unlock()
		close(done)
	}()
	seen := "busy"
	if mu.TryLock() {
		seen = string(rune('0' + n))
		mu.Unlock()
	}
	<-done
	see("%s", seen)
}

// A lock in a copy of a struct is another lock: the copy of an unlocked one is
// unlocked.
//
// Outcomes: true
func TestMutexCopied(t *testing.T) {
	type account struct {
		mu      sync.Mutex
		balance int
	}
	accounts := [2]account{{balance: 1}}
	for i := range accounts {
		accounts[i].mu.Lock()
	}
	see("%t", !accounts[0].mu.TryLock() && !accounts[1].mu.TryLock())
	for i := range accounts {
		accounts[i].mu.Unlock()
	}
}
