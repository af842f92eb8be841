package nets

import (
	"net"
	"syscall"
	"testing"

	"gocheck.dev/runtime/access/pipes"
)

// TestNames: each end has its own name, and the other's.
func TestNames(t *testing.T) {
	tcp := func(port int) net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port} }
	here, there := newConnection(tcp(7), tcp(80))
	me, peer := here.names()
	other, back := there.names()
	if me != "client :7" || peer != "server :80" || other != peer || back != me {
		t.Errorf("%s and %s, %s and %s", me, peer, other, back)
	}
	here, _ = newConnection(&net.UnixAddr{Net: "unix"}, &net.UnixAddr{Net: "unix", Name: "/tmp/TestNames123/sock"})
	if me, peer = here.names(); me != "client without a name" || peer != "server sock" {
		t.Errorf("%s and %s", me, peer)
	}
}

// TestOutcomes: what has come of a read or a write.
func TestOutcomes(t *testing.T) {
	here, _ := newConnection(&net.TCPAddr{Port: 7}, &net.TCPAddr{Port: 80})
	for want, got := range map[string]string{
		"write 2 bytes to server :80: broken pipe":       (&writing{e: here, data: pipes.Size(2), err: syscall.EPIPE}).words(),
		"write 2 bytes to server :80, which has closed":  (&writing{e: here, data: pipes.Size(2), lost: true}).words(),
		`write 2 bytes "ab" to server :80`:               (&writing{e: here, data: pipes.Message([]byte("ab"))}).words(),
		"aside: read from server :80: nothing yet":       (&reading{e: here}).words(),
		`read 1 byte "a" from server :80`:                (&reading{e: here, data: pipes.Message([]byte("a"))}).words(),
		"read from server :80: connection reset by peer": (&reading{e: here, err: syscall.ECONNRESET}).words(),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
