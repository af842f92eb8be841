// Package communication has kernels of deadlocks over channels and contexts:
// somebody waits for what nobody is going to send, take, close or cancel.
package communication

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// A way out of a worker forgets to send its result.
//
// want: deadlock
func TestMissingSendBuggy(t *testing.T) {
	results := make(chan int)
	for i := range 2 {
		go func() {
			r, err := parse(i)
			if err != nil {
				return
			}
			results <- r
		}()
	}
	_, _ = <-results, <-results
}

func TestMissingSendFixed(t *testing.T) {
	results := make(chan int)
	for i := range 2 {
		go func() {
			r, err := parse(i)
			if err != nil {
				r = -1
			}
			results <- r
		}()
	}
	if sum := <-results + <-results; sum != 0 {
		t.Errorf("sum %d", sum)
	}
}

func parse(i int) (int, error) {
	if i == 0 {
		return 0, errors.New("nothing")
	}
	return i, nil
}

// The one that is to receive stops at the first value that it does not like,
// and then waits for the one that sends.
//
// want: deadlock
func TestMissingReceiveBuggy(t *testing.T) {
	values, sent := make(chan int), make(chan struct{})
	go func() {
		defer close(sent)
		for i := range 2 {
			values <- i
		}
	}()
	<-values
	<-sent
}

func TestMissingReceiveFixed(t *testing.T) {
	values, sent := make(chan int), make(chan struct{})
	go func() {
		defer close(sent)
		for i := range 2 {
			values <- i
		}
	}()
	<-values
	<-values
	<-sent
}

// Nobody closes the channel that somebody ranges over.
//
// want: deadlock
func TestMissingCloseBuggy(t *testing.T) {
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range jobs {
			}
		})
	}
	jobs <- 1
	wg.Wait()
}

func TestMissingCloseFixed(t *testing.T) {
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range jobs {
			}
		})
	}
	jobs <- 1
	close(jobs)
	wg.Wait()
}

// A select has no case for the end: it depends on who is faster whether the
// worker sees it.
//
// want: deadlock
func TestForgottenCaseBuggy(t *testing.T) {
	jobs, results, quit := make(chan int, 1), make(chan int), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case j := <-jobs:
			results <- j // not when everybody has gone
		case <-quit:
		}
	})
	jobs <- 1
	close(quit)
	wg.Wait()
}

func TestForgottenCaseFixed(t *testing.T) {
	jobs, results, quit := make(chan int, 1), make(chan int), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case j := <-jobs:
			select {
			case results <- j:
			case <-quit:
			}
		case <-quit:
		}
	})
	jobs <- 1
	close(quit)
	wg.Wait()
}

// Two partners both send first and receive then.
//
// want: deadlock
func TestWrongOrderBuggy(t *testing.T) {
	left, right := make(chan int), make(chan int)
	go func() {
		left <- 1
		<-right
	}()
	right <- 2
	<-left
}

func TestWrongOrderFixed(t *testing.T) {
	left, right := make(chan int), make(chan int)
	go func() {
		left <- 1
		<-right
	}()
	<-left
	right <- 2
}

// The buffer has room for one error, but both workers may fail before anybody
// looks.
//
// want: deadlock
func TestBufferTooSmallBuggy(t *testing.T) { collect(t, 1) }

func TestBufferTooSmallFixed(t *testing.T) { collect(t, 2) }

func collect(t *testing.T, room int) {
	errs := make(chan error, room)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { errs <- errors.New("failed") })
	}
	wg.Wait()
	close(errs)
	n := 0
	for range errs {
		n++
	}
	if n != 2 {
		t.Errorf("%d errors", n)
	}
}

// A buffer makes a send return before anybody has received: it does not say
// that the work is done.
//
// want: fatal
func TestBufferTooLargeBuggy(t *testing.T) { handOver(t, 1) }

func TestBufferTooLargeFixed(t *testing.T) { handOver(t, 0) }

func handOver(t *testing.T, room int) {
	var mu sync.Mutex
	seen := 0
	values := make(chan int, room)
	go func() {
		mu.Lock() // until it has received, and noted it
		defer mu.Unlock()
		seen = <-values
	}()
	values <- 1
	mu.Lock()
	defer mu.Unlock()
	if seen != 1 {
		t.Errorf("seen %d", seen)
	}
}

// A worker ends when its context is cancelled. On the way out that returns an
// error nobody does it.
//
// want: deadlock
func TestNeverCancelledBuggy(t *testing.T) {
	s := newServer()
	if err := s.run(); err != nil {
		s.wg.Wait()
		return
	}
	s.cancel()
	s.wg.Wait()
}

func TestNeverCancelledFixed(t *testing.T) {
	s := newServer()
	_ = s.run()
	s.cancel()
	s.wg.Wait()
}

type server struct {
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

func newServer() *server {
	s := new(server)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.wg.Go(func() { <-s.ctx.Done() })
	return s
}

func (s *server) run() error { return errors.New("cannot listen") }

// A channel that was never made is received from.
//
// want: deadlock
func TestNilChannelBuggy(t *testing.T) {
	var s struct{ ready chan struct{} }
	go func() {
		if s.ready != nil {
			close(s.ready)
		}
	}()
	<-s.ready
}

func TestNilChannelFixed(t *testing.T) {
	var s struct{ ready chan struct{} }
	s.ready = make(chan struct{})
	go func() {
		if s.ready != nil {
			close(s.ready)
		}
	}()
	<-s.ready
}

// A notification is dropped if the one that waits for it is not there yet.
//
// want: deadlock
func TestDroppedNotificationBuggy(t *testing.T) { notify(0) }

func TestDroppedNotificationFixed(t *testing.T) { notify(1) }

func notify(room int) {
	wake := make(chan struct{}, room)
	go func() {
		select {
		case wake <- struct{}{}:
		default: // it has been notified already, or so it is thought
		}
	}()
	<-wake
}

// A token is not given back on the way out that skips the work.
//
// want: deadlock
func TestLostTokenBuggy(t *testing.T) {
	tokens := make(chan struct{}, 1)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			tokens <- struct{}{}
			if i == 0 {
				return
			}
			<-tokens
		})
	}
	wg.Wait()
}

func TestLostTokenFixed(t *testing.T) {
	tokens := make(chan struct{}, 1)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			tokens <- struct{}{}
			defer func() { <-tokens }()
			if i == 0 {
				return
			}
		})
	}
	wg.Wait()
}

// A select is taken to prefer the case that stands first.
//
// want: fatal
func TestNoPriorityBuggy(t *testing.T) {
	stopped, jobs := make(chan struct{}), make(chan int, 1)
	jobs <- 1
	close(stopped)
	select {
	case <-stopped:
	case <-jobs:
		t.Error("works after the end")
	}
}

func TestNoPriorityFixed(t *testing.T) {
	stopped, jobs := make(chan struct{}), make(chan int, 1)
	jobs <- 1
	close(stopped)
	select {
	case <-stopped:
	case <-jobs:
		select {
		case <-stopped:
		default:
			t.Error("works after the end")
		}
	}
}
