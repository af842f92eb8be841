package library

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Two that read from a bufio.ReadWriter, or write to it, race, whatever is between.

func TestDuplexReadWriterReads(t *testing.T) {
	_, rw := duplexPair()
	rw.Reader.Reset(strings.NewReader("hello"))
	var s io.ReadWriter = rw
	both(func() { s.Read(make([]byte, 1)) }, func() { rw.ReadByte() })
}

func TestDuplexReadWriterWrites(t *testing.T) {
	_, rw := duplexPair()
	var s io.ReadWriter = rw
	both(func() { s.Write([]byte("a")) }, func() { fmt.Fprint(rw, "x") })
}

func TestDuplexReadWriterCopies(t *testing.T) {
	_, rw := duplexPair()
	rw.Reader.Reset(strings.NewReader("hello"))
	both(func() { io.Copy(io.Discard, rw) }, func() { json.NewDecoder(rw).Decode(new(int)) })
}

func TestDuplexEncoders(t *testing.T) {
	_, rw := duplexPair()
	both(func() { json.NewEncoder(rw).Encode(1) }, func() { w := bufio.NewWriterSize(rw, 16); w.WriteString("a"); w.Flush() })
}

func TestDuplexTee(t *testing.T) {
	_, rw := duplexPair()
	r := io.TeeReader(strings.NewReader("abc"), rw)
	both(func() { io.ReadAll(r) }, func() { rw.WriteString("x") })
}

func TestDuplexDecoderBelowScanner(t *testing.T) {
	_, rw := duplexPair()
	rw.Reader.Reset(strings.NewReader("hello\n"))
	sc := bufio.NewScanner(rw)
	both(func() { sc.Scan() }, func() { rw.ReadString('\n') })
}
