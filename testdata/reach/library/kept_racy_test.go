package library

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"text/template"
)

func TestGzipExtraWritten(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Extra = []byte("abc")
	both(func() { w.Extra[1] = 'x' }, func() { w.Close() })
}

func TestGzipComment(t *testing.T) {
	w := gzip.NewWriter(io.Discard)
	both(func() { w.Comment = "a" }, func() { w.Flush() })
}

func TestCSVCRLF(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	both(func() { w.UseCRLF = true }, func() { w.Write([]string{"a"}) })
}

func TestCSVTrim(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b"))
	both(func() { r.TrimLeadingSpace = true }, func() { r.Read() })
}

func TestLimited(t *testing.T) {
	r := &io.LimitedReader{R: strings.NewReader("abc"), N: 2}
	both(func() { use(r.N) }, func() { r.Read(make([]byte, 1)) })
}

func TestRecorderSnapshot(t *testing.T) {
	w := httptest.NewRecorder()
	both(func() { w.Header().Set("a", "b") }, func() { w.WriteHeader(200) })
}

func TestNotFound(t *testing.T) {
	w := httptest.NewRecorder()
	both(func() { use(w.Header()["Content-Type"]) }, func() { http.NotFound(w, nil) })
}

func TestParseBesideExecute(t *testing.T) {
	x := template.Must(template.New("x").Parse("a"))
	both(func() { x.Parse("b") }, func() { x.Execute(io.Discard, nil) })
}

func TestPrintIP(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(fmt.Sprint(ip)) })
}

func TestPrintAddr(t *testing.T) {
	a := &net.TCPAddr{IP: net.IP{1, 2, 3, 4}}
	both(func() { a.Port = 2 }, func() { use(fmt.Sprint(a)) })
}

func TestPrintURL(t *testing.T) {
	u := &url.URL{Path: "/a"}
	both(func() { u.Path = "b" }, func() { use(fmt.Sprint(u)) })
}

func TestEncodeIP(t *testing.T) {
	v := struct{ IP net.IP }{net.IP{1, 2, 3, 4}}
	both(func() { v.IP[0] = 2 }, func() { json.Marshal(&v) })
}

func TestEncodeRawField(t *testing.T) {
	v := struct{ M json.RawMessage }{json.RawMessage(`{"a":1}`)}
	both(func() { v.M[2] = 'b' }, func() { json.Marshal(&v) })
}

func TestLoopbackMapped(t *testing.T) {
	ip := net.ParseIP("127.0.0.1")
	both(func() { ip[12] = 2 }, func() { use(ip.IsLoopback()) })
}

func TestAsJoined(t *testing.T) {
	err := errors.Join(io.EOF, &fs.PathError{})
	es := err.(interface{ Unwrap() []error }).Unwrap()
	var p *fs.PathError
	both(func() { es[0] = fs.ErrClosed }, func() { use(errors.As(err, &p)) })
}

func TestIsDeep(t *testing.T) {
	e := &fs.PathError{Err: io.EOF}
	err := error(&fs.PathError{Err: e})
	both(func() { e.Err = nil }, func() { use(errors.Is(err, io.EOF)) })
}

func TestFindPrefix(t *testing.T) {
	r, b := regexp.MustCompile("a[bc]"), []byte("xab---")
	both(func() { b[2] = 'c' }, func() { use(r.FindIndex(b)) })
}

func TestFindAll(t *testing.T) {
	r, b := regexp.MustCompile("[pq]b"), []byte("xab---")
	both(func() { b[5] = 'c' }, func() { use(r.FindAll(b, -1)) })
}

func TestReplaceTemplate(t *testing.T) {
	r, b := regexp.MustCompile("(?P<a>x)"), []byte("<$a>")
	both(func() { b[0] = '(' }, func() { use(r.ReplaceAll([]byte("x"), b)) })
}

func TestBufferedAvailable(t *testing.T) {
	w := bufio.NewWriterSize(io.Discard, 16)
	w.WriteString("abc")
	b := w.AvailableBuffer()[:2]
	both(func() { use(b[1]) }, func() { w.WriteString("yz") })
}

func TestReplacedByShared(t *testing.T) {
	x := &struct{ A int }{1}
	h := slog.NewJSONHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return slog.Any("x", x) }})
	l := slog.New(h)
	both(func() { x.A = 2 }, func() { l.Info("a") })
}

func TestOptionsShared(t *testing.T) {
	o := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return a }}
	both(func() { o.AddSource = true }, func() { slog.NewTextHandler(io.Discard, o) })
}
