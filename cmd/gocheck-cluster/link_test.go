package main

import (
	"net"
	"sync"
	"testing"
)

// link is a network between a client and a server, which can be cut: then nothing passes, and
// nobody is told.
type link struct {
	l    net.Listener
	to   string
	mu   sync.Mutex
	open chan struct{} // closed: bytes pass
}

func newLink(t *testing.T, to string) *link {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	k := &link{l: l, to: to, open: make(chan struct{})}
	close(k.open)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go k.carry(c)
		}
	}()
	return k
}

func (k *link) address() string { return k.l.Addr().String() }

// carry carries what is said on a connection, in both directions.
func (k *link) carry(c net.Conn) {
	defer c.Close()
	<-k.passes()
	s, err := net.Dial("tcp", k.to)
	if err != nil {
		return
	}
	defer s.Close()
	var one sync.WaitGroup
	one.Go(func() { k.pass(s, c) })
	k.pass(c, s)
	one.Wait()
}

// pass carries one direction. The other ends with it.
func (k *link) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		<-k.passes()
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (k *link) passes() <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.open
}

// cut cuts the link, or ends that.
func (k *link) cut(cut bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	select {
	case <-k.open:
		if cut {
			k.open = make(chan struct{})
		}
	default:
		if !cut {
			close(k.open)
		}
	}
}
