// Package timers has kernels of timers that overtake what they are to follow, of deadlines that
// come earlier than was thought, and of what goes on with a ticker for ever. Natively most of them
// take a machine that is slow at the wrong moment: such a kernel wants a warning.
package timers

import (
	"sync"
	"testing"
	"time"
)

// What is saved some time after the last change is saved after the file was closed.
//
// want: timing
func TestDebounceBuggy(t *testing.T) { debounce(false) }

func TestDebounceFixed(t *testing.T) { debounce(true) }

func debounce(look bool) {
	var mu sync.Mutex
	closed := false
	timer := time.AfterFunc(20*time.Millisecond, func() {
		mu.Lock()
		defer mu.Unlock()
		if closed && !look {
			panic("saved after close")
		}
	})
	mu.Lock()
	closed = true
	mu.Unlock()
	timer.Stop()
}

// A timer that has been stopped is taken to be over, but its function may be running.
//
// want: timing
func TestStopIsNoWaitBuggy(t *testing.T) {
	probe(func(timer *time.Timer, done chan struct{}) { timer.Stop() })
}

func TestStopIsNoWaitFixed(t *testing.T) {
	probe(func(timer *time.Timer, done chan struct{}) {
		if !timer.Stop() {
			<-done
		}
	})
}

func probe(stop func(*time.Timer, chan struct{})) {
	conn, done := make(chan int, 1), make(chan struct{})
	timer := time.AfterFunc(50*time.Millisecond, func() {
		conn <- 1
		close(done)
	})
	stop(timer, done)
	close(conn)
}

// The timer of an idle session is set again when a request comes: it may have fired by then.
//
// want: timing
func TestIdleTimerBuggy(t *testing.T) {
	idle(t, func(s *session) bool {
		s.timer.Reset(30 * time.Millisecond)
		return true
	})
}

func TestIdleTimerFixed(t *testing.T) {
	idle(t, func(s *session) bool { return s.timer.Stop() })
}

type session struct {
	mu    sync.Mutex
	timer *time.Timer
	ended bool
}

func idle(t *testing.T, begin func(*session) bool) {
	s := &session{}
	s.mu.Lock()
	s.timer = time.AfterFunc(30*time.Millisecond, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ended = true
	})
	s.mu.Unlock()
	if !begin(s) {
		return
	}
	s.mu.Lock()
	if s.ended {
		t.Error("a request in a session that has ended")
	}
	s.mu.Unlock()
	s.timer.Stop()
}

// An entry expires between the look whether it is there and its use.
//
// want: timing
func TestExpiryBuggy(t *testing.T) {
	c := newCache()
	if c.has("x") {
		_ = *c.get("x")
	}
}

func TestExpiryFixed(t *testing.T) {
	c := newCache()
	if x := c.get("x"); x != nil {
		_ = *x
	}
}

type cache struct {
	mu sync.Mutex
	m  map[string]*int
}

func newCache() *cache {
	c := &cache{m: map[string]*int{"x": new(int)}}
	time.AfterFunc(10*time.Millisecond, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.m, "x")
	})
	return c
}

func (c *cache) has(key string) bool { return c.get(key) != nil }

func (c *cache) get(key string) *int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m[key]
}

// Who has a lease writes what it has made of it, although the lease may be another's by then.
//
// want: timing
func TestLeaseBuggy(t *testing.T) {
	lease(t, func(holder, mine int) bool { return true })
}

func TestLeaseFixed(t *testing.T) {
	lease(t, func(holder, mine int) bool { return holder == mine })
}

func lease(t *testing.T, may func(holder, mine int) bool) {
	var mu sync.Mutex
	holder, last := 1, 0
	write := func(mine int) {
		mu.Lock()
		defer mu.Unlock()
		if may(holder, mine) {
			if mine < last {
				t.Errorf("%d writes after %d", mine, last)
			}
			last = mine
		}
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		time.Sleep(60 * time.Millisecond)
		mu.Lock()
		holder = 2
		mu.Unlock()
		write(2)
	})
	write(1)
	wg.Wait()
}

// A sleep is to let another goroutine go first.
//
// want: timing
func TestSleepToOrderBuggy(t *testing.T) {
	ready := make(chan bool, 1)
	go func() { ready <- true }()
	time.Sleep(10 * time.Millisecond)
	if len(ready) == 0 {
		t.Error("not ready")
	}
}

func TestSleepToOrderFixed(t *testing.T) {
	ready := make(chan bool, 1)
	go func() { ready <- true }()
	<-ready
}

// Of two timers the earlier one is taken to have done its work when the later one fires.
//
// want: timing
func TestTwoTimersBuggy(t *testing.T) {
	warned := make(chan struct{}, 1)
	done := make(chan struct{})
	time.AfterFunc(10*time.Millisecond, func() { warned <- struct{}{} })
	time.AfterFunc(20*time.Millisecond, func() {
		defer close(done)
		if len(warned) == 0 {
			t.Error("ended without a warning")
		}
	})
	<-done
}

func TestTwoTimersFixed(t *testing.T) {
	done := make(chan struct{})
	time.AfterFunc(10*time.Millisecond, func() {
		time.AfterFunc(10*time.Millisecond, func() { close(done) })
	})
	<-done
}

// Who waits up to a time for a token leaves the queue without looking whether it has one by now.
//
// want: timing
func TestLostTokenBuggy(t *testing.T) {
	token(func(mine chan int, give func(int)) {})
}

func TestLostTokenFixed(t *testing.T) {
	token(func(mine chan int, give func(int)) {
		select {
		case x := <-mine:
			give(x)
		default:
		}
	})
}

func token(late func(mine chan int, give func(int))) {
	var mu sync.Mutex
	free := make(chan int, 1)
	first := make(chan int, 1)
	queue := []chan int{first}
	give := func(x int) {
		mu.Lock()
		defer mu.Unlock()
		if len(queue) > 0 {
			queue[0] <- x
			queue = queue[1:]
			return
		}
		free <- x
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case x := <-first:
			give(x)
		case <-time.After(40 * time.Millisecond):
			mu.Lock()
			queue = nil
			mu.Unlock()
			late(first, give)
		}
	})
	give(1)
	wg.Wait()
	<-free
}

// A batch is flushed when it is full or old: one flush takes what the other has counted.
//
// want: timing
func TestBatchBuggy(t *testing.T) {
	batch(func(b *batcher) {
		b.mu.Lock()
		full := len(b.items) == 2
		b.mu.Unlock()
		if full {
			b.flush(2)
		}
	})
}

func TestBatchFixed(t *testing.T) {
	batch(func(b *batcher) {
		b.mu.Lock()
		n := len(b.items)
		b.items = b.items[:0]
		b.mu.Unlock()
		_ = n
	})
}

type batcher struct {
	mu    sync.Mutex
	items []int
}

func (b *batcher) flush(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n < 0 {
		n = len(b.items)
	}
	sent := b.items[:n:n]
	b.items = append([]int(nil), b.items[n:]...)
	for _, x := range sent {
		if x == 0 {
			panic("an item that was sent before")
		}
	}
	clear(sent)
}

func batch(add func(*batcher)) {
	b := &batcher{items: []int{1, 2}}
	timer := time.AfterFunc(5*time.Millisecond, func() { b.flush(-1) })
	add(b)
	timer.Stop()
}
