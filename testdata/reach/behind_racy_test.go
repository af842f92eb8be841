package reach

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Memory behind readers and buffers.

func TestBehindReaderBehind(t *testing.T) {
	b := []byte("hello")
	r := bytes.NewReader(b)
	together(func() { b[0] = 'x' }, func() { r.ReadByte() })
}

func TestBehindReaderSameTask(t *testing.T) {
	b := []byte("hello")
	together(func() { b[0] = 'x' }, func() { r := bytes.NewReader(b); io.ReadAll(r) })
}

func TestBehindReaderLocal(t *testing.T) {
	b := []byte("hello")
	together(func() { b[0] = 'x' }, func() { r := bytes.NewReader(b); c, _ := r.ReadByte(); use(c) })
}

func TestBehindReaderReadAt(t *testing.T) {
	b := []byte("hello")
	r := bytes.NewReader(b)
	together(func() { b[3] = 'x' }, func() { r.ReadAt(make([]byte, 2), 2) })
}

func TestBehindReaderWriteTo(t *testing.T) {
	b := []byte("hello")
	r := bytes.NewReader(b)
	together(func() { b[3] = 'x' }, func() { r.WriteTo(&bytes.Buffer{}) })
}

func TestBehindReaderReset(t *testing.T) {
	b := []byte("hello")
	var r bytes.Reader
	r.Reset(b)
	together(func() { b[0] = 'x' }, func() { r.ReadByte() })
}

func TestBehindReaderCopy(t *testing.T) {
	b := []byte("hello")
	together(func() { b[3] = 'x' }, func() { io.Copy(&bytes.Buffer{}, bytes.NewReader(b)) })
}

func TestBehindReaderBufio(t *testing.T) {
	b := []byte("hello\nworld")
	together(func() { b[3] = 'x' }, func() { bufio.NewReader(bytes.NewReader(b)).ReadString('\n') })
}

func TestBehindReaderScanner(t *testing.T) {
	b := []byte("hello\nworld")
	together(func() { b[3] = 'x' }, func() {
		sc := bufio.NewScanner(bytes.NewReader(b))
		for sc.Scan() {
			use(sc.Text())
		}
	})
}

func TestBehindReaderLimit(t *testing.T) {
	b := []byte(`hello`)
	together(func() { b[1] = '2' }, func() { io.ReadAll(io.LimitReader(bytes.NewReader(b), 2)) })
}

func TestBehindBufferBytes(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString("hello")
	b := buf.Bytes()
	together(func() { use(b[0]) }, func() { buf.Reset(); buf.WriteString("x") })
}

func TestBehindBufferRead(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString("hello")
	b := buf.Bytes()
	together(func() { b[1] = 1 }, func() { buf.Read(make([]byte, 3)) })
}

func TestBehindBufferString(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString("hello")
	b := buf.Bytes()
	together(func() { b[1] = 1 }, func() { use(buf.String()) })
}

func TestBehindNewBuffer(t *testing.T) {
	b := make([]byte, 4, 10)
	buf := bytes.NewBuffer(b)
	together(func() { use(b[:5][4]) }, func() { buf.WriteByte('x') })
}

func TestBehindNewBufferFprintf(t *testing.T) {
	b := make([]byte, 0, 10)
	buf := bytes.NewBuffer(b)
	together(func() { use(b[:5][1]) }, func() { fmt.Fprintf(buf, "%d", 1234) })
}

func TestBehindNewBufferCopy(t *testing.T) {
	b := make([]byte, 0, 600)
	buf := bytes.NewBuffer(b)
	together(func() { use(b[:5][1]) }, func() { io.Copy(buf, strings.NewReader("hello")) })
}

func TestBehindBufferGrowCopies(t *testing.T) {
	b := make([]byte, 4, 4)
	buf := bytes.NewBuffer(b)
	together(func() { b[1] = 1 }, func() { buf.WriteString("hello") })
}

func TestBehindScannerBytes(t *testing.T) {
	sc := bufio.NewScanner(strings.NewReader(strings.Repeat("a", 3000) + "\n" + strings.Repeat("b", 3000) + "\n"))
	sc.Scan()
	b := sc.Bytes()
	together(func() { use(b[0]) }, func() {
		for sc.Scan() {
		}
	})
}

func TestBehindBufioPeek(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader(strings.Repeat("ab", 30)), 16)
	b, _ := r.Peek(4)
	together(func() { use(b[0]) }, func() { r.Read(make([]byte, 16)); r.ReadByte() })
}

func TestBehindBufioReadSlice(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("aaaaaaaaaaaa\nbbbbbbbbbbbbbb\nccc\n"), 16)
	b, _ := r.ReadSlice('\n')
	together(func() { use(b[0]) }, func() { r.ReadSlice('\n') })
}

func TestBehindBufioWriterUnder(t *testing.T) {
	b := make([]byte, 0, 10)
	w := bufio.NewWriter(bytes.NewBuffer(b))
	together(func() { use(b[:3][1]) }, func() { w.WriteString("hello"); w.Flush() })
}

func TestBehindGzip(t *testing.T) {
	b := []byte("hello")
	var out bytes.Buffer
	together(func() { b[0] = 'x' }, func() { w := gzip.NewWriter(&out); io.Copy(w, bytes.NewReader(b)); w.Close() })
}

func TestBehindSection(t *testing.T) {
	b := []byte("hello")
	together(func() { b[3] = 'x' }, func() { io.ReadAll(io.NewSectionReader(bytes.NewReader(b), 2, 2)) })
}
