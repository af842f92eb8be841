// Package served has servers and clients of net/http and net/rpc over sockets of the
// execution.
package served

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/rpc"
	"net/url"
	"testing"
	"time"
)

func TestShutdown(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "ok") })}
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	go func() {
		r, err := http.Get("http://" + l.Addr().String())
		if err == nil {
			io.Copy(io.Discard, r.Body)
			r.Body.Close()
		}
		done <- nil
	}()
	if err := s.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := <-done; err != nil && !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	}
}

func TestProxy(t *testing.T) {
	back := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "back") }))
	defer back.Close()
	u, _ := url.Parse(back.URL)
	front := httptest.NewServer(httputil.NewSingleHostReverseProxy(u))
	defer front.Close()
	r, err := http.Get(front.URL)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(r.Body)
	r.Body.Close()
	if string(b) != "back" {
		t.Fatal(string(b))
	}
}

type Arith int

func (*Arith) Double(x int, y *int) error { *y = 2 * x; return nil }

func TestRPC(t *testing.T) {
	s := rpc.NewServer()
	s.Register(new(Arith))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go s.Accept(l)
	c, err := rpc.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	var y int
	if err := c.Call("Arith.Double", 21, &y); err != nil || y != 42 {
		t.Fatal(y, err)
	}
	c.Close()
	l.Close()
}

func TestClientTimeout(t *testing.T) {
	stop := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { <-stop }))
	defer s.Close()
	defer close(stop)
	c := http.Client{Timeout: time.Hour}
	_, err := c.Get(s.URL)
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Fatal(err)
	}
}

// answers checks what a server answers.
func answers(t *testing.T, c *http.Client, url, want string) {
	r, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r.Body)
	r.Body.Close()
	if string(b) != want || err != nil {
		t.Fatalf("%q %v", b, err)
	}
}

func TestGet(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hi ", r.URL.Path) }))
	defer s.Close()
	answers(t, http.DefaultClient, s.URL+"/a", "hi /a")
}

func TestTLS(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hi ", r.Proto) }))
	defer s.Close()
	answers(t, s.Client(), s.URL+"/a", "hi HTTP/1.1")
}

func TestHTTP2(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hi ", r.Proto) }))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	answers(t, s.Client(), s.URL+"/a", "hi HTTP/2.0")
}

// TestLate: the client's answer may come before or after its timeout.
func TestLate(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { time.Sleep(time.Second) }))
	defer s.Close()
	c := http.Client{Timeout: time.Minute}
	r, err := c.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
}

// TestCounted: two handlers count without a lock.
func TestCounted(t *testing.T) {
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { n++ }))
	defer s.Close()
	done := make(chan error)
	for range 2 {
		go func() {
			r, err := http.Get(s.URL)
			if err == nil {
				r.Body.Close()
			}
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestClosedEarly: a listener that is closed while a client dials. The test does not
// expect the connection to be reset.
func TestClosedEarly(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		c, err := l.Accept()
		if err == nil {
			io.WriteString(c, "hi")
			c.Close()
		}
	}()
	go l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return
	}
	if b, err := io.ReadAll(c); string(b) != "hi" {
		t.Fatalf("%q %v", b, err)
	}
}

// TestDefault: what a test changes of net/http's variables the next execution does not see.
func TestDefault(t *testing.T) {
	s := httptest.NewServer(nil)
	defer s.Close()
	http.HandleFunc("/default", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "mine") })
	if http.DefaultTransport.(*http.Transport).MaxIdleConns != 100 {
		t.Fatal("left by another execution")
	}
	http.DefaultTransport.(*http.Transport).MaxIdleConns = 1
	r, err := http.Get(s.URL + "/default")
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(r.Body)
	r.Body.Close()
	if string(b) != "mine" {
		t.Fatal(string(b))
	}
}

func TestOutside(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	net.Dial("tcp", "192.0.2.1:80")
}
