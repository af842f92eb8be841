// Package conn holds connections under control to golang.org/x/net/nettest, which says what a
// net.Conn has to do.
package conn

import (
	"net"
	"testing"

	"golang.org/x/net/nettest"
)

func connected(network string) nettest.MakePipe {
	return func() (c1, c2 net.Conn, stop func(), err error) {
		l, err := nettest.NewLocalListener(network)
		if err != nil {
			return nil, nil, nil, err
		}
		defer l.Close()
		if c1, err = net.Dial(l.Addr().Network(), l.Addr().String()); err != nil {
			return nil, nil, nil, err
		}
		if c2, err = l.Accept(); err != nil {
			c1.Close()
			return nil, nil, nil, err
		}
		return c1, c2, func() { c1.Close(); c2.Close() }, nil
	}
}

func piped() (c1, c2 net.Conn, stop func(), err error) {
	c1, c2 = net.Pipe()
	return c1, c2, func() { c1.Close(); c2.Close() }, nil
}

func TestTCP(t *testing.T)  { nettest.TestConn(t, connected("tcp")) }
func TestUnix(t *testing.T) { nettest.TestConn(t, connected("unix")) }
func TestPipe(t *testing.T) { nettest.TestConn(t, piped) }
