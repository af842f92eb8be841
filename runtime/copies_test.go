package runtime

import (
	"sync"
	"testing"
)

// A Once that is assigned to by its own function is unlocked twice.
func TestAssignedOnce(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var o sync.Once
		OnceDo(&o, s, func() { copyOnto(&o, new(sync.Once)) })
	}, spec{outcomes: []string{"!unlock"}})
	check(t, func(s Site, out func(string, ...any)) {
		var o sync.Once
		OnceDo(&o, s, func() { out("a") })
		copyOnto(&o, new(sync.Once))
		OnceDo(&o, s, func() { out("b") })
		OnceDo(&o, s, func() { out("c") })
	}, spec{outcomes: []string{"a b"}, native: true})
}

// A copy of a held mutex is held for ever, one of an open mutex is open.
func TestCopiedMutex(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var mu sync.Mutex
		MutexLock(&mu, s)
		held := new(struct{ mu sync.Mutex })
		copyOnto(&held.mu, &mu)
		MutexUnlock(&mu, s)
		open := new(struct{ mu sync.Mutex })
		copyOnto(&open.mu, &mu)
		MutexLock(&open.mu, s)
		out("%v %v", MutexTryLock(&held.mu, s), MutexTryLock(&mu, s))
		MutexUnlock(&held.mu, s)
		out("%v", MutexTryLock(&held.mu, s))
	}, spec{outcomes: []string{"false true true"}, native: true})
	check(t, func(s Site, out func(string, ...any)) {
		var mu sync.Mutex
		MutexLock(&mu, s)
		held := new(struct{ mu sync.Mutex })
		copyOnto(&held.mu, &mu)
		MutexUnlock(&mu, s)
		MutexLock(&held.mu, s)
	}, spec{outcomes: []string{"!deadlock"}})
}

// Whoever of two tasks comes first to a copy of a held mutex, it is held.
func TestCopiedMutexShared(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var (
			mu   sync.Mutex
			held = new(struct{ mu sync.Mutex })
			wg   sync.WaitGroup
		)
		MutexLock(&mu, s)
		copyOnto(&held.mu, &mu)
		WaitGroupGo(&wg, s, func() { out("%v", MutexTryLock(&held.mu, s)) })
		MutexUnlock(&held.mu, s)
		WaitGroupWait(&wg, s)
	}, spec{outcomes: []string{"false", "true"}, native: true})
}

// A mutex that is assigned to while it is held is open.
func TestAssignedMutex(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var mu sync.Mutex
		MutexLock(&mu, s)
		copyOnto(&mu, new(sync.Mutex))
		MutexLock(&mu, s)
		MutexUnlock(&mu, s)
		out("passed")
	}, spec{outcomes: []string{"passed"}, native: true})
	check(t, func(s Site, out func(string, ...any)) {
		var mu sync.Mutex
		MutexLock(&mu, s)
		copyOnto(&mu, new(sync.Mutex))
		MutexUnlock(&mu, s)
	}, spec{outcomes: []string{"!unlock"}})
}

func TestCopiedRWMutex(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var (
			rw              sync.RWMutex
			read, write, no sync.RWMutex
		)
		RWMutexRLock(&rw, s)
		RWMutexRLock(&rw, s)
		copyOnto(&read, &rw)
		RWMutexRUnlock(&rw, s)
		RWMutexRUnlock(&rw, s)
		RWMutexLock(&rw, s)
		copyOnto(&write, &rw)
		copyOnto(&rw, &no) // open
		out("%v %v %v", RWMutexTryLock(&read, s), RWMutexTryRLock(&write, s), RWMutexTryLock(&rw, s))
		RWMutexRUnlock(&read, s)
		out("%v", RWMutexTryLock(&read, s))
		RWMutexRUnlock(&read, s)
		RWMutexUnlock(&write, s)
		out("%v %v", RWMutexTryLock(&read, s), RWMutexTryRLock(&write, s))
	}, spec{outcomes: []string{"false false false true true true"}, native: true})
	check(t, func(s Site, out func(string, ...any)) {
		var rw, no sync.RWMutex
		RWMutexRLock(&rw, s)
		copyOnto(&rw, &no)
		RWMutexRUnlock(&rw, s)
	}, spec{outcomes: []string{"!unlock"}})
}

func TestCopiedWaitGroup(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var wg, w sync.WaitGroup
		WaitGroupAdd(&wg, s, 1)
		copyOnto(&w, &wg)
		WaitGroupDone(&w, s)
		WaitGroupWait(&w, s)
		WaitGroupWait(&wg, s)
	}, spec{outcomes: []string{"!deadlock"}})
	check(t, func(s Site, out func(string, ...any)) {
		var wg, w sync.WaitGroup
		WaitGroupAdd(&wg, s, 2)
		copyOnto(&w, &wg)
		Go(s, func() { WaitGroupDone(&w, s) })
		Go(s, func() { WaitGroupDone(&w, s) })
		WaitGroupWait(&w, s)
		out("waited")
	}, spec{outcomes: []string{"waited"}, native: true})
	check(t, func(s Site, out func(string, ...any)) {
		var wg, no sync.WaitGroup
		WaitGroupAdd(&wg, s, 1)
		copyOnto(&wg, &no)
		WaitGroupWait(&wg, s)
		out("waited")
	}, spec{outcomes: []string{"waited"}, native: true})
}

func TestCopiedCond(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		c := sync.NewCond(new(sync.Mutex))
		CondSignal(c, s)
		d := new(sync.Cond)
		copyOnto(d, c)
		defer func() { out("%v", recover()) }()
		CondSignal(d, s)
	}, spec{outcomes: []string{"sync.Cond is copied"}, native: true})
	check(t, func(s Site, out func(string, ...any)) {
		c := sync.NewCond(new(sync.Mutex))
		CondSignal(c, s)
		copyOnto(c, sync.NewCond(new(sync.Mutex)))
		CondSignal(c, s)
	}, spec{outcomes: []string{""}, native: true})
}

// A lock that plain code holds is none that was copied.
func TestForeignMutex(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	x := newExecution(Settings{}, func() { MutexLock(&mu, 0) })
	once := runOnce(x)
	if x.came.Uncontrolled == nil || once.Outcome.Failure != nil {
		t.Errorf("a mutex that is held from outside: %+v, %+v", x.came.Uncontrolled, once.Outcome.Failure)
	}
}

// A lock that plain code lets go of does not leave others deadlocked.
func TestForeignUnlock(t *testing.T) {
	x := newExecution(Settings{}, func() {
		var mu sync.Mutex
		MutexLock(&mu, 0)
		Go(0, func() { mu.Unlock() })
		MutexLock(&mu, 0)
	})
	if once := runOnce(x); x.came.Uncontrolled == nil || once.Outcome.Failure != nil {
		t.Errorf("a mutex that is let go of from outside: %+v, %+v", x.came.Uncontrolled, once.Outcome.Failure)
	}
}

// copyOnto assigns as rewritten code would, unseen by vet.
func copyOnto[T any](to, from *T) { *to = *from }
