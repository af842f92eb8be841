package asked

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A source is read by one reader at a time.
type source struct{ busy chan struct{} }

func newSource() *source { return &source{busy: make(chan struct{}, 1)} }

func (s *source) rows(items []int) <-chan int {
	out := make(chan int)
	go func() {
		s.busy <- struct{}{}
		defer func() { <-s.busy }()
		defer close(out)
		for _, it := range items {
			out <- it
		}
	}()
	return out
}

func double(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			out <- 2 * v
		}
	}()
	return out
}

func sum(in <-chan int) (int, error) {
	n := 0
	for v := range in {
		if v < 0 {
			return 0, errors.New("negative")
		}
		n += v
	}
	return n, nil
}

// TestPipeline: a consumer returns early, and the reader before it keeps the source for ever.
func TestPipeline(t *testing.T) {
	s := newSource()
	if _, err := sum(double(s.rows([]int{1, -1, 3, 4, 5}))); err == nil {
		t.Fatal("no error")
	}
	n, err := sum(double(s.rows([]int{1, 2})))
	if err != nil || n != 6 {
		t.Fatal(n, err)
	}
}

// merge closes what it returns when the first of ins is done.
func merge(ins ...<-chan int) <-chan int {
	out := make(chan int, 4)
	var once sync.Once
	for _, in := range ins {
		go func() {
			for v := range in {
				out <- v
			}
			once.Do(func() { close(out) })
		}()
	}
	return out
}

func gen(vs ...int) <-chan int {
	c := make(chan int, len(vs))
	for _, v := range vs {
		c <- v
	}
	close(c)
	return c
}

// TestFanIn: others are not done yet when the first is.
func TestFanIn(t *testing.T) {
	n := 0
	for v := range merge(gen(1, 2), gen(3)) {
		n += v
	}
	if n != 6 {
		t.Errorf("sum %d, want 6", n)
	}
}

// A server that shuts down drops what is in its queue.
type server struct {
	jobs    chan int
	results chan int
	stop    chan struct{}
	wg      sync.WaitGroup
}

func startServer(n int) *server {
	s := &server{jobs: make(chan int, 4), results: make(chan int, 4), stop: make(chan struct{})}
	for range n {
		s.wg.Add(1)
		go s.run()
	}
	return s
}

func (s *server) run() {
	defer s.wg.Done()
	for {
		select {
		case <-s.stop:
			return
		case j := <-s.jobs:
			s.results <- j * j
		}
	}
}

func (s *server) Shutdown() {
	close(s.stop)
	s.wg.Wait()
	close(s.results)
}

// TestShutdown: a worker sees that it is to stop before it sees the jobs.
func TestShutdown(t *testing.T) {
	s := startServer(2)
	s.jobs <- 3
	s.jobs <- 4
	s.Shutdown()
	n := 0
	for range s.results {
		n++
	}
	if n != 2 {
		t.Errorf("%d results of 2 accepted jobs", n)
	}
}

// A refresher is to end when its ticker is stopped, which closes no channel.
type refresher struct {
	t    *time.Ticker
	wg   sync.WaitGroup
	mu   sync.Mutex
	seen int
}

func refresh(every time.Duration) *refresher {
	r := &refresher{t: time.NewTicker(every)}
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		for range r.t.C {
			r.mu.Lock()
			r.seen++
			r.mu.Unlock()
		}
	}()
	return r
}

func (r *refresher) Close() {
	r.t.Stop()
	r.wg.Wait()
}

// TestTicker: the loop over the ticks does not end.
func TestTicker(t *testing.T) {
	r := refresh(10 * time.Millisecond)
	time.Sleep(25 * time.Millisecond)
	r.Close()
	if r.seen < 1 {
		t.Error("nothing seen")
	}
}

// A bus calls its subscribers, by Publish under its lock.
type bus struct {
	mu   sync.Mutex
	subs map[int]func(string)
	next int
}

func (b *bus) Subscribe(f func(string)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs == nil {
		b.subs = map[int]func(string){}
	}
	id := b.next
	b.next++
	b.subs[id] = f
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.subs, id)
	}
}

func (b *bus) Publish(m string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.subs {
		f(m)
	}
}

// TestUnsubscribe: a subscriber takes itself off within its call.
func TestUnsubscribe(t *testing.T) {
	var b bus
	n := 0
	var cancel func()
	cancel = b.Subscribe(func(m string) {
		n++
		cancel()
	})
	b.Publish("a")
	b.Publish("b")
	if n != 1 {
		t.Errorf("called %d times", n)
	}
}

func (b *bus) PublishOutside(m string) {
	b.mu.Lock()
	var fs []func(string)
	for _, f := range b.subs {
		fs = append(fs, f)
	}
	b.mu.Unlock()
	for _, f := range fs {
		f(m)
	}
}

// TestAfterCancel: the list of subscribers was copied before one has taken itself off.
func TestAfterCancel(t *testing.T) {
	var b bus
	c := make(chan string, 2)
	cancel := b.Subscribe(func(m string) { c <- m })
	done := make(chan bool)
	go func() {
		defer close(done)
		b.PublishOutside("a")
	}()
	cancel()
	close(c)
	<-done
}

// A batcher writes a batch after 10 ms, or when it is closed.
type batcher struct {
	mu    sync.Mutex
	batch []int
	timer *time.Timer
	write func([]int)
}

func (b *batcher) Add(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.batch = append(b.batch, v)
	if b.timer == nil {
		b.timer = time.AfterFunc(10*time.Millisecond, b.flush)
	}
}

func (b *batcher) flush() {
	b.mu.Lock()
	batch := b.batch
	b.batch, b.timer = nil, nil
	b.mu.Unlock()
	if len(batch) > 0 {
		b.write(batch)
	}
}

func (b *batcher) Close() {
	b.mu.Lock()
	if b.timer != nil {
		b.timer.Stop()
	}
	b.mu.Unlock()
	b.flush()
}

// TestBatcher: the timer has taken the batch, and not written it, when Close has returned.
func TestBatcher(t *testing.T) {
	var mu sync.Mutex
	var out []int
	b := &batcher{write: func(vs []int) {
		mu.Lock()
		out = append(out, vs...)
		mu.Unlock()
	}}
	b.Add(1)
	b.Add(2)
	time.Sleep(10 * time.Millisecond)
	b.Close()
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(out, []int{1, 2}) {
		t.Errorf("written %v", out)
	}
}

// Queue runs jobs in the background, and retries those that fail.
type Queue struct {
	mu     sync.Mutex
	jobs   chan func() error
	wg     sync.WaitGroup
	closed bool
}

func New(workers int) *Queue {
	q := &Queue{jobs: make(chan func() error, 8)}
	for range workers {
		q.wg.Add(1)
		go q.work()
	}
	return q
}

func (q *Queue) work() {
	defer q.wg.Done()
	for job := range q.jobs {
		if err := job(); err != nil {
			time.AfterFunc(100*time.Millisecond, func() { q.Add(job) })
		}
	}
}

// Add adds a job, and says whether the queue is open.
func (q *Queue) Add(job func() error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.jobs <- job
	return true
}

// Close waits until all jobs are done.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	close(q.jobs)
	q.mu.Unlock()
	q.wg.Wait()
}

// TestRetry: Close does not wait for a retry that a timer is to begin.
func TestRetry(t *testing.T) {
	q := New(2)
	var tries, done atomic.Int32
	q.Add(func() error {
		if tries.Add(1) == 1 {
			return errors.New("not yet")
		}
		done.Add(1)
		return nil
	})
	q.Add(func() error { done.Add(1); return nil })
	q.Close()
	if n := done.Load(); n != 2 {
		t.Errorf("%d of 2 jobs are done", n)
	}
}
