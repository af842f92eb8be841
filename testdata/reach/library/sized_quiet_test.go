package library

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

// What stays of a reader or writer may be asked for beside who reads and writes.

func TestSizedBytesSize(t *testing.T) {
	r := bytes.NewReader([]byte("hello"))
	both(func() { r.Read(make([]byte, 2)) }, func() { r.Size() })
}

func TestSizedBytesReadAt(t *testing.T) {
	r := bytes.NewReader([]byte("hello"))
	both(func() { r.Read(make([]byte, 2)) }, func() { r.ReadAt(make([]byte, 2), 1) })
}

func TestSizedStringsSize(t *testing.T) {
	r := strings.NewReader("hello")
	both(func() { r.Read(make([]byte, 2)) }, func() { r.Size() })
}

func TestSizedStringsReadAt(t *testing.T) {
	r := strings.NewReader("hello")
	both(func() { r.Read(make([]byte, 2)) }, func() { r.ReadAt(make([]byte, 2), 1) })
}

func TestSizedStringsReadAtTwice(t *testing.T) {
	r := strings.NewReader("hello")
	both(func() { r.ReadAt(make([]byte, 2), 0) }, func() { r.ReadAt(make([]byte, 2), 1) })
}

func TestSizedSectionReadAt(t *testing.T) {
	r := io.NewSectionReader(strings.NewReader("hello"), 0, 5)
	both(func() { r.Read(make([]byte, 2)) }, func() { r.ReadAt(make([]byte, 2), 1) })
}

func TestSizedSectionSize(t *testing.T) {
	r := io.NewSectionReader(strings.NewReader("hello"), 0, 5)
	both(func() { r.Read(make([]byte, 2)) }, func() { r.Size() })
}

func TestSizedSectionOuter(t *testing.T) {
	r := io.NewSectionReader(strings.NewReader("hello"), 0, 5)
	both(func() { r.Read(make([]byte, 2)) }, func() { r.Outer() })
}

func TestSizedBufioReaderSize(t *testing.T) {
	r := bufio.NewReader(strings.NewReader("hello"))
	both(func() { r.Read(make([]byte, 2)) }, func() { r.Size() })
}

func TestSizedBufioWriterSize(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	both(func() { w.Write([]byte("hi")) }, func() { w.Size() })
}

func TestSizedBufioWriterReset(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	both(func() { w.Reset(io.Discard) }, func() { w.Size() })
}

func TestSizedValueSize(t *testing.T) {
	var r bytes.Reader
	r.Reset([]byte("abc"))
	both(func() { r.Read(make([]byte, 1)) }, func() { r.Size() })
}

type embeds struct {
	*bytes.Reader
	n int
}

func TestSizedEmbedded(t *testing.T) {
	e := embeds{bytes.NewReader([]byte("hello")), 1}
	both(func() { e.Read(make([]byte, 1)) }, func() { e.Size() })
	var at io.ReaderAt = e
	both(func() { e.Read(make([]byte, 1)) }, func() { at.ReadAt(make([]byte, 1), 0) })
	size := e.Size
	both(func() { e.Read(make([]byte, 1)) }, func() { size() })
	both(func() { e.Read(make([]byte, 1)) }, func() { (*bytes.Reader).Size(e.Reader) })
}

func TestSizedInterfaceSize(t *testing.T) {
	r := bytes.NewReader([]byte("hello"))
	var sized interface{ Size() int64 } = r
	both(func() { r.Read(make([]byte, 1)) }, func() { sized.Size() })
}
