// Package leaks has kernels of goroutines that stay behind in some executions.
package leaks

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// Who is cancelled while waiting leaves somebody behind who wants to send.
//
// want: leak
func TestAbandonedResultBuggy(t *testing.T) { giveUp(0) }

func TestAbandonedResultFixed(t *testing.T) { giveUp(1) }

func giveUp(room int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	result := make(chan int, room)
	go func() { result <- 1 }()
	go cancel()
	select {
	case <-result:
	case <-ctx.Done():
	}
}

// Who has waited long enough leaves somebody behind who wants to send.
//
// want: leak
func TestTimeoutBuggy(t *testing.T) { timeOut(0) }

func TestTimeoutFixed(t *testing.T) { timeOut(1) }

func timeOut(room int) {
	result := make(chan int, room)
	go func() {
		time.Sleep(time.Second)
		result <- 1
	}()
	select {
	case <-result:
	case <-time.After(time.Second):
	}
	time.Sleep(time.Second)
}

// Who consumes stops at the first value that it likes.
//
// want: leak
func TestAbandonedProducerBuggy(t *testing.T) {
	numbers := make(chan int)
	for i := range 2 {
		go func() { numbers <- i }()
	}
	for range 2 {
		if <-numbers == 1 {
			break
		}
	}
}

func TestAbandonedProducerFixed(t *testing.T) {
	numbers, done := make(chan int), make(chan struct{})
	defer close(done)
	for i := range 2 {
		go func() {
			select {
			case numbers <- i:
			case <-done:
			}
		}()
	}
	for range 2 {
		if <-numbers == 1 {
			break
		}
	}
}

// The channel that the worker ranges over is not closed on the way out that
// returns an error.
//
// want: leak
func TestForgottenCloseBuggy(t *testing.T) {
	jobs, broken := make(chan int), make(chan struct{})
	go func() {
		for range jobs {
		}
	}()
	go close(broken)
	if err := produce(jobs, broken); err != nil {
		return
	}
	close(jobs)
}

func TestForgottenCloseFixed(t *testing.T) {
	jobs, broken := make(chan int), make(chan struct{})
	defer close(jobs)
	go func() {
		for range jobs {
		}
	}()
	go close(broken)
	if err := produce(jobs, broken); err != nil {
		return
	}
}

func produce(jobs chan<- int, broken <-chan struct{}) error {
	select {
	case jobs <- 1:
		return nil
	case <-broken:
		return errors.New("broken")
	}
}

// A listener that is added while the others are told to go is told nothing.
//
// want: leak
func TestLateListenerBuggy(t *testing.T) {
	h := new(hub)
	go h.stop()
	go func() { <-h.listen() }()
}

func TestLateListenerFixed(t *testing.T) {
	h := &hub{refuse: true}
	go h.stop()
	go func() { <-h.listen() }()
}

type hub struct {
	refuse    bool
	mu        sync.Mutex
	stopped   bool
	listeners []chan struct{}
}

func (h *hub) listen() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan struct{})
	if h.refuse && h.stopped {
		close(c)
	} else {
		h.listeners = append(h.listeners, c)
	}
	return c
}

func (h *hub) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopped = true
	for _, l := range h.listeners {
		close(l)
	}
}

// A derived context is cancelled only where the request succeeds.
//
// want: leak
func TestDerivedContextBuggy(t *testing.T) { request(false) }

func TestDerivedContextFixed(t *testing.T) { request(true) }

func request(always bool) {
	ctx, cancel := context.WithCancel(context.Background())
	answer, failure := make(chan int, 1), make(chan error, 1)
	go func() { <-ctx.Done() }()
	go func() { answer <- 1 }()
	go func() { failure <- errors.New("failed") }()
	select {
	case <-answer:
		cancel()
	case <-failure:
		if always {
			cancel()
		}
	}
}
