package runtime

import (
	"runtime"
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// Iterators that nobody stops end with the execution, and leave no goroutine
// behind, wherever they are.
func TestAbandonedPulls(t *testing.T) {
	s := testSites(t, "next", "mu", "ch")
	ended, ran := 0, 0
	x := newExecution(Settings{Leaks: "off"}, func() {
		mu, ch := new(sync.Mutex), make(chan int)
		for i := range 3 {
			next, _ := IterPull(s, func(yield func(int) bool) {
				defer func() { ended++ }()
				defer func() {
					MutexLock(mu, s+1)
					ran++
				}()
				if i == 1 { // it is waiting then, else it has yielded
					Recv(ch, s+2)
				}
				yield(1)
			})
			if i != 2 { // it is not begun
				Go(s, func() { next() })
			}
		}
	})
	goroutines := 0
	for i := range 1000 {
		explore.Replay(x, nil, checker.Options{}, nil)
		if i == 10 {
			goroutines = runtime.NumGoroutine()
		}
	}
	if ended != 2*1000 || ran != 0 {
		t.Errorf("%d iterators have ended, %d went on", ended, ran)
	}
	if n := runtime.NumGoroutine(); n > goroutines+10 {
		t.Errorf("%d goroutines, %d before", n, goroutines)
	}
}
