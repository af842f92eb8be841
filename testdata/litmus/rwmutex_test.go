package litmus

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Two readers may be inside together.
//
// Outcomes: 1, 2
func TestReadersTogether(t *testing.T) {
	var rw sync.RWMutex
	var wg sync.WaitGroup
	var inside, most atomic.Int32
	for range 2 {
		wg.Go(func() {
			rw.RLock()
			if inside.Add(1) == 2 {
				most.Store(1)
			}
			inside.Add(-1)
			rw.RUnlock()
		})
	}
	wg.Wait()
	see("%d", 1+most.Load())
}

// A reader and a writer are not.
//
// Outcomes: 0
func TestWriterAlone(t *testing.T) {
	var rw sync.RWMutex
	var inside atomic.Int32
	done := make(chan bool)
	go func() {
		rw.RLock()
		inside.Store(1)
		inside.Store(0)
		rw.RUnlock()
		close(done)
	}()
	rw.Lock()
	seen := inside.Load()
	rw.Unlock()
	<-done
	see("%d", seen)
}

// Readers see all of a writer's work, or nothing; the second sees no less than
// the first.
//
// Outcomes: 00 00, 00 11, 11 11
func TestReadersSeeWriter(t *testing.T) {
	var rw sync.RWMutex
	var x, y int
	done := make(chan bool)
	go func() {
		rw.Lock()
		x = 1
		y = 1
		rw.Unlock()
		close(done)
	}()
	var seen [2][2]int
	for i := range seen {
		rw.RLock()
		seen[i] = [2]int{x, y}
		rw.RUnlock()
	}
	<-done
	see("%d%d %d%d", seen[0][0], seen[0][1], seen[1][0], seen[1][1])
}

// A reader that locks again deadlocks if a writer has asked for the lock in
// between: "this prohibits recursive read locking".
//
// Outcomes: done, !deadlock
func TestRecursiveReadLock(t *testing.T) {
	var rw sync.RWMutex
	done := make(chan bool)
	go func() {
		rw.Lock()
		rw.Unlock()
		close(done)
	}()
	rw.RLock()
	rw.RLock()
	rw.RUnlock()
	rw.RUnlock()
	<-done
	see("done")
}

// Writer preference: once a writer waits for the readers inside, who comes as a
// reader comes after it.
//
// Outcomes: 0, 1
func TestWriterPreference(t *testing.T) {
	var rw sync.RWMutex
	x := 0
	var wg sync.WaitGroup
	rw.RLock()
	wg.Go(func() {
		rw.Lock()
		x = 1
		rw.Unlock()
	})
	seen := 0
	wg.Go(func() {
		rw.RLock()
		seen = x
		rw.RUnlock()
	})
	rw.RUnlock()
	wg.Wait()
	see("%d", seen)
}

// The waiting writer can be seen by TryRLock, which then fails although only
// readers are inside.
//
// Outcomes: true, false
func TestTryRLockBehindWriter(t *testing.T) {
	var rw sync.RWMutex
	done := make(chan bool)
	rw.RLock()
	go func() {
		rw.Lock()
		rw.Unlock()
		close(done)
	}()
	ok := rw.TryRLock()
	if ok {
		rw.RUnlock()
	}
	rw.RUnlock()
	<-done
	see("%t", ok)
}

// TryLock fails if readers are inside, TryRLock does not.
//
// Outcomes: false true false
func TestTryWithReader(t *testing.T) {
	var rw sync.RWMutex
	rw.RLock()
	a := rw.TryLock()
	b := rw.TryRLock()
	rw.RUnlock()
	rw.RUnlock()
	rw.Lock()
	c := rw.TryRLock()
	rw.Unlock()
	see("%t %t %t", a, b, c)
}

// TryLock and TryRLock against a writer.
//
// Outcomes: r, w, -, rw
func TestTryAgainstWriter(t *testing.T) {
	var rw sync.RWMutex
	done := make(chan bool)
	go func() {
		rw.Lock()
		rw.Unlock()
		close(done)
	}()
	seen := ""
	if rw.TryRLock() {
		seen += "r"
		rw.RUnlock()
	}
	if rw.TryLock() {
		seen += "w"
		rw.Unlock()
	}
	if seen == "" {
		seen = "-"
	}
	<-done
	see("%s", seen)
}

// A read lock cannot be turned into a write lock.
//
// Outcomes: !deadlock
func TestUpgrade(t *testing.T) {
	var rw sync.RWMutex
	rw.RLock()
	rw.Lock()
}

// Two writers, in either order.
//
// Outcomes: 12, 21
func TestWriters(t *testing.T) {
	var rw sync.RWMutex
	var wg sync.WaitGroup
	order := 0
	for i := 1; i <= 2; i++ {
		wg.Go(func() {
			rw.Lock()
			order = 10*order + i
			rw.Unlock()
		})
	}
	wg.Wait()
	see("%d", order)
}

// Read locks in opposite orders deadlock only where writers wait between them.
//
// Outcomes: done, !deadlock
func TestReadLockOrder(t *testing.T) {
	var a, b sync.RWMutex
	var wg sync.WaitGroup
	wg.Go(func() {
		a.RLock()
		b.RLock()
		b.RUnlock()
		a.RUnlock()
	})
	wg.Go(func() {
		b.RLock()
		a.RLock()
		a.RUnlock()
		b.RUnlock()
	})
	wg.Go(func() {
		a.Lock()
		a.Unlock()
	})
	wg.Go(func() {
		b.Lock()
		b.Unlock()
	})
	wg.Wait()
	see("done")
}

// Without writers they do not.
//
// Outcomes: done
func TestReadLockOrderAlone(t *testing.T) {
	var a, b sync.RWMutex
	done := make(chan bool)
	go func() {
		a.RLock()
		b.RLock()
		b.RUnlock()
		a.RUnlock()
		close(done)
	}()
	b.RLock()
	a.RLock()
	a.RUnlock()
	b.RUnlock()
	<-done
	see("done")
}

// An RLocker is a reader.
//
// Outcomes: true false
func TestRLocker(t *testing.T) {
	var rw sync.RWMutex
	l := rw.RLocker()
	l.Lock()
	a := rw.TryRLock()
	b := rw.TryLock()
	l.Unlock()
	rw.RUnlock()
	see("%t %t", a, b)
}

// The wrong unlock.
//
// Outcomes: !unlock
func TestRUnlockOfWriter(t *testing.T) {
	var rw sync.RWMutex
	rw.Lock()
	rw.RUnlock()
}

// And the other way round.
//
// Outcomes: !unlock
func TestUnlockOfReader(t *testing.T) {
	var rw sync.RWMutex
	rw.RLock()
	rw.Unlock()
}

// A read lock has no owner: another task may let go of it.
//
// Outcomes: 0, 1
func TestRUnlockByAnother(t *testing.T) {
	var rw sync.RWMutex
	done := make(chan bool)
	n := 0
	rw.RLock()
	go func() {
		rw.Lock()
		n = 1
		rw.Unlock()
		close(done)
	}()
	seen := n
	go rw.RUnlock()
	rw.RLock()
	seen += n
	rw.RUnlock()
	<-done
	see("%d", seen)
}
