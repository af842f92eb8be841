package asked

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A bq has one condition for those who put and those who take.
type bq struct {
	mu   sync.Mutex
	cond *sync.Cond
	n    int
	cap  int
}

func (q *bq) put() {
	q.mu.Lock()
	for q.n == q.cap {
		q.cond.Wait()
	}
	q.n++
	q.cond.Signal()
	q.mu.Unlock()
}
func (q *bq) take() {
	q.mu.Lock()
	for q.n == 0 {
		q.cond.Wait()
	}
	q.n--
	q.cond.Signal()
	q.mu.Unlock()
}

// TestCondQueue: a taker wakes a taker, and not the one who waits to put.
func TestCondQueue(t *testing.T) {
	q := &bq{cap: 1}
	q.cond = sync.NewCond(&q.mu)
	var wg sync.WaitGroup
	wg.Go(q.take)
	wg.Go(q.take)
	wg.Go(q.put)
	wg.Go(q.put)
	wg.Wait()
}

// TestHeartbeat: each beat comes when the time is up.
func TestHeartbeat(t *testing.T) {
	beats := make(chan struct{})
	go func() {
		for range 2 {
			time.Sleep(100 * time.Millisecond)
			beats <- struct{}{}
		}
		close(beats)
	}()
	n := 0
	for {
		select {
		case _, ok := <-beats:
			if !ok {
				if n != 2 {
					t.Errorf("%d beats", n)
				}
				return
			}
			n++
		case <-time.After(100 * time.Millisecond):
			t.Fatalf("dead after %d beats", n)
		}
	}
}

// An eventStore gives a snapshot and a subscription in two steps.
type eventStore struct {
	mu   sync.Mutex
	log  []string
	subs []chan string
}

func (s *eventStore) Append(e string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, e)
	for _, c := range s.subs {
		c <- e
	}
}
func (s *eventStore) Snapshot() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}
func (s *eventStore) Subscribe() <-chan string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := make(chan string, 8)
	s.subs = append(s.subs, c)
	return c
}

// TestProjector: an event comes between them.
func TestProjector(t *testing.T) {
	s := &eventStore{}
	s.Append("created")
	var wg sync.WaitGroup
	wg.Go(func() { s.Append("renamed") })
	var view []string
	view = append(view, s.Snapshot()...)
	c := s.Subscribe()
	wg.Wait()
	for len(c) > 0 {
		view = append(view, <-c)
	}
	if got := strings.Join(view, " "); got != "created renamed" {
		t.Errorf("view %q", got)
	}
}

// A barrier has no generations.
type barrier struct {
	mu    sync.Mutex
	cond  *sync.Cond
	n     int
	count int
}

func (b *barrier) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.count++
	if b.count == b.n {
		b.count = 0
		b.cond.Broadcast()
		return
	}
	for b.count != 0 {
		b.cond.Wait()
	}
}

// TestBarrier: the fast one enters again before the slow one has left.
func TestBarrier(t *testing.T) {
	b := &barrier{n: 2}
	b.cond = sync.NewCond(&b.mu)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			b.wait()
			b.wait()
		})
	}
	wg.Wait()
}

// A versioned value is looked at before somebody waits for the next one.
type versioned struct {
	mu      sync.Mutex
	version int
	changed chan struct{}
}

func (v *versioned) get() int { v.mu.Lock(); defer v.mu.Unlock(); return v.version }
func (v *versioned) notify() <-chan struct{} {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.changed
}
func (v *versioned) Set() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.version++
	close(v.changed)
	v.changed = make(chan struct{})
}
func (v *versioned) Wait(ctx context.Context, seen int) (int, error) {
	for {
		if n := v.get(); n > seen {
			return n, nil
		}
		select {
		case <-v.notify():
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// TestLongPoll: it changes in between.
func TestLongPoll(t *testing.T) {
	v := &versioned{changed: make(chan struct{})}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	got := make(chan error)
	go func() {
		_, err := v.Wait(ctx, 0)
		got <- err
	}()
	v.Set()
	if err := <-got; err != nil {
		t.Error(err)
	}
}
