package sockets

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// control calls f with the descriptor of a socket.
func control(t *testing.T, c syscall.Conn, f func(fd int) error) {
	t.Helper()
	rc, err := c.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var failed error
	if err := rc.Control(func(fd uintptr) { failed = f(int(fd)) }); err != nil || failed != nil {
		t.Fatal(err, failed)
	}
}

// setting sets an option before a socket has its address.
func setting(level, option, value int) func(_, _ string, c syscall.RawConn) error {
	return func(_, _ string, c syscall.RawConn) (err error) {
		failed := c.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), level, option, value) })
		if failed != nil {
			return failed
		}
		return err
	}
}

func hasOption(t *testing.T, c syscall.Conn, level, option, want int) {
	t.Helper()
	control(t, c, func(fd int) error {
		got, err := syscall.GetsockoptInt(fd, level, option)
		if got != want {
			t.Errorf("option %d.%d is %d, want %d", level, option, got, want)
		}
		return err
	})
}

// Who asks for an option gets what was set, by whatever.
func TestOptionsKept(t *testing.T) {
	lc := net.ListenConfig{Control: setting(syscall.SOL_SOCKET, syscall.SO_SNDBUF, 1<<14)}
	l, err := lc.Listen(context.Background(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	d := net.Dialer{Control: setting(syscall.IPPROTO_IP, syscall.IP_TTL, 7)}
	dialed, err := d.Dial("tcp4", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer dialed.Close()
	c := dialed.(*net.TCPConn)
	accepted, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()

	hasOption(t, l.(*net.TCPListener), syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	hasOption(t, accepted.(*net.TCPConn), syscall.SOL_SOCKET, syscall.SO_SNDBUF, 1<<15)
	hasOption(t, c, syscall.IPPROTO_IP, syscall.IP_TTL, 7)
	hasOption(t, c, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 1)
	hasOption(t, c, syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1)
	hasOption(t, c, syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE, 15)
	c.SetNoDelay(false)
	c.SetKeepAlivePeriod(30 * time.Second)
	c.SetReadBuffer(1 << 13)
	hasOption(t, c, syscall.IPPROTO_TCP, syscall.TCP_NODELAY, 0)
	hasOption(t, c, syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE, 30)
	hasOption(t, c, syscall.SOL_SOCKET, syscall.SO_RCVBUF, 1<<14)
	control(t, c, func(fd int) error { return syscall.SetsockoptInt(fd, syscall.IPPROTO_IP, syscall.IP_TOS, 16) })
	hasOption(t, c, syscall.IPPROTO_IP, syscall.IP_TOS, 16)
	control(t, c, func(fd int) error { return syscall.SetsockoptInt(fd, syscall.IPPROTO_IP, syscall.IP_TOS, 0) })
	hasOption(t, c, syscall.IPPROTO_IP, syscall.IP_TOS, 0)
	hasOption(t, udp(t, "udp4", "127.0.0.1:0"), syscall.SOL_SOCKET, syscall.SO_BROADCAST, 1)
}

// An end that is to linger for no time sends a reset, also where the descriptor said so: one that
// is accepted as its listener.
func TestOptionLinger(t *testing.T) {
	linger := func(fd int) error {
		return syscall.SetsockoptLinger(fd, syscall.SOL_SOCKET, syscall.SO_LINGER, &syscall.Linger{Onoff: 1})
	}
	c, s := pair(t)
	control(t, c, linger)
	c.Close()
	time.Sleep(10 * time.Millisecond)
	_, err := s.Read(make([]byte, 1))
	is(t, err, syscall.ECONNRESET, "")
	s.Close()

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	control(t, l.(*net.TCPListener), linger)
	d, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	a, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	a.Close()
	time.Sleep(10 * time.Millisecond)
	_, err = d.Read(make([]byte, 1))
	is(t, err, syscall.ECONNRESET, "")
}

// At the other end of a unix socket is a process of this user.
func TestOptionPeer(t *testing.T) {
	l := listens(t, filepath.Join(t.TempDir(), "s"))
	defer l.Close()
	c, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	control(t, c.(*net.UnixConn), func(fd int) error {
		cred, err := syscall.GetsockoptUcred(fd, syscall.SOL_SOCKET, syscall.SO_PEERCRED)
		if err == nil && int(cred.Uid) != os.Getuid() {
			t.Error(cred)
		}
		return err
	})
}

// Where a datagram came to, and from where the answer is to come.
func TestOptionArrived(t *testing.T) {
	u := udp(t, "udp4", "0.0.0.0:0")
	defer u.Close()
	control(t, u, func(fd int) error { return syscall.SetsockoptInt(fd, syscall.IPPROTO_IP, syscall.IP_PKTINFO, 1) })
	c := udp(t, "udp4", "127.0.0.1:0")
	defer c.Close()
	to := &net.UDPAddr{IP: net.IPv4(127, 0, 0, 2), Port: u.LocalAddr().(*net.UDPAddr).Port}
	if _, err := c.WriteTo([]byte("a"), to); err != nil {
		t.Fatal(err)
	}
	b, oob := make([]byte, 9), make([]byte, 99)
	n, oobn, _, from, err := u.ReadMsgUDP(b, oob)
	if n != 1 || err != nil || from.String() != c.LocalAddr().String() {
		t.Fatal(n, from, err)
	}
	messages, err := syscall.ParseSocketControlMessage(oob[:oobn])
	if err != nil || len(messages) != 1 || oobn != syscall.CmsgSpace(12) {
		t.Fatal(messages, oobn, err)
	}
	m := messages[0]
	if m.Header.Level != syscall.IPPROTO_IP || m.Header.Type != syscall.IP_PKTINFO || net.IP(m.Data[8:12]).String() != "127.0.0.2" {
		t.Error(m)
	}
	if n, oobn, err := u.WriteMsgUDP([]byte("b"), oob[:oobn], from); n != 1 || oobn != syscall.CmsgSpace(12) || err != nil {
		t.Error(n, oobn, err)
	}
	_, answer, err := c.ReadFrom(b)
	if err != nil || answer.String() != to.String() {
		t.Error(answer, to, err)
	}
	if _, err := c.WriteTo([]byte("d"), to); err != nil {
		t.Fatal(err)
	}
	if n, _, err := u.ReadFrom(b); n != 1 || err != nil {
		t.Error(n, err)
	}
}

// Unsupported: when a datagram has come.
func TestOptionTime(t *testing.T) {
	u := udp(t, "udp4", "127.0.0.1:0")
	defer u.Close()
	control(t, u, func(fd int) error { return syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_TIMESTAMP, 1) })
	u.WriteTo([]byte("a"), u.LocalAddr())
	u.ReadMsgUDP(make([]byte, 9), make([]byte, 99))
}
