// Package mixed has kernels of deadlocks between locks, channels, WaitGroups
// and conditions: one waits for a message, the other for what the first holds.
package mixed

import (
	"sync"
	"testing"
)

// A lock is held while a value is sent to somebody who takes the lock before
// it receives.
//
// want: deadlock
func TestSendUnderLockBuggy(t *testing.T) {
	var mu sync.Mutex
	n, values := 0, make(chan int)
	go func() {
		mu.Lock()
		defer mu.Unlock()
		n++
		values <- n
	}()
	mu.Lock()
	n++
	mu.Unlock()
	<-values
}

func TestSendUnderLockFixed(t *testing.T) {
	var mu sync.Mutex
	n, values := 0, make(chan int)
	go func() {
		mu.Lock()
		n++
		value := n
		mu.Unlock()
		values <- value
	}()
	mu.Lock()
	n++
	mu.Unlock()
	<-values
}

// A lock is held while a value is received from somebody who needs the lock to
// make it.
//
// want: deadlock
func TestReceiveUnderLockBuggy(t *testing.T) {
	var mu sync.Mutex
	n, values := 0, make(chan int)
	go func() {
		mu.Lock()
		value := n + 1
		mu.Unlock()
		values <- value
	}()
	mu.Lock()
	n = <-values
	mu.Unlock()
}

func TestReceiveUnderLockFixed(t *testing.T) {
	var mu sync.Mutex
	n, values := 0, make(chan int)
	go func() {
		mu.Lock()
		value := n + 1
		mu.Unlock()
		values <- value
	}()
	value := <-values
	mu.Lock()
	n = value
	mu.Unlock()
}

// The loop that starts the tasks waits for all of them in its first round.
//
// want: deadlock
func TestWaitInLoopBuggy(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() { defer wg.Done() }()
		wg.Wait()
	}
}

func TestWaitInLoopFixed(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() { defer wg.Done() }()
	}
	wg.Wait()
}

// A way out of a task is not counted as its end.
//
// want: deadlock
func TestMissingDoneBuggy(t *testing.T) {
	var mu sync.Mutex
	left := 1
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			mu.Lock()
			defer mu.Unlock()
			if left == 0 {
				return
			}
			left--
			wg.Done()
		}()
	}
	wg.Wait()
}

func TestMissingDoneFixed(t *testing.T) {
	var mu sync.Mutex
	left := 1
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			if left == 0 {
				return
			}
			left--
		}()
	}
	wg.Wait()
}

// A lock is held while one waits for tasks that take it.
//
// want: deadlock
func TestWaitUnderLockBuggy(t *testing.T) {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	mu.Lock()
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
	mu.Unlock()
}

func TestWaitUnderLockFixed(t *testing.T) {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	mu.Lock()
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	mu.Unlock()
	wg.Wait()
}

// Who is woken by a Cond does not look again whether what it waited for is
// still there.
//
// want: panic
func TestCondWithoutLoopBuggy(t *testing.T) {
	q := newQueue()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			if len(q.items) == 0 && !q.closed {
				q.changed.Wait()
			}
			if !q.closed {
				q.items = q.items[1:]
			}
		})
	}
	q.put(1)
	q.close()
	wg.Wait()
}

func TestCondWithoutLoopFixed(t *testing.T) {
	q := newQueue()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			for len(q.items) == 0 && !q.closed {
				q.changed.Wait()
			}
			if !q.closed {
				q.items = q.items[1:]
			}
		})
	}
	q.put(1)
	q.close()
	wg.Wait()
}

type queue struct {
	mu      sync.Mutex
	changed sync.Cond
	items   []int
	closed  bool
}

func newQueue() *queue {
	q := new(queue)
	q.changed.L = &q.mu
	return q
}

func (q *queue) put(i int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, i)
	q.changed.Broadcast()
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}

// A signal comes between the look at the condition and the wait, and is lost.
//
// want: deadlock
func TestLostSignalBuggy(t *testing.T) {
	q := newQueue()
	go q.put(1)
	q.mu.Lock()
	empty := len(q.items) == 0
	q.mu.Unlock()
	if empty {
		q.mu.Lock()
		q.changed.Wait()
		q.mu.Unlock()
	}
}

func TestLostSignalFixed(t *testing.T) {
	q := newQueue()
	go q.put(1)
	q.mu.Lock()
	for len(q.items) == 0 {
		q.changed.Wait()
	}
	q.mu.Unlock()
}

// Two tasks wait for one condition, and only one of them is woken.
//
// want: deadlock
func TestSignalForAllBuggy(t *testing.T) { open((*sync.Cond).Signal) }

func TestSignalForAllFixed(t *testing.T) { open((*sync.Cond).Broadcast) }

// open has two tasks wait for a gate, and opens it.
func open(tell func(*sync.Cond)) {
	var mu sync.Mutex
	changed := sync.NewCond(&mu)
	isOpen := false
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for !isOpen {
				changed.Wait()
			}
		})
	}
	mu.Lock()
	isOpen = true
	tell(changed)
	mu.Unlock()
	wg.Wait()
}

// Tasks that wait for different things share a Cond; a signal wakes the wrong
// one, which goes on waiting.
//
// want: deadlock
func TestWrongWaiterBuggy(t *testing.T) { exchange((*sync.Cond).Signal) }

func TestWrongWaiterFixed(t *testing.T) { exchange((*sync.Cond).Broadcast) }

// exchange has two tasks wait for one thing each, and brings both.
func exchange(tell func(*sync.Cond)) {
	var mu sync.Mutex
	changed := sync.NewCond(&mu)
	var here [2]bool
	var wg sync.WaitGroup
	for i := range here {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for !here[i] {
				changed.Wait()
			}
		})
	}
	for i := range here {
		mu.Lock()
		here[i] = true
		tell(changed)
		mu.Unlock()
	}
	wg.Wait()
}

// The tasks are waited for before anybody receives what they send.
//
// want: deadlock
func TestWaitBeforeReceiveBuggy(t *testing.T) {
	results := make(chan int)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { results <- i })
	}
	wg.Wait()
	close(results)
	for range results {
	}
}

func TestWaitBeforeReceiveFixed(t *testing.T) {
	results := make(chan int)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { results <- i })
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	for range results {
	}
}

// A lock for reading is held across a receive; a writer queues, and whoever is
// to send comes as a reader behind it.
//
// want: deadlock
func TestReadLockAcrossReceiveBuggy(t *testing.T) {
	var mu sync.RWMutex
	values := make(chan int)
	go func() {
		mu.RLock()
		defer mu.RUnlock()
		values <- 1
	}()
	go func() {
		mu.Lock()
		defer mu.Unlock()
	}()
	mu.RLock()
	<-values
	mu.RUnlock()
}

func TestReadLockAcrossReceiveFixed(t *testing.T) {
	var mu sync.RWMutex
	values := make(chan int)
	go func() {
		mu.RLock()
		defer mu.RUnlock()
		values <- 1
	}()
	go func() {
		mu.Lock()
		defer mu.Unlock()
	}()
	<-values
	mu.RLock()
	mu.RUnlock()
}
