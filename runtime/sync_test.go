package runtime

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestRWMutexReadersTogether(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var (
			rw      sync.RWMutex
			wg      sync.WaitGroup
			readers atomic.Int32
			most    atomic.Int32
		)
		for range 2 {
			WaitGroupGo(&wg, s, func() {
				RWMutexRLock(&rw, s)
				if n := AddWord(s, wordOfInt32(&readers), 1); n > 1 {
					StoreWord(s, wordOfInt32(&most), n)
				}
				AddWord(s, wordOfInt32(&readers), -1)
				RWMutexRUnlock(&rw, s)
			})
		}
		WaitGroupWait(&wg, s)
		out("%d", LoadWord(s, wordOfInt32(&most)))
	}, spec{outcomes: []string{"0", "2"}, native: true})
}

func TestRWMutexWriterAlone(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var (
			rw     sync.RWMutex
			done   = make(chan bool, 1)
			inside atomic.Int32
		)
		Go(s, func() {
			RWMutexRLock(&rw, s)
			StoreWord(s, wordOfInt32(&inside), 1)
			StoreWord(s, wordOfInt32(&inside), 0)
			RWMutexRUnlock(&rw, s)
			SendTo(done, s).Send(true)
		})
		RWMutexLock(&rw, s)
		out("%d", LoadWord(s, wordOfInt32(&inside)))
		RWMutexUnlock(&rw, s)
		Recv(done, s)
	}, spec{outcomes: []string{"0"}, native: true})
}

func TestRWMutexRecursiveReadLock(t *testing.T) {
	// The writer arrives between the two read locks: neither gets on.
	check(t, func(s Site, out func(string, ...any)) {
		var rw sync.RWMutex
		Go(s, func() {
			RWMutexLock(&rw, s)
			RWMutexUnlock(&rw, s)
		})
		RWMutexRLock(&rw, s)
		RWMutexRLock(&rw, s)
		RWMutexRUnlock(&rw, s)
		RWMutexRUnlock(&rw, s)
	}, spec{outcomes: []string{"", "!deadlock"}})
	s := testSites(t, "rw")
	res := explored(t, Settings{}, "closure", func() {
		var rw sync.RWMutex
		Go(s, func() { RWMutexLock(&rw, s) })
		RWMutexRLock(&rw, s)
		RWMutexRLock(&rw, s)
		RWMutexRUnlock(&rw, s)
		RWMutexRUnlock(&rw, s)
	})
	if len(res.Failures) != 1 || res.Failures[0].Failure.Message != "2 goroutines wait for each other" {
		t.Errorf("%+v", res.Failures)
	}
}

// A writer that has asked for the lock waits for the readers inside, not for
// itself.
func TestRWMutexCycle(t *testing.T) {
	s := testSites(t, "rw")
	res := explored(t, Settings{}, "closure", func() {
		var a, b sync.RWMutex
		Go(s, func() {
			RWMutexRLock(&a, s)
			RWMutexLock(&b, s)
			RWMutexUnlock(&b, s)
			RWMutexRUnlock(&a, s)
		})
		RWMutexRLock(&b, s)
		RWMutexLock(&a, s)
		RWMutexUnlock(&a, s)
		RWMutexRUnlock(&b, s)
	})
	if len(res.Failures) != 1 || res.Failures[0].Failure.Message != "2 goroutines wait for each other" {
		t.Errorf("%+v", res.Failures)
	}
}

func TestRWMutexTry(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var (
			rw sync.RWMutex
			wg sync.WaitGroup
		)
		WaitGroupGo(&wg, s, func() {
			RWMutexLock(&rw, s)
			Gosched(s)
			RWMutexUnlock(&rw, s)
		})
		r := RWMutexTryRLock(&rw, s)
		w := RWMutexTryLock(&rw, s)
		out("r%t w%t", r, w)
		if r {
			RWMutexRUnlock(&rw, s)
		}
		if w {
			RWMutexUnlock(&rw, s)
		}
		WaitGroupWait(&wg, s)
	}, spec{outcomes: []string{"rfalse wfalse", "rfalse wtrue", "rtrue wfalse"}, native: true})
}

func TestRWMutexMisuse(t *testing.T) {
	for _, unlock := range []func(*sync.RWMutex, Site){RWMutexUnlock, RWMutexRUnlock} {
		check(t, func(s Site, out func(string, ...any)) {
			var rw sync.RWMutex
			defer func() { out("%v", recover()) }() // a fatal error is no panic
			unlock(&rw, s)
		}, spec{outcomes: []string{"<nil> !unlock"}})
	}
}

func TestRLocker(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var rw sync.RWMutex
		l := RWMutexRLocker(&rw, s)
		Adapt(l, s).Lock()
		Adapt(l, s).Lock()
		out("%t", RWMutexTryLock(&rw, s))
		Adapt(l, s).Unlock()
		Adapt(l, s).Unlock()
		out("%t", RWMutexTryLock(&rw, s))
	}, spec{outcomes: []string{"false true"}, native: true})
}

func TestWaitGroup(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var wg sync.WaitGroup
		var a, b int
		WaitGroupAdd(&wg, s, 2)
		Go(s, func() { a = 1; WaitGroupDone(&wg, s) })
		Go(s, func() { b = 1; WaitGroupDone(&wg, s) })
		WaitGroupWait(&wg, s)
		out("%d%d", a, b)
	}, spec{outcomes: []string{"11"}, native: true})
	// Used again.
	check(t, func(s Site, out func(string, ...any)) {
		var wg sync.WaitGroup
		n := 0
		for range 2 {
			WaitGroupGo(&wg, s, func() { n++ })
			WaitGroupWait(&wg, s)
		}
		out("%d", n)
	}, spec{outcomes: []string{"2"}, native: true})
	// Add in the goroutine: Wait may be too early.
	check(t, func(s Site, out func(string, ...any)) {
		var wg sync.WaitGroup
		ch := make(chan int, 1)
		Go(s, func() {
			WaitGroupAdd(&wg, s, 1)
			SendTo(ch, s).Send(1)
			WaitGroupDone(&wg, s)
		})
		WaitGroupWait(&wg, s)
		out("%d", Len(ch, s))
	}, spec{outcomes: []string{"0", "1"}, native: true})
}

func TestWaitGroupNegative(t *testing.T) {
	// The second Done may come before the Add.
	check(t, func(s Site, out func(string, ...any)) {
		var wg sync.WaitGroup
		WaitGroupAdd(&wg, s, 1)
		Go(s, func() { WaitGroupAdd(&wg, s, 1) })
		WaitGroupDone(&wg, s)
		WaitGroupDone(&wg, s)
	}, spec{outcomes: []string{"", "!panic"}})
}

func TestWaitGroupGoPanics(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var wg sync.WaitGroup
		WaitGroupGo(&wg, s, func() { panic("no") })
		WaitGroupWait(&wg, s)
	}, spec{outcomes: []string{"!panic"}})
	check(t, func(s Site, out func(string, ...any)) {
		var wg sync.WaitGroup
		WaitGroupGo(&wg, s, func() { Goexit(s) })
		WaitGroupWait(&wg, s)
		out("done")
	}, spec{outcomes: []string{"done"}, native: true})
}

func TestOnceRunsOnceAndOthersWait(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var (
			o     sync.Once
			wg    sync.WaitGroup
			calls int
		)
		for range 2 {
			WaitGroupGo(&wg, s, func() {
				OnceDo(&o, s, func() {
					Gosched(s)
					calls++
				})
				out("%d", calls)
			})
		}
		WaitGroupWait(&wg, s)
	}, spec{outcomes: []string{"1 1"}, native: true})
}

func TestOnceWithPanic(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var o sync.Once
		func() {
			defer func() { out("%v", recover()) }()
			OnceDo(&o, s, func() { panic("first") })
		}()
		OnceDo(&o, s, func() { out("again") })
	}, spec{outcomes: []string{"first"}, native: true})
}

func TestOnceWithinItself(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var o sync.Once
		OnceDo(&o, s, func() { OnceDo(&o, s, func() {}) })
	}, spec{outcomes: []string{"!deadlock"}})
}

func TestOnceAssigned(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var o sync.Once
		for range 2 {
			OnceDo(&o, s, func() { out("run") })
			o = sync.Once{}
		}
	}, spec{outcomes: []string{"run run"}, native: true})
}

func TestOnceFuncs(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		f := OnceFunc(s, func() { panic("each time") })
		for range 2 {
			func() {
				defer func() { out("%v", recover()) }()
				f()
			}()
		}
		n := 0
		g := OnceValue(s, func() int { n++; return n })
		h := OnceValues(s, func() (int, string) { n++; return n, "s" })
		g()
		h()
		a := g()
		b, c := h()
		out("x%d%d%s", a, b, c)
	}, spec{outcomes: []string{"each time each time x12s"}, native: true})
}

func TestCondLostWakeUp(t *testing.T) {
	// Without a condition the Signal may be lost.
	check(t, func(s Site, out func(string, ...any)) {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		Go(s, func() { CondSignal(c, s) })
		MutexLock(&mu, s)
		CondWait(c, s)
		MutexUnlock(&mu, s)
		out("woken")
	}, spec{outcomes: []string{"!deadlock", "woken"}})
	// With one it is not.
	check(t, func(s Site, out func(string, ...any)) {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		ready := false
		Go(s, func() {
			MutexLock(&mu, s)
			ready = true
			MutexUnlock(&mu, s)
			CondSignal(c, s)
		})
		MutexLock(&mu, s)
		for !ready {
			CondWait(c, s)
		}
		MutexUnlock(&mu, s)
		out("woken")
	}, spec{outcomes: []string{"woken"}, native: true})
}

func TestCondSignalChoosesAnyWaiter(t *testing.T) {
	check(t, func(s Site, out func(string, ...any)) {
		var (
			mu      sync.Mutex
			wg      sync.WaitGroup
			waiting int
		)
		c := sync.NewCond(&mu)
		for i := range 2 {
			WaitGroupGo(&wg, s, func() {
				MutexLock(&mu, s)
				waiting++
				CondWait(c, s)
				if waiting == 2 {
					out("first%d", i)
				}
				waiting--
				MutexUnlock(&mu, s)
			})
		}
		for n := 0; n < 2; {
			MutexLock(&mu, s)
			n = waiting
			MutexUnlock(&mu, s)
			if n < 2 {
				return // the other orders are not what this is about
			}
		}
		CondSignal(c, s)
		CondBroadcast(c, s)
		WaitGroupWait(&wg, s)
	}, spec{outcomes: []string{"", "first0", "first1"}})
}
