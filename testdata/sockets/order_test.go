package sockets

import (
	"errors"
	"io"
	"net"
	"syscall"
	"testing"

	"gocheck.dev"
)

// What -net=async and -net=split let come. The numbers of executions in TestSockets (internal/e2e)
// are counted by hand.

func write(t *testing.T, c io.Writer, texts ...string) {
	for _, text := range texts {
		if _, err := io.WriteString(c, text); err != nil {
			t.Error(err)
		}
	}
}

func read(t *testing.T, c io.Reader) string {
	b := make([]byte, 10)
	n, err := c.Read(b)
	if err != nil {
		t.Error(err)
	}
	return string(b[:n])
}

// Whether it has arrived when somebody reads, or who reads waits for it, is one execution.
//
//gocheck:net async
func TestAsyncOne(t *testing.T) {
	c, s := pair(t)
	write(t, c, "a")
	if got := read(t, s); got != "a" {
		t.Error(got)
	}
}

// The first is there when it is read, with the second or without: 2.
//
//gocheck:net async
func TestAsyncTwo(t *testing.T) {
	c, s := pair(t)
	write(t, c, "a", "b")
	switch got := read(t, s); got {
	case "a", "ab":
		gocheck.Observe("got", got)
	default:
		t.Error(got)
	}
}

// Two that have nothing to do with each other: 1.
//
//gocheck:net async
func TestAsyncConnections(t *testing.T) {
	c, s := pair(t)
	d, u := pair(t)
	write(t, c, "a")
	write(t, d, "b")
	if got := read(t, u) + read(t, s); got != "ba" {
		t.Error(got)
	}
}

// All that was written comes before the end does; the second is read with the first or without: 2.
//
//gocheck:net async
func TestAsyncEnd(t *testing.T) {
	c, s := pair(t)
	write(t, c, "a", "b")
	c.Close()
	if got, err := io.ReadAll(s); string(got) != "ab" || err != nil {
		t.Error(string(got), err)
	}
}

// Who closes with something unread resets: what comes first is still read. The close comes before
// what would not be read, or after it: 2.
//
//gocheck:net async
func TestAsyncReset(t *testing.T) {
	c, s := pair(t)
	write(t, s, "x")
	write(t, c, "a")
	c.Close()
	got, err := io.ReadAll(s)
	if string(got) != "a" || err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("%q %v", got, err)
	}
	gocheck.Sometimes(err != nil, "the close has found something unread")
	gocheck.Sometimes(err == nil, "the close has come before it")
}

// UDP: one datagram before, or after, another one from elsewhere; or natively.
//
//gocheck:net async
func TestAsyncDatagrams(t *testing.T) {
	s, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a", "b"} {
		c, err := net.Dial("udp", s.LocalAddr().String())
		if err != nil {
			t.Fatal(err)
		}
		write(t, c, text)
	}
	switch got := read(t, s) + read(t, s); got {
	case "ab", "ba":
		gocheck.Observe("got", got)
	default:
		t.Error(got)
	}
}

// Takes two messages for one.
//
//gocheck:net async
func TestAsyncTogether(t *testing.T) {
	c, s := pair(t)
	write(t, c, "a", "b")
	if got := read(t, s); got != "ab" {
		t.Error(got)
	}
}

// All, a byte, or what was written first: 3.
//
//gocheck:net split
func TestSplitTwo(t *testing.T) {
	c, s := pair(t)
	write(t, c, "ab", "c")
	switch got := read(t, s); got {
	case "abc", "a", "ab":
		gocheck.Observe("got", got)
	default:
		t.Error(got)
	}
}

// All; a byte and the rest; byte by byte: 3.
//
//gocheck:net split
func TestSplitFull(t *testing.T) {
	c, s := pair(t)
	write(t, c, "abc")
	b := make([]byte, 3)
	if _, err := io.ReadFull(s, b); err != nil || string(b) != "abc" {
		t.Error(string(b), err)
	}
}

// Takes what was written at once for what is read at once.
//
//gocheck:net split
func TestSplitMessage(t *testing.T) {
	c, s := pair(t)
	write(t, c, "ab")
	if got := read(t, s); got != "ab" {
		t.Error(got)
	}
}
