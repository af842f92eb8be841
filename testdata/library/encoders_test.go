package library

import (
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"hash/crc32"
	"html/template"
	"io"
	"log"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"net/netip"
	"net/textproto"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"text/tabwriter"
	"time"
	"unicode/utf8"
	"unique"
)

func TestBugCSVReuse(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\nc,d\n"))
	r.ReuseRecord = true
	rec, _ := r.Read()
	two(func() { _ = rec[0] }, func() { r.Read() })
}

func TestOKCSVReuse(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\nc,d\n"))
	rec, _ := r.Read()
	two(func() { _ = rec[0] }, func() { r.Read() })
}

func TestBugCSVWriter(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	two(func() { w.Write([]string{"a"}) }, func() { w.Flush() })
}

func TestBugCSVRecord(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	rec := []string{"a", "b"}
	two(func() { w.Write(rec) }, func() { rec[1] = "x" })
}

func TestBugHash(t *testing.T) {
	h := sha256.New()
	two(func() { h.Write([]byte("a")) }, func() { h.Sum(nil) })
}

func TestOKHashSum(t *testing.T) {
	b := []byte("abc")
	two(func() { sha256.Sum256(b) }, func() { crc32.ChecksumIEEE(b) })
}

func TestBugHashSumInput(t *testing.T) {
	b := []byte("abc")
	two(func() { sha256.Sum256(b) }, func() { b[2] = 'x' })
}

func TestBugHashSumAppend(t *testing.T) {
	b := make([]byte, 0, 64)
	two(func() { sha256.New().Sum(b) }, func() { _ = append(b, 1) })
}

func TestBugBase64(t *testing.T) {
	b := []byte("abc")
	two(func() { base64.StdEncoding.EncodeToString(b) }, func() { b[0] = 1 })
}

func TestBugHex(t *testing.T) {
	b := make([]byte, 6)
	two(func() { hex.Encode(b, []byte("abc")) }, func() { _ = b[5] })
}

func TestBugBinaryRead(t *testing.T) {
	var x struct{ A, B uint16 }
	two(func() { binary.Read(strings.NewReader("abcd"), binary.BigEndian, &x) }, func() { _ = x.B })
}

func TestBugBinaryPut(t *testing.T) {
	b := make([]byte, 8)
	two(func() { binary.BigEndian.PutUint32(b, 1) }, func() { _ = b[3] })
}

func TestOKBinaryPut(t *testing.T) {
	b := make([]byte, 8)
	two(func() { binary.BigEndian.PutUint32(b, 1) }, func() { binary.LittleEndian.PutUint32(b[4:], 1) })
}

func TestBugGobU8(t *testing.T) {
	type s struct{ A uint8 }
	var buf bytes.Buffer
	gob.NewEncoder(&buf).Encode(s{7})
	x := s{7}
	d := gob.NewDecoder(&buf)
	two(func() { d.Decode(&x) }, func() { _ = x.A })
}

func TestBugGobI16(t *testing.T) {
	type s struct{ A, B int16 }
	var buf bytes.Buffer
	gob.NewEncoder(&buf).Encode(s{7, 1})
	x := s{7, 1}
	d := gob.NewDecoder(&buf)
	two(func() { d.Decode(&x) }, func() { _ = x.B })
}

func TestBugEncodersGobBool(t *testing.T) {
	type s struct{ A bool }
	var buf bytes.Buffer
	gob.NewEncoder(&buf).Encode(s{true})
	x := s{true}
	d := gob.NewDecoder(&buf)
	two(func() { d.Decode(&x) }, func() { _ = x.A })
}

func TestBugGobBytes(t *testing.T) {
	type s struct{ A []byte }
	var buf bytes.Buffer
	gob.NewEncoder(&buf).Encode(s{[]byte("ab")})
	x := s{[]byte("ab")}
	d := gob.NewDecoder(&buf)
	two(func() { d.Decode(&x) }, func() { _ = x.A[1] })
}

func TestBugGobU8Array(t *testing.T) {
	type s struct{ A [4]uint8 }
	var buf bytes.Buffer
	gob.NewEncoder(&buf).Encode(s{[4]uint8{1, 2, 3, 4}})
	x := s{[4]uint8{1, 2, 3, 4}}
	d := gob.NewDecoder(&buf)
	two(func() { d.Decode(&x) }, func() { _ = x.A[3] })
}

type gobI interface{ M() }
type gobT struct{ N int }

func (gobT) M() {}

func TestBugGobInterface(t *testing.T) {
	gob.Register(gobT{})
	type s struct{ A gobI }
	var buf bytes.Buffer
	gob.NewEncoder(&buf).Encode(s{gobT{1}})
	x := s{gobT{1}}
	d := gob.NewDecoder(&buf)
	two(func() { d.Decode(&x) }, func() { _ = x.A })
}

func TestOKGobZero(t *testing.T) {
	type s struct{ A, B uint8 }
	var buf bytes.Buffer
	gob.NewEncoder(&buf).Encode(s{7, 0})
	x := s{}
	d := gob.NewDecoder(&buf)
	two(func() { d.Decode(&x) }, func() { x.B++ })
}

func TestBugErrorsJoin(t *testing.T) {
	e := []error{io.EOF, nil}
	two(func() { errors.Join(e...) }, func() { e[1] = io.EOF })
}

func TestBugFlagSet(t *testing.T) {
	fs := flag.NewFlagSet("x", flag.ContinueOnError)
	n := fs.Int("n", 1, "")
	two(func() { fs.Parse([]string{"-n", "3"}) }, func() { _ = *n })
}

const docSrc = `// Package p is.
package p

// F does.
func F(a, b int) {}

// T is.
type T struct{ A int }

// M does.
func (t *T) M() {}
`

func documented() (*token.FileSet, *ast.File) {
	fs := token.NewFileSet()
	f, err := parser.ParseFile(fs, "p.go", docSrc, parser.ParseComments)
	if err != nil {
		panic(err)
	}
	return fs, f
}

func TestBugDocNewFiles(t *testing.T) {
	fs, f := documented()
	two(func() { doc.NewFromFiles(fs, []*ast.File{f}, "p") }, func() { doc.NewFromFiles(fs, []*ast.File{f}, "p") })
}

func TestBugDocNewPkg(t *testing.T) {
	_, f := documented()
	p := &ast.Package{Name: "p", Files: map[string]*ast.File{"p.go": f}}
	two(func() { doc.New(p, "p", 0) }, func() { doc.New(p, "p", 0) })
}

func TestBugDocNewDoc(t *testing.T) {
	_, f := documented()
	p := &ast.Package{Name: "p", Files: map[string]*ast.File{"p.go": f}}
	two(func() { doc.New(p, "p", 0) }, func() { _ = f.Doc })
}

func TestBugEncodersDocNewDecls(t *testing.T) {
	_, f := documented()
	p := &ast.Package{Name: "p", Files: map[string]*ast.File{"p.go": f}}
	two(func() { doc.New(p, "p", 0) }, func() { _ = f.Decls[0].(*ast.FuncDecl).Doc })
}

func TestOKDocNewPreserve(t *testing.T) {
	_, f := documented()
	p := &ast.Package{Name: "p", Files: map[string]*ast.File{"p.go": f}}
	two(func() { doc.New(p, "p", doc.PreserveAST|doc.AllDecls) }, func() { _ = f.Decls[0].(*ast.FuncDecl).Name.Name })
}

func TestBugAstPos(t *testing.T) {
	_, f := documented()
	fd := f.Decls[0].(*ast.FuncDecl)
	two(func() { _ = fd.Pos() }, func() { fd.Type.Func = 3 })
}

func TestBugAstEnd(t *testing.T) {
	_, f := documented()
	fd := f.Decls[0].(*ast.FuncDecl)
	two(func() { _ = fd.End() }, func() { fd.Body.Rbrace = 3 })
}

func TestBugAstEndNode(t *testing.T) {
	_, f := documented()
	fd := f.Decls[0].(*ast.FuncDecl)
	var n ast.Node = fd
	two(func() { _ = n.End() }, func() { fd.Body.Rbrace = 3 })
}

func TestBugAstEndFields(t *testing.T) {
	_, f := documented()
	ts := f.Decls[1].(*ast.GenDecl).Specs[0].(*ast.TypeSpec)
	two(func() { _ = ts.End() }, func() { ts.Type.(*ast.StructType).Fields.Closing = 5 })
}

func TestBugAstFieldEnd(t *testing.T) {
	_, f := documented()
	fl := f.Decls[0].(*ast.FuncDecl).Type.Params.List[0]
	two(func() { _ = fl.Pos() }, func() { fl.Names[0].NamePos = 5 })
}

func TestOKAstPos(t *testing.T) {
	_, f := documented()
	fd := f.Decls[0].(*ast.FuncDecl)
	two(func() { _ = fd.Pos(); _ = fd.End() }, func() { fd.Name.Name = "G" })
}

func TestOKAstPosTwo(t *testing.T) {
	_, f := documented()
	fd := f.Decls[0].(*ast.FuncDecl)
	two(func() { _ = fd.Pos() }, func() { _ = fd.End() })
}

func TestBugFieldListNum(t *testing.T) {
	_, f := documented()
	fl := f.Decls[0].(*ast.FuncDecl).Type.Params
	two(func() { fl.NumFields() }, func() { fl.List = nil })
}

func TestBugInspectRead(t *testing.T) {
	_, f := documented()
	two(func() {
		ast.Inspect(f, func(n ast.Node) bool { return true })
	}, func() { f.Decls[0].(*ast.FuncDecl).Name = nil })
}

func TestBugFileSetPosition(t *testing.T) {
	fs, f := documented()
	n := 0
	two(func() { _ = fs.Position(f.Pos()); n++ }, func() { fs.AddFile("q", -1, 10); n++ })
}

func TestOKFileSet(t *testing.T) {
	fs, f := documented()
	two(func() { _ = fs.Position(f.Pos()) }, func() { fs.AddFile("q", -1, 10) })
}

func TestBugHTMLTemplateEscape(t *testing.T) {
	tp := template.Must(template.New("x").Parse("{{.}}"))
	n := 0
	two(func() { tp.Execute(io.Discard, 1); n++ }, func() { tp.Execute(io.Discard, 2); n++ })
}

func TestOKHTMLTemplate(t *testing.T) {
	tp := template.Must(template.New("x").Parse("{{.}}"))
	two(func() { tp.Execute(io.Discard, 1) }, func() { tp.Execute(io.Discard, 2) })
}

func TestBugBigInt(t *testing.T) {
	x := big.NewInt(1)
	two(func() { x.Add(x, x) }, func() { _ = x.String() })
}

func TestBugBigIntUnmarshal(t *testing.T) {
	x := big.NewInt(1)
	two(func() { json.Unmarshal([]byte("5"), x) }, func() { _ = x.Sign() })
}

func TestBugBigIntBits(t *testing.T) {
	x := big.NewInt(1)
	w := x.Bits()
	two(func() { x.SetInt64(5) }, func() { _ = w[0] })
}

func TestBugRand(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	two(func() { r.Int() }, func() { r.Int() })
}

func TestBugRandV2(t *testing.T) {
	r := randv2.New(randv2.NewPCG(1, 2))
	two(func() { r.Int() }, func() { r.Int() })
}

func TestOKRandGlobal(t *testing.T) {
	two(func() { rand.Int(); randv2.Int() }, func() { rand.Int(); randv2.Int() })
}

func TestBugShuffle(t *testing.T) {
	s := []int{1, 2, 3}
	two(func() { rand.Shuffle(3, func(i, j int) { s[i], s[j] = s[j], s[i] }) }, func() { _ = s[0] })
}

func TestBugURLValues(t *testing.T) {
	v := url.Values{"a": {"b"}}
	two(func() { v.Set("a", "c") }, func() { v.Get("a") })
}

func TestBugURLQuery(t *testing.T) {
	u, _ := url.Parse("http://x/?a=b")
	two(func() { u.Query() }, func() { u.RawQuery = "c" })
}

func TestBugMIME(t *testing.T) {
	h := textproto.MIMEHeader{}
	two(func() { h.Set("A", "b") }, func() { h.Get("A") })
}

func TestOKRegexp(t *testing.T) {
	r := regexp.MustCompile("a(b*)")
	two(func() { r.FindString("abb") }, func() { r.ReplaceAllString("abb", "$1") })
}

func TestBugRegexpLongest(t *testing.T) {
	r := regexp.MustCompile("a(b*)")
	two(func() { r.FindString("abb") }, func() { r.Longest() })
}

func TestBugEncodersHeap(t *testing.T) {
	h := &ih{3, 1}
	heap.Init(h)
	two(func() { heap.Push(h, 1) }, func() { _ = h.Len() })
}

type ih []int

func (h ih) Len() int           { return len(h) }
func (h ih) Less(i, j int) bool { return h[i] < h[j] }
func (h ih) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ih) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ih) Pop() any          { o := *h; x := o[len(o)-1]; *h = o[:len(o)-1]; return x }

func TestBugListMove(t *testing.T) {
	l := list.New()
	a := l.PushBack(1)
	b := l.PushBack(2)
	two(func() { l.MoveToFront(b) }, func() { _ = a.Next() })
}

func TestOKListValues(t *testing.T) {
	l := list.New()
	a := l.PushBack(1)
	b := l.PushBack(2)
	two(func() { a.Value = 3 }, func() { b.Value = 4 })
}

func TestBugLogPrefix(t *testing.T) {
	l := log.New(io.Discard, "", 0)
	n := 0
	two(func() { l.SetPrefix("a"); n++ }, func() { l.Print("x"); n++ })
}

func TestOKLogPrefix(t *testing.T) {
	l := log.New(io.Discard, "", 0)
	two(func() { l.SetPrefix("a") }, func() { l.Print("x") })
}

func TestBugLogWriter(t *testing.T) {
	var b bytes.Buffer
	l := log.New(&b, "", 0)
	two(func() { l.Print("x") }, func() { _ = b.Len() })
}

func TestBugEncodersTabwriter(t *testing.T) {
	w := tabwriter.NewWriter(io.Discard, 1, 1, 1, ' ', 0)
	two(func() { fmt.Fprint(w, "a") }, func() { w.Flush() })
}

func TestBugTimePtr(t *testing.T) {
	x := time.Unix(1, 0)
	two(func() { x.UnmarshalText([]byte("2020-01-01T00:00:00Z")) }, func() { _ = x.IsZero() })
}

func TestBugDecodeRune(t *testing.T) {
	b := []byte("äb")
	two(func() { utf8.DecodeRune(b) }, func() { b[1] = 0x80 })
}

func TestOKDecodeRune(t *testing.T) {
	b := []byte("äb")
	two(func() { utf8.DecodeRune(b) }, func() { b[2] = 0x80 })
}

// Not by go test -race: package strconv does it in internal/strconv, which is not instrumented.
func TestBugAppendInt(t *testing.T) {
	b := make([]byte, 0, 8)
	two(func() { strconv.AppendInt(b, 10, 10) }, func() { strconv.AppendInt(b, 11, 10) })
}

func TestOKUnique(t *testing.T) {
	n := atomic.Int32{}
	two(func() {
		if unique.Make("a") == unique.Make("a") {
			n.Add(1)
		}
	}, func() { unique.Make("b") })
	if n.Load() != 1 {
		t.Error("no")
	}
}

func TestOKNetip(t *testing.T) {
	a := netip.MustParseAddr("1.2.3.4%x"[:7])
	two(func() { _ = a.String() }, func() { _ = a.Next() })
}

func TestBugMapFS(t *testing.T) {
	fs := fstest.MapFS{"a": {Data: []byte("x")}}
	two(func() { fs.ReadFile("a") }, func() { fs["b"] = &fstest.MapFile{} })
}

func TestBugMapFSData(t *testing.T) {
	fs := fstest.MapFS{"a": {Data: []byte("x")}}
	two(func() { fs.ReadFile("a") }, func() { fs["a"].Data[0] = 'y' })
}

func TestBugIotest(t *testing.T) {
	r := iotest.OneByteReader(strings.NewReader("abc"))
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestBugLimitReader(t *testing.T) {
	r := io.LimitReader(strings.NewReader("abc"), 2)
	two(func() { r.Read(make([]byte, 2)) }, func() { r.Read(make([]byte, 2)) })
}

func TestBugWriterTo(t *testing.T) {
	var b bytes.Buffer
	r := strings.NewReader("abc")
	two(func() { r.WriteTo(&b) }, func() { b.WriteString("x") })
}

func TestBugReadWriter(t *testing.T) {
	rw := bufio.NewReadWriter(bufio.NewReader(strings.NewReader("x")), bufio.NewWriter(io.Discard))
	two(func() { rw.WriteString("x") }, func() { rw.Flush() })
}

func TestOKReadWriter(t *testing.T) {
	rw := bufio.NewReadWriter(bufio.NewReader(strings.NewReader("x")), bufio.NewWriter(io.Discard))
	two(func() { rw.WriteString("x") }, func() { rw.ReadByte() })
}

func TestBugBufferAvail(t *testing.T) {
	var b bytes.Buffer
	b.Grow(64)
	a := b.AvailableBuffer()
	two(func() { _ = append(a, 'x') }, func() { b.WriteByte('y') })
}

func TestBugBufferNext(t *testing.T) {
	b := bytes.NewBufferString("abcdef")
	p := b.Next(2)
	two(func() { _ = p[0] }, func() { b.Reset(); b.WriteString("zz") })
}

func TestOKBufferNext(t *testing.T) {
	b := bytes.NewBufferString("abcdef")
	p := b.Next(2)
	two(func() { _ = p[0] }, func() { b.ReadByte() })
}

func TestBugArgs(t *testing.T) {
	two(func() { os.Args = os.Args[:1] }, func() { _ = len(os.Args) })
}

func TestBugContextValue(t *testing.T) {
	type k int
	m := map[string]int{}
	ctx := context.WithValue(context.Background(), k(0), m)
	f := func() { ctx.Value(k(0)).(map[string]int)["a"]++ }
	two(f, f)
}

func TestBugErrorAs(t *testing.T) {
	e := fmt.Errorf("x: %w", &os.PathError{Op: "a", Err: io.EOF})
	var pe *os.PathError
	f := func() { errors.As(e, &pe) }
	two(f, f)
}

func TestBugPathErr(t *testing.T) {
	p := &os.PathError{Op: "a", Err: io.EOF}
	two(func() { _ = p.Error() }, func() { p.Op = "b" })
}

func TestBugSlicesReverse(t *testing.T) {
	s := []int{1, 2, 3}
	two(func() { slices.Reverse(s) }, func() { _ = s[2] })
}

func TestOKSlicesReverseMiddle(t *testing.T) {
	s := []int{1, 2, 3}
	two(func() { slices.Reverse(s) }, func() { s[1]++ })
}

func TestBugSlicesInsert(t *testing.T) {
	s := make([]int, 2, 4)
	two(func() { _ = slices.Insert(s, 0, 1) }, func() { _ = s[1] })
}

// Not by go test -race: clear is not instrumented.
func TestBugSlicesDelete(t *testing.T) {
	s := []int{1, 2, 3}
	two(func() { _ = slices.Delete(s, 0, 1) }, func() { _ = s[2] })
}

func TestOKSlicesDelete(t *testing.T) {
	s := []int{1, 2, 3}
	two(func() { _ = slices.Delete(s, 1, 2) }, func() { s[0]++ })
}

func TestBugSlicesRepeat(t *testing.T) {
	s := []int{1, 2, 3}
	two(func() { _ = slices.Repeat(s, 2) }, func() { s[2]++ })
}

func TestBugStringsReplacer(t *testing.T) {
	r := strings.NewReplacer("a", "b")
	n := 0
	two(func() { r.Replace("a"); n++ }, func() { r.Replace("aa"); n++ })
}

func TestOKStringsReplacer(t *testing.T) {
	r := strings.NewReplacer("a", "b")
	two(func() { r.Replace("a") }, func() { r.Replace("aa") })
}
