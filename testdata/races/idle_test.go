package races

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

// What is read from changes, and what is flushed; but not if there is nothing.

func drain(r io.Reader) {
	var b [1]byte
	r.Read(b[:]) // race
}

func TestReadersOfTwoBytes(t *testing.T) {
	r := strings.NewReader("ab")
	together(func() { drain(r) }, func() { drain(r) })
}

func TestReadByteAtTheEnd(t *testing.T) {
	r := bytes.NewReader(nil)
	together(func() {
		r.ReadByte() // race
	}, func() {
		r.ReadByte() // race
	})
}

func TestFlushOfTwo(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	w.WriteByte('x')
	flush := func() {
		w.Flush() // race
	}
	together(flush, flush)
}

// What follows has no race.

func TestEmptyReaders(t *testing.T) {
	a, b, c := bytes.NewReader(nil), strings.NewReader(""), io.LimitReader(strings.NewReader("x"), 0)
	empty := func() {
		for _, r := range []io.Reader{a, b, c} {
			var p [1]byte
			r.Read(p[:])
			io.ReadAll(r)
		}
		a.Read(make([]byte, 1))
		io.ReadFull(b, make([]byte, 1))
	}
	together(empty, empty)
}

func TestFlushOfNothing(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	flush := func() { w.Flush() }
	together(flush, flush)
}
