package nets

import (
	"net"
	"strings"
	"syscall"
	"testing"
)

func TestMessage(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "0 bytes",
		"a":                      `1 byte "a"`,
		"GET / HTTP/1.1\r\nHost": `20 bytes "GET / HTTP/1.1"`,
		"\n":                     "1 byte",
		"\x16\x03\x01":           "3 bytes",
		strings.Repeat("x", 25):  `25 bytes "` + strings.Repeat("x", 24) + `"…`,
	} {
		if got := message([]byte(text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

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
		"write 2 bytes to server :80: broken pipe":       (&writing{e: here, data: size(2), err: syscall.EPIPE}).words(),
		"write 2 bytes to server :80, which has closed":  (&writing{e: here, data: size(2), lost: true}).words(),
		`write 2 bytes "ab" to server :80`:               (&writing{e: here, data: message([]byte("ab"))}).words(),
		"aside: read from server :80: nothing yet":       (&reading{e: here}).words(),
		`read 1 byte "a" from server :80`:                (&reading{e: here, data: message([]byte("a"))}).words(),
		"read from server :80: connection reset by peer": (&reading{e: here, err: syscall.ECONNRESET}).words(),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
