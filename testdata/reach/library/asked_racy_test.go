package library

import (
	"archive/tar"
	"bytes"
	"encoding/csv"
	"encoding/gob"
	"encoding/xml"
	"go/ast"
	"go/token"
	htmpl "html/template"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestRacyOwnReaders(t *testing.T) {
	p := make([]byte, 4)
	f := func() { io.ReadFull(io.LimitReader(&xs{2}, 9), p) }
	both(f, f)
}

func TestRacyOwnReader(t *testing.T) {
	r := &xs{2}
	f := func() { io.Copy(io.Discard, r) }
	both(f, f)
}

func TestRacyOwnReadersAt(t *testing.T) {
	p := make([]byte, 4)
	f := func() { io.NewSectionReader(&xs{4}, 0, 4).Read(p) }
	both(f, f)
}

func TestRacyCommaSet(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	both(func() { w.Write([]string{"a", "b"}) }, func() { w.Comma = ';' })
}

func TestRacyCommaReadSet(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\n"))
	both(func() { r.Read() }, func() { r.Comma = ';' })
}

func TestRacyFieldsPerRecord(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\n"))
	both(func() { r.Read() }, func() { use(r.FieldsPerRecord) })
}

func TestRacyLimitedSetR(t *testing.T) {
	r := &io.LimitedReader{R: &xs{3}, N: 2}
	p := make([]byte, 4)
	both(func() { r.Read(p) }, func() { r.R = &xs{1} })
}

func TestRacyLimitedN(t *testing.T) {
	r := &io.LimitedReader{R: &xs{3}, N: 2}
	p := make([]byte, 4)
	both(func() { r.Read(p) }, func() { use(r.N) })
}

func TestRacyRecorderHeaderBefore(t *testing.T) {
	w := httptest.NewRecorder()
	p := []byte("a")
	both(func() { w.Header().Set("A", "b") }, func() { w.Write(p) })
}

func TestRacyRecorderCodeBefore(t *testing.T) {
	w := httptest.NewRecorder()
	p := []byte("a")
	both(func() { use(w.Code) }, func() { w.Write(p) })
}

func TestRacyRecorderBodyString(t *testing.T) {
	w := httptest.NewRecorder()
	w.WriteHeader(200)
	p := []byte("a")
	both(func() { use(w.Body.String()) }, func() { w.Write(p) })
}

func TestRacyRecorderFlushed(t *testing.T) {
	w := httptest.NewRecorder()
	w.WriteHeader(200)
	both(func() { use(w.Flushed) }, func() { w.Flush() })
}

func TestRacyFileExports(t *testing.T) {
	f := file()
	both(func() { ast.FileExports(f) }, func() { use(f.Decls) })
}

func TestRacyFileExports2(t *testing.T) {
	f := file()
	both(func() { ast.FileExports(f) }, func() { f.Decls[0] = f.Decls[1] })
}

func TestRacyWalkInto(t *testing.T) {
	f := file()
	both(func() { ast.Walk(every{}, f) }, func() { f.Decls[1].(*ast.FuncDecl).Body = nil })
}

func TestRacyPreorder(t *testing.T) {
	f := file()
	both(func() {
		for range ast.Preorder(f) {
		}
	}, func() { f.Decls[1].(*ast.FuncDecl).Body = nil })
}

func TestRacySortImports(t *testing.T) {
	f := file()
	both(func() { ast.SortImports(token.NewFileSet(), f) }, func() { f.Decls[0] = f.Decls[1] })
}

func TestRacyPackageExports(t *testing.T) {
	f := file()
	p := &ast.Package{Files: map[string]*ast.File{"a": f}}
	both(func() { ast.PackageExports(p) }, func() { use(f.Decls) })
}

func TestRacyFilterFile(t *testing.T) {
	f := file()
	both(func() { ast.FilterFile(f, func(string) bool { return true }) }, func() { use(f.Decls) })
}

func TestRacyFilterDecl(t *testing.T) {
	f := file()
	d := f.Decls[2].(*ast.GenDecl)
	both(func() { ast.FilterDecl(d, func(string) bool { return true }) }, func() { use(d.Specs) })
}

func TestRacyFileInfo(t *testing.T) {
	h := &tar.Header{Name: "a"}
	both(func() { use(h.FileInfo().Name()) }, func() { h.Name = "b" })
}

func TestRacyFileInfoSize(t *testing.T) {
	h := &tar.Header{Name: "a"}
	fi := h.FileInfo()
	both(func() { use(fi.Size()) }, func() { h.Size = 3 })
}

func TestRacyFileInfoMode(t *testing.T) {
	h := &tar.Header{Name: "a"}
	fi := h.FileInfo()
	both(func() { use(fi.Mode(), fi.IsDir(), fi.ModTime()) }, func() { h.Mode = 3 })
}

func TestRacyHtmlDelims(t *testing.T) {
	x := htmpl.New("x")
	both(func() { x.Delims("<", ">") }, func() { x.Parse("a") })
}

func TestRacyCopyToken(t *testing.T) {
	p := []byte("abc")
	tok := xml.Token(xml.CharData(p))
	both(func() { use(xml.CopyToken(tok)) }, func() { p[0] = 'b' })
}

func TestRacyCopyTokenStart(t *testing.T) {
	s := xml.StartElement{Attr: []xml.Attr{{Value: "a"}}}
	both(func() { use(xml.CopyToken(s)) }, func() { s.Attr[0].Value = "b" })
}

func TestRacyStartCopy(t *testing.T) {
	s := xml.StartElement{Attr: []xml.Attr{{Value: "a"}}}
	both(func() { use(s.Copy()) }, func() { s.Attr[0].Value = "b" })
}

func TestRacyProcInstCopy(t *testing.T) {
	s := xml.ProcInst{Target: "x", Inst: []byte("abc")}
	both(func() { use(s.Copy()) }, func() { s.Inst[0] = 'b' })
}

func TestRacyEncodeToken(t *testing.T) {
	p := []byte("abc")
	e := xml.NewEncoder(io.Discard)
	both(func() { use(e.EncodeToken(xml.CharData(p))) }, func() { p[0] = 'b' })
}

func TestRacyEncodeTokenStart(t *testing.T) {
	s := xml.StartElement{Name: xml.Name{Local: "a"}, Attr: []xml.Attr{{Name: xml.Name{Local: "b"}, Value: "a"}}}
	e := xml.NewEncoder(io.Discard)
	both(func() { use(e.EncodeToken(s)) }, func() { s.Attr[0].Value = "b" })
}

func TestRacyEncodeElementStart(t *testing.T) {
	s := xml.StartElement{Name: xml.Name{Local: "a"}, Attr: []xml.Attr{{Name: xml.Name{Local: "b"}, Value: "a"}}}
	e := xml.NewEncoder(io.Discard)
	both(func() { use(e.EncodeElement(1, s)) }, func() { s.Attr[0].Value = "b" })
}

func TestRacyEscapeText(t *testing.T) {
	p := []byte("abc")
	both(func() { xml.EscapeText(io.Discard, p) }, func() { p[0] = 'b' })
}

func TestRacySlice1(t *testing.T) {
	d := &record{A: []int{1, 2, 3}}
	exec("{{slice .A 1 2}}", d, func() { d.A[1] = 7 })
}

func TestRacyTaken(t *testing.T) {
	d := &record{A: []int{1}}
	exec("{{if .A}}{{.B}}{{else}}x{{end}}", d, func() { d.B = 7 })
}

func TestRacyWithUntaken(t *testing.T) {
	d := &record{}
	exec("{{with .A}}{{.}}{{else}}{{.B}}{{end}}", d, func() { d.B = 7 })
}

func TestRacyGobHas(t *testing.T) {
	var b bytes.Buffer
	gob.NewEncoder(&b).Encode(struct{ B int }{3})
	d := &record{}
	both(func() { gob.NewDecoder(&b).Decode(d) }, func() { use(d.B) })
}

func TestWriteHeaderFirst(t *testing.T) {
	w := httptest.NewRecorder()
	both(func() { w.WriteHeader(200) }, func() { w.WriteHeader(500) })
}

func TestWriteHeaderFirstHandler(t *testing.T) {
	var w http.ResponseWriter = httptest.NewRecorder()
	p := []byte("a")
	both(func() { w.WriteHeader(500) }, func() { w.Write(p) })
}
