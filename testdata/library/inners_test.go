package library

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"math/big"
	"os"
	"reflect"
	"testing"
	"testing/fstest"
	"text/template"
)

// Objects that the program's types embed, by whose methods the library comes to them.

type innerPicture struct{ image.Image }

func TestBugInnerEmbeddedImage(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 2, 2))
	two(func() { png.Encode(io.Discard, innerPicture{g}) }, func() { g.SetGray(1, 1, color.Gray{1}) })
}

func TestBugInnerEmbeddedImageAt(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 2, 2))
	p := innerPicture{g}
	two(func() { sink = p.At(1, 1) }, func() { g.SetGray(1, 1, color.Gray{1}) })
}

func TestOKInnerEmbeddedImageAt(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 2, 2))
	p := innerPicture{g}
	two(func() { sink = p.At(1, 0) }, func() { g.SetGray(1, 1, color.Gray{1}) })
}

type innerShifted struct {
	image.Image
	by int
}

func (s innerShifted) At(x, y int) color.Color { return s.Image.At(x+s.by, y) }

func TestBugInnerShiftedImage(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 2, 2))
	two(func() { png.Encode(io.Discard, innerShifted{g, 0}) }, func() { g.SetGray(1, 1, color.Gray{1}) })
}

type innerMarshaling struct{ n int }

func (m *innerMarshaling) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprint(m.n)), nil }

type innerCarrier struct{ json.Marshaler }

func TestBugInnerEmbeddedMarshaler(t *testing.T) {
	m := &innerMarshaling{1}
	two(func() { json.Marshal(innerCarrier{m}) }, func() { m.n = 2 })
}

func TestBugInnerEmbeddedMarshalerPtr(t *testing.T) {
	m := &innerMarshaling{1}
	c := &innerCarrier{m}
	two(func() { json.Marshal(c) }, func() { c.Marshaler = &innerMarshaling{3} })
}

type innerRaw struct{ json.Marshaler }

func TestBugInnerEmbeddedRaw(t *testing.T) {
	type local struct{ json.Marshaler }
	raw := json.RawMessage(`12`)
	c := local{&raw}
	two(func() { json.Marshal(c) }, func() { raw[0] = '3' })
}

func TestBugInnerEmbeddedBig(t *testing.T) {
	n := big.NewInt(3)
	c := innerRaw{n}
	two(func() { json.Marshal(c) }, func() { n.SetInt64(4) })
}

func TestBugInnerFieldBig(t *testing.T) {
	n := big.NewInt(3)
	type s struct{ N json.Marshaler }
	two(func() { json.Marshal(s{n}) }, func() { n.SetInt64(4) })
}

type innerLogFS struct {
	fs.FS
	opened int
}

func (l *innerLogFS) Open(name string) (fs.File, error) { l.opened++; return l.FS.Open(name) }

func TestBugInnerFSCounted(t *testing.T) {
	l := &innerLogFS{FS: fstest.MapFS{"a": {Data: []byte("x")}}}
	two(func() { fs.ReadFile(l, "a") }, func() { fs.ReadFile(l, "a") })
}

type innerFS struct{ fs.FS }

func TestBugInnerFSEmbeddedMap(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	p := innerFS{m}
	two(func() { fs.ReadFile(p, "a") }, func() { m["b"] = &fstest.MapFile{} })
}

func TestBugInnerFSEmbeddedMapOpen(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	p := innerFS{m}
	two(func() { p.Open("a") }, func() { m["b"] = &fstest.MapFile{} })
}

func TestBugInnerFSEmbeddedWalk(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	p := innerFS{m}
	two(func() { fs.WalkDir(p, ".", func(string, fs.DirEntry, error) error { return nil }) }, func() { m["b"] = &fstest.MapFile{} })
}

func TestBugInnerFSEmbeddedGlob(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	two(func() { fs.Glob(innerFS{m}, "*") }, func() { m["b"] = &fstest.MapFile{} })
}

func TestBugInnerFSEmbeddedDir(t *testing.T) {
	dir := t.TempDir()
	os.WriteFile(dir+"/a", []byte("old"), 0o600)
	var b []byte
	two(func() { b, _ = fs.ReadFile(innerFS{os.DirFS(dir)}, "a") }, func() { os.WriteFile(dir+"/a", []byte("new"), 0o600) })
	if string(b) == "old" {
		t.Error("old")
	}
}

func TestBugInnerFSEmbeddedTemplate(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	two(func() { template.ParseFS(innerFS{m}, "a") }, func() { m["b"] = &fstest.MapFile{} })
}

func TestBugInnerFSEmbeddedData(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	two(func() { fs.ReadFile(innerFS{m}, "a") }, func() { m["a"].Data[0] = 'y' })
}

type innerInfo struct{ fs.FileInfo }

func TestBugInnerEmbeddedInfo(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	st, _ := m.Stat("a")
	i := innerInfo{st}
	two(func() { sink = fs.FormatFileInfo(i) }, func() { m["a"].Mode = 1 })
}

// Functions of methods.

type innerCounter struct{ n int }

func (c *innerCounter) Inc()    { c.n++ }
func (c innerCounter) Get() int { return c.n }

func TestBugInnerTypeMethodCall(t *testing.T) {
	c := &innerCounter{}
	m, _ := reflect.TypeOf(c).MethodByName("Inc")
	two(func() { m.Func.Call([]reflect.Value{reflect.ValueOf(c)}) }, func() { sink = c.n })
}

func TestBugInnerTypeMethodCallValue(t *testing.T) {
	c := &innerCounter{}
	m, _ := reflect.TypeOf(c).MethodByName("Get")
	two(func() { m.Func.Call([]reflect.Value{reflect.ValueOf(c)}) }, func() { c.n = 1 })
}

func TestBugInnerTypeMethodIndex(t *testing.T) {
	c := &innerCounter{}
	m := reflect.TypeOf(c).Method(0)
	two(func() { m.Func.Call([]reflect.Value{reflect.ValueOf(c)}) }, func() { c.n = 1 })
}

func TestBugInnerTypeMethodInterface(t *testing.T) {
	c := &innerCounter{}
	m := reflect.TypeOf(c).Method(1)
	f := m.Func.Interface().(func(*innerCounter))
	two(func() { f(c) }, func() { c.n = 1 })
}

func TestOKInnerTypeMethodOther(t *testing.T) {
	c, d := &innerCounter{}, &innerCounter{}
	m, _ := reflect.TypeOf(c).MethodByName("Get")
	two(func() { m.Func.Call([]reflect.Value{reflect.ValueOf(c)}) }, func() { d.n = 1 })
}

// Numbers behind interfaces of the program's.

type innerNumber interface {
	Sign() int
	Int64() int64
}
type innerSetter interface{ SetInt64(int64) *big.Int }
type innerAdder interface {
	Add(x, y *big.Int) *big.Int
}
type innerCmper interface{ Cmp(*big.Int) int }
type innerTexter interface{ Text(int) string }
type innerBits interface{ BitLen() int }

func TestBugInnerBigBehind(t *testing.T) {
	n := big.NewInt(3)
	var i innerNumber = n
	two(func() { sink = i.Int64() }, func() { n.SetInt64(4) })
}

func TestBugInnerBigBehindSet(t *testing.T) {
	n := big.NewInt(3)
	var i innerSetter = n
	two(func() { i.SetInt64(5) }, func() { sink = n.Int64() })
}

func TestBugInnerBigBehindAdd(t *testing.T) {
	n := big.NewInt(3)
	var i innerAdder = new(big.Int)
	two(func() { i.Add(n, n) }, func() { n.SetInt64(4) })
}

func TestBugInnerBigBehindAddRecv(t *testing.T) {
	n := new(big.Int)
	var i innerAdder = n
	one := big.NewInt(1)
	two(func() { i.Add(one, one) }, func() { sink = n.Int64() })
}

func TestBugInnerBigBehindCmp(t *testing.T) {
	n := big.NewInt(3)
	var i innerCmper = big.NewInt(4)
	two(func() { i.Cmp(n) }, func() { n.SetInt64(4) })
}

func TestBugInnerBigBehindText(t *testing.T) {
	n := big.NewInt(3)
	var i innerTexter = n
	two(func() { sink = i.Text(10) }, func() { n.SetInt64(4) })
}

func TestBugInnerBigBehindBitLen(t *testing.T) {
	n := big.NewInt(3)
	var i innerBits = n
	two(func() { sink = i.BitLen() }, func() { n.SetInt64(4) })
}

func TestOKInnerBigBehind(t *testing.T) {
	n := big.NewInt(3)
	var i innerNumber = n
	two(func() { sink = i.Int64() }, func() { n.Int64() })
}

func TestBugInnerRatBehind(t *testing.T) {
	n := big.NewRat(3, 1)
	var i interface{ Cmp(*big.Rat) int } = n
	o := big.NewRat(1, 2)
	two(func() { i.Cmp(o) }, func() { n.SetInt64(4) })
}

func TestBugInnerRawPointer(t *testing.T) {
	raw := json.RawMessage(`12`)
	type s struct{ R *json.RawMessage }
	two(func() { json.Marshal(s{&raw}) }, func() { raw[0] = '3' })
}

// The method of what is embedded is called, of a value as of a pointer.
type innerText struct{ json.RawMessage }

type innerTextPointer struct{ *json.RawMessage }

func TestBugInnerRawEmbedded(t *testing.T) {
	raw := json.RawMessage(`12`)
	c := innerText{raw}
	two(func() { json.Marshal(c) }, func() { raw[0] = '3' })
}

func TestBugInnerRawEmbeddedPointer(t *testing.T) {
	raw := json.RawMessage(`12`)
	c := innerTextPointer{&raw}
	two(func() { json.Marshal(c) }, func() { raw[0] = '3' })
}

func TestBugInnerRawInMarshaler(t *testing.T) {
	raw := json.RawMessage(`12`)
	c := innerRaw{raw}
	two(func() { json.Marshal(c) }, func() { raw[0] = '3' })
}

func TestOKInnerRawEmbedded(t *testing.T) {
	raw := json.RawMessage(`12`)
	c := innerText{raw[:1:1]}
	two(func() { json.Marshal(c) }, func() { raw[1] = '3' })
}

func TestBugInnerMapInfo(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	st, _ := m.Stat("a")
	two(func() { sink = st.Mode() }, func() { m["a"].Mode = 1 })
}

func TestOKInnerMapInfo(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	st, _ := m.Stat("a")
	two(func() { sink = st.Mode() }, func() { m["a"].Data = nil })
}

// Who has the method itself may never come to what is embedded.
type innerEmpty struct{ fs.FS }

func (innerEmpty) Open(string) (fs.File, error) { return nil, fs.ErrNotExist }

func TestOKInnerOwnMethod(t *testing.T) {
	m := fstest.MapFS{"a": {Data: []byte("x")}}
	two(func() { fs.ReadFile(innerEmpty{m}, "a") }, func() { m["b"] = &fstest.MapFile{} })
}

type innerNone struct{}

func (innerNone) Add(_, _ *big.Int) *big.Int { return nil }

func TestOKInnerOwnAdder(t *testing.T) {
	n := big.NewInt(3)
	var i innerAdder = innerNone{}
	two(func() { i.Add(n, n) }, func() { n.SetInt64(4) })
}
