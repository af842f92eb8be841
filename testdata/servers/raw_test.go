package servers

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// A detector of failures, by datagrams.

func beats(t *testing.T, stops bool) {
	p, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var alive atomic.Bool
	alive.Store(true)
	timer := time.AfterFunc(3*time.Second, func() { alive.Store(false) })
	go func() {
		b := make([]byte, 10)
		for {
			n, _, err := p.ReadFrom(b)
			if err != nil {
				return
			}
			if string(b[:n]) == "bye" {
				if stops {
					timer.Stop()
				}
				return
			}
			timer.Reset(3 * time.Second)
		}
	}()
	c, err := net.Dial("udp", p.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 3 {
		time.Sleep(2 * time.Second)
		c.Write([]byte("beat"))
	}
	c.Write([]byte("bye"))
	time.Sleep(10 * time.Second)
	if !alive.Load() {
		t.Error("dead")
	}
}

func TestBeat(t *testing.T)    { beats(t, true) }
func TestBeatBad(t *testing.T) { beats(t, false) } // fails

// All connections are served to the end.

func drains(t *testing.T, before bool) {
	l := listen(t)
	var wg sync.WaitGroup
	var served atomic.Int32
	serve := make(chan struct{})
	go func() {
		defer close(serve)
		for {
			c, err := l.Accept()
			if err != nil {
				if !errors.Is(err, net.ErrClosed) {
					t.Error(err)
				}
				return
			}
			if before {
				wg.Add(1)
			}
			go func() {
				if !before {
					wg.Add(1)
				}
				defer wg.Done()
				defer c.Close()
				io.WriteString(c, "hi")
				served.Add(1)
			}()
		}
	}()
	c := dial(t, l)
	var b [2]byte
	if _, err := io.ReadFull(c, b[:]); err != nil {
		t.Error(err)
	}
	l.Close()
	<-serve
	wg.Wait()
	if served.Load() != 1 {
		t.Error("not served to the end")
	}
}

func TestDrain(t *testing.T)     { drains(t, true) }
func TestDrainLate(t *testing.T) { drains(t, false) } // passes: what the client reads is written after Add

// Who is not accepted when the listener closes is reset.

func TestBacklogDropped(t *testing.T) { // fails
	l := listen(t)
	go func() {
		c, err := l.Accept()
		if err == nil {
			io.WriteString(c, "x")
			c.Close()
		}
	}()
	c := dial(t, l)
	l.Close()
	if b, err := io.ReadAll(c); string(b) != "x" || err != nil {
		t.Errorf("%q %v", b, err)
	}
}

// A port is free again.

func TestPortAgain(t *testing.T) {
	l := listen(t)
	a := l.Addr().String()
	if _, err := net.Listen("tcp", a); !errors.Is(err, syscall.EADDRINUSE) {
		t.Error(err)
	}
	l.Close()
	m, err := net.Listen("tcp", a)
	if err != nil {
		t.Fatal(err)
	}
	m.Close()
	if _, err := net.Dial("tcp", a); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(err)
	}
}

// A context that ends interrupts its connection, if it is not told to leave it.

func after(t *testing.T, stops bool) {
	l := listen(t)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		io.Copy(c, c)
	}()
	c := dial(t, l)
	ctx, cancel := context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, func() { c.SetDeadline(time.Unix(1, 0)) })
	c.Write([]byte("a"))
	var b [1]byte
	if _, err := io.ReadFull(c, b[:]); err != nil {
		t.Error(err)
	}
	if stops && !stop() {
		t.Error("it ran")
	}
	cancel()
	c.Write([]byte("b"))
	if _, err := io.ReadFull(c, b[:]); err != nil || b[0] != 'b' {
		t.Error(err)
	}
}

func TestAfter(t *testing.T)    { after(t, true) }
func TestAfterBad(t *testing.T) { after(t, false) } // fails

// TLS without HTTP.

func TestTLSRaw(t *testing.T) {
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	cert := s.TLS.Certificates[0]
	pool := s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	s.Close()
	l := tls.NewListener(listen(t), &tls.Config{Certificates: []tls.Certificate{cert}, NextProtos: []string{"x"}})
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		b := make([]byte, 5)
		if _, err := io.ReadFull(c, b); err != nil {
			t.Error(err)
		}
		c.Write(bytes.ToUpper(b))
	}()
	c, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{RootCAs: pool, ServerName: "example.com", NextProtos: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if p := c.ConnectionState().NegotiatedProtocol; p != "x" {
		t.Error(p)
	}
	io.WriteString(c, "hello")
	b, err := io.ReadAll(c)
	if string(b) != "HELLO" || err != nil {
		t.Errorf("%q %v", b, err)
	}
}

// Two close, one writes.

func TestTwoClose(t *testing.T) {
	l := listen(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, err := l.Accept()
		if err != nil {
			return
		}
		io.Copy(io.Discard, c)
		c.Close()
	}()
	c := dial(t, l)
	var wg sync.WaitGroup
	var ok atomic.Int32
	for range 2 {
		wg.Go(func() {
			if err := c.Close(); err == nil {
				ok.Add(1)
			} else if !errors.Is(err, net.ErrClosed) {
				t.Error(err)
			}
		})
	}
	wg.Go(func() {
		if _, err := c.Write([]byte("x")); err != nil && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
	wg.Wait()
	<-done
	if ok.Load() != 1 {
		t.Error(ok.Load())
	}
}

func TestDeadlineRenewed(t *testing.T) { // passes; a pause of a second is none of 100 ms
	l := listen(t)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for range 3 {
			time.Sleep(time.Second)
			c.Write([]byte("x"))
		}
	}()
	c := dial(t, l)
	var b [1]byte
	for range 3 {
		c.SetReadDeadline(time.Now().Add(2 * time.Second))
		if _, err := c.Read(b[:]); err != nil {
			t.Error(err)
		}
	}
	if _, err := c.Read(b[:]); err != io.EOF {
		t.Error(err)
	}
}

// Frames of two writers.

func frames(t *testing.T, one bool) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	write := func(c net.Conn, s string) {
		if one {
			c.Write(append([]byte{byte(len(s))}, s...))
			return
		}
		c.Write([]byte{byte(len(s))})
		io.WriteString(c, s)
	}
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		var wg sync.WaitGroup
		wg.Go(func() { write(c, "ping") })
		wg.Go(func() { write(c, "a") })
		wg.Wait()
		c.Close()
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 2 {
		var n [1]byte
		if _, err := io.ReadFull(c, n[:]); err != nil {
			t.Fatal(err)
		}
		b := make([]byte, n[0])
		if _, err := io.ReadFull(c, b); err != nil {
			t.Fatal(err)
		}
		if s := string(b); s != "ping" && s != "a" {
			t.Errorf("%q", s)
		}
	}
}

func TestFrames(t *testing.T)    { frames(t, true) }
func TestFramesBad(t *testing.T) { frames(t, false) } // fails
