package library

import (
	"bytes"
	"encoding/csv"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestBugXMLTokenValue(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("text<b>more</b>"))
	next := d.RawToken
	tok, _ := next()
	c := tok.(xml.CharData)
	two(func() { _ = c[0] }, func() { next() })
}

func TestBugXMLTokenReader(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>text<b>more</b></a>"))
	var r xml.TokenReader = d
	r.Token()
	tok, _ := r.Token()
	c := tok.(xml.CharData)
	two(func() { _ = c[0] }, func() { r.Token() })
}

func TestBugXMLTokenDeferred(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>text<b>more</b></a>"))
	d.Token()
	tok, _ := d.Token()
	c := tok.(xml.CharData)
	two(func() { _ = c[0] }, func() { defer d.Skip() })
}

func TestOKXMLTokenEmpty(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>text</a>"))
	d.Token()
	tok, _ := d.Token()
	c := tok.(xml.CharData).Copy()
	d.Token()
	two(func() { _ = c[0] }, func() { d.Token() })
}

type slow struct{ s []string }

func (r *slow) Read(p []byte) (int, error) {
	if len(r.s) == 0 {
		return 0, fmt.Errorf("end")
	}
	n := copy(p, r.s[0])
	r.s = r.s[1:]
	return n, nil
}

func TestBugXMLTokenSlow(t *testing.T) {
	d := xml.NewDecoder(&slow{[]string{"text<b", ">more", "</b>"}})
	tok, _ := d.RawToken()
	c := tok.(xml.CharData)
	two(func() { _ = c[0] }, func() { d.RawToken() })
}

type un struct{ X string }

func (u *un) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for {
		tok, err := d.Token()
		if err != nil {
			return err
		}
		switch tok := tok.(type) {
		case xml.CharData:
			u.X += string(tok)
		case xml.EndElement:
			return nil
		}
	}
}

func TestOKXMLUnmarshaler(t *testing.T) {
	f := func() {
		var v struct{ A []un }
		if err := xml.Unmarshal([]byte("<x><A>hello</A><A>wor<!-- c -->ld</A></x>"), &v); err != nil || v.A[0].X != "hello" || v.A[1].X != "world" {
			t.Error(v, err)
		}
	}
	two(f, f)
}

func TestOKXMLTexts(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader("<a>one<b>two &amp; three</b><![CDATA[four]]><!-- five --></a>"))
	var all []string
	for {
		tok, err := d.Token()
		if err != nil {
			break
		}
		all = append(all, fmt.Sprintf("%s", tok))
		go func() {}()
	}
	if got := fmt.Sprint(all); !strings.Contains(got, "two & three") || !strings.Contains(got, "four") || !strings.Contains(got, " five ") {
		t.Error(got)
	}
}

type rawHolder struct {
	R json.RawMessage
	N int
}

func TestBugJSONRawObject(t *testing.T) {
	x := rawHolder{R: make([]byte, 20)}
	r := x.R
	two(func() { json.Unmarshal([]byte(`{"R": {"a": [1, 2]}, "N":3}`), &x) }, func() { _ = r[3] })
}

func TestOKJSONRawBehind(t *testing.T) {
	x := rawHolder{R: make([]byte, 20)}
	r := x.R
	two(func() { json.Unmarshal([]byte(`{"N":3, "R" : [1]}`), &x) }, func() { r[3] = 1 })
}

func TestOKJSONRawNoRoom(t *testing.T) {
	x := rawHolder{R: make([]byte, 2)}
	r := x.R
	two(func() { json.Unmarshal([]byte(`{"N":3, "R" : [1,2]}`), &x) }, func() { r[1] = 1 })
}

func TestBugJSONRawMap(t *testing.T) {
	m := map[string]*json.RawMessage{}
	p := &json.RawMessage{1, 2, 3}
	m["a"] = p
	two(func() { json.Unmarshal([]byte(`{"a":5}`), &struct{ A *json.RawMessage }{p}) }, func() { _ = (*p)[0] })
}

type g8 struct {
	A, B int8
	P    *uint16
	S    []uint8
	R    [3]uint8
	In   struct{ C uint16 }
	L    []struct{ D, E int16 }
}

func enc(v any) *bytes.Buffer {
	var b bytes.Buffer
	gob.NewEncoder(&b).Encode(v)
	return &b
}

func TestOKGob8Others(t *testing.T) {
	x := g8{A: 1, B: 2, S: []byte{1, 2}, R: [3]uint8{1, 2, 3}}
	b := enc(g8{A: 3})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() {
		x.B++
		x.S[0]++
		x.S = nil
		x.In.C++
		x.P = nil
	})
	if x.A != 3 || x.B != 3 || x.R != [3]uint8{} || x.In.C != 1 {
		t.Error(x)
	}
}

// Arrays are sent whatever they hold.
func TestBugGob8ArrayZero(t *testing.T) {
	x := g8{R: [3]uint8{1, 2, 3}}
	b := enc(g8{A: 3})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { x.R[1]++ })
}
func TestBugGob8ArraySame(t *testing.T) {
	x := g8{R: [3]uint8{1, 2, 3}}
	b := enc(g8{R: [3]uint8{1, 2, 3}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { _ = x.R })
}
func TestOKGob8ArrayOfOthers(t *testing.T) {
	x := g8{R: [3]uint8{1, 2, 3}}
	b := enc(struct{ A int8 }{3})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { x.R[1]++ })
	if x.R[1] != 3 || x.A != 3 {
		t.Error(x)
	}
}

// Elements that are the same as before are written.
func TestBugGob8Elements(t *testing.T) {
	x := []int8{1, 2, 3}
	b := enc([]int8{1, 2})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { sink = x[:3][1] })
}
func TestBugGob16Pairs(t *testing.T) {
	x := [][2]uint16{{1, 2}, {3, 4}}
	b := enc([][2]uint16{{1, 2}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { sink = x[:2][0][0] })
}
func TestOKGob16Behind(t *testing.T) {
	x := [][2]uint16{{1, 2}, {3, 4}}
	y := x[1:]
	b := enc([][2]uint16{{1, 2}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { y[0][1]++ })
}

type x8 struct {
	A, B int8
	C, D uint16
	E    uint8 `xml:"e,attr"`
}

// So are small numbers of package xml.
func TestBugXML8(t *testing.T) {
	x := x8{A: 5}
	two(func() { xml.Unmarshal([]byte("<x8><A>5</A></x8>"), &x) }, func() { sink = x.A })
}
func TestBugXML16(t *testing.T) {
	x := x8{D: 5}
	two(func() { xml.Unmarshal([]byte("<x8><D>5</D></x8>"), &x) }, func() { sink = x.D })
}
func TestBugXML8Attr(t *testing.T) {
	x := x8{E: 255}
	d := xml.NewDecoder(strings.NewReader(`<x8 e="255"><D>5</D></x8>`))
	two(func() { d.Decode(&x) }, func() { sink = x.E })
}
func TestBugXML8Element(t *testing.T) {
	x := x8{E: 255}
	d := xml.NewDecoder(strings.NewReader(`<x8 e="255"><D>5</D></x8>`))
	start, _ := d.Token()
	e := start.(xml.StartElement)
	two(func() { d.DecodeElement(&x, &e) }, func() { sink = x.E })
}
func TestOKXML8Others(t *testing.T) {
	x := x8{A: 5, B: 6, C: 7, D: 8, E: 9}
	two(func() { xml.Unmarshal([]byte(`<x8 e="127"><A>127</A><C>32767</C></x8>`), &x) }, func() { x.B++; x.D++ })
	if x != (x8{127, 7, 32767, 9, 127}) {
		t.Error(x)
	}
}

func TestBugGob8Pointer(t *testing.T) {
	n := uint16(5)
	x := g8{P: &n}
	b := enc(g8{P: &n})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { _ = n })
}

// Not by go test -race: the detector looks at the first word of a slice only, and this writes
// its length.
func TestBugGob8Slice(t *testing.T) {
	x := g8{S: []byte{1, 2}}
	b := enc(g8{S: []byte{1, 2}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { _ = x.S })
}

func TestOKGob8SliceShorter(t *testing.T) {
	x := g8{S: []byte{1, 2}}
	s := x.S
	b := enc(g8{S: []byte{1}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { s[1]++ })
	if len(x.S) != 1 {
		t.Error(x.S)
	}
}

func TestBugGob8SliceZero(t *testing.T) {
	x := g8{S: []byte{0, 0}}
	s := x.S
	b := enc(g8{S: []byte{0, 0}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { _ = s[1] })
}

func TestBugGob8Array(t *testing.T) {
	x := g8{R: [3]uint8{1, 0, 0}}
	b := enc(g8{R: [3]uint8{1, 0, 0}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { _ = x.R[2] })
}

func TestBugGob8Elem(t *testing.T) {
	x := g8{L: []struct{ D, E int16 }{{1, 2}}}
	l := x.L
	b := enc(g8{L: []struct{ D, E int16 }{{1, 2}}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { _ = l[0].E })
}

func TestOKGob8Elem(t *testing.T) {
	x := g8{L: []struct{ D, E int16 }{{1, 2}}}
	l := x.L
	b := enc(g8{L: []struct{ D, E int16 }{{1, 0}}})
	two(func() { gob.NewDecoder(b).Decode(&x) }, func() { l[0].E++ })
}

func TestBugCSVReadAll(t *testing.T) {
	r := csv.NewReader(strings.NewReader("a,b\nc,d\n"))
	two(func() { r.ReadAll() }, func() { r.FieldPos(0) })
}

func TestBugRecorder(t *testing.T) {
	w := httptest.NewRecorder()
	two(func() { w.WriteHeader(200) }, func() { w.Header().Set("a", "b") })
}

func TestOKHandler(t *testing.T) {
	var n atomic.Int32
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { n.Add(1) })
	f := func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) }
	two(f, f)
	if n.Load() != 2 {
		t.Error(n.Load())
	}
}

func TestBugTempFile(t *testing.T) {
	p := filepath.Join(t.TempDir(), "a")
	two(func() { os.WriteFile(p, []byte("a"), 0o600) }, func() { os.WriteFile(p, []byte("b"), 0o600) })
	if b, _ := os.ReadFile(p); string(b) != "b" {
		t.Error(string(b))
	}
}

func TestBugSliceStable(t *testing.T) {
	s := []int{3, 1, 2}
	two(func() { sort.SliceStable(s, func(i, j int) bool { return s[i] < s[j] }) }, func() { _ = s[0] })
}

func TestBugSlicesReplace(t *testing.T) {
	s := []int{3, 1, 2}
	two(func() { slices.Replace(s, 0, 1, 9) }, func() { _ = s[0] })
}

func TestBugSlicesReplaceRest(t *testing.T) {
	s := []int{3, 1, 2}
	two(func() { slices.Replace(s, 0, 1, 9) }, func() { s[2]++ })
}

func TestBugReflectSeqElem(t *testing.T) {
	s := []int{1, 2}
	two(func() {
		for _, v := range reflect.ValueOf(s).Seq2() {
			_ = v.Int()
		}
	}, func() { s[1]++ })
}

func TestBugTimerChanTwo(t *testing.T) {
	tm := time.NewTimer(time.Millisecond)
	var n atomic.Int32
	f := func() {
		select {
		case <-tm.C:
			n.Add(1)
		case <-time.After(3 * time.Millisecond):
		}
	}
	two(f, f)
	if n.Load() == 1 {
		t.Error("one only")
	}
}
