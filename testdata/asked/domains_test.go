package asked

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

// TestGroup: a producer of a group does not see that the group is cancelled, and its consumer does.
func TestGroup(t *testing.T) {
	group, ctx := errgroup.WithContext(t.Context())
	items := make(chan int)
	group.Go(func() error {
		items <- 1
		return nil
	})
	group.Go(func() error { return errors.New("broken") })
	group.Go(func() error {
		select {
		case <-items:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	if err := group.Wait(); err == nil {
		t.Error("the group has no error")
	}
}

// TestFlight: who joins the flight of somebody whose context is cancelled gets that one's error.
func TestFlight(t *testing.T) {
	var flights singleflight.Group
	answer := make(chan int, 1)
	ask := func(ctx context.Context) error {
		_, err, _ := flights.Do("key", func() (any, error) {
			select {
			case n := <-answer:
				answer <- n
				return n, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
		return err
	}
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { _ = ask(ctx) })
	all.Go(func() {
		if err := ask(t.Context()); err != nil {
			t.Errorf("nobody has cancelled this one: %v", err)
		}
	})
	cancel()
	answer <- 1
	all.Wait()
}

// A workers is a pool of one worker.
type workers struct {
	jobs chan func()
	quit chan bool
}

func (w *workers) run() {
	for {
		select {
		case job := <-w.jobs:
			job()
		case <-w.quit:
			return
		}
	}
}

// TestPool: a job that the pool has taken is not done if the pool is shut down.
func TestPool(t *testing.T) {
	w := &workers{jobs: make(chan func(), 1), quit: make(chan bool)}
	var worker sync.WaitGroup
	worker.Go(w.run)
	var done atomic.Bool
	w.jobs <- func() { done.Store(true) }
	close(w.quit)
	worker.Wait()
	if !done.Load() {
		t.Error("the job is not done")
	}
}

// A cache keeps what was put for a second.
type cache struct {
	mu     sync.Mutex
	values map[string]int
	until  map[string]time.Time
}

func (c *cache) put(key string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key], c.until[key] = n, time.Now().Add(time.Second)
}

func (c *cache) get(key string) (int, bool) {
	c.mu.Lock()
	n, ok := c.values[key]
	old := ok && time.Now().After(c.until[key])
	c.mu.Unlock()
	if old { // it may be new by now
		c.mu.Lock()
		delete(c.values, key)
		c.mu.Unlock()
		return 0, false
	}
	return n, ok
}

// TestCache: who finds something old throws away what is new.
func TestCache(t *testing.T) {
	c := &cache{values: map[string]int{}, until: map[string]time.Time{}}
	c.put("key", 1)
	time.Sleep(2 * time.Second)
	var readers sync.WaitGroup
	readers.Go(func() { c.get("key") })
	c.put("key", 2)
	readers.Wait()
	if n, ok := c.get("key"); !ok {
		t.Errorf("what was put is gone: %d", n)
	}
}

// A hub sends to its clients.
type hub struct {
	mu      sync.Mutex
	clients []chan int
}

func (h *hub) broadcast(n int) {
	h.mu.Lock()
	clients := append([]chan int(nil), h.clients...)
	h.mu.Unlock()
	for _, c := range clients {
		c <- n
	}
}

func (h *hub) leave(c chan int) {
	h.mu.Lock()
	for i, other := range h.clients {
		if other == c {
			h.clients = append(h.clients[:i:i], h.clients[i+1:]...)
			break
		}
	}
	h.mu.Unlock()
	close(c)
}

// TestHub: clients leave while the hub sends to them.
func TestHub(t *testing.T) {
	var h hub
	for range 2 {
		h.clients = append(h.clients, make(chan int, 1))
	}
	var leaving sync.WaitGroup
	for _, c := range h.clients {
		leaving.Go(func() { h.leave(c) })
	}
	h.broadcast(1)
	leaving.Wait()
}

// A limiter lets n through in a second.
type limiter struct {
	mu    sync.Mutex
	since time.Time
	n     int
}

func (l *limiter) used() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if time.Since(l.since) >= time.Second {
		l.since, l.n = time.Now(), 0
	}
	return l.n
}

func (l *limiter) allow() bool {
	if l.used() >= 1 {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	return true
}

// TestLimiter: two look before either is counted.
func TestLimiter(t *testing.T) {
	l := &limiter{since: time.Now()}
	var n atomic.Int32
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if l.allow() {
				n.Add(1)
			}
		})
	}
	all.Wait()
	if n.Load() > 1 {
		t.Errorf("%d of 1 were let through", n.Load())
	}
}

// TestSignal: the signal comes when the one who waits has looked, and does not wait yet.
func TestSignal(t *testing.T) {
	var mu sync.Mutex
	var ready atomic.Bool
	cond := sync.NewCond(&mu)
	go func() {
		ready.Store(true)
		cond.Signal()
	}()
	mu.Lock()
	defer mu.Unlock()
	for !ready.Load() {
		cond.Wait()
	}
}
