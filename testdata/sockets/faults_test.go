package sockets

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"gocheck.dev"
)

// What may fail, and how often at most. The numbers of executions in TestSockets (internal/e2e)
// are counted by hand: each has no fault, or those that are said here.

// dialed is a connection to a new listener, nil if the dial is refused.
func dialed(t *testing.T) (l net.Listener, c net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c, err = net.Dial("tcp", l.Addr().String())
	if err != nil {
		if !errors.Is(err, syscall.ECONNREFUSED) {
			t.Error(err)
		}
		return l, nil
	}
	return l, c
}

// One of two dials: 1 + 2.
//
//gocheck:faults 1
func TestFaultOfDials(t *testing.T) {
	dialed(t)
	dialed(t)
}

// Two of three: 1 + 3 + 3.
//
//gocheck:faults 2
func TestFaultsOfDials(t *testing.T) {
	dialed(t)
	dialed(t)
	dialed(t)
}

// One of two that know nothing of each other: 1 + 2, in whatever order.
//
//gocheck:faults 1
func TestFaultOfTasks(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { dialed(t) })
	}
	wg.Wait()
}

// A dial, two writes, a read: 1 + 4. What is written is read, or the reader hears of a reset.
//
//gocheck:faults 1
func TestFaultOfWrites(t *testing.T) {
	l, c := dialed(t)
	if c == nil {
		return
	}
	_, first := c.Write([]byte("a"))
	_, second := c.Write([]byte("b"))
	s, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 2)
	n, err := s.Read(b)
	switch got := string(b[:n]); {
	case first != nil && errors.Is(first, syscall.ECONNRESET) && errors.Is(second, syscall.EPIPE) && errors.Is(err, syscall.ECONNRESET):
	case first == nil && errors.Is(second, syscall.ECONNRESET) && got == "a" && err == nil:
	case first == nil && second == nil && (got == "ab" && err == nil || got == "" && errors.Is(err, syscall.ECONNRESET)):
	default:
		t.Error(first, second, got, err)
	}
}

// No connection loses anything silently: what comes to an end is whole. One task dials, accepts
// and reads to the end (R); another one writes "ab" and, if that did not fail, shuts its end (W).
//
// Both use, from the client to the server unless back is said: bytes, end and bell (a channel of
// two elements, so only sends are ordered with sends); back (its bytes, of which nobody reads; its
// end comes right behind); gone, which says that the client had a reset.
//
//   - W, without a fault: W1 bytes, S1 bell (if the write went well), C2 looks at gone (if so,
//     nothing more), C3 end, S2 bell (if the end has not been rung for).
//   - W, with a fault before it: a1 back; then, unless back was broken, a5 bytes, and unless those
//     were broken a7 end, a8 bell; a9 bytes: the write fails.
//   - R, a read: hear the bell, R1 bytes; if there are none and the bell was for the end, R2 end,
//     R3 bell; R4 back, if it was a reset.
//   - R, with a fault before a read: f1 bytes; unless they were broken f3 end, f4 bell (if it has
//     not been rung for), f5 back, and f6 gone unless back was broken; then the read.
//
// Orders, by where the faults are:
//
//   - at the dial: 1;
//   - none: all is ordered, R hears of W's bytes and of W's end: 1;
//   - W: a9 before or after R1: 2;
//   - R's first read, f1 before W1: W1 fails, before or after R1: 2;
//   - the same, W1 before f1. f6 before C2: S1 before or after f4: 2. C2 before f6 and C3 before
//     f3: nothing is left to order: 1. C2 before f6 and f3 before C3: S1 before or after f4, C3
//     before or after R2: 4;
//   - R's second read (W1, S1, R1 come first). f6 before C2: 1. C2 before f6: C3 before f3, or
//     between f3 and R2, or after R2: 3;
//   - W and R's first read. a5 before f1, which finds them broken: a9 before f1, before R1, or
//     after it: 3. f1 before a5 and a1 before f5: R1 before a5, before a9, or after it: 3. f5
//     before a1, so W breaks nothing more: if a1 comes before R4, a9 before or after R1; else one:
//     3.
//
// There are no others: a read that fails is the last one, and where W had a fault there is nothing
// to read, so no second read. That makes 1 without faults, 17 with one, and 26 with two.
//
//gocheck:faults 2
func TestFaultsAreHeard(t *testing.T) {
	l, c := dialed(t)
	if c == nil {
		return
	}
	var sent error
	var wg sync.WaitGroup
	wg.Go(func() {
		_, sent = c.Write([]byte("ab"))
		if sent == nil {
			sent = c.(*net.TCPConn).CloseWrite()
		}
	})
	s, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(s)
	wg.Wait()
	if err == nil && string(b) != "ab" || err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("sent %v, read %q %v", sent, b, err)
	}
	gocheck.Sometimes(err != nil && sent == nil, "lost after it was sent")
}

// A datagram is lost, or comes twice: 1 + 2.
//
//gocheck:faults 1
func TestFaultOfDatagram(t *testing.T) {
	if got := received(t, "a"); got != "" && got != "a" && got != "aa" {
		t.Error(got)
	}
}

// Of two, each may be lost or come twice, or the second comes first: 1 + 5.
//
//gocheck:faults 1
func TestFaultOfDatagrams(t *testing.T) {
	switch got := received(t, "a", "b"); got {
	case "ab", "b", "a", "aab", "abb", "ba":
		gocheck.Observe("got", got)
	default:
		t.Error(got)
	}
}

func received(t *testing.T, sent ...string) (got string) {
	s, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("udp", s.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range sent {
		if _, err := io.WriteString(c, data); err != nil {
			t.Fatal(err)
		}
	}
	s.SetReadDeadline(time.Now().Add(time.Second))
	b := make([]byte, 10)
	for {
		n, err := s.Read(b)
		if err != nil {
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error(err)
			}
			return got
		}
		got += string(b[:n])
	}
}

// A request that is made again where its answer is lost is done twice: not without a fault.
//
//gocheck:faults 1
func TestFaultRetried(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if _, err := c.Read(make([]byte, 1)); err == nil {
				done++
				c.Write([]byte("k"))
			}
			c.Close()
		}
	})
	request := func() bool {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			return false
		}
		defer c.Close()
		c.Write([]byte("a"))
		_, err = c.Read(make([]byte, 1))
		return err == nil
	}
	for !request() {
	}
	l.Close()
	wg.Wait()
	if done > 1 {
		t.Fatalf("done %d times", done)
	}
}

// What fails without a fault has none in the report, however many there may be.
//
//gocheck:faults 2
func TestFaultOfNone(t *testing.T) { // fails
	l, c := dialed(t)
	if c == nil {
		return
	}
	s, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		c.Write([]byte("a"))
		c.Write([]byte("b"))
	}()
	if n, err := s.Read(make([]byte, 2)); n == 1 {
		t.Error(err)
	}
}
