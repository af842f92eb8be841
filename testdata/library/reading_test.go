package library

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"io"
	"io/fs"
	"reflect"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"
)

// What functions read through what they are given: maps and trees, headers behind interfaces.
func TestBugSeqMap(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() {
		for k := range reflect.ValueOf(m).Seq() {
			use(k)
		}
	}, func() { m["b"] = 2 })
}

func TestBugSeq2Map(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() {
		for k, v := range reflect.ValueOf(m).Seq2() {
			use(k)
			use(v)
		}
	}, func() { m["b"] = 2 })
}

func TestBugSeq2MapElem(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() {
		for range reflect.ValueOf(&m).Elem().Seq2() {
		}
	}, func() { m["b"] = 2 })
}

func TestBugSeq2Slice(t *testing.T) {
	s := []int{1, 2}
	both(func() {
		for _, v := range reflect.ValueOf(s).Seq2() {
			use(v.Int())
		}
	}, func() { s[1] = 2 })
}

func TestBugSeqMapMade(t *testing.T) { // made earlier
	m := map[string]int{"a": 1}
	it := reflect.ValueOf(m).Seq()
	both(func() { it(func(v reflect.Value) bool { return true }) }, func() { m["b"] = 2 })
}

func TestOKSeqMapNotRun(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() { use(reflect.ValueOf(m).Seq()) }, func() { m["b"] = 2 })
}

func TestOKSeqIdle(t *testing.T) {
	m := map[string]int{"a": 1}
	var mu sync.Mutex
	both(func() {
		it := reflect.ValueOf(m).Seq()
		mu.Lock()
		for range it {
		}
		mu.Unlock()
	}, func() { mu.Lock(); m["b"] = 2; mu.Unlock() })
}

func TestBugMapKeys(t *testing.T) {
	m := map[string]int{"a": 1}
	both(func() { use(reflect.ValueOf(m).MapKeys()) }, func() { m["b"] = 2 })
}

func TestBugMapIterNext(t *testing.T) {
	m := map[string]int{"a": 1}
	it := reflect.ValueOf(m).MapRange()
	both(func() {
		for it.Next() {
			use(it.Key())
		}
	}, func() { m["b"] = 2 })
}

func TestBugSetIterKey(t *testing.T) {
	m := map[string]int{"a": 1}
	it := reflect.ValueOf(m).MapRange()
	it.Next()
	var k string
	both(func() { reflect.ValueOf(&k).Elem().SetIterKey(it) }, func() { use(k) })
}

const goSource = `package p
// F is.
func F() {}
func g() {}
type T struct { A, b int }
type U interface { M(); n() }
var x, Y = 1, 2
`

func parsed() (*token.FileSet, *ast.File) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", goSource, parser.ParseComments)
	if err != nil {
		panic(err)
	}
	return fset, f
}

func TestBugFileExportsSpecs(t *testing.T) {
	_, f := parsed()
	d := f.Decls[2].(*ast.GenDecl)
	both(func() { ast.FileExports(f) }, func() { use(len(d.Specs)); use(d.Specs[0]) })
}

func TestBugFileExportsDecls(t *testing.T) {
	_, f := parsed()
	both(func() { ast.FileExports(f) }, func() {
		for _, d := range f.Decls {
			use(d)
		}
	})
}

func TestBugFileExportsFields(t *testing.T) {
	_, f := parsed()
	s := f.Decls[2].(*ast.GenDecl).Specs[0].(*ast.TypeSpec).Type.(*ast.StructType)
	both(func() { ast.FileExports(f) }, func() { use(s.Fields.List[0].Names) })
}

func TestBugFileExportsIncomplete(t *testing.T) {
	_, f := parsed()
	s := f.Decls[2].(*ast.GenDecl).Specs[0].(*ast.TypeSpec).Type.(*ast.StructType)
	both(func() { ast.FileExports(f) }, func() { use(s.Incomplete) })
}

func TestBugFileExportsMethods(t *testing.T) {
	_, f := parsed()
	s := f.Decls[3].(*ast.GenDecl).Specs[0].(*ast.TypeSpec).Type.(*ast.InterfaceType)
	both(func() { ast.FileExports(f) }, func() { use(s.Methods.List) })
}

func TestBugFileExportsNames(t *testing.T) {
	_, f := parsed()
	s := f.Decls[4].(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	both(func() { ast.FileExports(f) }, func() { use(s.Names[0]) })
}

func TestBugFileExportsBody(t *testing.T) {
	_, f := parsed()
	d := f.Decls[0].(*ast.FuncDecl)
	both(func() { ast.FileExports(f) }, func() { d.Name = ast.NewIdent("Q") })
}

func TestBugFprint(t *testing.T) {
	fset, f := parsed()
	both(func() { _ = printer.Fprint(io.Discard, fset, f) }, func() { f.Decls[0].(*ast.FuncDecl).Name.Name = "G" })
}

func TestBugFprintConfig(t *testing.T) {
	fset, f := parsed()
	both(func() { _ = (&printer.Config{Tabwidth: 8}).Fprint(io.Discard, fset, f) }, func() { f.Decls = nil })
}

func TestBugFormatNode(t *testing.T) {
	fset, f := parsed()
	both(func() { _ = format.Node(io.Discard, fset, f) }, func() { f.Name.Name = "q" })
}

func TestOKTwoFprint(t *testing.T) {
	fset, f := parsed()
	both(func() { _ = printer.Fprint(io.Discard, fset, f) }, func() { _ = printer.Fprint(io.Discard, fset, f) })
}

func TestBugAstFprint(t *testing.T) {
	fset, f := parsed()
	both(func() { _ = ast.Fprint(io.Discard, fset, f, nil) }, func() { f.Name.Name = "q" })
}

func TestBugDocNewDecls(t *testing.T) {
	fset, f := parsed()
	both(func() { _, _ = doc.NewFromFiles(fset, []*ast.File{f}, "p") }, func() { f.Decls[0].(*ast.FuncDecl).Name.Name = "Z" })
}

func TestBugCommentMap(t *testing.T) {
	fset, f := parsed()
	both(func() { ast.NewCommentMap(fset, f, f.Comments) }, func() { f.Comments[0] = nil })
}

func TestBugCommentText(t *testing.T) {
	_, f := parsed()
	both(func() { use(f.Comments[0].Text()) }, func() { f.Comments[0].List[0].Text = "// x" })
}

func TestBugIsExported(t *testing.T) {
	_, f := parsed()
	id := f.Decls[0].(*ast.FuncDecl).Name
	both(func() { use(id.IsExported()) }, func() { id.Name = "g" })
}

type fileInfo struct {
	size int64
	name string
	when time.Time
}

func (i *fileInfo) Name() string       { return i.name }
func (i *fileInfo) Size() int64        { return i.size }
func (i *fileInfo) Mode() fs.FileMode  { return 0o600 }
func (i *fileInfo) ModTime() time.Time { return i.when }
func (i *fileInfo) IsDir() bool        { return false }
func (i *fileInfo) Sys() any           { return nil }

func TestBugTarInfo(t *testing.T) {
	i := &fileInfo{size: 1, name: "a"}
	both(func() { _, _ = tar.FileInfoHeader(i, "") }, func() { i.size = 2 })
}

func TestBugTarInfoHeader(t *testing.T) {
	h := &tar.Header{Name: "a", Size: 3}
	both(func() { _, _ = tar.FileInfoHeader(h.FileInfo(), "") }, func() { h.Size = 2 })
}

func TestBugTarInfoHeaderUname(t *testing.T) {
	h := &tar.Header{Name: "a", Size: 3}
	both(func() { _, _ = tar.FileInfoHeader(h.FileInfo(), "") }, func() { h.Uname = "x" })
}

// Not by go test -race: maps.Clone is not instrumented.
func TestBugTarInfoHeaderPAX(t *testing.T) {
	h := &tar.Header{Name: "a", Size: 3, PAXRecords: map[string]string{"a": "b"}}
	both(func() { _, _ = tar.FileInfoHeader(h.FileInfo(), "") }, func() { h.PAXRecords["c"] = "x" })
}

func TestBugZipInfoHeader(t *testing.T) {
	h := &zip.FileHeader{Name: "a", UncompressedSize64: 3}
	both(func() { _, _ = zip.FileInfoHeader(h.FileInfo()) }, func() { h.UncompressedSize64 = 2 })
}

func TestBugZipInfoHeaderComment(t *testing.T) {
	h := &zip.FileHeader{Name: "a", UncompressedSize64: 3}
	both(func() { use(h.FileInfo().Sys()); _, _ = zip.FileInfoHeader(h.FileInfo()) }, func() { h.Name = "2" })
}

func TestBugFormatFileInfo(t *testing.T) {
	h := &tar.Header{Name: "a", Size: 3}
	both(func() { use(fs.FormatFileInfo(h.FileInfo())) }, func() { h.Size = 2 })
}

func TestBugFormatDirEntry(t *testing.T) {
	h := &tar.Header{Name: "a", Size: 3}
	both(func() { use(fs.FormatDirEntry(fs.FileInfoToDirEntry(h.FileInfo()))) }, func() { h.Name = "b" })
}

func TestBugDirEntryName(t *testing.T) {
	h := &tar.Header{Name: "a", Size: 3}
	e := fs.FileInfoToDirEntry(h.FileInfo())
	both(func() { use(e.Name()) }, func() { h.Name = "b" })
}

func TestBugDirEntryIsDir(t *testing.T) {
	h := &zip.FileHeader{Name: "a"}
	e := fs.FileInfoToDirEntry(h.FileInfo())
	both(func() { use(e.IsDir()) }, func() { h.ExternalAttrs = 1 })
}

func TestBugTarWriteHeader(t *testing.T) {
	h := &tar.Header{Name: "a", Size: 3}
	w := tar.NewWriter(io.Discard)
	both(func() { _ = w.WriteHeader(h) }, func() { h.Size = 2 })
}

func TestBugZipCreateHeader(t *testing.T) {
	h := &zip.FileHeader{Name: "a"}
	w := zip.NewWriter(io.Discard)
	both(func() { _, _ = w.CreateHeader(h) }, func() { h.Comment = "x" })
}

func TestBugXMLCharData(t *testing.T) {
	c := xml.CharData("abc")
	both(func() { use(xml.CopyToken(c)) }, func() { c[0] = 'x' })
}

func TestBugXMLCharDataCopy(t *testing.T) {
	c := xml.CharData("abc")
	both(func() { use(c.Copy()) }, func() { c[0] = 'x' })
}

func TestBugXMLEncodeToken(t *testing.T) {
	c := xml.CharData("abc")
	both(func() { _ = xml.NewEncoder(io.Discard).EncodeToken(c) }, func() { c[0] = 'x' })
}

func TestBugXMLEncodeComment(t *testing.T) {
	c := xml.Comment("abc")
	both(func() { _ = xml.NewEncoder(io.Discard).EncodeToken(c) }, func() { c[0] = 'x' })
}

func TestBugXMLEncodeDirective(t *testing.T) {
	c := xml.Directive("abc")
	both(func() { _ = xml.NewEncoder(io.Discard).EncodeToken(c) }, func() { c[0] = 'x' })
}

func TestBugXMLEncodeProcInst(t *testing.T) {
	c := xml.ProcInst{Target: "a", Inst: []byte("abc")}
	both(func() { _ = xml.NewEncoder(io.Discard).EncodeToken(c) }, func() { c.Inst[0] = 'x' })
}

func TestBugXMLEncodeStart(t *testing.T) {
	c := xml.StartElement{Name: xml.Name{Local: "a"}, Attr: []xml.Attr{{Name: xml.Name{Local: "b"}}}}
	both(func() { _ = xml.NewEncoder(io.Discard).EncodeToken(c) }, func() { c.Attr[0].Value = "x" })
}

func TestBugXMLEncodeElement(t *testing.T) {
	c := xml.StartElement{Name: xml.Name{Local: "a"}, Attr: []xml.Attr{{Name: xml.Name{Local: "b"}}}}
	both(func() { _ = xml.NewEncoder(io.Discard).EncodeElement(1, c) }, func() { c.Attr[0].Value = "x" })
}

func TestOKXMLTokenCopied(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>xyz</a>"))
	_, _ = d.Token()
	tok, _ := d.Token()
	c := xml.CopyToken(tok).(xml.CharData)
	both(func() {
		for {
			if _, err := d.Token(); err != nil {
				return
			}
		}
	}, func() { use(c[0]) })
}

// Text has to be a []byte: other types are left out, without an error.
func TestOKXMLMarshalCharData(t *testing.T) {
	type T struct {
		C xml.CharData `xml:",chardata"`
	}
	c := T{C: xml.CharData("abc")}
	both(func() { _, _ = xml.Marshal(&c) }, func() { c.C[0] = 'x' })
}
func TestOKXMLMarshalCDATA(t *testing.T) {
	type T struct {
		C *xml.CharData `xml:",cdata"`
	}
	c := T{C: &xml.CharData{'a'}}
	both(func() { _, _ = xml.Marshal(&c) }, func() { (*c.C)[0] = 'x' })
}
func TestBugXMLMarshalText(t *testing.T) {
	type T struct {
		C []byte `xml:",chardata"`
	}
	c := T{C: []byte("abc")}
	both(func() { _, _ = xml.Marshal(&c) }, func() { c.C[0] = 'x' })
}
func TestBugXMLMarshalElement(t *testing.T) {
	type T struct {
		C xml.CharData
	}
	c := T{C: xml.CharData("abc")}
	both(func() { _, _ = xml.Marshal(&c) }, func() { c.C[0] = 'x' })
}

func TestBugXMLMarshalComment(t *testing.T) {
	type T struct {
		C xml.Comment `xml:",comment"`
	}
	c := T{C: xml.Comment("abc")}
	both(func() { _, _ = xml.Marshal(&c) }, func() { c.C[0] = 'x' })
}

func TestBugXMLMarshalBytes(t *testing.T) {
	type T struct{ C []byte }
	c := T{C: []byte("abc")}
	both(func() { _, _ = xml.Marshal(&c) }, func() { c.C[0] = 'x' })
}

func TestBugXMLMarshalInner(t *testing.T) {
	type T struct {
		C []byte `xml:",innerxml"`
	}
	c := T{C: []byte("abc")}
	both(func() { _, _ = xml.Marshal(&c) }, func() { c.C[0] = 'x' })
}

func TestBugXMLMarshalAttrs(t *testing.T) {
	type T struct {
		C []xml.Attr `xml:",any,attr"`
	}
	c := T{C: []xml.Attr{{Value: "1", Name: xml.Name{Local: "b"}}}}
	both(func() { _, _ = xml.Marshal(&c) }, func() { c.C[0].Value = "x" })
}

func TestBugFprintString(t *testing.T) {
	b := []byte("abc")
	both(func() { _, _ = fmt.Fprintf(io.Discard, "%s", b) }, func() { b[0] = 'x' })
}

func TestBugTabwriter(t *testing.T) {
	b := []byte("abc")
	both(func() { _, _ = tabwriter.NewWriter(io.Discard, 0, 8, 0, ' ', 0).Write(b) }, func() { b[0] = 'x' })
}

func TestBugCopyBuffer(t *testing.T) {
	b := make([]byte, 4)
	both(func() {
		_, _ = io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{bytes.NewReader([]byte("abcdefgh"))}, b)
	}, func() { use(b[0]) })
}

func TestBugSectionReader(t *testing.T) {
	b := []byte("abcdefgh")
	both(func() { _, _ = io.ReadAll(io.NewSectionReader(bytes.NewReader(b), 0, 4)) }, func() { b[0] = 'x' })
}
