// Package misuse has kernels of uses of channels, WaitGroups, Onces, locks and
// timers that their documentation forbids.
package misuse

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A channel is closed while somebody may still send.
//
// want: close
func TestSendOnClosedBuggy(t *testing.T) {
	events := make(chan int, 1)
	go func() { events <- 1 }()
	close(events)
}

func TestSendOnClosedFixed(t *testing.T) {
	events, closed := make(chan int), make(chan struct{})
	go func() {
		select {
		case events <- 1:
		case <-closed:
		}
	}()
	close(closed)
}

// Two tasks look whether a channel is closed before either has closed it.
//
// want: close
func TestCloseTwiceBuggy(t *testing.T) {
	done := make(chan struct{})
	stop := func() {
		select {
		case <-done:
		default:
			close(done)
		}
	}
	go stop()
	stop()
}

func TestCloseTwiceFixed(t *testing.T) {
	done := make(chan struct{})
	var once sync.Once
	stop := func() { once.Do(func() { close(done) }) }
	go stop()
	stop()
}

// A task is counted as ended twice where it fails.
//
// want: panic
func TestNegativeCounterBuggy(t *testing.T) {
	var failed atomic.Bool
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			defer wg.Done()
			if failed.Swap(true) {
				wg.Done() // "give up"
			}
		}()
	}
	wg.Wait()
}

func TestNegativeCounterFixed(t *testing.T) {
	var failed atomic.Bool
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			defer wg.Done()
			if failed.Swap(true) {
				return
			}
		}()
	}
	wg.Wait()
}

// A task counts itself: who waits may look before it has.
//
// want: fatal
func TestAddInTaskBuggy(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	go func() {
		wg.Add(1)
		defer wg.Done()
		n.Add(1)
	}()
	wg.Wait()
	if n.Load() != 1 {
		t.Error("did not wait")
	}
}

func TestAddInTaskFixed(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		n.Add(1)
	}()
	wg.Wait()
	if n.Load() != 1 {
		t.Error("did not wait")
	}
}

// A WaitGroup is used again when one of those who wait for its first use may
// still be waiting.
//
// want: race
func TestEarlyReuseBuggy(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go wg.Done()
	go wg.Wait()
	wg.Wait()
	wg.Add(1)
	wg.Done()
}

func TestEarlyReuseFixed(t *testing.T) {
	var wg, waiting sync.WaitGroup
	wg.Add(1)
	go wg.Done()
	waiting.Go(wg.Wait)
	waiting.Wait()
	wg.Wait()
	wg.Add(1)
	wg.Done()
}

// What a Once does comes back to the Once.
//
// want: deadlock
func TestOnceReentryBuggy(t *testing.T) {
	var load, fallback func()
	var once sync.Once
	load = func() { once.Do(fallback) }
	fallback = func() { load() }
	load()
}

func TestOnceReentryFixed(t *testing.T) {
	n := 0
	var once, second sync.Once
	load := func() { once.Do(func() { second.Do(func() { n++ }) }) }
	go load()
	load()
	if n != 1 {
		t.Errorf("loaded %d times", n)
	}
}

// A timer is drained before it is used again, although its value was received.
//
// want: deadlock
func TestTimerReuseBuggy(t *testing.T) {
	timer := time.NewTimer(time.Second)
	<-timer.C
	if !timer.Stop() {
		<-timer.C
	}
	timer.Reset(time.Second)
	<-timer.C
}

func TestTimerReuseFixed(t *testing.T) {
	timer := time.NewTimer(time.Second)
	<-timer.C
	timer.Reset(time.Second)
	<-timer.C
}

// A watchdog that is reset when it has fired already fires twice.
//
// want: close
func TestResetAfterFiringBuggy(t *testing.T) {
	barked := make(chan struct{})
	dog := time.AfterFunc(time.Second, func() { close(barked) })
	time.Sleep(time.Second)
	dog.Reset(time.Second)
	time.Sleep(time.Second)
}

func TestResetAfterFiringFixed(t *testing.T) {
	barked := make(chan struct{})
	dog := time.AfterFunc(time.Second, func() { close(barked) })
	time.Sleep(time.Second)
	if dog.Stop() {
		dog.Reset(time.Second)
		time.Sleep(time.Second)
	}
}

// A stopped ticker does not close its channel: who ranges over it stays.
//
// want: deadlock
func TestTickerLeakBuggy(t *testing.T) {
	ticker := time.NewTicker(time.Second)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range ticker.C {
		}
	})
	ticker.Stop()
	wg.Wait()
}

func TestTickerLeakFixed(t *testing.T) {
	ticker, done := time.NewTicker(time.Second), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-ticker.C:
			case <-done:
				return
			}
		}
	})
	ticker.Stop()
	close(done)
	wg.Wait()
}

// A reader lets go of a lock with the method for writers.
//
// want: unlock
func TestWrongUnlockBuggy(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	defer mu.Unlock()
}

func TestWrongUnlockFixed(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	defer mu.RUnlock()
}

// One of two paths unlocks, and the deferred call does so again.
//
// want: unlock
func TestUnlockTwiceBuggy(t *testing.T) {
	var mu sync.Mutex
	full := false
	put := func() {
		mu.Lock()
		defer mu.Unlock()
		if full {
			mu.Unlock()
			return
		}
		full = true
	}
	go put()
	put()
}

func TestUnlockTwiceFixed(t *testing.T) {
	var mu sync.Mutex
	full := false
	put := func() {
		mu.Lock()
		defer mu.Unlock()
		if full {
			return
		}
		full = true
	}
	go put()
	put()
}

// A method with a value receiver locks a copy of the lock: each call its own.
//
// want: race
func TestCopiedLockBuggy(t *testing.T) {
	h := hits{n: new(int)}
	go h.addToCopy()
	h.addToCopy()
}

func TestCopiedLockFixed(t *testing.T) {
	h := hits{n: new(int)}
	go h.add()
	h.add()
}

type hits struct {
	mu sync.Mutex
	n  *int
}

func (h hits) addToCopy() {
	h.mu.Lock()
	defer h.mu.Unlock()
	*h.n++
}

func (h *hits) add() {
	h.mu.Lock()
	defer h.mu.Unlock()
	*h.n++
}

// A condition is waited for without its lock.
//
// want: unlock
func TestWaitWithoutLockBuggy(t *testing.T) {
	var mu sync.Mutex
	changed := sync.NewCond(&mu)
	go changed.Broadcast()
	changed.Wait()
}

func TestWaitWithoutLockFixed(t *testing.T) {
	var mu sync.Mutex
	changed := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		defer mu.Unlock()
		ready = true
		changed.Broadcast()
	}()
	mu.Lock()
	for !ready {
		changed.Wait()
	}
	mu.Unlock()
}

// A test is over while one of its goroutines still logs.
//
// want: panic
func TestLogAfterEndBuggy(t *testing.T) {
	done := make(chan struct{})
	go func() {
		<-done
		t.Log("done")
	}()
	close(done)
}

func TestLogAfterEndFixed(t *testing.T) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		<-done
		t.Log("done")
	})
	close(done)
	wg.Wait()
}

// A goroutine still logs when it has said that it is done: it is in time by
// mere luck.
//
// want: panic
func TestLogAfterResultBuggy(t *testing.T) {
	done := make(chan struct{}, 1)
	go func() {
		done <- struct{}{}
		t.Log("done")
	}()
	<-done
}

func TestLogAfterResultFixed(t *testing.T) {
	done := make(chan struct{}, 1)
	go func() {
		t.Log("done")
		done <- struct{}{}
	}()
	<-done
}

// FailNow is called by another goroutine than that of the test: it ends that
// one, and whoever counts on its last words waits for ever.
//
// want: fatal
func TestFatalInTaskBuggy(t *testing.T) {
	var full atomic.Bool
	results := make(chan bool)
	for range 2 {
		go func() {
			if full.Swap(true) {
				t.Fatal("full")
			}
			results <- true
		}()
	}
	_, _ = <-results, <-results
}

func TestFatalInTaskFixed(t *testing.T) {
	var full atomic.Bool
	results := make(chan bool)
	for range 2 {
		go func() { results <- !full.Swap(true) }()
	}
	if <-results == <-results {
		t.Fatal("both or none got in")
	}
}

// A Once counts as done although its function has panicked.
//
// want: panic
func TestFailedOnceBuggy(t *testing.T) {
	var once sync.Once
	var config *int
	get := func() int {
		once.Do(func() {
			defer func() { _ = recover() }() // "the next one tries again"
			config = parse()
		})
		return *config
	}
	go get()
	get()
}

func TestFailedOnceFixed(t *testing.T) {
	var once sync.Once
	var config *int
	get := func() int {
		once.Do(func() {
			config = new(int) // if it cannot be parsed
			defer func() { _ = recover() }()
			config = parse()
		})
		return *config
	}
	go get()
	get()
}

func parse() *int { panic("no file") }

// A channel is closed before it is made, if the service is stopped before it is
// started.
//
// want: close
func TestCloseNilBuggy(t *testing.T) {
	var s service
	go s.start()
	s.stopAnyway()
}

func TestCloseNilFixed(t *testing.T) {
	var s service
	go s.start()
	s.stop()
}

type service struct {
	mu   sync.Mutex
	done chan struct{}
}

func (s *service) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = make(chan struct{})
}

func (s *service) stopAnyway() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.done)
}

func (s *service) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done != nil {
		close(s.done)
	}
}

// A goroutine of a test uses what the test cleans up.
//
// want: panic
func TestUseAfterCleanupBuggy(t *testing.T) { useFile(t, func(func()) {}) }

func TestUseAfterCleanupFixed(t *testing.T) { useFile(t, t.Cleanup) }

// useFile has a goroutine read a file that is closed by the test's cleanup, and
// arranges that the test waits for it before.
func useFile(t *testing.T, arrange func(wait func())) {
	var mu sync.Mutex
	file := new(string)
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		file = nil
	})
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		_ = *file
	})
	arrange(wg.Wait)
}

// An object is put back into its pool while a goroutine still uses it.
//
// want: race
func TestUsedAfterPutBuggy(t *testing.T) {
	pool := sync.Pool{New: func() any { return new(string) }}
	text, printed := pool.Get().(*string), make(chan string, 1)
	go func() { printed <- *text }()
	pool.Put(text)
	*pool.Get().(*string) = "next"
	<-printed
}

func TestUsedAfterPutFixed(t *testing.T) {
	pool := sync.Pool{New: func() any { return new(string) }}
	text, printed := pool.Get().(*string), make(chan string, 1)
	go func() { printed <- *text; pool.Put(text) }()
	*pool.Get().(*string) = "next"
	<-printed
}
