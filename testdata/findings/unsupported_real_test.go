package findings

import (
	"net"
	"testing"
)

// A test helper of the usual kind: what must be reached is checked in a deferred function.
func TestListenServer(t *testing.T) {
	served := false
	defer func() {
		if !served {
			t.Error("the handler was not called")
		}
	}()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err == nil {
			c.Close()
		}
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	served = true
}

// the same with a Cleanup
func TestListenCleanup(t *testing.T) {
	served := false
	t.Cleanup(func() {
		if !served {
			t.Error("the handler was not called")
		}
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	served = true
}

// in another goroutine: its defer closes a channel, or calls Done, and main goes on without it
func TestListenGoroutine(t *testing.T) {
	var addr string
	done := make(chan bool)
	go func() {
		defer close(done)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err == nil {
			addr = l.Addr().String()
			l.Close()
		}
	}()
	<-done
	if addr == "" {
		t.Fatal("no address")
	}
}
