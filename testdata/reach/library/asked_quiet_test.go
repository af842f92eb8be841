package library

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/csv"
	"go/ast"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestQuietOwnReaders(t *testing.T) {
	f := func() { io.Copy(io.Discard, &xs{2}) }
	both(f, f)
}

func TestQuietOwnReadersAt(t *testing.T) {
	f := func() { io.Copy(io.Discard, io.NewSectionReader(&xs{2}, 0, 2)) }
	both(f, f)
}

func TestQuietCommaWrite(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	both(func() { w.Write([]string{"a", "b"}) }, func() { use(w.Comma) })
}

func TestQuietCommaRead(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\n"))
	both(func() { r.Read() }, func() { use(r.Comma) })
}

func TestQuietLimitedR(t *testing.T) {
	r := &io.LimitedReader{R: &xs{3}, N: 2}
	p := make([]byte, 4)
	both(func() { r.Read(p) }, func() { use(r.R) })
}

func TestQuietRecorderHeaderAfter(t *testing.T) {
	w := httptest.NewRecorder()
	w.WriteHeader(200)
	p := []byte("a")
	both(func() { w.Header().Set("A", "b") }, func() { w.Write(p) })
}

func TestQuietRecorderCode(t *testing.T) {
	w := httptest.NewRecorder()
	w.WriteHeader(200)
	p := []byte("a")
	both(func() { use(w.Code) }, func() { w.Write(p) })
}

func TestQuietRecorderBody(t *testing.T) {
	w := httptest.NewRecorder()
	w.WriteHeader(200)
	p := []byte("a")
	both(func() { use(w.Body) }, func() { w.Write(p) })
}

func TestQuietWalk(t *testing.T) {
	f := file()
	both(func() { ast.Walk(nothing{}, f) }, func() { f.Name = nil })
}

func TestQuietWalkStops(t *testing.T) {
	f := file()
	both(func() { ast.Walk(nothing{}, f) }, func() { f.Decls[1].(*ast.FuncDecl).Body = nil })
}

func TestQuietFileInfo(t *testing.T) {
	h := &tar.Header{Name: "a"}
	fi := h.FileInfo()
	both(func() { use(fi.Size()) }, func() { h.Name = "b" })
}

func TestQuietSlice(t *testing.T) {
	d := &record{A: []int{1, 2, 3}}
	exec("{{slice .A 1 2}}", d, func() { d.A[0] = 7 })
}

func TestQuietUntaken(t *testing.T) {
	d := &record{A: []int{1, 2, 3}}
	exec("{{if .A}}a{{else}}{{.B}}{{end}}", d, func() { d.B = 7 })
}

func TestQuietUntaken2(t *testing.T) {
	d := &record{}
	exec("{{if .A}}{{.B}}{{else}}x{{end}}", d, func() { d.B = 7 })
}

func TestQuietWriteHeaderLate(t *testing.T) {
	w := httptest.NewRecorder()
	w.WriteHeader(200)
	both(func() { w.WriteHeader(200) }, func() { w.WriteHeader(500) })
}

func TestQuietWriteHeaderLateHandler(t *testing.T) {
	var w http.ResponseWriter = httptest.NewRecorder()
	w.WriteHeader(200)
	p := []byte("a")
	both(func() { w.WriteHeader(500) }, func() { w.Write(p) })
}

func TestQuietResetReader(t *testing.T) {
	var b bytes.Buffer
	r := bufio.NewReader(&b)
	both(func() { r.Reset(&b) }, func() { b.WriteByte('a') })
}

func TestQuietUnreadByte(t *testing.T) {
	b := bytes.NewBufferString("abc")
	r := bufio.NewReader(b)
	r.ReadByte()
	both(func() { r.UnreadByte() }, func() { b.WriteByte('a') })
}
