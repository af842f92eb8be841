package served

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Bugs of servers and clients that were published, each as small as it can be told, beside what
// has mended it. Two are net/http's own.

func listens(t *testing.T) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// shutDown ends a server beside a request: at once, or when its handler has begun. It returns
// whether it was handled and how the client fared.
func shutDown(t *testing.T, begun bool) (handled bool, err error) {
	l := listens(t)
	var runs atomic.Bool
	when := make(chan bool, 2)
	s := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		runs.Store(true)
		when <- true
	})}
	s.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew && !begun {
			when <- true
		}
	}
	served, answered := make(chan bool), make(chan error)
	go func() { s.Serve(l); close(served) }()
	go func() {
		c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		r, err := c.Post("http://"+l.Addr().String(), "text/plain", nil)
		if err == nil {
			r.Body.Close()
		}
		answered <- err
	}()
	<-when
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	<-served
	err = <-answered
	return runs.Load(), err
}

// TestShutdownDrops: golang/go#75591, open. A request on a connection that was accepted before
// Shutdown is read, and dropped: the client has EOF.
func TestShutdownDrops(t *testing.T) {
	if _, err := shutDown(t, false); err != nil {
		t.Fatalf("the request was accepted: %v", err)
	}
}

// TestShutdownRetried: golang/go#65802, mended in net/http. The client of a request that was
// handled is not told that it may try again.
func TestShutdownRetried(t *testing.T) {
	if handled, err := shutDown(t, false); handled && err != nil {
		t.Fatal("handled, but: ", err)
	}
}

// TestShutdownWaits begins when there is a handler, for which Shutdown waits.
func TestShutdownWaits(t *testing.T) {
	if _, err := shutDown(t, true); err != nil {
		t.Fatal(err)
	}
}

// upgraded hijacks a connection, on which the client goes on without waiting for an answer.
func upgraded(t *testing.T, reader func(net.Conn, *bufio.ReadWriter) io.Reader) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		said, _ := io.ReadAll(reader(c, buffered))
		c.Write(said)
	}))
	defer s.Close()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	io.WriteString(c, "hello")
	c.(*net.TCPConn).CloseWrite()
	if back, err := io.ReadAll(c); err != nil || string(back) != "hello" {
		t.Fatalf("%q came back, %v", back, err)
	}
}

// TestHijackLoses: kubernetes/kubernetes#43922. What the server has read ahead is not read from
// the connection any more.
func TestHijackLoses(t *testing.T) {
	upgraded(t, func(c net.Conn, _ *bufio.ReadWriter) io.Reader { return c })
}

// TestHijackKeeps reads from what Hijack returns, as Kubernetes does since then.
func TestHijackKeeps(t *testing.T) {
	upgraded(t, func(_ net.Conn, buffered *bufio.ReadWriter) io.Reader { return buffered })
}

// body is a response that is read from a connection through a reader which others use after it.
type body struct {
	conn    net.Conn
	reader  *bufio.Reader
	free    chan *bufio.Reader
	waits   bool // Close waits for a Read
	reading sync.Mutex
}

func (b *body) Read(p []byte) (int, error) {
	if b.waits {
		b.reading.Lock()
		defer b.reading.Unlock()
	}
	return b.reader.Read(p)
}

func (b *body) Close() error {
	err := b.conn.Close()
	if b.waits {
		b.reading.Lock()
		defer b.reading.Unlock()
	}
	b.reader.Reset(strings.NewReader(""))
	b.free <- b.reader
	return err
}

// closes closes a response whose end does not come.
func closes(t *testing.T, waits bool) {
	l := listens(t)
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	b := &body{conn: c, reader: bufio.NewReader(c), free: make(chan *bufio.Reader, 1), waits: waits}
	read := make(chan bool)
	go func() { io.ReadAll(b); close(read) }()
	b.Close()
	<-read
}

// TestBodyRaces: valyala/fasthttp#2359. Close gives the reader of a streamed response back beside
// a Read.
func TestBodyRaces(t *testing.T) { closes(t, false) }

// TestBodyWaits: valyala/fasthttp#2353.
func TestBodyWaits(t *testing.T) { closes(t, true) }

// account is what requests change, each of a number of its own.
type account struct {
	once  bool
	known map[byte]bool
	taken int
}

// serve does what is asked before it answers, a request after the other.
func (a *account) serve(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		id := make([]byte, 1)
		if _, err := io.ReadFull(c, id); err == nil {
			if !a.once || !a.known[id[0]] {
				a.known[id[0]] = true
				a.taken += 20
			}
			c.Write(id)
		}
		c.Close()
	}
}

// takes asks once more where the connection has failed.
func takes(t *testing.T, once bool) {
	l := listens(t)
	a := &account{once: once, known: map[byte]bool{}}
	served := make(chan bool)
	go func() { a.serve(l); close(served) }()
	ask := func() error {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			return err
		}
		defer c.Close()
		if _, err := c.Write([]byte{1}); err != nil {
			return err
		}
		_, err = io.ReadFull(c, make([]byte, 1))
		return err
	}
	if ask() != nil {
		ask()
	}
	l.Close()
	<-served
	if a.taken > 20 {
		t.Fatalf("%d dollars were taken", a.taken)
	}
}

// TestRetryTwice: grpc/grpc-go#238. A call whose connection fails after it was sent is made again.
//
//gocheck:faults 1
func TestRetryTwice(t *testing.T) { takes(t, false) }

// TestRetryOnce has the server know a request again.
//
//gocheck:faults 1
func TestRetryOnce(t *testing.T) { takes(t, true) }

// pool has one connection, and a queue of those who wait for it.
type pool struct {
	passes  bool // who does not wait any more passes on what has come
	mu      sync.Mutex
	idle    net.Conn
	waiting []chan net.Conn
}

func (p *pool) get(ctx context.Context) (net.Conn, error) {
	p.mu.Lock()
	if c := p.idle; c != nil {
		p.idle = nil
		p.mu.Unlock()
		return c, nil
	}
	mine := make(chan net.Conn, 1)
	p.waiting = append(p.waiting, mine)
	p.mu.Unlock()
	select {
	case c := <-mine:
		return c, nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	for i, w := range p.waiting {
		if w == mine {
			p.waiting = append(p.waiting[:i], p.waiting[i+1:]...)
		}
	}
	p.mu.Unlock()
	select {
	case c := <-mine:
		if p.passes {
			p.put(c)
		}
	default:
	}
	return nil, ctx.Err()
}

func (p *pool) put(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiting) == 0 {
		p.idle = c
		return
	}
	p.waiting[0] <- c
	p.waiting = p.waiting[1:]
}

// cancels cancels who waits while the connection is given back.
func cancels(t *testing.T, passes bool) {
	c, err := net.Dial("tcp", listens(t).Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	p := &pool{passes: passes}
	ctx, cancel := context.WithCancel(t.Context())
	waited := make(chan bool)
	go func() {
		if c, err := p.get(ctx); err == nil {
			p.put(c)
		} else if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		close(waited)
	}()
	go cancel()
	p.put(c)
	<-waited
	if c, err = p.get(context.Background()); err == nil {
		c.Close()
	}
}

// TestPoolLoses: golang/go#18995. The connection comes to somebody who does not wait any more:
// all that come later wait for ever.
func TestPoolLoses(t *testing.T) { cancels(t, false) }

// TestPoolPasses has it go on to the next one.
func TestPoolPasses(t *testing.T) { cancels(t, true) }
