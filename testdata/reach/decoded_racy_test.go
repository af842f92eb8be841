package reach

import (
	"encoding/json"
	"encoding/xml"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// What decoders write: what the input has.

type emb struct{ X, Y int }
type Emb2 struct{ Z, W int }
type tags struct {
	emb
	*Emb2
	Name  string `json:"n"`
	Q     int    `json:"q,string"`
	Skip  int    `json:"-"`
	Dash  int    `json:"-,"`
	Arr   [3]int
	Any   any
	Time  time.Time
	Big   *big.Int
	Raw   json.RawMessage
	Bytes []byte
	P     *int
	I     interface{ M() }
	Strs  []string
	Map   map[string]*emb
	S     []emb
	F     float32
	U     uint8
	B     bool
}

type custom struct{ n int }

func (c *custom) UnmarshalJSON(b []byte) error { c.n = len(b); return nil }

func TestDecodedJSONEmbedded(t *testing.T) {
	var v tags
	together(func() { use(v.X) }, func() { json.Unmarshal([]byte(`{"X":1}`), &v) })
}

func TestDecodedJSONEmbeddedPointer(t *testing.T) {
	var v tags
	together(func() { use(v.Emb2) }, func() { json.Unmarshal([]byte(`{"Z":1}`), &v) })
}

func TestDecodedJSONEmbeddedPointer2(t *testing.T) {
	v := tags{Emb2: &Emb2{}}
	together(func() { use(v.Z) }, func() { json.Unmarshal([]byte(`{"Z":1}`), &v) })
}

func TestDecodedJSONTag(t *testing.T) {
	var v tags
	together(func() { use(v.Name) }, func() { json.Unmarshal([]byte(`{"n":"1"}`), &v) })
}

func TestDecodedJSONQuoted(t *testing.T) {
	var v tags
	together(func() { use(v.Q) }, func() { json.Unmarshal([]byte(`{"q":"1"}`), &v) })
}

func TestDecodedJSONDash(t *testing.T) {
	var v tags
	together(func() { use(v.Dash) }, func() { json.Unmarshal([]byte(`{"-":1,"Skip":3}`), &v) })
}

func TestDecodedJSONArray(t *testing.T) {
	var v tags
	together(func() { use(v.Arr[2]) }, func() { json.Unmarshal([]byte(`{"Arr":[1]}`), &v) })
}

func TestDecodedJSONAny(t *testing.T) {
	var v tags
	together(func() { use(v.Any) }, func() { json.Unmarshal([]byte(`{"Any":[1, {"a":2}], "U":3}`), &v) })
}

func TestDecodedJSONAfterAny(t *testing.T) {
	var v tags
	together(func() { use(v.U) }, func() { json.Unmarshal([]byte(`{"Any":[1, {"B":true}], "unknown": {"x":[{}]}, "U":3}`), &v) })
}

func TestDecodedJSONAnyPointer(t *testing.T) {
	x := 0
	v := tags{Any: &x}
	together(func() { use(x) }, func() { json.Unmarshal([]byte(`{"Any":1}`), &v) })
}

func TestDecodedJSONTime(t *testing.T) {
	var v tags
	together(func() { use(v.Time) }, func() { json.Unmarshal([]byte(`{"Time":"2020-01-01T00:00:00Z"}`), &v) })
}

func TestDecodedJSONBig(t *testing.T) {
	v := tags{Big: big.NewInt(1)}
	b := v.Big
	together(func() { use(b.String()) }, func() { json.Unmarshal([]byte(`{"Big":33}`), &v) })
}

func TestDecodedJSONRaw(t *testing.T) {
	var v tags
	together(func() { use(v.Raw) }, func() { json.Unmarshal([]byte(`{"Raw":{"a":1}}`), &v) })
}

func TestDecodedJSONBytes(t *testing.T) {
	var v tags
	together(func() { use(v.Bytes) }, func() { json.Unmarshal([]byte(`{"Bytes":"aaaa"}`), &v) })
}

func TestDecodedJSONPtrNull(t *testing.T) {
	var v tags
	together(func() { use(v.P) }, func() { json.Unmarshal([]byte(`{"P":null}`), &v) })
}

func TestDecodedJSONPtr(t *testing.T) {
	var v tags
	together(func() { use(v.P) }, func() { json.Unmarshal([]byte(`{"P":1}`), &v) })
}

func TestDecodedJSONPtrTo(t *testing.T) {
	x := 1
	v := tags{P: &x}
	together(func() { use(x) }, func() { json.Unmarshal([]byte(`{"P":1}`), &v) })
}

func TestDecodedJSONSliceGrow(t *testing.T) {
	v := tags{Strs: []string{"a"}}
	s := v.Strs
	together(func() { s[0] = "x" }, func() { json.Unmarshal([]byte(`{"Strs":["q","b"]}`), &v) })
}

func TestDecodedJSONStructSlice(t *testing.T) {
	v := tags{S: []emb{{}, {}}}
	s := v.S
	together(func() { use(s[1].Y) }, func() { json.Unmarshal([]byte(`{"S":[{"X":1},{"Y":1}]}`), &v) })
}

func TestDecodedJSONTwoValues(t *testing.T) {
	var a, b tags
	d := json.NewDecoder(strings.NewReader(`{"U":3} {"B":true}`))
	d.Decode(&a)
	together(func() { use(b.B) }, func() { d.Decode(&b) })
}

func TestDecodedJSONToken(t *testing.T) {
	var b tags
	d := json.NewDecoder(strings.NewReader(`[{"U":3}, {"B":true}]`))
	d.Token()
	d.Decode(&tags{})
	together(func() { use(b.B) }, func() { d.Decode(&b) })
}

func TestDecodedJSONLong(t *testing.T) {
	var b tags
	d := json.NewDecoder(iotest.OneByteReader(strings.NewReader(`{"n": "` + strings.Repeat("x", 3000) + `"} {"B":true}`)))
	d.Decode(&tags{})
	together(func() { use(b.B) }, func() { d.Decode(&b) })
}

func TestDecodedJSONCustom(t *testing.T) {
	var v struct{ C custom }
	together(func() { use(v.C.n) }, func() { json.Unmarshal([]byte(`{"C":2}`), &v) })
}

func TestXMLFills(t *testing.T) {
	var v struct{ A, B int }
	together(func() { use(v.A) }, func() { xml.Unmarshal([]byte("<x><A>1</A></x>"), &v) })
}
