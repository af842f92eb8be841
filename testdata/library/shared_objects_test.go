package library

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"container/list"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"mime/multipart"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Objects of the standard library that two goroutines share.

func TestBugJSONEncoderShared(t *testing.T) {
	e := json.NewEncoder(io.Discard)
	two(func() { e.SetIndent("", " ") }, func() { e.Encode(1) })
}
func TestBugHashShared(t *testing.T) {
	h := sha256.New()
	two(func() { h.Write([]byte("a")) }, func() { h.Write([]byte("b")) })
}
func TestOKHashSums(t *testing.T) {
	h := sha256.New()
	h.Write([]byte("a"))
	two(func() { h.Sum(nil) }, func() { h.Sum(nil) })
}
func TestBugHashSumWrite(t *testing.T) {
	h := sha256.New()
	two(func() { h.Sum(nil) }, func() { h.Write([]byte("a")) })
}
func TestBugRandShared(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	two(func() { r.IntN(3) }, func() { r.IntN(3) })
}
func TestOKBigRead(t *testing.T) {
	a, b := big.NewInt(3), big.NewInt(4)
	two(func() { new(big.Int).Add(a, b) }, func() { sink = a.Cmp(b) })
}
func TestBugBigWrite(t *testing.T) {
	a, b := big.NewInt(3), big.NewInt(4)
	two(func() { a.Add(a, b) }, func() { sink = a.Cmp(b) })
}
func TestOKBigCopied(t *testing.T) {
	a := big.NewInt(3)
	b := *a
	two(func() { a.Add(a, big.NewInt(1)) }, func() { sink = b.String() })
}
func TestOKReplacer(t *testing.T) {
	r := strings.NewReplacer("a", "b")
	two(func() { r.Replace("aa") }, func() { r.Replace("ab") })
}
func TestBugListLen(t *testing.T) {
	l := list.New()
	two(func() { l.PushBack(1) }, func() { sink = l.Len() })
}
func TestOKListElements(t *testing.T) {
	l := list.New()
	a, b := l.PushBack(1), l.PushBack(2)
	two(func() { a.Value = 3 }, func() { b.Value = 4 })
}
func TestOKSectionReadAt(t *testing.T) {
	s := io.NewSectionReader(strings.NewReader("abcdef"), 1, 3)
	two(func() { s.ReadAt(make([]byte, 2), 0) }, func() { s.ReadAt(make([]byte, 2), 1); s.Size() })
}
func TestBugSectionRead(t *testing.T) {
	s := io.NewSectionReader(strings.NewReader("abcdef"), 1, 3)
	two(func() { s.Read(make([]byte, 2)) }, func() { s.Seek(0, io.SeekStart) })
}
func TestBugTee(t *testing.T) {
	var b bytes.Buffer
	r := io.TeeReader(strings.NewReader("abc"), &b)
	two(func() { r.Read(make([]byte, 2)) }, func() { sink = b.Len() })
}
func TestOKMultiReaderOwn(t *testing.T) {
	s := strings.NewReader("abc")
	f := func() { io.ReadAll(io.MultiReader(io.NewSectionReader(s, 0, 3), strings.NewReader("x"))) }
	two(f, f)
}
func TestBugMultipart(t *testing.T) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	two(func() { w.CreateFormField("a") }, func() { w.CreateFormField("b") })
}
func TestBugGzip(t *testing.T) {
	w := gzip.NewWriter(io.Discard)
	two(func() { w.Write([]byte("a")) }, func() { w.Close() })
}
func TestBugZipWriter(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	two(func() { w.Create("a") }, func() { w.Create("b") })
}
func TestBugSyncMapCheckThenAct(t *testing.T) {
	var m sync.Map
	var n atomic.Int64
	f := func() {
		if _, ok := m.Load(1); !ok {
			m.Store(1, 1)
			n.Add(1)
		}
	}
	two(f, f)
	if n.Load() != 1 {
		t.Error(n.Load())
	}
}
func TestOKSyncMapLoadOrStore(t *testing.T) {
	var m sync.Map
	var n atomic.Int64
	f := func() {
		if _, loaded := m.LoadOrStore(1, 1); !loaded {
			n.Add(1)
		}
	}
	two(f, f)
	if n.Load() != 1 {
		t.Error(n.Load())
	}
}
func TestBugAtomicValueTypes(t *testing.T) {
	var v atomic.Value
	two(func() { v.Store(1) }, func() { v.Store("a") })
}
func TestOKAtomicPointerCAS(t *testing.T) {
	var p atomic.Pointer[int]
	var n atomic.Int64
	f := func() {
		if p.CompareAndSwap(nil, new(int)) {
			n.Add(1)
		}
	}
	two(f, f)
	if n.Load() != 1 {
		t.Error(n.Load())
	}
}
func TestBugRangeFuncShared(t *testing.T) {
	var wg sync.WaitGroup
	last := 0
	for i := range func(yield func(int) bool) { _ = yield(1) && yield(2) } {
		wg.Go(func() { last = i })
	}
	wg.Wait()
	sink = last
}
func TestOKRangeFuncVars(t *testing.T) {
	var wg sync.WaitGroup
	var sum atomic.Int64
	for i := range func(yield func(int) bool) { _ = yield(1) && yield(2) } {
		wg.Go(func() { sum.Add(int64(i)) })
	}
	wg.Wait()
	if sum.Load() != 3 {
		t.Error(sum.Load())
	}
}
func TestBugErrorsJoinShared(t *testing.T) {
	errs := []error{errors.New("a"), nil}
	two(func() { errors.Join(errs...) }, func() { errs[1] = errors.New("b") })
}
func TestOKErrorsJoinRead(t *testing.T) {
	err := errors.Join(errors.New("a"), io.EOF)
	two(func() { errors.Is(err, io.EOF) }, func() { sink = err.Error() })
}
