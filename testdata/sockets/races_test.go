package sockets

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"testing"
)

// beside runs f in another goroutine than g.
func beside(f, g func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	g()
	<-done
}

// Tests named Race have a data race, as `go test -race` says, and those named NoRace none. A
// Read and a Write are accesses of the bytes that went through, when they have gone through.

func TestRaceWrite(t *testing.T) {
	c, _ := pair(t)
	p := []byte("abcd")
	beside(func() { c.Write(p) }, func() { p[1] = 'x' })
}

func TestNoRaceWrite(t *testing.T) {
	c, _ := pair(t)
	p := []byte("abcd")
	beside(func() { c.Write(p) }, func() { _ = p[1] })
}

func TestRaceRead(t *testing.T) {
	c, s := pair(t)
	io.WriteString(s, "abcd")
	p := make([]byte, 4)
	beside(func() { c.Read(p) }, func() { _ = p[1] })
}

func TestNoRaceShort(t *testing.T) {
	c, s := pair(t)
	io.WriteString(s, "ab")
	p := make([]byte, 4)
	beside(func() { c.Read(p) }, func() { p[2] = 'x' })
}

func TestNoRaceEOF(t *testing.T) {
	c, s := pair(t)
	s.Close()
	p := make([]byte, 4)
	beside(func() { c.Read(p) }, func() { p[1] = 'x' })
}

func TestNoRaceClosed(t *testing.T) {
	c, _ := pair(t)
	c.Close()
	p := []byte("abcd")
	beside(func() { c.Write(p) }, func() { p[1] = 'x' })
}

// TestRaceReceived: who has read the message does not come after the end of the Write.
func TestRaceReceived(t *testing.T) {
	c, s := pair(t)
	p := []byte("abcd")
	beside(func() { c.Write(p) }, func() {
		s.Read(make([]byte, 4))
		p[1] = 'x'
	})
}

// TestNoRaceBuffers: the race detector looks at no writev.
func TestNoRaceBuffers(t *testing.T) {
	c, _ := pair(t)
	p := []byte("abcd")
	v := net.Buffers{[]byte("xy"), p}
	beside(func() { v.WriteTo(c) }, func() { p[1] = 'x' })
}

// source fills what it is given from p.
type source struct{ p []byte }

func (r source) Read(p []byte) (int, error) { return copy(p, r.p), io.EOF }

func TestRaceReadFrom(t *testing.T) {
	c, _ := pair(t)
	p := []byte("abcd")
	beside(func() { c.ReadFrom(source{p}) }, func() { p[1] = 'x' })
}

func TestRaceBufio(t *testing.T) {
	c, _ := pair(t)
	p := make([]byte, 5000)
	w := bufio.NewWriter(c)
	beside(func() { w.Write(p) }, func() { p[1] = 'x' })
}

// A Write of many bytes and what is beside them.
func TestRaceMany(t *testing.T)   { many(t, 4095) }
func TestNoRaceMany(t *testing.T) { many(t, 4096) }

func many(t *testing.T, at int) {
	c, s := pair(t)
	p := make([]byte, 8192)
	beside(func() { p[0] = 'x' }, func() { copy(p[1:], "yz") })
	beside(func() { c.Write(p[:4096]) }, func() {
		p[at] = 'x'
		io.ReadFull(s, p[4097:])
	})
}

// TestNoRacePublished: what was written before the Write may be changed after the Read.
func TestNoRacePublished(t *testing.T) {
	c, s := pair(t)
	x := 0
	beside(func() {
		x++
		c.Write([]byte("a"))
	}, func() {
		s.Read(make([]byte, 1))
		x++
	})
}

// TestNoRacePooled: package fmt keeps the memory that it writes from, io that which it
// throws away what it has read into.
func TestNoRacePooled(t *testing.T) {
	c, s := pair(t)
	for _, end := range []*net.TCPConn{c, s} {
		fmt.Fprintf(end, "%s", "abcd")
		end.CloseWrite()
	}
	beside(func() { io.Copy(io.Discard, c) }, func() { io.Copy(io.Discard, s) })
}

// With -races=explore the bytes of a Read are written when it is their turn, and those of a Write
// are sent as they are read: each of these fails.

// explored is a buffer of which another goroutine sees both bytes as they are, one after the other.
func explored(t *testing.T, use func(b []byte), want string) {
	b, seen := []byte("--"), ""
	beside(func() { use(b) }, func() {
		first := b[0]
		seen = string([]byte{first, b[1]})
	})
	if seen == want {
		t.Error(seen)
	}
}

//gocheck:races explore
func TestExploredRead(t *testing.T) {
	c, s := pair(t)
	io.WriteString(s, "ab")
	explored(t, func(b []byte) { c.Read(b) }, "ab")
}

//gocheck:races explore
func TestExploredReadPartly(t *testing.T) {
	c, s := pair(t)
	io.WriteString(s, "ab")
	explored(t, func(b []byte) { c.Read(b) }, "a-")
}

//gocheck:races explore
func TestExploredReceived(t *testing.T) {
	s, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.WriteTo([]byte("ab"), s.LocalAddr()); err != nil {
		t.Fatal(err)
	}
	explored(t, func(b []byte) { s.ReadFrom(b) }, "a-")
}

//gocheck:races explore
func TestExploredWrite(t *testing.T) {
	c, s := pair(t)
	b, p := []byte("--"), make([]byte, 2)
	beside(func() { c.Write(b) }, func() { b[0], b[1] = 'a', 'b' })
	if s.Read(p); string(p) == "-b" {
		t.Error(string(p))
	}
}
