package formats

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"sync"
	"testing"
)

func zipped() []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.Create("a")
	f.Write([]byte("hello"))
	f, _ = w.Create("b")
	f.Write([]byte("world"))
	w.Close()
	return b.Bytes()
}

func tarred() []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	w.WriteHeader(&tar.Header{Name: "a", Size: 5, Mode: 0o600})
	w.Write([]byte("hello"))
	w.WriteHeader(&tar.Header{Name: "b", Size: 5, Mode: 0o600})
	w.Write([]byte("world"))
	w.Close()
	return b.Bytes()
}

func TestOKZipReadTwo(t *testing.T) {
	data := zipped()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	read := func(i int) {
		f, err := r.File[i].Open()
		if err != nil {
			t.Error(err)
			return
		}
		io.ReadAll(f)
		f.Close()
	}
	two(func() { read(0) }, func() { read(1) })
}

func TestOKZipReadSame(t *testing.T) {
	data := zipped()
	r, _ := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	read := func(i int) {
		f, err := r.File[i].Open()
		if err != nil {
			t.Error(err)
			return
		}
		io.ReadAll(f)
		f.Close()
	}
	two(func() { read(0) }, func() { read(0) })
}

func TestBugZipReadOneFile(t *testing.T) {
	data := zipped()
	r, _ := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	f, _ := r.File[0].Open()
	two(func() { f.Read(make([]byte, 2)) }, func() { f.Read(make([]byte, 2)) })
}

func TestOKZipFS(t *testing.T) {
	data := zipped()
	r, _ := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	two(func() { fs.ReadFile(r, "a") }, func() { fs.ReadFile(r, "b") })
}

func TestOKZipOpen(t *testing.T) {
	data := zipped()
	r, _ := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	two(func() { f, _ := r.Open("a"); f.Stat() }, func() { f, _ := r.Open("b"); f.Stat() })
}

func TestBugZipDecompressor(t *testing.T) {
	data := zipped()
	r, _ := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	two(func() { r.RegisterDecompressor(9, func(r io.Reader) io.ReadCloser { return io.NopCloser(r) }) }, func() { r.File[0].Open() })
}

func TestBugZipFileHeader(t *testing.T) {
	data := zipped()
	r, _ := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	two(func() { r.File[0].Name = "x" }, func() { sink = r.File[0].FileInfo().Name() })
}

func TestBugZipWriterTwoCreate(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	two(func() { w.Create("a") }, func() { w.Create("b") })
}

func TestBugZipWriterEntries(t *testing.T) {
	// correct locking, but an entry is written after the next was created.
	var mu sync.Mutex
	w := zip.NewWriter(io.Discard)
	add := func(n string) {
		mu.Lock()
		f, err := w.Create(n)
		mu.Unlock()
		if err != nil {
			t.Error(err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if _, err := f.Write([]byte("x")); err != nil {
			t.Error(err)
		}
	}
	two(func() { add("a") }, func() { add("b") })
}

func TestOKZipWriterLocked(t *testing.T) {
	var mu sync.Mutex
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(n string) {
		mu.Lock()
		defer mu.Unlock()
		f, err := w.Create(n)
		if err != nil {
			t.Error(err)
			return
		}
		f.Write([]byte(n))
	}
	two(func() { add("a") }, func() { add("b") })
	w.Close()
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil || len(r.File) != 2 {
		t.Fatal(err)
	}
}

func TestBugZipWriterEntryRace(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	f, _ := w.Create("a")
	two(func() { f.Write([]byte("x")) }, func() { f.Write([]byte("y")) })
}

func TestBugZipWriterEntryAndClose(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	f, _ := w.Create("a")
	two(func() { f.Write([]byte("x")) }, func() { w.Close() })
}

func TestBugZipWriterBuffer(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.Create("a")
	two(func() { w.Flush() }, func() { sink = b.Len() })
}

func TestOKZipWriterBufferUnflushed(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	two(func() { w.Create("a") }, func() { sink = b.Len() })
}

func TestBugZipHeaderShared(t *testing.T) {
	h := &zip.FileHeader{Name: "a"}
	w1, w2 := zip.NewWriter(io.Discard), zip.NewWriter(io.Discard)
	two(func() { w1.CreateHeader(h) }, func() { w2.CreateHeader(h) })
}

func TestOKZipWritersTwo(t *testing.T) {
	two(func() { w := zip.NewWriter(io.Discard); w.Create("a"); w.Close() }, func() { w := zip.NewWriter(io.Discard); w.Create("a"); w.Close() })
}

func TestBugTarReaderShared(t *testing.T) {
	r := tar.NewReader(bytes.NewReader(tarred()))
	two(func() { r.Next() }, func() { r.Next() })
}

func TestBugTarReaderRead(t *testing.T) {
	r := tar.NewReader(bytes.NewReader(tarred()))
	r.Next()
	two(func() { io.ReadAll(r) }, func() { r.Next() })
}

func TestBugTarReaderBelow(t *testing.T) {
	in := bytes.NewReader(tarred())
	r1, r2 := tar.NewReader(in), tar.NewReader(in)
	two(func() { r1.Next() }, func() { r2.Next() })
}

func TestOKTarHeaders(t *testing.T) {
	r := tar.NewReader(bytes.NewReader(tarred()))
	h, _ := r.Next()
	two(func() { sink = h.Name }, func() { r.Next() })
}

func TestBugTarWriter(t *testing.T) {
	w := tar.NewWriter(io.Discard)
	two(func() { w.WriteHeader(&tar.Header{Name: "a"}) }, func() { w.WriteHeader(&tar.Header{Name: "b"}) })
}

func TestBugTarWriterClose(t *testing.T) {
	w := tar.NewWriter(io.Discard)
	two(func() { w.WriteHeader(&tar.Header{Name: "a"}) }, func() { w.Close() })
}

func TestBugTarWriterBuffer(t *testing.T) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	two(func() { w.WriteHeader(&tar.Header{Name: "a"}) }, func() { sink = b.Len() })
}

func TestBugTarWriterInterleaved(t *testing.T) {
	var mu sync.Mutex
	w := tar.NewWriter(io.Discard)
	add := func(n string) {
		mu.Lock()
		err := w.WriteHeader(&tar.Header{Name: n, Size: 2})
		mu.Unlock()
		if err != nil {
			t.Error(err)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if _, err := w.Write([]byte("xy")); err != nil {
			t.Error(err)
		}
	}
	two(func() { add("a") }, func() { add("b") })
}

func TestOKTarWriterLocked(t *testing.T) {
	var mu sync.Mutex
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	add := func(n string) {
		mu.Lock()
		defer mu.Unlock()
		w.WriteHeader(&tar.Header{Name: n, Size: 2})
		if _, err := w.Write([]byte("xy")); err != nil {
			t.Error(err)
		}
	}
	two(func() { add("a") }, func() { add("b") })
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func TestBugTarHeaderShared(t *testing.T) {
	h := &tar.Header{Name: "a"}
	w := tar.NewWriter(io.Discard)
	two(func() { w.WriteHeader(h) }, func() { h.Name = "b" })
}

func TestOKTarHeaderSharedRead(t *testing.T) {
	h := &tar.Header{Name: "a"}
	w1, w2 := tar.NewWriter(io.Discard), tar.NewWriter(io.Discard)
	two(func() { w1.WriteHeader(h) }, func() { w2.WriteHeader(h) })
}

func TestBugTarHeaderPAX(t *testing.T) {
	h := &tar.Header{Name: "a", PAXRecords: map[string]string{"A.b": "c"}}
	w := tar.NewWriter(io.Discard)
	two(func() { w.WriteHeader(h) }, func() { h.PAXRecords["A.b"] = "d" })
}

func TestBugTarInfo(t *testing.T) {
	h := &tar.Header{Name: "a"}
	fi := h.FileInfo()
	two(func() { sink = fi.Name() }, func() { h.Name = "b" })
}

func TestOKTarPipe(t *testing.T) {
	pr, pw := io.Pipe()
	two(func() {
		w := tar.NewWriter(pw)
		w.WriteHeader(&tar.Header{Name: "a", Size: 2})
		w.Write([]byte("xy"))
		w.Close()
		pw.Close()
	}, func() {
		r := tar.NewReader(pr)
		for {
			if _, err := r.Next(); err != nil {
				if err != io.EOF {
					t.Error(err)
				}
				return
			}
			io.Copy(io.Discard, r)
		}
	})
}

func TestBugTarPipeNotClosed(t *testing.T) {
	pr, pw := io.Pipe()
	two(func() {
		w := tar.NewWriter(pw)
		w.WriteHeader(&tar.Header{Name: "a", Size: 2})
		w.Write([]byte("xy"))
	}, func() {
		r := tar.NewReader(pr)
		for {
			if _, err := r.Next(); err != nil {
				return
			}
			io.Copy(io.Discard, r)
		}
	})
}
