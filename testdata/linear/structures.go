// Package linear has a structure of each kind, correct, and beside each a method that is not:
// what package gocheck.dev/linear is tried on.
package linear

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Queue is a queue.
type Queue struct {
	mu    sync.Mutex
	items []int
}

// NewQueue makes one.
func NewQueue() *Queue { return &Queue{} }

// Push puts v at its end.
func (q *Queue) Push(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
}

// Pop takes the first.
func (q *Queue) Pop() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		return 0, false
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v, true
}

// PeekAndPop lets others in between the look and the removal.
func (q *Queue) PeekAndPop() (int, bool) {
	q.mu.Lock()
	if len(q.items) == 0 {
		q.mu.Unlock()
		return 0, false
	}
	v := q.items[0]
	q.mu.Unlock()
	q.Pop()
	return v, true
}

// Stack is Treiber's.
type Stack struct{ top atomic.Pointer[element] }

type element struct {
	v    int
	next *element
}

// NewStack makes one.
func NewStack() *Stack { return &Stack{} }

// Push puts v on top.
func (s *Stack) Push(v int) {
	for e := (&element{v: v}); ; {
		e.next = s.top.Load()
		if s.top.CompareAndSwap(e.next, e) {
			return
		}
	}
}

// Pop takes the top.
func (s *Stack) Pop() (int, bool) {
	for {
		e := s.top.Load()
		if e == nil {
			return 0, false
		}
		if s.top.CompareAndSwap(e, e.next) {
			return e.v, true
		}
	}
}

// StorePop stores what it had to compare.
func (s *Stack) StorePop() (int, bool) {
	e := s.top.Load()
	if e == nil {
		return 0, false
	}
	s.top.Store(e.next)
	return e.v, true
}

// Map is a map.
type Map struct {
	mu sync.RWMutex
	m  map[string]int
}

// NewMap makes one.
func NewMap() *Map { return &Map{m: map[string]int{}} }

// Get is the value of k.
func (m *Map) Get(k string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.m[k]
}

// Put makes v the value of k.
func (m *Map) Put(k string, v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.m[k] = v
}

// GetOrPut is the value of k, which becomes v if there is none.
func (m *Map) GetOrPut(k string, v int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if was, ok := m.m[k]; ok {
		return was
	}
	m.m[k] = v
	return v
}

// GetThenPut looks under one lock and writes under another.
func (m *Map) GetThenPut(k string, v int) int {
	if was := m.Get(k); was != 0 {
		return was
	}
	m.Put(k, v)
	return v
}

// Set is a set.
type Set struct{ m sync.Map }

// NewSet makes one.
func NewSet() *Set { return &Set{} }

// Add says whether v is new.
func (s *Set) Add(v int) bool {
	_, was := s.m.LoadOrStore(v, true)
	return !was
}

// Remove says whether v was there.
func (s *Set) Remove(v int) bool {
	_, was := s.m.LoadAndDelete(v)
	return was
}

// LoadAdd loads, and then stores.
func (s *Set) LoadAdd(v int) bool {
	_, was := s.m.Load(v)
	s.m.Store(v, true)
	return !was
}

// Counter counts.
type Counter struct{ n atomic.Int64 }

// NewCounter makes one.
func NewCounter() *Counter { return &Counter{} }

// Inc counts one more.
func (c *Counter) Inc() { c.n.Add(1) }

// Get is the count.
func (c *Counter) Get() int64 { return c.n.Load() }

// StoreInc loses what others count.
func (c *Counter) StoreInc() { c.n.Store(c.n.Load() + 1) }

// Semaphore has two permits.
type Semaphore struct{ c chan struct{} }

// NewSemaphore makes one.
func NewSemaphore() *Semaphore { return &Semaphore{make(chan struct{}, 2)} }

// Acquire waits for a permit.
func (s *Semaphore) Acquire() { s.c <- struct{}{} }

// TryAcquire does not wait.
func (s *Semaphore) TryAcquire() bool {
	select {
	case s.c <- struct{}{}:
		return true
	default:
		return false
	}
}

// LenAcquire waits where there was a permit, and so does not only try.
func (s *Semaphore) LenAcquire() bool {
	if len(s.c) == cap(s.c) {
		return false
	}
	s.c <- struct{}{}
	return true
}

// Release gives a permit back, if one was taken.
func (s *Semaphore) Release() bool {
	select {
	case <-s.c:
		return true
	default:
		return false
	}
}

// Pool hands out numbers.
type Pool struct {
	mu   sync.Mutex
	free []int
	next atomic.Int64
}

// NewPool makes one.
func NewPool() *Pool { return &Pool{} }

// Get is a number that nobody has.
func (p *Pool) Get() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		v := p.free[n-1]
		p.free = p.free[:n-1]
		return v
	}
	return int(p.next.Add(1))
}

// GetTwice may hand out a number that somebody has got.
func (p *Pool) GetTwice() int {
	p.mu.Lock()
	n := len(p.free)
	if n == 0 {
		p.mu.Unlock()
		v := p.next.Load() + 1
		p.next.Store(v)
		return int(v)
	}
	defer p.mu.Unlock()
	v := p.free[n-1]
	p.free = p.free[:n-1]
	return v
}

// Put gives a number back.
func (p *Pool) Put(v int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.free, v) {
		p.free = append(p.free, v)
	}
}

// Cache has room for two.
type Cache struct {
	mu   sync.Mutex
	keys []string // the one that was not used for longest first
}

// NewCache makes one.
func NewCache() *Cache { return &Cache{} }

// Has looks for k, which is used by that.
func (c *Cache) Has(k string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.touch(k)
}

func (c *Cache) touch(k string) bool {
	i := slices.Index(c.keys, k)
	if i < 0 {
		return false
	}
	c.keys = append(slices.Delete(c.keys, i, i+1), k)
	return true
}

// Put puts k in, for the one that was not used for longest.
func (c *Cache) Put(k string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.touch(k) {
		return
	}
	if len(c.keys) == 2 {
		c.keys = c.keys[1:]
	}
	c.keys = append(c.keys, k)
}

// EvictPut makes room under one lock, and uses it under another.
func (c *Cache) EvictPut(k string) {
	c.mu.Lock()
	if c.touch(k) {
		c.mu.Unlock()
		return
	}
	if len(c.keys) == 2 {
		c.keys = c.keys[1:]
	}
	c.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keys = append(c.keys, k)
}

// Len is how many there are.
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.keys)
}

// Limiter lets two through, and more when it is filled again.
type Limiter struct{ tokens atomic.Int64 }

// NewLimiter makes one.
func NewLimiter() *Limiter {
	l := &Limiter{}
	l.tokens.Store(1)
	return l
}

// Allow says whether there was a token.
func (l *Limiter) Allow() bool {
	for {
		n := l.tokens.Load()
		if n == 0 {
			return false
		}
		if l.tokens.CompareAndSwap(n, n-1) {
			return true
		}
	}
}

// Refill makes it full.
func (l *Limiter) Refill() { l.tokens.Store(1) }

// AllowBelow takes first and looks then.
func (l *Limiter) AllowBelow() bool {
	if l.tokens.Add(-1) >= 0 {
		return true
	}
	l.tokens.Add(1)
	return false
}

// Hub has two subscribers.
type Hub struct {
	mu    sync.Mutex
	boxes [2]box
}

type box struct {
	mu  sync.Mutex
	got []int
}

// NewHub makes one.
func NewHub() *Hub { return &Hub{} }

// Publish gives v to all.
func (h *Hub) Publish(v int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.EachPublish(v)
}

// EachPublish gives v to one after the other, so that they may see another order.
func (h *Hub) EachPublish(v int) {
	for i := range h.boxes {
		b := &h.boxes[i]
		b.mu.Lock()
		b.got = append(b.got, v)
		b.mu.Unlock()
	}
}

// Received is what they have got.
func (h *Hub) Received() [2][]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	var all [2][]int
	for i := range h.boxes {
		b := &h.boxes[i]
		b.mu.Lock()
		all[i] = slices.Clone(b.got)
		b.mu.Unlock()
	}
	return all
}

// Mailbox has a Take that waits.
type Mailbox struct {
	mu    sync.Mutex
	some  *sync.Cond
	items []int
}

// NewMailbox makes one.
func NewMailbox() *Mailbox {
	b := &Mailbox{}
	b.some = sync.NewCond(&b.mu)
	return b
}

// Put puts v in.
func (b *Mailbox) Put(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.items = append(b.items, v)
	b.some.Signal()
}

// FirstPut wakes somebody only where nothing was.
func (b *Mailbox) FirstPut(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.items = append(b.items, v)
	if len(b.items) == 1 {
		b.some.Signal()
	}
}

// Take waits for something.
func (b *Mailbox) Take() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 {
		b.some.Wait()
	}
	v := b.items[0]
	b.items = b.items[1:]
	return v
}
