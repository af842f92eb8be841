package library

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"
)

// What stays of a reader or writer may be asked for beside who reads and writes, but not beside
// who sets all of it, nor what moves.

func TestSizedBytesLen(t *testing.T) {
	r := bytes.NewReader([]byte("hello"))
	both(func() { r.Read(make([]byte, 2)) }, func() { r.Len() })
}

func TestSizedBufioWriterAvailable(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	both(func() { w.Write([]byte("hi")) }, func() { w.Available() })
}

func TestSizedBufferCap(t *testing.T) {
	var b bytes.Buffer
	both(func() { b.WriteString("hi") }, func() { b.Cap() })
}

func TestSizedBytesReset(t *testing.T) {
	r := bytes.NewReader([]byte("hello"))
	both(func() { r.Reset([]byte("x")) }, func() { r.Size() })
}

func TestSizedBytesResetRead(t *testing.T) {
	r := bytes.NewReader([]byte("hello"))
	both(func() { r.Reset([]byte("x")) }, func() { r.Read(make([]byte, 1)) })
}

func TestSizedStringsReset(t *testing.T) {
	r := strings.NewReader("hello")
	both(func() { r.Reset("x") }, func() { r.ReadAt(make([]byte, 2), 1) })
}

func TestSizedBufioReset(t *testing.T) {
	r := bufio.NewReader(strings.NewReader("hello"))
	both(func() { r.Reset(strings.NewReader("x")) }, func() { r.Size() })
}

func TestSizedCopied(t *testing.T) {
	r := bytes.NewReader([]byte("hello"))
	both(func() { *r = *bytes.NewReader(nil) }, func() { r.Size() })
}

func TestSizedCopiedRead(t *testing.T) {
	r := bytes.NewReader([]byte("hello"))
	both(func() { *r = *bytes.NewReader(nil) }, func() { r.Read(make([]byte, 1)) })
}
