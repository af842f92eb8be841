package library

import (
	"bytes"
	"encoding/asn1"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"time"
)

type decoded struct {
	Name string
	N    int
	On   bool
	In   part
	P    *part
	L    []int
	Any  any `xml:"-"`
	T    time.Time
}

type part struct{ A, B int }

// use reads: a call that is inlined would not.
//
//go:noinline
func use[T any](T) {}

var sink any

// What decoders write: what the input has, also if it was the same before.
func TestOKXMLDecodeOther(t *testing.T) {
	var c decoded
	both(func() { _ = xml.NewDecoder(strings.NewReader("<decoded><N>1</N></decoded>")).Decode(&c) }, func() { use(c.Name) })
}

func TestBugXMLDecodeSame(t *testing.T) {
	var c decoded
	both(func() { _ = xml.NewDecoder(strings.NewReader("<decoded><N>0</N></decoded>")).Decode(&c) }, func() { use(c.N) })
}

func TestBugXMLUnmarshalSame(t *testing.T) {
	var c decoded
	both(func() { _ = xml.Unmarshal([]byte("<decoded><N>0</N></decoded>"), &c) }, func() { use(c.N) })
}

func TestOKXMLUnmarshalNested(t *testing.T) { // A is of In, not of P
	c := decoded{P: &part{}}
	both(func() { _ = xml.Unmarshal([]byte("<decoded><In><A>1</A></In><P><B>1</B></P></decoded>"), &c) }, func() { use(c.P.A); use(c.In.B) })
}

func TestBugXMLUnmarshalNested(t *testing.T) {
	c := decoded{P: &part{}}
	both(func() { _ = xml.Unmarshal([]byte("<decoded><In><A>1</A></In><P><B>0</B></P></decoded>"), &c) }, func() { use(c.P.B) })
}

func TestBugXMLDecodePtr(t *testing.T) {
	c := decoded{P: &part{}}
	both(func() { _ = xml.NewDecoder(strings.NewReader("<decoded><P><B>0</B></P></decoded>")).Decode(&c) }, func() { use(c.P.B) })
}

func TestOKXMLDecodePtr(t *testing.T) {
	c := decoded{P: &part{}}
	both(func() { _ = xml.NewDecoder(strings.NewReader("<decoded><P><B>0</B></P></decoded>")).Decode(&c) }, func() { use(c.P.A) })
}

func TestBugXMLBool(t *testing.T) {
	c := decoded{On: true}
	both(func() { _ = xml.NewDecoder(strings.NewReader("<decoded><On>true</On></decoded>")).Decode(&c) }, func() {
		if c.On {
			use(1)
		}
	})
}

func TestBugXMLTime(t *testing.T) {
	c := decoded{}
	both(func() {
		_ = xml.NewDecoder(strings.NewReader("<decoded><T>0001-01-01T00:00:00Z</T></decoded>")).Decode(&c)
	}, func() { sink = c.T })
}

func TestOKXMLAttr(t *testing.T) {
	var c struct {
		X int    `xml:"x,attr"`
		Y int    `xml:"y,attr"`
		Z string `xml:",chardata"`
	}
	both(func() { _ = xml.NewDecoder(strings.NewReader(`<a x="0">t</a>`)).Decode(&c) }, func() { use(c.Y) })
}

func TestBugXMLAttr(t *testing.T) {
	var c struct {
		X int    `xml:"x,attr"`
		Y int    `xml:"y,attr"`
		Z string `xml:",chardata"`
	}
	both(func() { _ = xml.NewDecoder(strings.NewReader(`<a x="0">t</a>`)).Decode(&c) }, func() { use(c.X) })
}

func TestBugXMLChardataEmpty(t *testing.T) {
	var c struct {
		Z string `xml:",chardata"`
	}
	both(func() { _ = xml.NewDecoder(strings.NewReader(`<a x="0"></a>`)).Decode(&c) }, func() { use(c.Z) })
}

// decodeElements decodes what is in elements of that name.
func decodeElements(d *xml.Decoder, c *decoded) {
	for {
		tok, err := d.Token()
		if err != nil {
			return
		}
		if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "decoded" {
			_ = d.DecodeElement(c, &s)
		}
	}
}

func TestOKXMLSeveralTokens(t *testing.T) {
	var c decoded
	d := xml.NewDecoder(strings.NewReader(`<r><decoded><N>1</N></decoded><Name>x</Name></r>`))
	both(func() { decodeElements(d, &c) }, func() { use(c.Name) })
}

func TestBugXMLDecodeElement(t *testing.T) {
	var c decoded
	d := xml.NewDecoder(strings.NewReader(`<r><decoded><N>0</N></decoded><Name>x</Name></r>`))
	both(func() { decodeElements(d, &c) }, func() { use(c.N) })
}

func TestOKJSON(t *testing.T) {
	var c decoded
	both(func() { _ = json.NewDecoder(strings.NewReader(`{"N":1}`)).Decode(&c) }, func() { use(c.Name) })
}

func TestBugJSON(t *testing.T) {
	var c decoded
	both(func() { _ = json.NewDecoder(strings.NewReader(`{"N":0}`)).Decode(&c) }, func() { use(c.N) })
}

func gobOf(v any) []byte { var b bytes.Buffer; _ = gob.NewEncoder(&b).Encode(v); return b.Bytes() }

func TestBugGobSame(t *testing.T) {
	c := part{A: 5}
	in := gobOf(part{A: 5})
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&c) }, func() { use(c.A) })
}

func TestBugGobTwice(t *testing.T) {
	var c struct{ N int }
	in := gobOf(struct{ N int }{5})
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&c) }, func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&c) })
}

func TestOKGobOther(t *testing.T) {
	var c struct{ N, M int }
	in := gobOf(struct{ N int }{5})
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&c) }, func() { use(c.M) })
}

func TestBugGobMapSame(t *testing.T) {
	m := map[string]int{"a": 1}
	in := gobOf(m)
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&m) }, func() { use(m["a"]) })
}

// Not by go test -race: the detector looks at the first word of a slice only, and this writes
// its length.
func TestBugGobSlice(t *testing.T) {
	m := []int{1, 2, 3}
	in := gobOf([]int{1, 2})
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&m) }, func() { use(len(m)) })
}

func TestBugGobSliceElem(t *testing.T) {
	m := []int{1, 2, 3}
	n := m
	in := gobOf([]int{1, 2})
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&m) }, func() { use(n[1]) })
}

func TestOKGobSliceElem(t *testing.T) {
	m := []int{1, 2, 3}
	n := m
	in := gobOf([]int{1, 2})
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&m) }, func() { use(n[2]) })
}

func TestBugGobBehind(t *testing.T) {
	n := []int{1, 2, 3}
	m := n[:1]
	in := gobOf([]int{1, 2})
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&m) }, func() { use(n[1]) })
}

func TestBugGobBool(t *testing.T) {
	c := struct{ B bool }{true}
	in := gobOf(c)
	both(func() { _ = gob.NewDecoder(bytes.NewReader(in)).Decode(&c) }, func() {
		if c.B {
			use(0)
		}
	})
}

func TestOKASN1(t *testing.T) {
	type s struct {
		A int
		B int `asn1:"optional"`
	}
	in, _ := asn1.Marshal(s{A: 1})
	var c s
	both(func() { _, _ = asn1.Unmarshal(in, &c) }, func() { use(c.B) })
}

func TestBugASN1(t *testing.T) {
	type s struct {
		A int
		B int `asn1:"optional"`
	}
	in, _ := asn1.Marshal(s{A: 0})
	var c s
	both(func() { _, _ = asn1.Unmarshal(in, &c) }, func() { use(c.A) })
}

func TestBugBinary(t *testing.T) {
	var c struct{ A, B int32 }
	both(func() { _ = binary.Read(bytes.NewReader(make([]byte, 8)), binary.LittleEndian, &c) }, func() { use(int(c.A)) })
}

func TestOKBinaryShort(t *testing.T) {
	var c struct{ A, B int32 }
	both(func() { _ = binary.Read(bytes.NewReader(make([]byte, 4)), binary.LittleEndian, &c) }, func() { use(int(c.B)) })
}

func TestBugSscan(t *testing.T) {
	var a, b int
	both(func() { _, _ = fmt.Sscan("0 0", &a, &b) }, func() { use(b) })
}

func TestOKSscan(t *testing.T) {
	var a, b int
	both(func() { _, _ = fmt.Sscan("0", &a, &b) }, func() { use(b) })
}

func TestBugBinaryDecode(t *testing.T) {
	var c struct{ A, B int32 }
	both(func() { _, _ = binary.Decode(make([]byte, 8), binary.LittleEndian, &c) }, func() { use(int(c.A)) })
}
