package served

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/rpc"
	"net/rpc/jsonrpc"
	"sync"
	"testing"
)

// Sums counts the calls, behind a lock.
type Sums struct {
	mu    sync.Mutex
	calls int
}

// Pair is what is added.
type Pair struct{ A, B int }

func (s *Sums) Add(p Pair, sum *int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	*sum = p.A + p.B
	return nil
}

func (s *Sums) Fail(p Pair, _ *int) error { return errors.New("no") }

// Bare counts them without one.
type Bare struct{ calls int }

func (b *Bare) Count(by int, n *int) error {
	b.calls += by
	*n = b.calls
	return nil
}

func init() { rpc.Register(new(Sums)) }

func summed(t *testing.T, c *rpc.Client) {
	t.Helper()
	var sum int
	if err := c.Call("Sums.Add", Pair{2, 3}, &sum); err != nil || sum != 5 {
		t.Error(sum, err)
	}
	if err := c.Call("Sums.Fail", Pair{2, 3}, &sum); err == nil || err.Error() != "no" {
		t.Error(err)
	}
}

// Over pipes there is no socket: what has tasks is package rpc.
func TestRPCPipe(t *testing.T) {
	near, far := net.Pipe()
	go rpc.ServeConn(far)
	c := rpc.NewClient(near)
	summed(t, c)
	c.Close()
}

func TestJSONPipe(t *testing.T) {
	near, far := net.Pipe()
	go jsonrpc.ServeConn(far)
	c := jsonrpc.NewClient(near)
	summed(t, c)
	c.Close()
}

func TestJSONDial(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		rpc.ServeCodec(jsonrpc.NewServerCodec(conn))
	}()
	c, err := jsonrpc.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	summed(t, c)
	c.Close()
	l.Close()
}

// An init function registers what each execution serves anew: what an execution before it
// counted is gone.
func TestRPCRegistered(t *testing.T) {
	near, far := net.Pipe()
	go rpc.ServeConn(far)
	c := rpc.NewClient(near)
	a := c.Go("Sums.Add", Pair{1, 1}, new(int), nil)
	b := c.Go("Sums.Add", Pair{1, 2}, new(int), nil)
	<-a.Done
	<-b.Done
	if n := *a.Reply.(*int) + *b.Reply.(*int); n != 5 {
		t.Error(n)
	}
	c.Close()
}

// closer is one conversation as a server has it without a connection.
type closer struct {
	io.Reader
	io.Writer
}

func (closer) Close() error { return nil }

func TestRPCRequest(t *testing.T) {
	s := rpc.NewServer()
	s.Register(new(Sums))
	err := s.ServeRequest(jsonrpc.NewServerCodec(closer{new(empty), io.Discard}))
	if err != io.EOF {
		t.Error(err)
	}
}

type empty struct{}

func (*empty) Read([]byte) (int, error) { return 0, io.EOF }

// A server serves the calls of one client side by side.
func TestRPCRacy(t *testing.T) {
	s := rpc.NewServer()
	s.Register(new(Bare))
	near, far := net.Pipe()
	go s.ServeConn(far)
	c := rpc.NewClient(near)
	a := c.Go("Bare.Count", 1, new(int), nil)
	b := c.Go("Bare.Count", 1, new(int), nil)
	<-a.Done
	<-b.Done
	c.Close()
}

func TestRPCLost(t *testing.T) {
	s := rpc.NewServer()
	s.Register(new(Sums))
	near, far := net.Pipe()
	go s.ServeConn(far)
	c := rpc.NewClient(near)
	a := c.Go("Sums.Add", Pair{1, 1}, new(int), nil)
	c.Close()
	if <-a.Done; a.Error != nil {
		t.Fatal(fmt.Errorf("closed too early: %w", a.Error))
	}
}
