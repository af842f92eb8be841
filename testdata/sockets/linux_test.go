package sockets

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"syscall"
	"testing"
	"time"
)

// kernel is what Linux keeps of one end of a connection of TCP, as far as one task can tell that
// uses both: tcp_close, tcp_reset, tcp_sendmsg, tcp_recvmsg and inet_shutdown.
type kernel struct {
	peer                  *kernel
	closed, abrupt        bool // by Close; SetLinger(0)
	shut, deafened, ended bool // by CloseWrite, by CloseRead, by the other end
	reset                 bool
	err                   error // of the reset, until somebody has heard of it
	queue                 []byte
}

// over says whether the connection is at its end.
func (k *kernel) over() bool { return k.reset || k.shut && k.ended }

func (k *kernel) isReset() {
	if k.over() {
		return
	}
	if k.reset, k.err = true, syscall.ECONNRESET; k.ended {
		k.err = syscall.EPIPE
	}
}

func (k *kernel) heard() (err error) {
	err, k.err = k.err, nil
	return err
}

func (k *kernel) shuts() error {
	if k.over() {
		return syscall.ENOTCONN
	}
	k.shut, k.peer.ended = true, true
	return nil
}

func (k *kernel) write(b byte) error {
	p := k.peer
	switch {
	case k.err != nil:
		return k.heard()
	case k.reset || k.shut:
		return syscall.EPIPE
	case p.closed || p.shut && p.deafened:
		p.isReset()
		k.isReset()
		return nil
	}
	p.queue = append(p.queue, b)
	return nil
}

func (k *kernel) read() (string, error) {
	switch {
	case len(k.queue) > 0:
		b := k.queue[:1]
		k.queue = k.queue[1:]
		return string(b), nil
	case k.ended:
		return "", io.EOF
	case k.err != nil:
		return "", k.heard()
	case k.deafened || k.reset:
		return "", io.EOF
	}
	return "", os.ErrDeadlineExceeded
}

// does is an operation on the end. b is what it writes.
func (k *kernel) does(op, b byte) (string, error) {
	if k.closed {
		return "", net.ErrClosed
	}
	switch op {
	case 'W':
		return "", k.write(b)
	case 'R':
		return k.read()
	case 'L':
		k.abrupt = true
	case 'D':
		k.deafened = true
		if k.over() {
			return "", syscall.ENOTCONN
		}
	case 'X':
		return "", k.shuts()
	case 'C':
		k.closed = true
		switch {
		case k.over():
		case len(k.queue) > 0 || k.abrupt:
			k.peer.isReset()
			k.reset = true
		case !k.shut:
			k.shuts()
		}
	}
	return "", nil
}

// duplex is an end of a connection.
type duplex interface {
	net.Conn
	CloseRead() error
	CloseWrite() error
}

// does is the same on a real one. Who is to find nothing does not wait for long.
func does(c duplex, op, b byte, nothing bool) (string, error) {
	switch op {
	case 'W':
		_, err := c.Write([]byte{b})
		return "", err
	case 'R':
		p := make([]byte, 1)
		var until time.Time
		if nothing {
			until = time.Now().Add(time.Millisecond)
		}
		if err := c.SetReadDeadline(until); err != nil {
			return "", err
		}
		n, err := c.Read(p)
		return string(p[:n]), err
	case 'L':
		return "", c.(*net.TCPConn).SetLinger(0)
	case 'D':
		return "", c.CloseRead()
	case 'X':
		return "", c.CloseWrite()
	}
	return "", c.Close()
}

const ends = "LDXCWRldxcwr" // operations of a client, and of its server

// script does one operation after the other, each of which comes to what it does on Linux.
func script(t *testing.T, ops string) {
	c, s := pair(t)
	var a, b kernel
	a.peer, b.peer = &b, &a
	plays(t, ops, c, s, &a, &b)
}

func plays(t *testing.T, ops string, c, s duplex, a, b interface {
	does(op, b byte) (string, error)
}) {
	for i, op := range []byte(ops) {
		e, k := c, a
		if op >= 'a' {
			e, k, op = s, b, op-'a'+'A'
		}
		want, wantErr := k.does(op, '0'+byte(i))
		if got, err := does(e, op, '0'+byte(i), wantErr == os.ErrDeadlineExceeded); got != want || !errors.Is(err, wantErr) || wantErr == nil && err != nil {
			t.Errorf("%s, operation %d: %q %v, want %q %v", ops, i, got, err, want, wantErr)
		}
	}
	c.Close()
	s.Close()
}

// scripts are all of three operations of which one is the first.
func scripts(t *testing.T, first string) {
	for _, second := range ends {
		for _, third := range ends {
			script(t, fmt.Sprintf("%s%c%c", first, second, third))
		}
	}
}

func TestLinuxLinger(t *testing.T)     { scripts(t, "L") }
func TestLinuxCloseRead(t *testing.T)  { scripts(t, "D") }
func TestLinuxCloseWrite(t *testing.T) { scripts(t, "X") }
func TestLinuxClose(t *testing.T)      { scripts(t, "C") }
func TestLinuxWrite(t *testing.T)      { scripts(t, "W") }
func TestLinuxRead(t *testing.T)       { scripts(t, "R") }

// Resets that come after something else, and longer scripts.
func TestLinuxResets(t *testing.T) {
	for _, ops := range []string{
		"LCwr", "LCxw", "LWCr", "LXCw", "LXCr", "LxCw", "WLCr", "WXcW", "WcWR", "WcXW", "WxcW", "WxcR", "XLCw", "XLCr", "XDwW", "XDwX",
		"XDwD", "XDwR", "XDww", "XDwx", "XDwd", "XlcW", "XwCw", "XwCr", "DXwW", "DXwX", "DXwD", "DXwR", "DXww", "DXwx", "DXwd", "XxlcW", "wXxCw",
	} {
		script(t, ops)
	}
	r := rand.New(rand.NewPCG(21, 0))
	for range 60 {
		ops := make([]byte, 6)
		for i := range ops {
			ops[i] = ends[r.IntN(len(ends))]
		}
		script(t, string(ops))
	}
}
