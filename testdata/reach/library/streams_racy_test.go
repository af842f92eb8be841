package library

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"container/heap"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"encoding/xml"
	"io"
	"io/fs"
	"log/slog"
	"mime/quotedprintable"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"sort"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"text/scanner"
	"text/template"
)

func TestDelims(t *testing.T) {
	x := template.New("x")
	both(func() { x.Delims("<", ">") }, func() { x.Parse("a") })
}

func TestTemplateTree(t *testing.T) {
	x := template.Must(template.New("x").Parse("a"))
	both(func() { x.Parse("b") }, func() { use(x.Tree) })
}

func TestGzipName(t *testing.T) {
	w := gzip.NewWriter(io.Discard)
	both(func() { w.Name = "a" }, func() { w.Write([]byte("x")) })
}

func TestGzipReaderName(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name = "a"
	w.Close()
	in := b.Bytes()
	r, _ := gzip.NewReader(bytes.NewReader(in))
	r.Name = "b"
	both(func() { use(r.Name) }, func() { r.Reset(bytes.NewReader(in)) })
}

func TestGzipClose(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	both(func() { w.Close() }, func() { use(b.Len()) })
}

func TestZlibReset(t *testing.T) {
	w := zlib.NewWriter(io.Discard)
	both(func() { w.Reset(io.Discard) }, func() { w.Flush() })
}

func zipped() *zip.Reader {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, _ := w.CreateHeader(&zip.FileHeader{Name: "a", Method: zip.Store})
	f.Write([]byte("abc"))
	w.Close()
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		panic(err)
	}
	return r
}

func TestZipName(t *testing.T) {
	r := zipped()
	both(func() { r.File[0].Name = "b" }, func() { fs.ReadFile(r, "a") })
}

func TestZipFile(t *testing.T) {
	r := zipped()
	both(func() { r.File[0].Name = "b" }, func() { r.Open("a") })
}

func TestZipFiles(t *testing.T) {
	r := zipped()
	f := r.File[0]
	both(func() { r.File[0] = f }, func() { fs.ReadDir(r, ".") })
}

func TestZipMethod(t *testing.T) {
	r := zipped()
	f := r.File[0]
	both(func() { f.Method = zip.Deflate }, func() { f.Open() })
}

func TestZipComment(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	both(func() { w.SetComment("a") }, func() { w.Close() })
}

func TestZipHeader(t *testing.T) {
	w := zip.NewWriter(io.Discard)
	h := &zip.FileHeader{Name: "a"}
	w.CreateHeader(h)
	both(func() { h.Name = "b" }, func() { w.Close() })
}

func TestTarHeader(t *testing.T) {
	w := tar.NewWriter(io.Discard)
	h := &tar.Header{Name: "a"}
	both(func() { h.Name = "b" }, func() { w.WriteHeader(h) })
}

func TestAvailableBuffer(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	b := w.AvailableBuffer()[:1]
	both(func() { b[0] = 'x' }, func() { w.WriteString("y") })
}

func TestAvailableAppend(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	both(func() { use(append(w.AvailableBuffer(), 'x')) }, func() { use(append(w.AvailableBuffer(), 'x')) })
}

func TestPeeked(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader(strings.Repeat("abc", 20)), 16)
	b, _ := r.Peek(3)
	both(func() { b[1] = 'x' }, func() { io.ReadAll(r) })
}

func TestScannerBuffer(t *testing.T) {
	b := make([]byte, 4, 16)
	s := bufio.NewScanner(strings.NewReader("abc\ndef"))
	s.Buffer(b, 16)
	both(func() { use(b[0]) }, func() { s.Scan() })
}

func TestWriterReset(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	both(func() { w.Reset(io.Discard) }, func() { use(w.Available()) })
}

func TestCloneHeader(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("A", "b")
	both(func() { r.Header["A"][0] = "x" }, func() { r.Clone(t.Context()) })
}

func TestCloneHeaderMap(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.Header.Set("A", "x") }, func() { r.Clone(t.Context()) })
}

func TestCloneURL(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.URL.Path = "/x" }, func() { r.Clone(t.Context()) })
}

func TestAddCookie(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { use(r.Header.Get("Cookie")) }, func() { r.AddCookie(&http.Cookie{Name: "a", Value: "b"}) })
}

func TestCookies(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
	both(func() { r.Header.Del("Cookie") }, func() { use(r.Cookies()) })
}

func TestRequestCookie(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.Header.Set("Cookie", "a=b") }, func() { r.Cookie("a") })
}

func TestSetCookie(t *testing.T) {
	w := httptest.NewRecorder()
	both(func() { use(w.Header()["Set-Cookie"]) }, func() { http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"}) })
}

func TestBasicAuth(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.SetBasicAuth("a", "b") }, func() { r.BasicAuth() })
}

func TestUserAgent(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.Header.Set("User-Agent", "b") }, func() { use(r.UserAgent()) })
}

func TestReferer(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.Header.Set("Referer", "b") }, func() { use(r.Referer()) })
}

func TestRedirect(t *testing.T) {
	w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
	both(func() { w.Header().Set("A", "b") }, func() { http.Redirect(w, r, "/x", 302) })
}

func TestHTTPError(t *testing.T) {
	w := httptest.NewRecorder()
	both(func() { w.Header().Set("A", "b") }, func() { http.Error(w, "x", 500) })
}

func TestRecorderResult(t *testing.T) {
	w := httptest.NewRecorder()
	both(func() { w.WriteHeader(500) }, func() { use(w.Result()) })
}

func TestParseForm(t *testing.T) {
	r := httptest.NewRequest("GET", "/?a=b", nil)
	both(func() { r.ParseForm() }, func() { use(r.Form) })
}

func TestPathValue(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	both(func() { r.SetPathValue("a", "b") }, func() { use(r.PathValue("a")) })
}

func TestRequestWrite(t *testing.T) {
	r, _ := http.NewRequest("GET", "http://a/", nil)
	both(func() { r.Header.Set("a", "b") }, func() { r.Write(io.Discard) })
}

func TestURLString(t *testing.T) {
	u := &url.URL{Path: "/a"}
	both(func() { u.Path = "b" }, func() { use(u.String()) })
}

func TestURLQuery(t *testing.T) {
	u := &url.URL{Path: "/a"}
	both(func() { u.RawQuery = "b" }, func() { use(u.Query()) })
}

func TestURLResolve(t *testing.T) {
	u := &url.URL{Path: "/a"}
	both(func() { u.Path = "b" }, func() { u.Parse("c") })
}

func TestValuesAdd(t *testing.T) {
	v := url.Values{}
	both(func() { v.Add("a", "b") }, func() { use(v.Has("a")) })
}

func TestMIMEAdd(t *testing.T) {
	h := textproto.MIMEHeader{"A": make([]string, 1, 4)}
	s := h["A"][:2]
	both(func() { use(s[1]) }, func() { h.Add("a", "b") })
}

func TestCSVRecord(t *testing.T) {
	w, r := csv.NewWriter(io.Discard), []string{"a", "b"}
	both(func() { r[1] = "c" }, func() { w.Write(r) })
}

func TestCSVComma(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	both(func() { w.Comma = ';' }, func() { w.Write([]string{"a", "b"}) })
}

func TestCSVReaderComma(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b"))
	both(func() { r.Comma = ';' }, func() { r.Read() })
}

func TestRawMessage(t *testing.T) {
	m := json.RawMessage(`{"a":1}`)
	both(func() { m[2] = 'b' }, func() { json.Marshal(m) })
}

func TestJSONMore(t *testing.T) {
	d := json.NewDecoder(strings.NewReader("[1,2]"))
	both(func() { d.Token() }, func() { use(d.More()) })
}

func TestJSONIndent(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	both(func() { e.SetIndent("", " ") }, func() { e.Encode(1) })
}

func TestXMLStrict(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a></a>"))
	both(func() { d.Strict = false }, func() { d.Token() })
}

func TestXMLCopy(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>text</a>"))
	d.Token()
	k, _ := d.Token()
	c := k.(xml.CharData)
	both(func() { c[0] = 'x' }, func() { use(c.Copy()) })
}

func TestPEM(t *testing.T) {
	b := &pem.Block{Type: "A", Bytes: []byte("abc")}
	both(func() { b.Bytes[1] = 'x' }, func() { pem.EncodeToMemory(b) })
}

func TestHexDump(t *testing.T) {
	b := []byte("abc")
	both(func() { b[1] = 'x' }, func() { use(hex.Dump(b)) })
}

func TestHeap(t *testing.T) {
	x := &ints{3, 2, 1}
	both(func() { heap.Init(x) }, func() { use((*x)[0]) })
}

type ints []int

func (x ints) Len() int           { return len(x) }
func (x ints) Less(i, j int) bool { return x[i] < x[j] }
func (x ints) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x *ints) Push(v any)        { *x = append(*x, v.(int)) }
func (x *ints) Pop() any          { v := (*x)[len(*x)-1]; *x = (*x)[:len(*x)-1]; return v }

func TestReverse(t *testing.T) {
	x := []int{3, 2, 1, 4}
	both(func() { sort.Sort(sort.Reverse(sort.IntSlice(x))) }, func() { use(x[0]) })
}

func TestMapFS(t *testing.T) {
	f := fstest.MapFS{"a": {Data: []byte("abc")}}
	both(func() { f["a"].Data[1] = 'x' }, func() { fs.ReadFile(f, "a") })
}

func TestMapFSFile(t *testing.T) {
	f := fstest.MapFS{"a": {Data: []byte("abc")}}
	both(func() { f["a"].Mode = 1 }, func() { fs.Stat(f, "a") })
}

func TestScanText(t *testing.T) {
	var s scanner.Scanner
	s.Init(strings.NewReader("a b"))
	both(func() { s.Scan() }, func() { use(s.TokenText()) })
}

func TestReplaceAttr(t *testing.T) {
	n := 0
	h := slog.NewTextHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { n++; return a }})
	l := slog.New(h)
	both(func() { l.Info("a") }, func() { l.Info("b") })
}

func TestReplaceAttrValue(t *testing.T) {
	x := &struct{ A int }{1}
	h := slog.NewTextHandler(io.Discard, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return a }})
	l := slog.New(h)
	both(func() { x.A = 2 }, func() { l.Info("a", "x", x) })
}

func TestMultiHandler(t *testing.T) {
	x := &struct{ A int }{1}
	h := slog.NewMultiHandler(slog.NewTextHandler(io.Discard, nil), slog.NewJSONHandler(io.Discard, nil))
	l := slog.New(h)
	both(func() { x.A = 2 }, func() { l.Info("a", "x", x) })
}

func TestMultiHandlerGiven(t *testing.T) {
	hs := []slog.Handler{slog.NewTextHandler(io.Discard, nil), slog.NewJSONHandler(io.Discard, nil)}
	both(func() { hs[1] = hs[0] }, func() { slog.NewMultiHandler(hs...) })
}

func TestSlogGroup(t *testing.T) {
	x := []slog.Attr{slog.Int("a", 1), slog.Int("b", 2)}
	v := slog.GroupValue(x...)
	l := slog.New(slog.NewJSONHandler(io.Discard, nil))
	both(func() { x[1] = slog.Int("c", 3) }, func() { l.Info("a", "g", v) })
}

func TestHandlerOptions(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, nil))
	both(func() { l.Info("a") }, func() { use(b.Len()) })
}

func TestOneByteReader(t *testing.T) {
	b := []byte("ab")
	r := iotest.OneByteReader(bytes.NewReader(b))
	both(func() { b[0] = 'c' }, func() { io.ReadAll(r) })
}

func TestDataErrReader(t *testing.T) {
	r := bytes.NewReader([]byte("ab"))
	slow := iotest.DataErrReader(r)
	both(func() { r.ReadByte() }, func() { io.ReadAll(slow) })
}

func TestTimeoutReader(t *testing.T) {
	r := iotest.TimeoutReader(strings.NewReader("ab"))
	one, two := make([]byte, 1), make([]byte, 1)
	both(func() { r.Read(one) }, func() { r.Read(two) })
}

func TestTruncateWriter(t *testing.T) {
	var b bytes.Buffer
	w := iotest.TruncateWriter(&b, 3)
	both(func() { w.Write([]byte("abcd")) }, func() { use(b.Len()) })
}

func TestQuotedPrintable(t *testing.T) {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	both(func() { w.Write([]byte("a=b")) }, func() { w.Close() })
}
