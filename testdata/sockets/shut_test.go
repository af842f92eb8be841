package sockets

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// What was reset is not connected any more, nor is what both ends have shut.
func TestShut(t *testing.T) {
	for _, x := range []struct {
		name string
		run  func(c, s *net.TCPConn) error
	}{
		{"once", func(c, s *net.TCPConn) error { return c.CloseWrite() }},
		{"twice", func(c, s *net.TCPConn) error { c.CloseWrite(); return c.CloseWrite() }},
		{"after the other", func(c, s *net.TCPConn) error { c.CloseWrite(); return s.CloseWrite() }},
		{"deafened", func(c, s *net.TCPConn) error { c.CloseRead(); c.CloseWrite(); return c.CloseWrite() }},
		{"after a close", func(c, s *net.TCPConn) error { c.Close(); return s.CloseWrite() }},
		{"closed", func(c, s *net.TCPConn) error { s.Close(); return s.CloseRead() }},
		{"no more, both", func(c, s *net.TCPConn) error { c.CloseWrite(); s.CloseWrite(); return s.CloseWrite() }},
		{"no more, first", func(c, s *net.TCPConn) error { c.CloseWrite(); s.CloseWrite(); return c.CloseWrite() }},
		{"no more to read", func(c, s *net.TCPConn) error { c.CloseWrite(); s.CloseWrite(); return c.CloseRead() }},
		{"no more, closed", func(c, s *net.TCPConn) error { c.Close(); s.CloseWrite(); return s.CloseWrite() }},
		{"no more, unread", func(c, s *net.TCPConn) error { io.WriteString(s, "a"); c.Close(); return s.CloseWrite() }},
		{"no more, linger", func(c, s *net.TCPConn) error { c.SetLinger(0); c.Close(); return s.CloseWrite() }},
		{"no more, answer", func(c, s *net.TCPConn) error { c.Close(); io.WriteString(s, "a"); return s.CloseWrite() }},
	} {
		name := x.name
		c, s := pair(t)
		err := x.run(c, s)
		is, want := errors.Is(err, syscall.ENOTCONN), len(name) > 7 && name[:7] == "no more"
		if name == "closed" {
			is, want = errors.Is(err, net.ErrClosed), true
		}
		if is != want || !want && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		c.Close()
		s.Close()
	}
}

// Several close a connection: one of them does. Who is first makes an execution, in which order
// the others come to find it closed makes none.
func TestClosedByAll(t *testing.T) {
	c, s := pair(t)
	var all sync.WaitGroup
	closed := make([]bool, 3)
	for i := range closed {
		all.Go(func() {
			err := c.Close()
			if closed[i] = err == nil; err != nil && !errors.Is(err, net.ErrClosed) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := fmt.Sprint(closed); strings.Count(n, "true") != 1 {
		t.Error(n)
	}
	wants(t, "the end", s, "", io.EOF)
}
