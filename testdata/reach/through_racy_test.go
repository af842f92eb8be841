package reach

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
)

// What passes through readers and writers.

func TestThroughSection(t *testing.T) {
	r := io.NewSectionReader(strings.NewReader("hello world"), 0, 5)
	together(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestThroughGzipHeader(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte("x"))
	w.Close()
	together(func() { z.Len() }, func() { gzip.NewReader(&z) })
}

func TestThroughScannerReuse(t *testing.T) {
	sc := bufio.NewScanner(strings.NewReader("a\nbb\n"))
	var lines [][]byte
	for sc.Scan() {
		lines = append(lines, sc.Bytes())
	}
	together(func() { lines[0][0] = 'x' }, func() { use(lines[0][0]) })
}

func TestThroughCSVReuse(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\nc,d\n"))
	r.ReuseRecord = true
	rec, _ := r.Read()
	together(func() { use(rec[0]) }, func() { r.Read() })
}

func TestThroughErrorsAs(t *testing.T) {
	var target *fs.PathError
	err := fmt.Errorf("x: %w", &fs.PathError{})
	together(func() { use(target) }, func() { errors.As(err, &target) })
}

func TestThroughTee(t *testing.T) {
	b := []byte("hello")
	var out bytes.Buffer
	together(func() { b[1] = 'x' }, func() { io.ReadAll(io.TeeReader(bytes.NewReader(b), &out)) })
}

func TestThroughMultiReader(t *testing.T) {
	b := []byte("hello")
	together(func() { b[1] = 'x' }, func() { io.ReadAll(io.MultiReader(strings.NewReader("x"), bytes.NewReader(b))) })
}

func TestThroughHexDumper(t *testing.T) {
	b := make([]byte, 0, 200)
	out := bytes.NewBuffer(b)
	together(func() { use(b[:2][1]) }, func() { d := hex.Dumper(out); d.Write([]byte("0123456789abcdef")); d.Close() })
}

func TestThroughTab(t *testing.T) {
	b := make([]byte, 0, 200)
	out := bytes.NewBuffer(b)
	together(func() { use(b[:2][1]) }, func() { d := tabwriter.NewWriter(out, 1, 1, 1, ' ', 0); fmt.Fprintln(d, "abc"); d.Flush() })
}

func TestThroughCRCCopy(t *testing.T) {
	b := []byte("hello")
	h := crc32.NewIEEE()
	together(func() { b[1] = 'x' }, func() { io.Copy(h, bytes.NewReader(b)) })
}

func TestThroughEmbBuf(t *testing.T) {
	e := &embBuf{}
	e.WriteString("abc")
	b := e.Bytes()
	together(func() { use(b[0]) }, func() { e.Reset(); e.WriteString("x") })
}

func TestThroughCopyTwice(t *testing.T) {
	b := []byte("hello")
	var out bytes.Buffer
	together(func() { b[1] = 'x' }, func() {
		r := bytes.NewReader(b)
		io.Copy(io.Discard, r)
		r.Seek(0, 0)
		io.Copy(&out, r)
	})
}

func TestThroughCopyBehindReader(t *testing.T) {
	b := []byte("hello")
	together(func() { b[1] = 'x' }, func() { io.Copy(io.Discard, io.LimitReader(bytes.NewReader(b), 3)) })
}

type embBuf struct {
	bytes.Buffer
	n int
}

type lockWriter struct{ mu *sync.Mutex }

func (l lockWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(p), nil
}
