//go:build unix

package sockets

import (
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"
)

// raw reads by the descriptor of a connection until something is there. It counts how often it
// has found nothing.
func raw(c *net.TCPConn, size int) (data string, nothing int, err error) {
	rc, err := c.SyscallConn()
	if err != nil {
		return "", 0, err
	}
	b := make([]byte, size)
	var n int
	var failed error
	err = rc.Read(func(fd uintptr) bool {
		if n, failed = syscall.Read(int(fd), b); failed == syscall.EAGAIN {
			nothing++
			return false
		}
		return true
	})
	if err == nil {
		err = failed
	}
	return string(b[:max(n, 0)]), nothing, err
}

func TestDescriptor(t *testing.T) {
	c, s := pair(t)
	rc, err := s.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := rc.Write(func(fd uintptr) bool {
		_, err = syscall.Write(int(fd), []byte("abc"))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * time.Millisecond)
	if data, nothing, err := raw(c, 2); data != "ab" || nothing != 0 || err != nil {
		t.Error(data, nothing, err)
	}
	wants(t, "the rest", c, "c", nil)
	c.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	// Natively it may have passed before the callback is called.
	if data, nothing, err := raw(c, 2); data != "" || nothing > 1 || !errors.Is(err, syscall.EAGAIN) && err == nil {
		t.Error(data, nothing, err)
	}
	c.SetReadDeadline(time.Time{})
	s.CloseWrite()
	time.Sleep(10 * time.Millisecond)
	if data, nothing, err := raw(c, 2); data != "" || nothing != 0 || err != nil {
		t.Error(data, nothing, err)
	}
}

// TestDescriptorWaits: a callback that finds nothing is called again when something has come. It is
// called after the write: 1. Or before, and looks at the end after that has come, so sees both: 1;
// or before it, when the write comes while the callback runs: 1; or later, where what it waits for
// may be told by the write or by the end: 2.
func TestDescriptorWaits(t *testing.T) {
	c, s := pair(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if data, nothing, err := raw(c, 9); data != "ab" || nothing > 1 || err != nil {
			t.Error(data, nothing, err)
		}
		wants(t, "at the end", c, "", io.EOF)
	}()
	io.WriteString(s, "ab")
	s.Close()
	<-done
}

// A read by a descriptor looks at the end only if there is nothing else, so that the reset comes
// before or after the byte is read is one execution. But another goroutine than the one that closes
// has written: 2, as in behind_test.go.
func TestDescriptorLate(t *testing.T) {
	c, s := pair(t)
	io.WriteString(s, "a")
	io.WriteString(c, "x")
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Close()
	}()
	if data, _, err := raw(c, 2); data != "a" || err != nil {
		t.Error(data, err)
	}
	<-done
	if data, nothing, err := raw(c, 2); data != "" || nothing != 0 || !errors.Is(err, syscall.ECONNRESET) {
		t.Error(data, nothing, err)
	}
	wants(t, "after it", c, "", io.EOF)
}

func TestDescriptorReset(t *testing.T) {
	c, s := pair(t)
	io.WriteString(c, "ab")
	time.Sleep(10 * time.Millisecond)
	s.Close()
	time.Sleep(10 * time.Millisecond)
	if data, nothing, err := raw(c, 2); data != "" || nothing != 0 || !errors.Is(err, syscall.ECONNRESET) {
		t.Error(data, nothing, err)
	}
	wants(t, "after it", c, "", io.EOF)
}

// TestDescriptorDropped: what is read by a descriptor is dropped meanwhile, by a Close of this end
// or a reset by the other.
func TestDescriptorDropped(t *testing.T) {
	for _, resets := range []bool{false, true} {
		c, s := pair(t)
		s.Write([]byte("abc"))
		time.Sleep(10 * time.Millisecond)
		rc, err := c.SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 2)
		rc.Read(func(fd uintptr) bool {
			if resets {
				s.SetLinger(0)
				s.Close()
			} else {
				go c.Close() // natively it waits for this call
				time.Sleep(time.Millisecond)
			}
			n, err := syscall.Read(int(fd), b)
			if !resets && (n != 2 || err != nil) {
				t.Error(n, err)
			}
			return true
		})
		c.Close()
		s.Close()
	}
}
