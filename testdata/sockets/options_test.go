package sockets

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// What is closed has no options any more.
func TestOptions(t *testing.T) {
	c, s := pair(t)

	set := func() []error {
		return []error{
			c.SetNoDelay(true), c.SetKeepAlive(true), c.SetKeepAlivePeriod(time.Second), c.SetReadBuffer(1 << 16), c.SetWriteBuffer(1 << 16),
			c.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true}), c.SetLinger(-1),
		}
	}
	for i, err := range set() {
		if err != nil {
			t.Error(i, err)
		}
	}
	from, to := c.LocalAddr().String(), c.RemoteAddr().String()
	c.Close()
	for i, err := range set() {
		want := "set tcp " + from + "->" + to + ": use of closed network connection"
		if i == 3 || i == 4 {
			want = "set tcp " + from + ": use of closed network connection"
		}
		is(t, err, net.ErrClosed, want)
	}
	s.Close()
	u := udp(t, "udp", "127.0.0.1:0")
	u.Close()
	is(t, u.SetReadBuffer(1<<16), net.ErrClosed, "use of closed network connection")
}

// A dial whose deadline has passed before fails.
func TestLateDial(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	to := l.Addr().String()
	for _, d := range []net.Dialer{{Deadline: time.Now().Add(-time.Second)}, {Timeout: -1}} {
		_, err := d.Dial("tcp", to)
		is(t, err, context.DeadlineExceeded, "dial tcp "+to+": i/o timeout")
	}
	d := net.Dialer{Deadline: time.Now().Add(time.Minute)}
	c, err := d.Dial("tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

func sharing(network string) net.ListenConfig {
	return net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		option := 0x200
		switch {
		case network == "udp":
			option = syscall.SO_REUSEADDR
		case runtime.GOOS == "linux":
			option = 15
		}
		var set error
		err := c.Control(func(fd uintptr) { set = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, option, 1) })
		if err != nil {
			return err
		}
		return set
	}}
}

// Unsupported: the kernel chooses whose a connection is.
func TestShared(t *testing.T) {
	lc := sharing("tcp")
	l, err := lc.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, err = net.Listen("tcp", l.Addr().String())
	is(t, err, syscall.EADDRINUSE, "address already in use")
	m, err := lc.Listen(context.Background(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	m.Close()
}

// Unsupported, too.
func TestSharedUDP(t *testing.T) {
	lc := sharing("udp")
	u, err := lc.ListenPacket(context.Background(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	v, err := lc.ListenPacket(context.Background(), "udp", u.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	v.Close()
}

// What is written without anybody reading it is as much as Linux takes, nearly: of TCP some MiB, of
// a unix socket 208 KiB, or about the double of what the program asks for.
func TestWriteBuffer(t *testing.T) {
	much := make([]byte, 16<<20)
	for _, c := range []struct {
		network     string
		bytes       int // 0: nothing is asked for
		controlled  bool
		least, most int
	}{
		{"tcp", 0, false, 1 << 20, 12 << 20},
		{"tcp", 1 << 16, false, 100_000, 400_000},
		{"tcp", 1 << 16, true, 100_000, 400_000},
		{"unix", 0, false, 80_000, 260_000},
		{"unix", 1 << 14, false, 10_000, 40_000},
		{"unix", 1 << 14, true, 10_000, 40_000},
	} {
		at := "127.0.0.1:0"
		if c.network == "unix" {
			at = filepath.Join(t.TempDir(), "s")
		}
		l, err := net.Listen(c.network, at)
		if err != nil {
			t.Fatal(err)
		}
		var d net.Dialer
		if c.controlled {
			d.Control = func(_, _ string, raw syscall.RawConn) (err error) {
				raw.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_SNDBUF, c.bytes) })
				return err
			}
		}
		conn, err := d.Dial(c.network, l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if c.bytes > 0 && !c.controlled {
			conn.(interface{ SetWriteBuffer(int) error }).SetWriteBuffer(c.bytes)
		}
		conn.SetWriteDeadline(time.Now().Add(time.Second))
		n, err := conn.Write(much)
		if !errors.Is(err, os.ErrDeadlineExceeded) || n < c.least || n > c.most {
			t.Errorf("%+v: %d written, %v", c, n, err)
		}
		conn.Close()
		l.Close()
	}
}
