package sockets

import (
	"errors"
	"io"
	"net"
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
