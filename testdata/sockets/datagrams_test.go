package sockets

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// udp is a socket that others can send to.
func udp(t *testing.T, network, at string) *net.UDPConn {
	t.Helper()
	c, err := net.ListenPacket(network, at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*net.UDPConn)
}

// dial is a socket that is connected with another.
func dial(t *testing.T, to net.Addr) *net.UDPConn {
	t.Helper()
	c, err := net.DialUDP("udp", nil, to.(*net.UDPAddr))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestUDP(t *testing.T) {
	s := udp(t, "udp", "127.0.0.1:0")
	c := dial(t, s.LocalAddr())
	for _, m := range []string{"ab", "", "cdef"} {
		if n, err := c.Write([]byte(m)); n != len(m) || err != nil {
			t.Error(n, err)
		}
	}
	b := make([]byte, 3)
	for _, want := range []string{"ab", "", "cde"} { // the rest of a datagram is lost
		n, from, err := s.ReadFromUDP(b)
		if string(b[:n]) != want || err != nil || from.String() != c.LocalAddr().String() {
			t.Errorf("%q %v %v", b[:n], from, err)
		}
	}
	s.WriteToUDP([]byte("answer"), c.LocalAddr().(*net.UDPAddr))
	n, _, flags, from, err := c.ReadMsgUDPAddrPort(b, nil)
	if string(b[:n]) != "ans" || flags&syscall.MSG_TRUNC == 0 || from.String() != s.LocalAddr().String() || err != nil {
		t.Errorf("%q %x %v %v", b[:n], flags, from, err)
	}
	if _, err := c.WriteTo(b, s.LocalAddr()); !errors.Is(err, net.ErrWriteToConnected) {
		t.Error(err)
	}
	if _, err := s.Write(b); !errors.Is(err, syscall.EDESTADDRREQ) {
		t.Error(err)
	}
	if _, err := s.WriteTo(make([]byte, 65508), c.LocalAddr()); !errors.Is(err, syscall.EMSGSIZE) {
		t.Error(err)
	}
	if _, err := net.ListenUDP("udp", s.LocalAddr().(*net.UDPAddr)); !errors.Is(err, syscall.EADDRINUSE) {
		t.Error(err)
	}
}

// TestUDPRefused: who is connected hears later that nobody is there, and others never.
func TestUDPRefused(t *testing.T) {
	s := udp(t, "udp", "127.0.0.1:0")
	c, other := dial(t, s.LocalAddr()), udp(t, "udp", "127.0.0.1:0")
	s.Close()
	if _, err := c.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	time.Sleep(10 * time.Millisecond)
	if _, err := c.Write([]byte("x")); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(err)
	}
	if _, err := c.Write([]byte("x")); err != nil {
		t.Error(err)
	}
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(err)
	}
	for range 2 {
		if _, err := other.WriteTo([]byte("x"), s.LocalAddr()); err != nil {
			t.Error(err)
		}
	}
	other.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	if _, _, err := other.ReadFrom(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(err)
	}
	other.Close()
	if _, _, err := other.ReadFrom(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}

// TestUDPFamilies: of which kind addresses are, and who hears only one other.
func TestUDPFamilies(t *testing.T) {
	s := udp(t, "udp4", ":0")
	port := s.LocalAddr().(*net.UDPAddr).AddrPort().Port()
	c := dial(t, net.UDPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr("127.0.0.2"), port)))
	if ip := c.LocalAddr().(*net.UDPAddr).IP.String(); ip != "127.0.0.1" && ip != "127.0.0.2" {
		t.Error(ip)
	}
	stranger := udp(t, "udp", "127.0.0.1:0")
	stranger.WriteTo([]byte("no"), c.LocalAddr())
	c.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	if n, err := c.Read(make([]byte, 2)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(n, err)
	}
	c.Write([]byte("a"))
	_, from, err := s.ReadFromUDPAddrPort(make([]byte, 1))
	if !from.Addr().Is4() || err != nil {
		t.Error(from, err)
	}
}

func TestUnixgram(t *testing.T) {
	dir := t.TempDir()
	var ends []*net.UnixConn
	for _, name := range []string{"a", "b"} {
		c, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, name), Net: "unixgram"})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		ends = append(ends, c)
	}
	if _, err := ends[0].WriteTo([]byte("hi"), ends[1].LocalAddr()); err != nil {
		t.Error(err)
	}
	b := make([]byte, 9)
	n, from, err := ends[1].ReadFromUnix(b)
	if string(b[:n]) != "hi" || err != nil || from.Name != ends[0].LocalAddr().String() {
		t.Errorf("%q %v %v", b[:n], from, err)
	}
	c, err := net.Dial("unixgram", ends[1].LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	c.Write([]byte("you"))
	if n, from, err := ends[1].ReadFromUnix(b); string(b[:n]) != "you" || err != nil || from != nil {
		t.Errorf("%q %v %v", b[:n], from, err)
	}
	if _, err := net.Dial("unixgram", filepath.Join(dir, "nobody")); !errors.Is(err, syscall.ENOENT) {
		t.Error(err)
	}
}

func TestLookup(t *testing.T) {
	all, err := net.LookupHost("localhost")
	if err != nil || !slices.Contains(all, "127.0.0.1") {
		t.Error(all, err)
	}
	if all, err := net.LookupHost("127.0.0.9"); err != nil || !slices.Equal(all, []string{"127.0.0.9"}) {
		t.Error(all, err)
	}
}

// TestUDPOrder fails when b is sent before a.
func TestUDPOrder(t *testing.T) {
	s := udp(t, "udp", "127.0.0.1:0")
	for _, m := range []string{"a", "b"} {
		go func() {
			c := udp(t, "udp", "127.0.0.1:0")
			c.WriteTo([]byte(m), s.LocalAddr())
		}()
	}
	b := make([]byte, 1)
	if s.Read(b); b[0] == 'b' {
		t.Fatal("b was first")
	}
}
