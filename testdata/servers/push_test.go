package servers

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// Server-sent events: a hub publishes to those who listen, until they go away.

type hub struct {
	mu     sync.Mutex
	subs   map[chan string]bool
	locked bool
}

func (h *hub) subscribe() chan string {
	c := make(chan string, 1)
	h.mu.Lock()
	h.subs[c] = true
	h.mu.Unlock()
	return c
}

func (h *hub) unsubscribe(c chan string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs, c)
	close(c)
}

func (h *hub) publish(m string) {
	h.mu.Lock()
	if h.locked {
		defer h.mu.Unlock()
		for c := range h.subs {
			select {
			case c <- m:
			default:
			}
		}
		return
	}
	var all []chan string
	for c := range h.subs {
		all = append(all, c)
	}
	h.mu.Unlock()
	for _, c := range all {
		select {
		case c <- m:
		default:
		}
	}
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c := h.subscribe()
	defer h.unsubscribe(c)
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(200)
	w.(http.Flusher).Flush()
	for {
		select {
		case m := <-c:
			fmt.Fprintf(w, "data: %s\n\n", m)
			w.(http.Flusher).Flush()
		case <-r.Context().Done():
			return
		}
	}
}

func sse(t *testing.T, locked bool) {
	h := &hub{subs: map[chan string]bool{}, locked: locked}
	s := httptest.NewServer(h)
	defer s.Close()
	ctx, cancel := context.WithCancel(context.Background())
	q, _ := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
	r, err := s.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	h.publish("one")
	line, err := bufio.NewReader(r.Body).ReadString('\n')
	if line != "data: one\n" || err != nil {
		t.Errorf("%q %v", line, err)
	}
	cancel()
	h.publish("two")
}

func TestSSE(t *testing.T)    { sse(t, true) }
func TestSSEBad(t *testing.T) { sse(t, false) } // panics: somebody has gone between the list and the send

// Long polling: who asks waits for the next version.

type board struct {
	mu      sync.Mutex
	version int
	changed chan struct{}
	again   bool
}

func (b *board) set() {
	b.mu.Lock()
	b.version++
	close(b.changed)
	b.changed = make(chan struct{})
	b.mu.Unlock()
}

func (b *board) get() (int, chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.version, b.changed
}

func (b *board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var v int
	var c chan struct{}
	v, c = b.get()
	if !b.again {
		_, c = b.get()
	}
	if v == 0 {
		select {
		case <-c:
			v, _ = b.get()
		case <-time.After(time.Second):
			http.Error(w, "nothing new", http.StatusNoContent)
			return
		}
	}
	fmt.Fprint(w, v)
}

func poll(t *testing.T, good bool) {
	b := &board{changed: make(chan struct{}), again: good}
	s := httptest.NewServer(b)
	defer s.Close()
	go b.set()
	if got := text(t, s.Client(), s.URL); got != "1" {
		t.Errorf("got %q", got)
	}
}

func TestPoll(t *testing.T)    { poll(t, true) }
func TestPollBad(t *testing.T) { poll(t, false) } // fails: a change between its two looks

// A stream of JSON values.

type point struct{ X, Y int }

func stream(t *testing.T, copied bool) {
	var mu sync.Mutex
	p := &point{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e := json.NewEncoder(w)
		for range 2 {
			mu.Lock()
			q := p
			if copied {
				c := *p
				q = &c
			}
			mu.Unlock()
			e.Encode(q)
			w.(http.Flusher).Flush()
		}
	}))
	defer s.Close()
	go func() {
		mu.Lock()
		p.X++
		p.Y++
		mu.Unlock()
	}()
	r, err := s.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	d := json.NewDecoder(r.Body)
	for {
		var p point
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.X != p.Y {
			t.Errorf("torn: %v", p)
		}
	}
}

func TestNDJSON(t *testing.T)    { stream(t, true) }
func TestNDJSONBad(t *testing.T) { stream(t, false) } // a race

// A chat: who is silent is sent away, by whichever of two sees it.

type member struct {
	out  chan string
	once sync.Once
	good bool
}

func (m *member) leave() {
	if m.good {
		m.once.Do(func() { close(m.out) })
	} else {
		close(m.out)
	}
}

func chat(t *testing.T, good bool) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var wg sync.WaitGroup
	wg.Go(func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		m := &member{out: make(chan string, 4), good: good}
		c.SetReadDeadline(time.Now().Add(time.Second))
		wg.Go(func() { // kicks the silent
			time.Sleep(2 * time.Second)
			m.leave()
		})
		r := bufio.NewReader(c)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				m.leave()
				break
			}
			m.out <- line
		}
		for x := range m.out {
			io.WriteString(c, x)
		}
	})
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "hi\n")
	b, err := io.ReadAll(c)
	if string(b) != "hi\n" || err != nil {
		t.Errorf("%q %v", b, err)
	}
	wg.Wait()
}

func TestChat(t *testing.T)    { chat(t, true) }
func TestChatBad(t *testing.T) { chat(t, false) } // panics: the channel is closed twice
