package sockets

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// local is what Linux keeps of one end of a connection by a unix socket, as far as one task can
// tell that uses both: unix_stream_sendmsg, unix_stream_read_generic, unix_shutdown and
// unix_release_sock.
type local struct {
	peer                    *local
	closed, noRead, noWrite bool
	err                     error // of a reset, until somebody has heard of it
	queue                   []byte
}

func (k *local) does(op, b byte) (string, error) {
	if k.closed {
		return "", net.ErrClosed
	}
	switch op {
	case 'W':
		if k.noWrite {
			return "", syscall.EPIPE
		}
		k.peer.queue = append(k.peer.queue, b)
	case 'R':
		err := k.err
		switch {
		case len(k.queue) > 0:
			b := k.queue[:1]
			k.queue = k.queue[1:]
			return string(b), nil
		case err != nil:
			k.err = nil
			return "", err
		case k.noRead:
			return "", io.EOF
		}
		return "", os.ErrDeadlineExceeded
	case 'D':
		k.noRead, k.peer.noWrite = true, true
	case 'X':
		k.noWrite, k.peer.noRead = true, true
	case 'C':
		if k.closed = true; len(k.queue) > 0 {
			k.peer.err = syscall.ECONNRESET
		}
		k.peer.noRead, k.peer.noWrite = true, true
	}
	return "", nil
}

// locals are all scripts of three operations of which one is the first.
func locals(t *testing.T, first string) {
	const ends = "DXCWRdxcwr"
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, second := range ends {
		for _, third := range ends {
			c, err := net.Dial("unix", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			s, err := l.Accept()
			if err != nil {
				t.Fatal(err)
			}
			var a, b local
			a.peer, b.peer = &b, &a
			plays(t, fmt.Sprintf("%s%c%c", first, second, third), c.(duplex), s.(duplex), &a, &b)
			c.Close()
			s.Close()
		}
	}
}

func TestUnixCloseRead(t *testing.T)  { locals(t, "D") }
func TestUnixCloseWrite(t *testing.T) { locals(t, "X") }
func TestUnixClose(t *testing.T)      { locals(t, "C") }
func TestUnixWrite(t *testing.T)      { locals(t, "W") }
func TestUnixRead(t *testing.T)       { locals(t, "R") }
