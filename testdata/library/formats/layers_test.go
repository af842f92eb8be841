package formats

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/lzw"
	"compress/zlib"
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/rand"
	rand2 "math/rand/v2"
	"mime/multipart"
	"mime/quotedprintable"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

func pooled(p *sync.Pool, b *bytes.Buffer, s string) string {
	w := p.Get().(interface {
		io.WriteCloser
		Reset(io.Writer)
	})
	defer p.Put(w)
	w.Reset(b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func TestOKPoolFlate(t *testing.T) {
	p := &sync.Pool{New: func() any { w, _ := flate.NewWriter(nil, 1); return w }}
	two(func() { pooled(p, new(bytes.Buffer), "a") }, func() { pooled(p, new(bytes.Buffer), "b") })
}

func TestOKPoolZlib(t *testing.T) {
	p := &sync.Pool{New: func() any { return zlib.NewWriter(nil) }}
	two(func() { pooled(p, new(bytes.Buffer), "a") }, func() { pooled(p, new(bytes.Buffer), "b") })
}

func TestOKPoolLzw(t *testing.T) {
	p := &sync.Pool{New: func() any { return lzw.NewWriter(nil, lzw.LSB, 8) }}
	f := func() {
		var b bytes.Buffer
		w := p.Get().(*lzw.Writer)
		w.Reset(&b, lzw.LSB, 8)
		io.WriteString(w, "a")
		w.Close()
		p.Put(w)
		sink2(b.Len())
	}
	two(f, f)
}

func TestBugPoolBuffer(t *testing.T) {
	p := &sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
	var b bytes.Buffer
	two(func() { pooled(p, &b, "a") }, func() { pooled(p, &b, "b") })
}

func TestOKPoolGzipReader(t *testing.T) {
	p := &sync.Pool{New: func() any { return new(gzip.Reader) }}
	f := func() {
		in := bytes.NewReader(gz("hello"))
		r := p.Get().(*gzip.Reader)
		r.Reset(in)
		io.ReadAll(r)
		r.Close()
		p.Put(r)
		sink2(in.Len())
	}
	two(f, f)
}

func TestOKPoolFlateReader(t *testing.T) {
	p := &sync.Pool{New: func() any { return flate.NewReader(nil) }}
	f := func() {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, 1)
		io.WriteString(w, "x")
		w.Close()
		r := p.Get().(io.ReadCloser)
		r.(flate.Resetter).Reset(&b, nil)
		io.ReadAll(r)
		r.Close()
		p.Put(r)
		sink2(b.Len())
	}
	two(f, f)
}

func TestOKPoolZlibReader(t *testing.T) {
	p := &sync.Pool{}
	f := func() {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		io.WriteString(w, "x")
		w.Close()
		r, ok := p.Get().(io.ReadCloser)
		if ok {
			r.(zlib.Resetter).Reset(&b, nil)
		} else {
			r, _ = zlib.NewReader(&b)
		}
		io.ReadAll(r)
		r.Close()
		p.Put(r)
		sink2(b.Len())
	}
	two(f, f)
}

func TestBugZlibReset2(t *testing.T) {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	io.WriteString(w, "x")
	w.Close()
	r, _ := zlib.NewReader(bytes.NewReader(b.Bytes()))
	in := bytes.NewReader(b.Bytes())
	two(func() { r.(zlib.Resetter).Reset(in, nil) }, func() { in.ReadByte() })
}

func TestOKFlateUnflushed(t *testing.T) {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 1)
	two(func() { w.Write([]byte("a")) }, func() { sink = b.Len() })
}

func TestBugFlateFlushed(t *testing.T) {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 1)
	two(func() { w.Write([]byte("a")); w.Flush() }, func() { sink = b.Len() })
}

func TestBugFlateStored(t *testing.T) {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 0)
	two(func() { w.Write(make([]byte, 100000)) }, func() { sink = b.Len() })
}

func TestBugFlateDictStored(t *testing.T) {
	var b bytes.Buffer
	w, _ := flate.NewWriterDict(&b, 0, []byte("a"))
	two(func() { w.Write(make([]byte, 100000)) }, func() { sink = b.Len() })
}

func TestBugLzwBelow(t *testing.T) {
	var b bytes.Buffer
	w := lzw.NewWriter(&b, lzw.LSB, 8)
	w.Write([]byte("abc"))
	two(func() { w.Close() }, func() { sink = b.Len() })
}

func TestOKLzwUnflushed(t *testing.T) {
	var b bytes.Buffer
	w := lzw.NewWriter(&b, lzw.LSB, 8)
	two(func() { w.Write([]byte("abc")) }, func() { sink = b.Len() })
}

func TestBugZlibHeader(t *testing.T) {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	two(func() { w.Write([]byte("abc")) }, func() { sink = b.Len() })
}

func TestBugGzipOverBufio(t *testing.T) {
	var b bytes.Buffer
	bw := bufio.NewWriter(&b)
	w := gzip.NewWriter(bw)
	two(func() { w.Write([]byte("abc")) }, func() { bw.Flush() })
}

func TestOKGzipOverBufio(t *testing.T) {
	var b bytes.Buffer
	bw := bufio.NewWriter(&b)
	w := gzip.NewWriter(bw)
	two(func() { w.Write([]byte("abc")); w.Close() }, func() { sink = b.Len() })
}

func TestBugGzipOverTinyBufio(t *testing.T) {
	var b bytes.Buffer
	bw := bufio.NewWriterSize(&b, 16)
	w := gzip.NewWriter(bw)
	two(func() { w.Write([]byte("abc")); w.Close() }, func() { sink = b.Len() })
}

func TestBugTarGzip(t *testing.T) {
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	two(func() { w.WriteHeader(&tar.Header{Name: "a"}) }, func() { g.Flush() })
}

func TestBugTarGzipBuffer(t *testing.T) {
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	two(func() { w.WriteHeader(&tar.Header{Name: "a"}); g.Close() }, func() { sink = b.Len() })
}

func TestBugZipStored(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.CreateHeader(&zip.FileHeader{Name: "a"})
	two(func() { f.Write(make([]byte, 10000)) }, func() { sink = b.Len() })
}

func TestBugZipStoredFlush(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.CreateHeader(&zip.FileHeader{Name: "a"})
	two(func() { f.Write(make([]byte, 10)) }, func() { w.Flush() })
}

func TestBugZipOldEntry(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	f, _ := w.Create("a")
	two(func() { f.Write([]byte("x")) }, func() { w.Create("b") })
}

func TestOKZipOldEntries(t *testing.T) { // both are closed: an error, no race
	w := zip.NewWriter(io.Discard)
	f, _ := w.Create("a")
	w.Create("b")
	two(func() { f.Write([]byte("x")) }, func() { w.Create("c") })
}

func TestOKZipPooled(t *testing.T) { // the compressors are pooled
	f := func() {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		e, _ := w.Create("a")
		e.Write([]byte("hello"))
		w.Close()
		r, _ := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
		o, _ := r.File[0].Open()
		io.ReadAll(o)
		o.Close()
	}
	two(f, f)
}

func TestBugZipComment(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	two(func() { w.SetComment("x") }, func() { w.Close() })
}

func TestBugBase32Flushed(t *testing.T) {
	var b bytes.Buffer
	w := base32.NewEncoder(base32.StdEncoding, &b)
	two(func() { w.Write([]byte("abcdefgh")) }, func() { sink = b.Len() })
}

func TestOKASCII85Unflushed(t *testing.T) {
	var b bytes.Buffer
	w := ascii85.NewEncoder(&b)
	two(func() { w.Write([]byte("ab")) }, func() { sink = b.Len() })
}

func TestBugBase64OverGzip(t *testing.T) {
	var b bytes.Buffer
	g := gzip.NewWriter(base64.NewEncoder(base64.StdEncoding, &b))
	two(func() { g.Write([]byte("hello")) }, func() { sink = b.Len() })
}

func TestOKQPUnflushed(t *testing.T) {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	two(func() { w.Write([]byte("ab")) }, func() { sink = b.Len() })
}

func TestBugQPClose(t *testing.T) {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	w.Write([]byte("ab"))
	two(func() { w.Close() }, func() { sink = b.Len() })
}

func TestBugJSONOverGzip(t *testing.T) {
	var b bytes.Buffer
	g := gzip.NewWriter(&b)
	e := json.NewEncoder(g)
	two(func() { e.Encode(1) }, func() { g.Close() })
}

type locked struct {
	mu  sync.Mutex
	src rand.Source
}

func (l *locked) Int63() int64 { l.mu.Lock(); defer l.mu.Unlock(); return l.src.Int63() }
func (l *locked) Seed(s int64) { l.mu.Lock(); defer l.mu.Unlock(); l.src.Seed(s) }
func (l *locked) Uint64() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.src.(rand.Source64).Uint64()
}

func TestOKRandLockedV1(t *testing.T) {
	r := rand.New(&locked{src: rand.NewSource(1)})
	two(func() { r.Intn(10) }, func() { r.Perm(3) })
}

func TestBugRandLockedRead(t *testing.T) {
	r := rand.New(&locked{src: rand.NewSource(1)})
	two(func() { r.Read(make([]byte, 3)) }, func() { r.Read(make([]byte, 3)) })
}

func TestBugRandReaderRead(t *testing.T) {
	var r io.Reader = rand.New(&locked{src: rand.NewSource(1)})
	two(func() { r.Read(make([]byte, 3)) }, func() { r.Read(make([]byte, 3)) })
}

func TestBugRandV1(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	two(func() { r.Intn(10) }, func() { r.Intn(10) })
}

func TestBugRandZipf(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	z := rand.NewZipf(r, 2, 2, 10)
	two(func() { z.Uint64() }, func() { z.Uint64() })
}

func TestBugRandZipfAndRand(t *testing.T) {
	r := rand2.New(rand2.NewPCG(1, 2))
	z := rand2.NewZipf(r, 2, 2, 10)
	two(func() { z.Uint64() }, func() { r.Uint64() })
}

type l2 struct {
	mu  sync.Mutex
	src rand2.Source
}

func (l *l2) Uint64() uint64 { l.mu.Lock(); defer l.mu.Unlock(); return l.src.Uint64() }

func TestOKRandZipfLocked(t *testing.T) {
	r := rand2.New(&l2{src: rand2.NewPCG(1, 2)})
	z := rand2.NewZipf(r, 2, 2, 10)
	two(func() { z.Uint64() }, func() { z.Uint64() })
}

func TestBugRandAssigned(t *testing.T) {
	r := rand2.New(&l2{src: rand2.NewPCG(1, 2)})
	two(func() { *r = *rand2.New(rand2.NewPCG(1, 2)) }, func() { r.Uint64() })
}

func TestOKMultipartPipe(t *testing.T) {
	pr, pw := io.Pipe()
	w := multipart.NewWriter(pw)
	bound := w.Boundary()
	two(func() {
		p, _ := w.CreateFormFile("f", "n")
		io.Copy(p, strings.NewReader("hello"))
		w.Close()
		pw.Close()
	}, func() {
		r := multipart.NewReader(pr, bound)
		for {
			p, err := r.NextPart()
			if err != nil {
				return
			}
			io.ReadAll(p)
		}
	})
}

func TestOKMultipartParts(t *testing.T) { // one reads, the other looks at the names
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	w.WriteField("a", "1")
	w.Close()
	p, _ := multipart.NewReader(&b, w.Boundary()).NextPart()
	p.FormName()
	two(func() { sink2(p.FormName()) }, func() { sink2(p.FileName()) })
}

func TestOKMapFSOpenStat(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	f, _ := m.Open("a")
	two(func() { f.Stat() }, func() { f.Stat() })
}

func TestBugMapFSReadData(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("xyz")}}
	f, _ := m.Open("a")
	two(func() { f.Read(make([]byte, 3)) }, func() { m["a"].Data[2] = 'u' })
}

func TestOKTarReaders(t *testing.T) {
	data := tarred()
	f := func() {
		r := tar.NewReader(bytes.NewReader(data))
		for {
			if _, err := r.Next(); err != nil {
				return
			}
			io.Copy(io.Discard, r)
		}
	}
	two(f, f)
}

func TestBugTarCopy(t *testing.T) {
	r := tar.NewReader(bytes.NewReader(tarred()))
	r.Next()
	two(func() { io.Copy(io.Discard, r) }, func() { r.Next() })
}

func TestBugBufioOverTar(t *testing.T) {
	r := tar.NewReader(bytes.NewReader(tarred()))
	r.Next()
	b := bufio.NewReader(r)
	two(func() { b.ReadByte() }, func() { r.Next() })
}

func TestOKBufioAhead(t *testing.T) { // all was read before
	var in bytes.Buffer
	in.WriteString("ab\ncd\n")
	b := bufio.NewReader(&in)
	b.ReadByte()
	two(func() { b.ReadByte() }, func() { in.WriteString("x") })
}

func TestOKScannerAhead(t *testing.T) {
	var in bytes.Buffer
	in.WriteString("ab\ncd\n")
	b := bufio.NewScanner(&in)
	b.Scan()
	two(func() { b.Scan() }, func() { in.WriteString("x") })
}
