package asked

import (
	"container/heap"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
)

// An rwCache does not look again once it has the write lock.
type rwCache struct {
	mu    sync.RWMutex
	m     map[string]string
	loads atomic.Int32
}

func (c *rwCache) get(k string) string {
	c.mu.RLock()
	v, ok := c.m[k]
	c.mu.RUnlock()
	if ok {
		return v
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loads.Add(1)
	v = "value of " + k
	c.m[k] = v
	return v
}

// TestStampede: several have missed before the first has loaded.
func TestStampede(t *testing.T) {
	c := &rwCache{m: map[string]string{}}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { c.get("a") })
	}
	wg.Wait()
	if n := c.loads.Load(); n != 1 {
		t.Errorf("%d loads, want 1", n)
	}
}

// A lazy client is dialled once.
type lazy struct {
	once   sync.Once
	dial   func() (*client, error)
	client *client
}

type client struct{ name string }

func (l *lazy) get() (*client, error) {
	var err error
	l.once.Do(func() { l.client, err = l.dial() })
	return l.client, err
}

// TestOnceError: only the first caller sees the error.
func TestOnceError(t *testing.T) {
	l := &lazy{dial: func() (*client, error) { return nil, errors.New("refused") }}
	var wg sync.WaitGroup
	names := make([]string, 2)
	for i := range 2 {
		wg.Go(func() {
			c, err := l.get()
			if err != nil {
				return
			}
			names[i] = c.name
		})
	}
	wg.Wait()
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	old := *h
	n := len(old)
	x := old[n-1]
	*h = old[:n-1]
	return x
}

// A prio is a priority queue; Push signals only if it was empty.
type prio struct {
	mu   sync.Mutex
	cond *sync.Cond
	h    ints
}

func newPrio() *prio {
	p := &prio{}
	p.cond = sync.NewCond(&p.mu)
	return p
}

func (p *prio) Push(x int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	heap.Push(&p.h, x)
	if len(p.h) == 1 {
		p.cond.Signal()
	}
}

func (p *prio) Pop() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.h) == 0 {
		p.cond.Wait()
	}
	return heap.Pop(&p.h).(int)
}

// TestPrio: two elements come before the first of two waiting has gone on.
func TestPrio(t *testing.T) {
	p := newPrio()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { p.Pop() })
	}
	p.Push(2)
	p.Push(1)
	wg.Wait()
}

// bounded has slots that are not given back by a job that fails.
type bounded struct{ slots chan struct{} }

func (l *bounded) do(job func() error) error {
	l.slots <- struct{}{}
	if err := job(); err != nil {
		return err
	}
	<-l.slots
	return nil
}

// TestSemaphore: two jobs that fail take both slots.
func TestSemaphore(t *testing.T) {
	l := &bounded{slots: make(chan struct{}, 2)}
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			l.do(func() error {
				if i < 2 {
					return errors.New("failed")
				}
				return nil
			})
		})
	}
	wg.Wait()
}

type config struct{ version int }

// A loader reads and stores in two steps.
type loader struct {
	mu      sync.Mutex
	version int
	current atomic.Pointer[config]
}

func (l *loader) read() *config {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.version++
	return &config{l.version}
}

func (l *loader) Reload() { l.current.Store(l.read()) }

// TestReload: what was read first is stored last.
func TestReload(t *testing.T) {
	var l loader
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(l.Reload)
	}
	wg.Wait()
	if c := l.current.Load(); c.version != 2 {
		t.Errorf("version %d is in use, 2 is the newest", c.version)
	}
}

type dbConn struct{ closed bool }

// A connPool keeps idle connections as long as there is room.
type connPool struct {
	idle chan *dbConn
	mu   sync.Mutex
	open int
}

func (p *connPool) Get() *dbConn {
	select {
	case c := <-p.idle:
		return c
	default:
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open++
	return &dbConn{}
}

func (p *connPool) Put(c *dbConn) {
	if len(p.idle) < cap(p.idle) {
		p.idle <- c
		return
	}
	c.closed = true
	p.mu.Lock()
	p.open--
	p.mu.Unlock()
}

// TestConnPool: two see that there is room for one.
func TestConnPool(t *testing.T) {
	p := &connPool{idle: make(chan *dbConn, 1)}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { p.Put(p.Get()) })
	}
	wg.Wait()
}
