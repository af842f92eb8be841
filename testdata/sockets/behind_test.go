package sockets

import (
	"errors"
	"io"
	"net"
	"sync"
	"syscall"
	"testing"
)

// What is written while another goroutine ends the connection comes before the end, or fails. L
// (the Write looks) and C (the end's first step) are on the side; D (the Write), S (the end's step)
// and r (the read) on the bytes; s and b are the bells for bytes and end. Orders for CloseWrite,
// Close, and a Close while others write by a descriptor:
//
//   - L before C, D before S; s before b, and r before S or after it: 2, 2, 2;
//   - the same, b before s, so S before r: 1, 1, 1;
//   - L before C, S before D: the Write fails, before r or after it: 2, 2, 2;
//   - C before L; if it was shut only, D finds that, before r or after it: 2, 1, 1;
//   - S finds a callback that runs, and comes again when it is done, before r or after it: –, –, 2.

func behind(t *testing.T, end func(c *net.TCPConn) error, fails error) {
	c, s := pair(t)
	var wg sync.WaitGroup
	var sent error
	wg.Go(func() { _, sent = io.WriteString(c, "a") })
	wg.Go(func() {
		if err := end(c); err != nil {
			t.Error(err)
		}
	})
	got, err := io.ReadAll(s)
	wg.Wait()
	switch {
	case sent == nil && string(got) == "a" && err == nil:
	case errors.Is(sent, fails) && string(got) == "" && err == nil:
	default:
		t.Errorf("sent %v, read %q %v", sent, got, err)
	}
}

func TestBehindCloseWrite(t *testing.T) { behind(t, (*net.TCPConn).CloseWrite, syscall.EPIPE) }

func TestBehindClose(t *testing.T) { behind(t, (*net.TCPConn).Close, net.ErrClosed) }

func TestBehindDescriptor(t *testing.T) {
	c, s := pair(t)
	raw, err := c.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var sent error
	wg.Go(func() {
		err := raw.Write(func(fd uintptr) bool {
			_, sent = syscall.Write(int(fd), []byte("a"))
			return sent != syscall.EAGAIN
		})
		if err != nil {
			sent = err
		}
	})
	wg.Go(func() { c.Close() })
	got, err := io.ReadAll(s)
	wg.Wait()
	if err != nil || (sent == nil) != (string(got) == "a") {
		t.Errorf("sent %v, read %q %v", sent, got, err)
	}
}
