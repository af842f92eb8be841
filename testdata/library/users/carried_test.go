package users

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What gets to an object of the standard library by a method of an interface, or of a type that
// embeds the object: readers, writers, and values that are printed, encoded or filled in.

type item struct{ N int }

type printer interface {
	Printf(format string, v ...any)
	Println(v ...any)
}
type prefixed struct{ *log.Logger }

// silent prints nothing.
type silent struct{ calls int }

func (s *silent) Printf(string, ...any) {}
func (s *silent) Println(...any)        {}

func logger() *log.Logger { return log.New(new(strings.Builder), "", 0) }

func TestBugLoggerBehindInterface(t *testing.T) {
	var l printer = logger()
	v := &item{}
	two(func() { l.Printf("%v", v) }, func() { v.N++ })
}
func TestBugLoggerBehindInterfaceLine(t *testing.T) {
	var l printer = logger()
	v := []int{1}
	two(func() { l.Println("got", v) }, func() { v[0]++ })
}
func TestBugLoggerEmbedded(t *testing.T) {
	var l printer = prefixed{logger()}
	v := &item{}
	two(func() { l.Printf("%+v", v) }, func() { v.N++ })
}
func TestBugLoggerMethodValue(t *testing.T) {
	logf := logger().Printf
	v := map[string]int{}
	two(func() { logf("%d", v) }, func() { v["a"]++ })
}
func TestBugLoggerMethodValueOfInterface(t *testing.T) {
	var l printer = logger()
	logln := l.Println
	v := &item{}
	two(func() { logln(v) }, func() { v.N++ })
}
func TestBugLoggerSpread(t *testing.T) {
	var l printer = logger()
	v := []any{1, "a"}
	two(func() { l.Println(v...) }, func() { v[0] = 2 })
}
func TestBugLoggerGo(t *testing.T) {
	l, v, done := logger(), &item{}, make(chan bool)
	go func() { v.N++; close(done) }()
	l.Println(v)
	<-done
}
func TestBugTestsLogBehindInterface(t *testing.T) {
	var l interface{ Logf(string, ...any) } = t
	v := &item{}
	two(func() { l.Logf("%v", v) }, func() { v.N++ })
}
func TestOKLoggerOfAddress(t *testing.T) {
	var l printer = logger()
	v := &item{}
	two(func() { l.Printf("%p", v) }, func() { v.N++ })
}
func TestOKLoggerOfOwn(t *testing.T) {
	var l printer = &silent{}
	v := &item{}
	two(func() { l.Printf("%v", v) }, func() { v.N++ })
}

type console interface {
	io.Writer
	io.ReaderFrom
}
type screen struct {
	*bytes.Buffer
	lines int
}
type wrapped struct{ io.ReaderFrom }

// shut reads nothing.
type shut struct{}

func (shut) Write(p []byte) (int, error)        { return len(p), nil }
func (shut) ReadFrom(io.Reader) (int64, error)  { return 0, nil }
func (shut) WriteTo(io.Writer) (int64, error)   { return 0, nil }
func (shut) Encode(any) error                   { return nil }
func (shut) Decode(any) error                   { return nil }
func (shut) WriteAt([]byte, int64) (int, error) { return 0, nil }

func abc() *bytes.Buffer { return bytes.NewBufferString("abc") }

func TestBugReadFrom(t *testing.T) {
	var w io.ReaderFrom = new(bytes.Buffer)
	b := abc()
	two(func() { w.ReadFrom(b) }, func() { b.WriteByte('x') })
}
func TestBugReadFromSeveral(t *testing.T) {
	var w console = &screen{Buffer: new(bytes.Buffer)}
	b := abc()
	r := io.MultiReader(b, strings.NewReader("\n"))
	two(func() { w.ReadFrom(r) }, func() { b.WriteByte('x') })
}
func TestBugReadFromEmbeddedInterface(t *testing.T) {
	w := wrapped{bufio.NewWriter(io.Discard)}
	b := abc()
	two(func() { w.ReadFrom(b) }, func() { b.WriteByte('x') })
}
func TestBugReadFromMethodValue(t *testing.T) {
	var w console = &screen{Buffer: new(bytes.Buffer)}
	b, from := abc(), w.ReadFrom
	two(func() { from(b) }, func() { b.WriteByte('x') })
}
func TestBugWriteTo(t *testing.T) {
	b := new(bytes.Buffer)
	for _, r := range []io.WriterTo{strings.NewReader("abc"), &screen{Buffer: abc()}} {
		two(func() { r.WriteTo(b) }, func() { b.WriteByte('x') })
	}
}
func TestBugWriteAt(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var w io.WriterAt = f
	p := []byte("abc")
	two(func() { w.WriteAt(p, 0) }, func() { p[0]++ })
}
func TestBugReadAt(t *testing.T) {
	var r io.ReaderAt = strings.NewReader("abc")
	p := make([]byte, 2)
	two(func() { r.ReadAt(p, 0) }, func() { p[0]++ })
}
func TestOKReadAtAgain(t *testing.T) {
	var r io.ReaderAt = strings.NewReader("abc")
	p := make([]byte, 4)
	two(func() { r.ReadAt(p, 0) }, func() { p[3]++ })
}
func TestOKOwnMethods(t *testing.T) {
	var s any = shut{}
	b, v, p := abc(), &item{}, []byte("a")
	two(func() {
		s.(console).ReadFrom(b)
		s.(io.WriterTo).WriteTo(b)
		s.(encoder).Encode(v)
		s.(decoder).Decode(v)
		s.(io.WriterAt).WriteAt(p, 0)
	}, func() { b.WriteByte('x'); v.N++; p[0]++ })
}

type encoder interface{ Encode(v any) error }
type decoder interface{ Decode(v any) error }
type encoding struct{ *json.Encoder }
type decoding struct{ *json.Decoder }
type codec struct {
	encoder
	decoder
}

func encodes(e encoder) {
	v := &item{}
	two(func() { e.Encode(v) }, func() { v.N++ })
}
func decodes(d decoder) {
	v := &item{}
	two(func() { d.Decode(v) }, func() { v.N++ })
}

func TestBugEncodeJSON(t *testing.T) { encodes(json.NewEncoder(io.Discard)) }
func TestBugEncodeXML(t *testing.T)  { encodes(xml.NewEncoder(io.Discard)) }
func TestBugEncodeGob(t *testing.T)  { encodes(gob.NewEncoder(io.Discard)) }
func TestBugEncodeEmbedded(t *testing.T) {
	encodes(encoding{json.NewEncoder(io.Discard)})
}
func TestBugEncodeEmbeddedInterface(t *testing.T) {
	encodes(codec{encoder: json.NewEncoder(io.Discard)})
}

const three = `{"N":3}`

func TestBugDecodeJSON(t *testing.T) { decodes(json.NewDecoder(strings.NewReader(three))) }
func TestBugDecodeXML(t *testing.T) {
	decodes(xml.NewDecoder(strings.NewReader("<item><N>3</N></item>")))
}
func TestBugDecodeGob(t *testing.T) {
	var b bytes.Buffer
	gob.NewEncoder(&b).Encode(item{3})
	decodes(gob.NewDecoder(&b))
}
func TestBugDecodeEmbedded(t *testing.T) {
	decodes(decoding{json.NewDecoder(strings.NewReader(three))})
}
func TestBugDecodeEmbeddedInterface(t *testing.T) {
	decodes(codec{decoder: json.NewDecoder(strings.NewReader(three))})
}
func TestOKDecodeNothing(t *testing.T) { decodes(json.NewDecoder(strings.NewReader(`{}`))) }

// What one goroutine has filled another one empties, by ways that are seen and that are not.

func handsOver(t *testing.T, empty func(b *bytes.Buffer)) {
	b := bytes.NewBuffer(make([]byte, 0, 256))
	full, emptied, over := make(chan bool), make(chan bool), make(chan bool)
	go func() {
		io.Writer(b).Write([]byte("a text of more than sixteen bytes"))
		full <- true
		<-over // and looks once more what it has used
	}()
	go func() {
		<-full
		empty(b)
		close(emptied)
	}()
	<-emptied
	over <- true
	runtime.Gosched()
	b.Write([]byte("another text of more than sixteen bytes"))
}

func TestOKEmptiedBehindInterface(t *testing.T) {
	var w console = &screen{Buffer: new(bytes.Buffer)}
	handsOver(t, func(b *bytes.Buffer) { w.ReadFrom(io.MultiReader(b, strings.NewReader("\n"))) })
}
func TestOKEmptiedUnseen(t *testing.T) {
	type local struct{ *bytes.Buffer }
	handsOver(t, func(b *bytes.Buffer) {
		var w io.WriterTo = local{b}
		w.WriteTo(io.Discard)
	})
}
