package served

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/rpc"
	"strings"
	"sync"
	"testing"
	"time"
)

// Clients and servers as they are written; what comes of each was written down first.

func opens(t *testing.T) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func dials(t *testing.T, l net.Listener) net.Conn {
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Passes.
func TestHalfClose(t *testing.T) {
	l := opens(t)
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		b, _ := io.ReadAll(c)
		fmt.Fprintf(c, "%d bytes", len(b))
	}()
	c := dials(t, l)
	defer c.Close()
	io.WriteString(c, "hello")
	c.(*net.TCPConn).CloseWrite()
	if b, err := io.ReadAll(c); err != nil || string(b) != "5 bytes" {
		t.Error(string(b), err)
	}
}

// Fails: the header comes alone when body is written by itself and Read is taken for ReadFull
func TestFraming(t *testing.T) {
	l := opens(t)
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		c.Write([]byte{2})
		c.Write([]byte("a"))
		c.Write([]byte("b"))
	}()
	c := dials(t, l)
	defer c.Close()
	h := make([]byte, 1)
	if _, err := c.Read(h); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, h[0])
	n, err := c.Read(b)
	if err != nil || string(b[:n]) != "ab" {
		t.Errorf("%q %v", b[:n], err)
	}
}

type conns struct{ free chan net.Conn }

func (p *conns) do(q string, early bool) (string, error) {
	c := <-p.free
	if !early {
		defer func() { p.free <- c }()
	}
	if _, err := fmt.Fprintln(c, q); err != nil {
		return "", err
	}
	if early {
		p.free <- c
	}
	return bufio.NewReader(c).ReadString('\n')
}

func pooled(t *testing.T, early bool) {
	l := opens(t)
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		s := bufio.NewScanner(c)
		for s.Scan() {
			fmt.Fprintln(c, "re "+s.Text())
		}
	}()
	p := &conns{make(chan net.Conn, 1)}
	c := dials(t, l)
	defer c.Close()
	p.free <- c
	var wg sync.WaitGroup
	for _, q := range []string{"x", "y"} {
		wg.Go(func() {
			if a, err := p.do(q, early); err != nil || a != "re "+q+"\n" {
				t.Errorf("%s: %q %v", q, a, err)
			}
		})
	}
	wg.Wait()
}

func TestPool(t *testing.T)      { pooled(t, false) } // pass
func TestPoolEarly(t *testing.T) { pooled(t, true) }  // fail: the other's answer

type Slow struct{}

func (Slow) Wait(d time.Duration, r *int) error { time.Sleep(d); *r = 1; return nil }

// Passes.
func TestRPCTimeout(t *testing.T) {
	l := opens(t)
	defer l.Close()
	s := rpc.NewServer()
	s.Register(Slow{})
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		s.ServeConn(c)
	}()
	c := rpc.NewClient(dials(t, l))
	defer c.Close()
	var r int
	call := c.Go("Slow.Wait", 2*time.Second, &r, make(chan *rpc.Call, 1))
	select {
	case <-call.Done:
		t.Error("done")
	case <-time.After(time.Second):
	}
}

// Fails: whoever is in the backlog when the listener closes is reset; who is accepted is answered
func TestCloseListener(t *testing.T) {
	l := opens(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			io.WriteString(c, "hi")
			c.Close()
		}
	})
	c := dials(t, l)
	defer c.Close()
	l.Close()
	if b, err := io.ReadAll(c); err != nil || string(b) != "hi" {
		t.Errorf("%q %v", b, err)
	}
	wg.Wait()
}

// Fails: the deadline of the first request is still there at the second
func TestDeadlineStays(t *testing.T) {
	l := opens(t)
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		s := bufio.NewScanner(c)
		for s.Scan() {
			if strings.HasPrefix(s.Text(), "slow") {
				time.Sleep(2 * time.Second)
			}
			fmt.Fprintln(c, s.Text())
		}
	}()
	c := dials(t, l)
	defer c.Close()
	r := bufio.NewReader(c)
	c.SetDeadline(time.Now().Add(time.Second))
	fmt.Fprintln(c, "quick")
	if _, err := r.ReadString('\n'); err != nil {
		t.Fatal("first:", err)
	}
	fmt.Fprintln(c, "slow")
	if _, err := r.ReadString('\n'); err != nil {
		t.Fatal("second:", err)
	}
}

// A deadlock: who asks twice before it reads answers waits for who answers before it reads on, if
// messages are large
func TestBigBoth(t *testing.T) {
	l := opens(t)
	defer l.Close()
	big := make([]byte, 64<<20)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		c.Write(big)
		io.Copy(io.Discard, c)
	}()
	c := dials(t, l)
	c.Write(big)
	io.ReadFull(c, big)
}

// Passes: who cancels gets context.Canceled, and the handler hears of it
func TestCancelHeard(t *testing.T) {
	heard, begun := make(chan bool), make(chan bool)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		close(heard)
	}))
	defer s.Close()
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-begun; cancel() }()
	q, _ := http.NewRequestWithContext(ctx, "GET", s.URL, nil)
	if _, err := s.Client().Do(q); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-heard
}

// Fails: one limit for both: the body comes later than the client waits
func TestBodyLate(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(200)
		w.(http.Flusher).Flush()
		time.Sleep(2 * time.Second)
		io.WriteString(w, "ok")
	}))
	defer s.Close()
	c := s.Client()
	c.Timeout = time.Second
	r, err := c.Get(s.URL)
	if err != nil {
		t.Fatal("get:", err)
	}
	defer r.Body.Close()
	if _, err := io.ReadAll(r.Body); err != nil {
		t.Fatal("body:", err)
	}
}

// Passes: a streamed answer ends when the client goes
func TestStreamEnds(t *testing.T) {
	ended := make(chan error, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "a")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		ended <- r.Context().Err()
	}))
	defer s.Close()
	r, err := s.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Read(make([]byte, 1))
	r.Body.Close()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
