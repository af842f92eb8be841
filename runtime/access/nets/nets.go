package nets

import (
	"io"
	"net"
	"os"
	"sync"
	"time"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
	"gocheck.dev/runtime/access/pipes"
)

// NetPipe is net.Pipe.
func NetPipe(s rt.Site) (net.Conn, net.Conn) {
	if !rt.Controlled() {
		return net.Pipe()
	}
	there, back := pipes.NewStream(s), pipes.NewStream(s)
	a := &conn{site: s, in: back, out: there, closed: rt.Made(make(chan struct{}))}
	b := &conn{site: s, in: there, out: back, closed: rt.Made(make(chan struct{}))}
	a.peer, b.peer = b, a
	for _, c := range []*conn{a, b} {
		c.reading.Init(s, false)
		c.writing.Init(s, false)
	}
	return a, b
}

// conn is one end of a pipe.
type conn struct {
	site             rt.Site
	in, out          *pipes.Stream
	closed           chan struct{}
	closing          sync.Once
	peer             *conn
	reading, writing pipes.Deadline
}

// Read reads from the other end's Write.
func (c *conn) Read(p []byte) (int, error) {
	into, private := access.Private(p, 1)
	n, stopped := c.in.Read(into, c.stops(&c.reading))
	if private {
		copy(p, into[:n])
	}
	return n, c.failed("read", stopped, io.EOF)
}

// Write writes to the other end's Reads.
func (c *conn) Write(p []byte) (int, error) {
	n, stopped := c.out.Write(access.Lent(p), c.stops(&c.writing))
	return n, c.failed("write", stopped, io.ErrClosedPipe)
}

func (c *conn) stops(d *pipes.Deadline) pipes.Stops {
	return func() []<-chan struct{} { return []<-chan struct{}{c.closed, c.peer.closed, d.Channel()} }
}

// failed is the error for what has stopped an operation.
func (c *conn) failed(op string, stopped int, byPeer error) error {
	const (
		closed = iota
		peer
		late
	)
	switch stopped {
	case closed:
		return io.ErrClosedPipe
	case peer:
		return byPeer
	case late:
		return &net.OpError{Op: op, Net: "pipe", Err: os.ErrDeadlineExceeded}
	}
	return nil
}

// Close closes this end.
func (c *conn) Close() error {
	pipes.Part(c.site)
	rt.OnceDo(&c.closing, c.site, func() {
		pipes.Closing(c.site)
		rt.Close(c.closed, c.site)
		pipes.Part(c.site)
	})
	return nil
}

// LocalAddr and RemoteAddr are those of a pipe, which has none.
func (c *conn) LocalAddr() net.Addr  { return address{} }
func (c *conn) RemoteAddr() net.Addr { return address{} }

// SetDeadline, SetReadDeadline and SetWriteDeadline concern operations that are
// waiting, too.
func (c *conn) SetDeadline(t time.Time) error {
	return c.set(t, &c.reading, &c.writing)
}
func (c *conn) SetReadDeadline(t time.Time) error  { return c.set(t, &c.reading) }
func (c *conn) SetWriteDeadline(t time.Time) error { return c.set(t, &c.writing) }

func (c *conn) set(t time.Time, deadlines ...*pipes.Deadline) error {
	if pipes.Stopped(c.site, []<-chan struct{}{c.closed, c.peer.closed}) != pipes.Go {
		return &net.OpError{Op: "set", Net: "pipe", Err: io.ErrClosedPipe}
	}
	for _, d := range deadlines {
		d.Set(t)
	}
	return nil
}

// address is that of a pipe.
type address struct{}

// Network and String implement net.Addr.
func (address) Network() string { return "pipe" }
func (address) String() string  { return "pipe" }
