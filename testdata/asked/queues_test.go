package asked

import (
	"errors"
	"sync"
	"testing"
)

// A jobQueue looks whether it is closed, and sends then.
type jobQueue struct {
	mu     sync.Mutex
	closed bool
	jobs   chan func()
	wg     sync.WaitGroup
}

func newJobQueue(n int) *jobQueue {
	q := &jobQueue{jobs: make(chan func(), 4)}
	for range n {
		q.wg.Add(1)
		go func() {
			defer q.wg.Done()
			for j := range q.jobs {
				j()
			}
		}()
	}
	return q
}

func (q *jobQueue) Submit(j func()) error {
	q.mu.Lock()
	closed := q.closed
	q.mu.Unlock()
	if closed {
		return errors.New("closed")
	}
	q.jobs <- j
	return nil
}

func (q *jobQueue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	close(q.jobs)
	q.wg.Wait()
}

// TestJobQueue: a job is sent to a queue that was closed after the look.
func TestJobQueue(t *testing.T) {
	q := newJobQueue(1)
	var done sync.WaitGroup
	done.Add(1)
	go func() {
		defer done.Done()
		q.Submit(func() {})
	}()
	q.Close()
	done.Wait()
}

// A resPool wakes one of those who wait when it is closed.
type resPool struct {
	mu     sync.Mutex
	cond   *sync.Cond
	idle   []int
	closed bool
}

func newResPool(n int) *resPool {
	p := &resPool{}
	p.cond = sync.NewCond(&p.mu)
	for i := range n {
		p.idle = append(p.idle, i)
	}
	return p
}

func (p *resPool) Get() (int, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) == 0 && !p.closed {
		p.cond.Wait()
	}
	if p.closed {
		return 0, false
	}
	r := p.idle[len(p.idle)-1]
	p.idle = p.idle[:len(p.idle)-1]
	return r, true
}

func (p *resPool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.cond.Signal()
}

// TestResPool: two wait when the pool is closed, and one is woken.
func TestResPool(t *testing.T) {
	p := newResPool(1)
	p.Get()
	var wg sync.WaitGroup
	wg.Go(func() { p.Get() })
	wg.Go(func() { p.Get() })
	p.Close()
	wg.Wait()
}

// A wsHub closes what a slow client is sent, and again when the client leaves.
type wsClient struct {
	hub  *wsHub
	send chan string
}
type wsHub struct {
	clients    map[*wsClient]bool
	register   chan *wsClient
	unregister chan *wsClient
	broadcast  chan string
	quit       chan struct{}
}

func newWSHub() *wsHub {
	return &wsHub{map[*wsClient]bool{}, make(chan *wsClient), make(chan *wsClient), make(chan string), make(chan struct{})}
}

func (h *wsHub) run() {
	for {
		select {
		case c := <-h.register:
			h.clients[c] = true
		case c := <-h.unregister:
			close(c.send)
			delete(h.clients, c)
		case m := <-h.broadcast:
			for c := range h.clients {
				select {
				case c.send <- m:
				default:
					close(c.send)
					delete(h.clients, c)
				}
			}
		case <-h.quit:
			return
		}
	}
}

// TestWebHub: the client is slow, and leaves.
func TestWebHub(t *testing.T) {
	h := newWSHub()
	go h.run()
	c := &wsClient{h, make(chan string, 1)}
	h.register <- c
	var wg sync.WaitGroup
	wg.Go(func() {
		h.broadcast <- "a"
		h.broadcast <- "b"
	})
	wg.Go(func() {
		for range c.send {
			break
		}
		h.unregister <- c
	})
	wg.Wait()
	h.quit <- struct{}{}
}

// An actor asks its peer within a message.
type actor struct {
	box  chan msg
	name string
	peer *actor
}
type msg struct {
	body  string
	reply chan string
}

func (a *actor) run() {
	for m := range a.box {
		switch m.body {
		case "start":
			m.reply <- a.peer.ask("ping")
		case "ping":
			m.reply <- "pong from " + a.name
		}
	}
}
func (a *actor) ask(body string) string {
	r := make(chan string, 1)
	a.box <- msg{body, r}
	return <-r
}

// TestActors: both handle a message, and ask each other.
func TestActors(t *testing.T) {
	a, b := &actor{name: "a", box: make(chan msg, 1)}, &actor{name: "b", box: make(chan msg, 1)}
	a.peer, b.peer = b, a
	go a.run()
	go b.run()
	var wg sync.WaitGroup
	wg.Go(func() { a.ask("start") })
	wg.Go(func() { b.ask("start") })
	wg.Wait()
	close(a.box)
	close(b.box)
}
