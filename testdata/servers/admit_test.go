package servers

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A bucket of tokens.

type bucket struct {
	mu     sync.Mutex
	tokens int
	last   time.Time
	whole  bool
}

func (b *bucket) allow() bool {
	b.mu.Lock()
	if n := int(time.Since(b.last) / time.Second); n > 0 {
		b.tokens = min(1, b.tokens+n)
		b.last = time.Now()
	}
	ok := b.tokens > 0
	if !b.whole {
		b.mu.Unlock()
		b.mu.Lock()
	}
	if ok {
		b.tokens--
	}
	b.mu.Unlock()
	return ok
}

func limited(t *testing.T, whole bool) {
	b := &bucket{tokens: 1, last: time.Now(), whole: whole}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !b.allow() {
			http.Error(w, "slow", http.StatusTooManyRequests)
		}
	}))
	defer s.Close()
	var oks atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			r, err := s.Client().Get(s.URL)
			if err != nil {
				t.Error(err)
				return
			}
			r.Body.Close()
			if r.StatusCode == 200 {
				oks.Add(1)
			}
		})
	}
	wg.Wait()
	if oks.Load() != 1 {
		t.Errorf("%d allowed", oks.Load())
	}
}

func TestLimit(t *testing.T)    { limited(t, true) }
func TestLimitBad(t *testing.T) { limited(t, false) } // fails: two take one token

// A session for each user.

func sessions(t *testing.T, once bool) {
	var m sync.Map
	var ids atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u := r.URL.Query().Get("user")
		id, ok := m.Load(u)
		if !ok {
			id = ids.Add(1)
			if once {
				id, _ = m.LoadOrStore(u, id)
			} else {
				m.Store(u, id)
			}
		}
		fmt.Fprint(w, id)
	}))
	defer s.Close()
	var got [2]string
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() { got[i] = text(t, s.Client(), s.URL+"?user=u") })
	}
	wg.Wait()
	if got[0] != got[1] {
		t.Errorf("two sessions: %v", got)
	}
}

func TestSession(t *testing.T)    { sessions(t, true) }
func TestSessionBad(t *testing.T) { sessions(t, false) } // fails: two sessions

// A protocol that is changed to by the client, too.

func upgrade(t *testing.T, flush bool) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, rw, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		rw.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
		rw.Flush()
		line, err := rw.ReadString('\n')
		if err != nil {
			t.Error(err)
		}
		rw.WriteString(line)
		if flush {
			rw.Flush()
		}
	}))
	defer s.Close()
	q, _ := http.NewRequest("GET", s.URL, nil)
	q.Header.Set("Connection", "Upgrade")
	q.Header.Set("Upgrade", "echo")
	r, err := s.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	rw := r.Body.(io.ReadWriter)
	io.WriteString(rw, "hello\n")
	line, err := bufio.NewReader(rw).ReadString('\n')
	if line != "hello\n" {
		t.Errorf("%q %v", line, err)
	}
}

func TestUpgrade(t *testing.T)    { upgrade(t, true) }
func TestUpgradeBad(t *testing.T) { upgrade(t, false) } // fails: nothing is sent

// A server that says when it is ready.

func health(t *testing.T, early bool) {
	var ready atomic.Bool
	table := map[string]string{}
	load := func() {
		if early {
			ready.Store(true)
		}
		time.Sleep(10 * time.Millisecond)
		table["k"] = "v"
		if !early {
			ready.Store(true)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if !ready.Load() {
			http.Error(w, "no", http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("GET /k", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, table["k"]) })
	s := httptest.NewServer(mux)
	defer s.Close()
	go load()
	for {
		r, err := s.Client().Get(s.URL + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode == 200 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if got := text(t, s.Client(), s.URL+"/k"); got != "v" {
		t.Errorf("%q", got)
	}
}

func TestHealth(t *testing.T)    { health(t, false) }
func TestHealthBad(t *testing.T) { health(t, true) } // fails: the answer is empty

// Jobs are taken until the queue is closed; each that is taken is done.

func jobs(t *testing.T, good bool) {
	q := make(chan int, 1)
	var mu sync.RWMutex
	closed := false
	var done []int
	var worker sync.WaitGroup
	worker.Go(func() {
		for j := range q {
			done = append(done, j)
		}
	})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if good {
			mu.RLock()
			defer mu.RUnlock()
			if closed {
				http.Error(w, "closing", http.StatusServiceUnavailable)
				return
			}
		}
		q <- 1
		io.WriteString(w, "taken")
	}))
	defer s.Close()
	answer := make(chan string, 1)
	go func() {
		r, err := s.Client().Post(s.URL, "text/plain", strings.NewReader("1"))
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		answer <- string(b)
	}()
	mu.Lock()
	closed = true
	close(q)
	mu.Unlock()
	worker.Wait()
	got := <-answer
	if (got == "taken") != (len(done) == 1) || strings.Contains(got, "EOF") {
		t.Errorf("answered %q, done %v", got, done)
	}
}

func TestJobs(t *testing.T)    { jobs(t, true) }
func TestJobsBad(t *testing.T) { jobs(t, false) } // fails: the handler panics, and its client is told nothing

// At most one connection at a time.

type limiter struct {
	net.Listener
	sem  chan struct{}
	once bool
}

type limitedConn struct {
	net.Conn
	l    *limiter
	once sync.Once
}

func (l *limiter) Accept() (net.Conn, error) {
	l.sem <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.sem
		return nil, err
	}
	return &limitedConn{Conn: c, l: l}, nil
}

func (c *limitedConn) Close() error {
	err := c.Conn.Close()
	if c.l.once {
		c.once.Do(func() { <-c.l.sem })
	} else {
		<-c.l.sem
	}
	return err
}

func limit(t *testing.T, once bool) {
	n, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &limiter{Listener: n, sem: make(chan struct{}, 1), once: once}
	var active, most atomic.Int32
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k := active.Add(1)
		for {
			m := most.Load()
			if k <= m || most.CompareAndSwap(m, k) {
				break
			}
		}
		active.Add(-1)
		io.WriteString(w, "ok")
		w.Header().Set("Connection", "close")
	})}
	go s.Serve(l)
	var wg sync.WaitGroup
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for range 2 {
		wg.Go(func() { text(t, c, "http://"+n.Addr().String()) })
	}
	wg.Wait()
	s.Close()
	if most.Load() > 1 {
		t.Errorf("%d at a time", most.Load())
	}
}

func TestLimitListener(t *testing.T) { limit(t, true) }
func TestLimitListenerBad(t *testing.T) { // a deadlock: what is closed twice gives back two
	limit(t, false)
}
