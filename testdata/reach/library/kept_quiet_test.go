package library

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"index/suffixarray"
	"io"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"
	"text/template"
)

func TestQuietTo16(t *testing.T) {
	ip := net.ParseIP("1.2.3.4")
	both(func() { ip[15] = 2 }, func() { use(ip.To16()) })
}

func TestQuietTo4(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[0] = 2 }, func() { use(ip.To4()) })
}

func TestQuietTo4Tail(t *testing.T) {
	ip := net.ParseIP("1.2.3.4")
	both(func() { ip[12] = 2 }, func() { use(ip.To4()) })
}

func TestQuietHead(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { ip[3] = 2 }, func() { use(ip.IsLoopback()) })
}

func TestQuietPrinted(t *testing.T) {
	ip := net.IP{1, 2, 3, 4}
	both(func() { use(fmt.Sprint(ip)) }, func() { use(ip.String(), ip.To16(), ip.IsLoopback()) })
}

func TestQuietBits(t *testing.T) {
	x := big.NewInt(5)
	words := x.Bits()
	both(func() { words[0] = 2 }, func() { use(x.Sign(), len(x.Bits())) })
}

func TestQuietSetBits(t *testing.T) {
	x := new(big.Int).SetBits([]big.Word{5})
	both(func() { use(x.String()) }, func() { use(x.Int64(), x.Bits()[0]) })
}

func TestQuietNumberCopy(t *testing.T) {
	x, y := big.NewInt(5), new(big.Int)
	y.Set(x)
	both(func() { x.SetInt64(6) }, func() { use(y.String()) })
}

func TestQuietNumberRead(t *testing.T) {
	x := big.NewInt(5)
	y := *x
	both(func() { use(x.String()) }, func() { use(y.Cmp(x)) })
}

func TestQuietSuffix(t *testing.T) {
	b := []byte("banana")
	x := suffixarray.New(b)
	both(func() { use(b[1]) }, func() { use(x.Lookup([]byte("ana"), -1)) })
}

func TestQuietSuffixFar(t *testing.T) {
	b := []byte("bananaxyzzz")
	x := suffixarray.New(b)
	both(func() { b[9] = 'y' }, func() { use(x.Lookup([]byte("a"), -1)) })
}

func TestQuietNames(t *testing.T) {
	r := regexp.MustCompile("(?P<a>x)")
	n := r.SubexpNames()
	both(func() { n[1] = "b" }, func() { use(r.ReplaceAllString("x", "$1"), r.NumSubexp()) })
}

func TestQuietNameFound(t *testing.T) {
	r := regexp.MustCompile("(?P<a>x)(?P<b>y)")
	n := r.SubexpNames()
	both(func() { n[2] = "c" }, func() { use(r.SubexpIndex("a")) })
}

func TestQuietMatch(t *testing.T) {
	r, b := regexp.MustCompile("a[bc]"), []byte("xab---------")
	both(func() { b[10] = 'c' }, func() { use(r.FindIndex(b)) })
}

func TestQuietMatchAnchored(t *testing.T) {
	r, b := regexp.MustCompile("^a[bc]"), []byte("xab---------")
	both(func() { b[10] = 'c' }, func() { use(r.Match(b)) })
}

func TestQuietJoined(t *testing.T) {
	es := []error{io.EOF, fs.ErrExist}
	err := errors.Join(es...)
	both(func() { es[0] = nil }, func() { use(err.Error()) })
}

func TestQuietWrapped(t *testing.T) {
	err := fmt.Errorf("%w %w", io.EOF, fs.ErrExist)
	es := err.(interface{ Unwrap() []error }).Unwrap()
	both(func() { es[0] = fs.ErrClosed }, func() { use(err.Error()) })
}

func TestQuietInspect(t *testing.T) {
	f := parsed()
	b := f.Decls[0].(*ast.FuncDecl).Body
	both(func() { b.List[1] = b.List[0] }, func() {
		ast.Inspect(f, func(n ast.Node) bool { _, function := n.(*ast.FuncDecl); return !function })
	})
}

func TestQuietInspectBoth(t *testing.T) {
	f := parsed()
	g := func() { ast.Inspect(f, func(ast.Node) bool { return true }) }
	both(g, g)
}

func TestQuietDelims(t *testing.T) {
	x := template.Must(template.New("x").Parse("a"))
	both(func() { x.Delims("<", ">") }, func() { x.Execute(io.Discard, nil) })
}

func TestQuietExecute(t *testing.T) {
	x := template.Must(template.New("x").Parse("a"))
	f := func() { x.Execute(io.Discard, nil) }
	both(f, f)
}

func TestQuietGzipName(t *testing.T) {
	w := gzip.NewWriter(io.Discard)
	w.Flush()
	both(func() { w.Name = "a" }, func() { w.Write([]byte("x")) })
}

func TestQuietGzipRead(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte("abc"))
	w.Close()
	r, _ := gzip.NewReader(&b)
	both(func() { use(r.Name) }, func() { r.Read(make([]byte, 1)) })
}

func TestQuietZip(t *testing.T) {
	r := zipped()
	f := func() { fs.ReadFile(r, "a") }
	both(f, f)
}

func TestQuietZipOther(t *testing.T) {
	r := zipped()
	r.Open("a")
	both(func() { r.File[0].Comment = "b" }, func() { r.Open("a") })
}

func TestQuietZipClose(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	h := &zip.FileHeader{Name: "a"}
	w.CreateHeader(h)
	both(func() { use(h.Name) }, func() { w.Close() })
}

func TestQuietAvailable(t *testing.T) {
	w := bufio.NewWriterSize(io.Discard, 16)
	b := w.AvailableBuffer()[:16]
	both(func() { b[9] = 'x' }, func() { w.WriteString("yz") })
}

func TestQuietClones(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("A", "b")
	f := func() { use(r.Clone(t.Context()), r.UserAgent(), r.Cookies()) }
	both(f, f)
}

func TestQuietHeaderValue(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("A", "b")
	both(func() { r.Header["A"][0] = "c" }, func() { use(r.Cookies(), r.Referer()) })
}

func TestQuietSetCookie(t *testing.T) {
	w := httptest.NewRecorder()
	both(func() { use(w.Code) }, func() { http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"}) })
}

func TestQuietAdd(t *testing.T) {
	v := url.Values{"a": make([]string, 1, 4)}
	s := v["a"]
	both(func() { s[0] = "x" }, func() { v.Add("a", "b") })
}

func TestQuietRaw(t *testing.T) {
	m := json.RawMessage(`{"a":1}`)
	both(func() { use(m[2]) }, func() { json.Marshal(m) })
}

func TestQuietReplaced(t *testing.T) {
	x := &struct{ A int }{1}
	h := slog.NewTextHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return slog.Int("n", 1) }})
	l := slog.New(h)
	both(func() { x.A = 2 }, func() { l.Info("a", "x", x) })
}

func TestQuietMulti(t *testing.T) {
	hs := []slog.Handler{slog.NewTextHandler(io.Discard, nil), slog.NewJSONHandler(io.Discard, nil)}
	l := slog.New(slog.NewMultiHandler(hs...))
	both(func() { hs[1] = hs[0] }, func() { l.Info("a", "x", 1) })
}

func TestQuietGroup(t *testing.T) {
	x := []slog.Attr{slog.Int("a", 1), slog.Int("b", 2)}
	v := slog.GroupValue(x...)
	l := slog.New(slog.NewJSONHandler(io.Discard, nil))
	f := func() { l.Info("a", "g", v) }
	both(f, f)
}
