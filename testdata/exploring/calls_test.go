package exploring

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// What calls of the standard library write is written element by element, too.

// These write "ab".
var (
	byStrings = func(b []byte) { strings.NewReader("ab").Read(b) }
	byBuffer  = func(b []byte) { bytes.NewBufferString("ab").Read(b) }
	byBufio   = func(b []byte) { bufio.NewReader(strings.NewReader("ab")).Read(b) }
	byFull    = func(b []byte) { io.ReadFull(strings.NewReader("ab"), b[:2]) }
	bySection = func(b []byte) { io.NewSectionReader(strings.NewReader("ab"), 0, 2).Read(b) }
	byReader  = func(b []byte) { io.TeeReader(strings.NewReader("ab"), io.Discard).Read(b) }
	byHex     = func(b []byte) { hex.Decode(b, []byte("6162")) }
	byEncode  = func(b []byte) { binary.Encode(b, binary.BigEndian, uint16(0x6162)) }
	byAppend  = func(b []byte) { _ = binary.BigEndian.AppendUint16(b[:0], 0x6162) }
	byFormat  = func(b []byte) { _ = fmt.Appendf(b[:0], "a%s", "b") }
	byRunes   = func(b []byte) { _ = utf8.AppendRune(utf8.AppendRune(b[:0], 'a'), 'b') }
)

func TestByStrings(t *testing.T)       { written(t, byStrings, 'a', false) }
func TestByStringsPartly(t *testing.T) { written(t, byStrings, 'a', true) }
func TestByBuffer(t *testing.T)        { written(t, byBuffer, 'a', false) }
func TestByBufferPartly(t *testing.T)  { written(t, byBuffer, 'a', true) }
func TestByBufio(t *testing.T)         { written(t, byBufio, 'a', false) }
func TestByBufioPartly(t *testing.T)   { written(t, byBufio, 'a', true) }
func TestByFull(t *testing.T)          { written(t, byFull, 'a', false) }
func TestByFullPartly(t *testing.T)    { written(t, byFull, 'a', true) }
func TestBySection(t *testing.T)       { written(t, bySection, 'a', false) }
func TestBySectionPartly(t *testing.T) { written(t, bySection, 'a', true) }
func TestByReader(t *testing.T)        { written(t, byReader, 'a', false) }
func TestByReaderPartly(t *testing.T)  { written(t, byReader, 'a', true) }
func TestByHex(t *testing.T)           { written(t, byHex, 'a', false) }
func TestByHexPartly(t *testing.T)     { written(t, byHex, 'a', true) }
func TestByEncode(t *testing.T)        { written(t, byEncode, 'a', false) }
func TestByEncodePartly(t *testing.T)  { written(t, byEncode, 'a', true) }
func TestByAppend(t *testing.T)        { written(t, byAppend, 'a', false) }
func TestByAppendPartly(t *testing.T)  { written(t, byAppend, 'a', true) }
func TestByFormat(t *testing.T)        { written(t, byFormat, 'a', false) }
func TestByFormatPartly(t *testing.T)  { written(t, byFormat, 'a', true) }
func TestByRunes(t *testing.T)         { written(t, byRunes, 'a', false) }
func TestByRunesPartly(t *testing.T)   { written(t, byRunes, 'a', true) }

// What is appended to a slice that is full is what was read: the elements may be of two times.
func TestCallGrownOfTwoTimes(t *testing.T) {
	a := []byte("00")
	done := make(chan bool)
	go func() {
		a[0], a[1] = '1', '1'
		done <- true
	}()
	b := fmt.Append(a[:2:2], "!")
	<-done
	if string(b) == "01!" {
		t.Fatal("seen")
	}
}

// inner appends to what it is called for.
type inner struct{ b []byte }

func (i inner) String() string { return string(fmt.Append(i.b, "c")) }

// Each call has what it has written, also one within another, and one beside which others write.
func TestRight(t *testing.T) {
	b, done := make([]byte, 4, 8), make(chan bool)
	go func() {
		b[3] = 'd'
		done <- true
	}()
	n, err := io.TeeReader(strings.NewReader("ab"), io.Discard).Read(b[:3])
	if n != 2 || err != nil || string(b[:2]) != "ab" || b[2] != 0 {
		t.Fatalf("%q, %d, %v", b[:3], n, err)
	}
	<-done
	if n, err := hex.Decode(b, []byte("6z")); n != 0 || err == nil || string(b) != "ab\x00d" {
		t.Fatalf("%q, %d, %v", b, n, err)
	}
	if c := fmt.Append(b[:2], "x", inner{b[:2]}); string(c) != "abxabc" || &c[0] != &b[0] || string(b) != "abxa" {
		t.Fatalf("%q, %q", c, b)
	}
	if c := fmt.Append(b[:2:2], "cd"); string(c) != "abcd" || string(b) != "abxa" {
		t.Fatalf("%q, %q", c, b)
	}
}
