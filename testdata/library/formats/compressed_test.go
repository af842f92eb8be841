package formats

import (
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"compress/lzw"
	"compress/zlib"
	"io"
	"sync"
	"testing"
)

func gz(s string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.Bytes()
}

func TestOKGzipPool(t *testing.T) {
	pool := sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	pack := func(s string) []byte {
		var b bytes.Buffer
		w := pool.Get().(*gzip.Writer)
		w.Reset(&b)
		io.WriteString(w, s)
		w.Close()
		pool.Put(w)
		return b.Bytes()
	}
	two(func() { pack("a") }, func() { pack("b") })
}

func TestBugGzipPoolEarly(t *testing.T) {
	pool := sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	pack := func(s string) []byte {
		var b bytes.Buffer
		w := pool.Get().(*gzip.Writer)
		w.Reset(&b)
		io.WriteString(w, s)
		pool.Put(w)
		w.Close()
		return b.Bytes()
	}
	two(func() { pack("a") }, func() { pack("b") })
}

func TestBugGzipWriter(t *testing.T) {
	w := gzip.NewWriter(io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Write([]byte("b")) })
}

func TestBugGzipReset(t *testing.T) {
	w := gzip.NewWriter(io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Reset(io.Discard) })
}

func TestBugGzipName(t *testing.T) {
	w := gzip.NewWriter(io.Discard)
	two(func() { w.Name = "x" }, func() { w.Write([]byte("a")) })
}

func TestBugGzipReader(t *testing.T) {
	r, _ := gzip.NewReader(bytes.NewReader(gz("hello")))
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestBugGzipReaderReset(t *testing.T) {
	r, _ := gzip.NewReader(bytes.NewReader(gz("hello")))
	in := bytes.NewReader(gz("a"))
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Reset(in) })
}

func TestBugGzipBelow(t *testing.T) {
	in := bytes.NewReader(gz("hello"))
	two(func() { gzip.NewReader(in) }, func() { in.Len() })
}

func TestBugGzipInput(t *testing.T) {
	data := gz("hello")
	two(func() {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			io.ReadAll(r)
		}
	}, func() { data[len(data)-1] = 0 })
}

func TestBugGzipBuffer(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte("a"))
	two(func() { w.Close() }, func() { sink = b.Len() })
}

func TestBugGzipBufferHeader(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	two(func() { w.Write([]byte("a")) }, func() { sink = b.Len() })
}

func TestOKGzipBufferUnflushed(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte("a"))
	two(func() { w.Write([]byte("a")) }, func() { sink = b.Len() })
}

func TestBugFlateWriter(t *testing.T) {
	w, _ := flate.NewWriter(io.Discard, 1)
	two(func() { w.Write([]byte("a")) }, func() { w.Flush() })
}

func TestBugFlateReader(t *testing.T) {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 1)
	w.Write([]byte("hello"))
	w.Close()
	r := flate.NewReader(&b)
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestBugFlateReaderReset(t *testing.T) {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 1)
	w.Write([]byte("hello"))
	w.Close()
	r := flate.NewReader(&b)
	two(func() { r.Read(make([]byte, 2)) }, func() { r.(flate.Resetter).Reset(&b, nil) })
}

func TestBugFlateReaderClose(t *testing.T) {
	r := flate.NewReader(&bytes.Buffer{})
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Close() })
}

func TestBugFlateDict(t *testing.T) {
	dict := []byte("hello")
	two(func() { w, _ := flate.NewWriterDict(io.Discard, 1, dict); w.Write([]byte("hello")); w.Close() }, func() { dict[0] = 'x' })
}

func TestOKFlateDict(t *testing.T) {
	dict := []byte("hello")
	f := func() { w, _ := flate.NewWriterDict(io.Discard, 1, dict); w.Write([]byte("hello")); w.Close() }
	two(f, f)
}

func TestBugZlibWriter(t *testing.T) {
	w := zlib.NewWriter(io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Close() })
}

func TestBugZlibReader(t *testing.T) {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte("hello"))
	w.Close()
	r, _ := zlib.NewReader(&b)
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestBugZlibReset(t *testing.T) {
	w := zlib.NewWriter(io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Reset(io.Discard) })
}

func TestBugZlibReadersBelow(t *testing.T) {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte("hello"))
	w.Close()
	two(func() { zlib.NewReader(&b) }, func() { zlib.NewReader(&b) })
}

func TestBugLzwWriter(t *testing.T) {
	w := lzw.NewWriter(io.Discard, lzw.LSB, 8)
	two(func() { w.Write([]byte("a")) }, func() { w.Write([]byte("b")) })
}

func TestBugLzwWriterReset(t *testing.T) {
	w := lzw.NewWriter(io.Discard, lzw.LSB, 8).(*lzw.Writer)
	two(func() { w.Write([]byte("a")) }, func() { w.Reset(io.Discard, lzw.LSB, 8) })
}

func TestBugLzwReader(t *testing.T) {
	var b bytes.Buffer
	w := lzw.NewWriter(&b, lzw.LSB, 8)
	w.Write([]byte("hello"))
	w.Close()
	r := lzw.NewReader(&b, lzw.LSB, 8)
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

var bz = []byte("BZh91AY&SY\x19\x31\x65\x3d\x00\x00\x00\x81\x00\x02\x44\xa0\x00\x21\x9a\x68\x33\x4d\x07\x33\x8b\xb9\x22\x9c\x28\x48\x0c\x98\xb2\x9e\x80")

func TestBugBzip2Reader(t *testing.T) {
	r := bzip2.NewReader(bytes.NewReader(bz))
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestBugBzip2Below(t *testing.T) {
	in := bytes.NewReader(bz)
	r, q := bzip2.NewReader(in), bzip2.NewReader(in)
	two(func() { r.Read(make([]byte, 2)) }, func() { q.Read(make([]byte, 2)) })
}

func TestOKBzip2(t *testing.T) {
	f := func() { io.ReadAll(bzip2.NewReader(bytes.NewReader(bz))) }
	two(f, f)
}

func TestOKGzipPipe(t *testing.T) {
	pr, pw := io.Pipe()
	two(func() {
		w := gzip.NewWriter(pw)
		w.Write([]byte("hello"))
		w.Close()
		pw.Close()
	}, func() {
		r, err := gzip.NewReader(pr)
		if err != nil {
			t.Error(err)
			return
		}
		if b, err := io.ReadAll(r); err != nil || string(b) != "hello" {
			t.Error(err)
		}
	})
}

func TestBugGzipPipeUnclosed(t *testing.T) {
	pr, pw := io.Pipe()
	two(func() {
		w := gzip.NewWriter(pw)
		w.Write([]byte("hello"))
		pw.Close()
	}, func() {
		r, err := gzip.NewReader(pr)
		if err != nil {
			t.Error(err)
			return
		}
		if b, err := io.ReadAll(r); err != nil || string(b) != "hello" {
			t.Error(err)
		}
	})
}

type gzWriter struct {
	*gzip.Writer
	n int
}

func TestBugGzipEmbedded(t *testing.T) {
	w := &gzWriter{Writer: gzip.NewWriter(io.Discard)}
	two(func() { w.Write([]byte("a")) }, func() { w.Write([]byte("a")) })
}

func TestBugWriteCloser(t *testing.T) {
	var w io.WriteCloser = gzip.NewWriter(io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Close() })
}

func TestBugFlusher(t *testing.T) {
	var w interface {
		io.Writer
		Flush() error
	} = gzip.NewWriter(io.Discard)
	two(func() { io.WriteString(w, "a") }, func() { w.Flush() })
}
