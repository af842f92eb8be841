package reach

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

// Memory behind readers and buffers.

func TestBehindFineReaderBehind(t *testing.T) {
	b := []byte("hello")
	r := bytes.NewReader(b)
	together(func() { b[4] = 'x' }, func() { r.ReadByte() })
}

func TestBehindFineReaderBehindOrdered(t *testing.T) {
	b := []byte("hello")
	r := bytes.NewReader(b)
	inOrder(func() { b[0] = 'x' }, func() { r.ReadByte() })
}

func TestBehindFineReaderSeek(t *testing.T) {
	b := []byte("hello")
	r := bytes.NewReader(b)
	together(func() { b[0] = 'x' }, func() { r.Seek(2, 0); r.Len(); r.Size() })
}

func TestBehindFineReaderReadAt(t *testing.T) {
	b := []byte("hello")
	r := bytes.NewReader(b)
	together(func() { b[1] = 'x' }, func() { r.ReadAt(make([]byte, 2), 2) })
}

func TestBehindFineReaderLimit(t *testing.T) {
	b := []byte(`hello`)
	together(func() { b[3] = '2' }, func() { io.ReadAll(io.LimitReader(bytes.NewReader(b), 2)) })
}

func TestBehindFineBufferBytesAppend(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString("hello")
	b := buf.Bytes()
	together(func() { use(b[0]) }, func() { buf.WriteString("x") })
}

func TestBehindFineBufferBytesReset(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString("hello")
	b := buf.Bytes()
	together(func() { use(b[0]) }, func() { buf.Reset() })
}

func TestBehindFineBufferRead(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString("hello")
	b := buf.Bytes()
	together(func() { b[3] = 1 }, func() { buf.Read(make([]byte, 3)) })
}

func TestBehindFineNewBuffer(t *testing.T) {
	b := make([]byte, 4, 10)
	buf := bytes.NewBuffer(b)
	together(func() { use(b[0]) }, func() { buf.WriteByte('x') })
}

func TestBehindFineBufferNextNotRead(t *testing.T) {
	b := []byte("hello")
	buf := bytes.NewBuffer(b)
	together(func() { b[0] = 1 }, func() { buf.Next(2); buf.Truncate(1) })
}

func TestBehindFineBufioPeek(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader(strings.Repeat("ab", 30)), 16)
	b, _ := r.Peek(4)
	together(func() { use(b[0]) }, func() { r.ReadByte() })
}
