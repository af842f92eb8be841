// Package sockets has what the sockets of an execution have to do like Linux's: each test
// passes natively, too. TestOrder fails in one of its orders.
package sockets

import (
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// pair is both ends of a connection.
func pair(t *testing.T) (client, server *net.TCPConn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if c.LocalAddr().String() != s.RemoteAddr().String() || c.RemoteAddr().String() != s.LocalAddr().String() {
		t.Error(c.LocalAddr(), s.RemoteAddr(), c.RemoteAddr(), s.LocalAddr())
	}
	return c.(*net.TCPConn), s.(*net.TCPConn)
}

func wants(t *testing.T, what string, c net.Conn, data string, err error) {
	t.Helper()
	b := make([]byte, 10)
	n, got := c.Read(b)
	if string(b[:n]) != data || !errors.Is(got, err) {
		t.Errorf("%s: read %q %v, want %q %v", what, b[:n], got, data, err)
	}
}

// Each reads what the other has written, and only then looks at the end: whether that comes before
// or after the bytes are read is one execution, at either end.
func TestEcho(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, err := l.Accept()
		if err != nil {
			t.Error(err)
			return
		}
		io.Copy(c, c)
		c.Close()
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(c, "hello")
	c.(*net.TCPConn).CloseWrite()
	if b, err := io.ReadAll(c); string(b) != "hello" || err != nil {
		t.Errorf("%q %v", b, err)
	}
	<-done
}

// What is read in two parts beside the Close: the second part rings again, before or after the end
// does, which comes to the same. That is seen by nobody, but it is an order of two messages: 2. It
// was another goroutine that has written, so the Close says that no more bytes come, before each of
// the reads of a byte or after both, of which the first two have these two orders: 5.
func TestEndOfPart(t *testing.T) {
	c, s := pair(t)
	io.WriteString(c, "ab")
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Close()
	}()
	one := make([]byte, 1)
	for _, want := range []string{"a", "b", ""} {
		if n, err := s.Read(one); string(one[:n]) != want || (err == io.EOF) != (want == "") {
			t.Errorf("%q %v, want %q", one[:n], err, want)
		}
	}
	<-done
}

// Two readers of one connection: either has the byte, the other one the end. Which of them hears
// that there is something first, which looks first, and which says first what it got: 8.
func TestEndTwice(t *testing.T) {
	c, s := pair(t)
	got := make(chan string)
	for range 2 {
		go func() {
			b := make([]byte, 2)
			n, err := s.Read(b)
			if n == 0 && err != io.EOF {
				t.Error(err)
			}
			got <- string(b[:n])
		}()
	}
	io.WriteString(c, "a")
	c.CloseWrite()
	if all := <-got + <-got; all != "a" {
		t.Errorf("read %q", all)
	}
}

func TestRefused(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := net.Listen("tcp", l.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Error(err)
	}
	l.Close()
	if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", l.Addr().String()); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(err)
	}
}

func TestTwoWrites(t *testing.T) {
	c, s := pair(t)
	io.WriteString(c, "ab")
	io.WriteString(c, "cd")
	time.Sleep(10 * time.Millisecond)
	wants(t, "two writes", s, "abcd", nil)
	c.CloseWrite()
	wants(t, "half-closed", s, "", io.EOF)
	io.WriteString(s, "e")
	wants(t, "the other half", c, "e", nil)
	if _, err := c.Write([]byte("f")); !errors.Is(err, syscall.EPIPE) {
		t.Error(err)
	}
}

// The last read is of an end that is closed, and to which the end of the connection has come: two
// reasons to go on, and 2 executions.
func TestUnread(t *testing.T) {
	c, s := pair(t)
	io.WriteString(c, "ab")
	time.Sleep(10 * time.Millisecond)
	s.Close()
	wants(t, "reset", c, "", syscall.ECONNRESET)
	wants(t, "after it", c, "", io.EOF)
	if _, err := c.Write([]byte("x")); !errors.Is(err, syscall.EPIPE) {
		t.Error(err)
	}
	if _, err := s.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}

func TestWriteToClosed(t *testing.T) {
	c, s := pair(t)
	s.Close()
	wants(t, "closed", c, "", io.EOF)
	if _, err := c.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	time.Sleep(10 * time.Millisecond)
	if _, err := c.Write([]byte("y")); !errors.Is(err, syscall.EPIPE) {
		t.Error(err)
	}
	wants(t, "closed still", c, "", io.EOF)
}

func TestBacklog(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	wants(t, "not accepted", c, "", syscall.ECONNRESET)
}

func TestDeadlines(t *testing.T) {
	c, s := pair(t)
	begin := time.Now()
	const wait = 20 * time.Millisecond
	c.SetReadDeadline(begin.Add(wait))
	wants(t, "deadline", c, "", os.ErrDeadlineExceeded)
	if d := time.Since(begin); d < wait {
		t.Error(d)
	}
	wants(t, "deadline still", c, "", os.ErrDeadlineExceeded)
	c.SetReadDeadline(time.Time{})
	io.WriteString(s, "a")
	wants(t, "none", c, "a", nil)
	var timeout net.Error
	c.SetDeadline(time.Now().Add(-1))
	if _, err := c.Write([]byte("x")); !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Error(err)
	}
}

// TestInterrupted: a deadline that is set ends a Read that waits.
func TestInterrupted(t *testing.T) {
	c, _ := pair(t)
	done := make(chan error)
	go func() {
		_, err := c.Read(make([]byte, 1))
		done <- err
	}()
	c.SetReadDeadline(time.Unix(1, 0))
	if err := <-done; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	go func() {
		_, err := c.Read(make([]byte, 1))
		done <- err
	}()
	c.Close()
	if err := <-done; !errors.Is(err, net.ErrClosed) && !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
}

func TestUnix(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(s, "a")
	wants(t, "unix", c, "a", nil)
}

func TestLocalhost(t *testing.T) {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	c, err := (&net.Dialer{Timeout: time.Hour}).Dial("tcp", "localhost:"+port)
	if err != nil {
		t.Fatal(err)
	}
	c.(*net.TCPConn).SetLinger(0)
	s, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	wants(t, "linger", s, "", syscall.ECONNRESET)
}

func TestOrder(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		go func() {
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			io.WriteString(c, name)
		}()
	}
	b := make([]byte, 1)
	for range 2 {
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(c, b); err != nil {
			t.Fatal(err)
		}
	}
	if b[0] == 'a' {
		t.Fatal("b was first")
	}
}
