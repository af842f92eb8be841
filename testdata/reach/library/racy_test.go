package library

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"log"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/textproto"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/quick"
	"text/template"
	"time"
)

func TestHTTPBody(t *testing.T) {
	b := []byte("hello")
	both(func() { b[0] = 'x' }, func() {
		r := httptest.NewRequest("POST", "/", bytes.NewReader(b))
		io.ReadAll(r.Body)
	})
}

func TestHTTPHeader(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.Header.Set("a", "b") }, func() { use(r.Header.Get("a")) })
}

func TestRecorder(t *testing.T) {
	w := httptest.NewRecorder()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "x") })
	both(func() { h.ServeHTTP(w, nil) }, func() { use(w.Body.String()) })
}

func TestHandlerState(t *testing.T) {
	n := 0
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { n++ })
	f := func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) }
	both(f, f)
}

func TestRequestContext(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.Method = "POST" }, func() { use(r.WithContext(context.Background())) })
}

func TestGobEncode(t *testing.T) {
	v := struct{ A []int }{[]int{1}}
	both(func() { v.A[0] = 2 }, func() { gob.NewEncoder(io.Discard).Encode(&v) })
}

func TestJSONMarshalMap(t *testing.T) {
	v := map[string]any{"a": []int{1}}
	both(func() { v["a"].([]int)[0] = 2 }, func() { json.Marshal(v) })
}

func TestJSONEncoderTwice(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	both(func() { e.Encode(1) }, func() { e.Encode(2) })
}

func TestTimeUnmarshal(t *testing.T) {
	var v time.Time
	both(func() { use(v.IsZero()) }, func() { v.UnmarshalText([]byte("2020-01-01T00:00:00Z")) })
}

func TestHashInterface(t *testing.T) {
	var h hash.Hash = sha256.New()
	both(func() { h.Write([]byte("x")) }, func() { use(h.Sum(nil)) })
}

func TestHashInput(t *testing.T) {
	b := []byte("abc")
	both(func() { b[0] = 1 }, func() { sha256.New().Write(b) })
}

func TestLoggerBuffer(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	both(func() { l.Print(1) }, func() { use(b.Len()) })
}

func TestRand(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	both(func() { use(r.IntN(3)) }, func() { use(r.IntN(3)) })
}

func TestShuffle(t *testing.T) {
	s := []int{1, 2, 3, 4, 5, 6, 7, 8}
	both(func() { rand.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] }) }, func() { slices.Reverse(s) })
}

func TestTar(t *testing.T) {
	b := []byte("abc")
	var out bytes.Buffer
	both(func() { b[1] = 1 }, func() {
		w := tar.NewWriter(&out)
		w.WriteHeader(&tar.Header{Name: "a", Size: 3})
		w.Write(b)
	})
}

func TestZip(t *testing.T) {
	b := []byte("abc")
	var out bytes.Buffer
	both(func() { b[1] = 1 }, func() {
		w := zip.NewWriter(&out)
		f, _ := w.Create("a")
		f.Write(b)
		w.Close()
	})
}

func TestFlate(t *testing.T) {
	b := []byte("abc")
	var out bytes.Buffer
	both(func() { b[1] = 1 }, func() { w, _ := flate.NewWriter(&out, 1); w.Write(b); w.Close() })
}

func TestMultipart(t *testing.T) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	both(func() { w.WriteField("a", "b") }, func() { use(out.Len()) })
}

func TestMultipartBoundary(t *testing.T) {
	w := multipart.NewWriter(io.Discard)
	both(func() { w.SetBoundary("x") }, func() { use(w.FormDataContentType()) })
}

func TestMultipartBoundaryOfParts(t *testing.T) {
	w := multipart.NewWriter(io.Discard)
	both(func() { w.SetBoundary("x") }, func() { w.CreateFormField("a") })
}

func TestMailHeader(t *testing.T) {
	h := mail.Header{"A": {"b"}}
	both(func() { h["A"] = nil }, func() { use(h.Get("a")) })
}

func TestMIMEHeader(t *testing.T) {
	h := textproto.MIMEHeader{}
	both(func() { h.Set("A", "b") }, func() { use(h.Get("a")) })
}

func TestQuick(t *testing.T) {
	n := 0
	f := func() { quick.Check(func(i int) bool { n++; return true }, &quick.Config{MaxCount: 2}) }
	both(f, f)
}

func TestTemplateFuncs(t *testing.T) {
	n := 0
	tm := template.Must(template.New("x").Funcs(template.FuncMap{"f": func() int { n++; return n }}).Parse("{{f}}"))
	f := func() { tm.Execute(io.Discard, nil) }
	both(f, f)
}

func TestTemplateMethod(t *testing.T) {
	p := &counter{}
	tm := template.Must(template.New("x").Parse("{{.Next}}"))
	f := func() { tm.Execute(io.Discard, p) }
	both(f, f)
}

func TestTemplateOut(t *testing.T) {
	var b bytes.Buffer
	tm := template.Must(template.New("x").Parse("a"))
	f := func() { tm.Execute(&b, nil) }
	both(f, f)
}

func TestReflectMapSet(t *testing.T) {
	m := map[string]int{}
	both(func() { reflect.ValueOf(m).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(1)) }, func() { use(m["a"]) })
}

func TestReflectMapIter(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() {
		for it := reflect.ValueOf(m).MapRange(); it.Next(); {
			use(it.Key())
		}
	}, func() { m["b"] = 1 })
}

func TestReflectSeq(t *testing.T) {
	s := []int{1, 2}
	both(func() {
		for _, v := range reflect.ValueOf(s).Seq2() {
			use(v.Int())
		}
	}, func() { s[1] = 4 })
}

func TestReflectMakeFunc(t *testing.T) {
	n := 0
	f := reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { n++; return nil }).Interface().(func())
	both(f, f)
}

func TestReflectInterface(t *testing.T) {
	p := &struct{ A [2]int }{}
	both(func() { p.A[1] = 1 }, func() { use(reflect.ValueOf(p).Elem().Field(0).Interface()) })
}

func TestBufioReadWriter(t *testing.T) {
	var b bytes.Buffer
	rw := bufio.NewReadWriter(bufio.NewReader(&b), bufio.NewWriter(&b))
	both(func() { rw.WriteString("x"); rw.Flush() }, func() { use(b.Len()) })
}

func TestPipeData(t *testing.T) {
	r, w := io.Pipe()
	b := []byte("abc")
	both(func() { w.Write(b); w.Close(); b[0] = 'x' }, func() { io.ReadAll(r); b[1] = 'y'; use(b[0]) })
}

func TestCopyN(t *testing.T) {
	var b bytes.Buffer
	both(func() { io.CopyN(&b, strings.NewReader("abc"), 2) }, func() { use(b.String()) })
}

func TestWriteAt(t *testing.T) {
	b := []byte("abc")
	f, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	both(func() { f.Write(b) }, func() { b[1] = 'x' })
}

func TestReadFileInto(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	os.WriteFile(name, []byte("abc"), 0o600)
	f, _ := os.Open(name)
	defer f.Close()
	b := make([]byte, 3)
	both(func() { io.ReadFull(f, b) }, func() { use(b[0]) })
}

func TestSyncPoolObject(t *testing.T) {
	p := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	var leak *bytes.Buffer
	b := p.Get().(*bytes.Buffer)
	leak = b
	both(func() { b.WriteByte('x') }, func() { use(leak.Len()) })
}

func TestErrGroupLike(t *testing.T) {
	var err error
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if e := errors.New("x"); err == nil {
				err = e
			}
		})
	}
	wg.Wait()
}

func TestTickerCount(t *testing.T) {
	n := 0
	tk := time.NewTicker(time.Millisecond)
	defer tk.Stop()
	both(func() { <-tk.C; n++ }, func() { use(n) })
}

func TestCondField(t *testing.T) {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	both(func() { ready = true; c.Broadcast() }, func() {
		mu.Lock()
		_ = ready
		use(ready)
		mu.Unlock()
	})
}

func TestRWMutexWriteUnderRead(t *testing.T) {
	var mu sync.RWMutex
	n := 0
	f := func() { mu.RLock(); n++; mu.RUnlock() }
	both(f, f)
}

func TestBytesClone(t *testing.T) {
	b := []byte("abc")
	both(func() { use(bytes.ToUpper(b)) }, func() { bytes.NewBuffer(b[:0]).WriteString("x") })
}
