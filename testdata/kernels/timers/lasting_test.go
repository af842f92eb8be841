package timers

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A number of attempts, with a sleep between them, is to be long enough.
//
// want: timing
func TestAttemptsBuggy(t *testing.T) {
	var ready atomic.Bool
	go ready.Store(true)
	for range 5 {
		if ready.Load() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("not ready")
}

func TestAttemptsFixed(t *testing.T) {
	var ready atomic.Bool
	go ready.Store(true)
	for !ready.Load() {
		time.Sleep(10 * time.Millisecond)
	}
}

// What a poll has seen holds no longer when it is used.
//
// want: fatal
func TestStaleAnswerBuggy(t *testing.T) {
	var on atomic.Bool
	pulse(&on)
	for !on.Load() {
		time.Sleep(time.Millisecond)
	}
	if !on.Load() {
		t.Error("off again")
	}
}

func TestStaleAnswerFixed(t *testing.T) {
	var on atomic.Bool
	pulse(&on)
	for !on.Load() {
		time.Sleep(3 * time.Second)
	}
}

func pulse(on *atomic.Bool) {
	go func() {
		on.Store(true)
		on.Store(false)
		time.Sleep(time.Second)
		on.Store(true)
	}()
}

// A poll waits for a number that two goroutines may pass by together.
//
// want: steps
func TestPassedByBuggy(t *testing.T) {
	n := twice()
	for n.Load() != 1 {
		runtime.Gosched()
	}
}

func TestPassedByFixed(t *testing.T) {
	n := twice()
	for n.Load() < 1 {
		runtime.Gosched()
	}
}

func twice() *atomic.Int32 {
	n := new(atomic.Int32)
	for range 2 {
		go n.Add(1)
	}
	return n
}

// A poll up to a deadline does not look again when that is over.
//
// want: timing
func TestLastLookBuggy(t *testing.T) { lastLook(t, false) }

func TestLastLookFixed(t *testing.T) { lastLook(t, true) }

func lastLook(t *testing.T, wait bool) {
	done := make(chan struct{})
	go close(done)
	limit, tick := time.After(50*time.Millisecond), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-limit:
			if wait {
				<-done
				return
			}
			t.Fatal("never")
		case <-tick.C:
			select {
			case <-done:
				return
			default:
			}
		}
	}
}

// A server goes on with its ticker: the one that waits for it has told it to go by a flag that it
// does not look at on one of its ways.
//
// want: steps
func TestServerBuggy(t *testing.T) { server(false) }

func TestServerFixed(t *testing.T) { server(true) }

func server(always bool) {
	var stop, degraded atomic.Bool
	var wg sync.WaitGroup
	go degraded.Store(true)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	wg.Go(func() {
		slow := degraded.Load() && !always
		for range tick.C {
			if !slow && stop.Load() {
				return
			}
		}
	})
	stop.Store(true)
	wg.Wait()
}

// A supervisor runs again and again what fails at once.
//
// want: steps
func TestSupervisorBuggy(t *testing.T) { supervise(false) }

func TestSupervisorFixed(t *testing.T) { supervise(true) }

func supervise(report bool) {
	var broken atomic.Bool
	go broken.Store(true)
	ended := make(chan bool, 1)
	go func() {
		for {
			failed := broken.Load()
			if !failed || report {
				ended <- failed
				return
			}
			time.Sleep(time.Second)
		}
	}()
	<-ended
}

// A watcher waits for another version, which never comes if the update has come before it looked.
//
// want: steps
func TestOldVersionBuggy(t *testing.T) {
	var version atomic.Int32
	go version.Add(1)
	for old := version.Load(); version.Load() == old; {
		time.Sleep(time.Second)
	}
}

func TestOldVersionFixed(t *testing.T) {
	var version atomic.Int32
	old := version.Load()
	go version.Add(1)
	for version.Load() == old {
		time.Sleep(time.Second)
	}
}

// Each tick starts a request; who reads the answers is gone when the second one comes.
//
// want: leak
func TestTickRequestsBuggy(t *testing.T) { requests(0) }

func TestTickRequestsFixed(t *testing.T) { requests(2) }

func requests(room int) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	answers := make(chan int, room)
	for {
		select {
		case <-tick.C:
			go func() { answers <- 1 }()
		case <-answers:
		case <-ctx.Done():
			return
		}
	}
}

// A goroutine goes on with its ticker for ever, as it is not told to go on one way out.
//
// want: leak
func TestForeverBuggy(t *testing.T) { forever(false) }

func TestForeverFixed(t *testing.T) { forever(true) }

func forever(always bool) {
	quit := make(chan struct{})
	var early atomic.Bool
	go early.Store(true)
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
			case <-quit:
				return
			}
		}
	}()
	if early.Load() && !always {
		return
	}
	close(quit)
}
