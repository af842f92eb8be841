// Package exploring has tests for -races=explore: what a function of the standard library reads is
// read when it is its turn, whatever it takes to find out how much that is.
package exploring

import (
	"bytes"
	"encoding/binary"
	"testing"
	"unicode/utf8"
)

// meets fails if x--- is seen as another goroutine makes it, xa--, by somebody who has read before
// that it is not yet. Between the two nothing happens but the reading that is seen: it has a turn
// of its own.
func meets(t *testing.T, seen func(b []byte) bool) {
	b := []byte("x---")
	other, done := b, make(chan bool)
	go func() {
		other[1] = 'a'
		done <- true
	}()
	before := b[1]
	met := seen(b)
	<-done
	if before == '-' && met {
		t.Fatal("seen")
	}
}

func TestIndex(t *testing.T) {
	meets(t, func(b []byte) bool { return bytes.Index(b, []byte("a")) == 1 })
}

func TestIndexByte(t *testing.T) {
	meets(t, func(b []byte) bool { return bytes.IndexByte(b, 'a') == 1 })
}

func TestContains(t *testing.T) {
	meets(t, func(b []byte) bool { return bytes.Contains(b, []byte("a-")) })
}

func TestCut(t *testing.T) {
	meets(t, func(b []byte) bool {
		before, after, ok := bytes.Cut(b, []byte("a"))
		return ok && len(before) == 1 && len(after) == 2
	})
}

func TestHasPrefix(t *testing.T) {
	meets(t, func(b []byte) bool { return bytes.HasPrefix(b, []byte("xa")) })
}

func TestLines(t *testing.T) {
	b := []byte("--\n")
	other, done := b, make(chan bool)
	go func() {
		other[0] = '\n'
		done <- true
	}()
	before, n := b[0], 0
	for range bytes.Lines(b) {
		n++
	}
	<-done
	if before == '-' && n == 2 {
		t.Fatal("seen")
	}
}

func TestCompare(t *testing.T) {
	meets(t, func(b []byte) bool { return bytes.Compare(b, []byte("x_")) > 0 })
}

func TestDecodeRune(t *testing.T) {
	meets(t, func(b []byte) bool { r, _ := utf8.DecodeRune(b[1:]); return r == 'a' })
}

func TestDecodeLastRune(t *testing.T) {
	meets(t, func(b []byte) bool { r, _ := utf8.DecodeLastRune(b[:2]); return r == 'a' })
}

func TestUvarint(t *testing.T) {
	meets(t, func(b []byte) bool { v, _ := binary.Uvarint(b[1:]); return v == 'a' })
}

func TestVarint(t *testing.T) {
	meets(t, func(b []byte) bool { v, _ := binary.Varint(b[1:]); return v == -('a'+1)/2 })
}

// TestFurther: what is read only because of another's write is read in any order with writes, too.
func TestFurther(t *testing.T) {
	b := []byte("a--a")
	other, done := b, make(chan bool)
	for _, i := range []int{0, 3} {
		go func() {
			other[i] = '-'
			done <- true
		}()
	}
	first, last := b[0], b[3]
	i := bytes.IndexByte(b, 'a')
	<-done
	<-done
	if first == 'a' && last == 'a' && i < 0 {
		t.Fatal("seen")
	}
}
