package reach

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
)

// What decoders write: what the input has.

func TestFineDecodedJSONEmbedded(t *testing.T) {
	var v tags
	together(func() { use(v.Y) }, func() { json.Unmarshal([]byte(`{"X":1}`), &v) })
}

func TestFineDecodedJSONEmbeddedPointer2(t *testing.T) {
	v := tags{Emb2: &Emb2{}}
	together(func() { use(v.W) }, func() { json.Unmarshal([]byte(`{"Z":1}`), &v) })
}

func TestFineDecodedJSONTag(t *testing.T) {
	var v tags
	together(func() { use(v.Name) }, func() { json.Unmarshal([]byte(`{"Name":"1"}`), &v) })
}

func TestFineDecodedJSONQuoted(t *testing.T) {
	var v tags
	together(func() { use(v.Q) }, func() { json.Unmarshal([]byte(`{"q":1, "F":2}`), &v) })
}

func TestFineDecodedJSONDash(t *testing.T) {
	var v tags
	together(func() { use(v.Skip) }, func() { json.Unmarshal([]byte(`{"-":1,"Skip":3}`), &v) })
}

func TestFineDecodedJSONAfterAny(t *testing.T) {
	var v tags
	together(func() { use(v.B) }, func() { json.Unmarshal([]byte(`{"Any":[1, {"B":true}], "U":3}`), &v) })
}

func TestFineDecodedJSONBytesWrong(t *testing.T) {
	var v tags
	together(func() { use(v.Bytes) }, func() { json.Unmarshal([]byte(`{"Bytes":"a"}`), &v) })
}

func TestFineDecodedJSONPtrRead(t *testing.T) {
	x := 1
	v := tags{P: &x}
	together(func() { use(v.P) }, func() { json.Unmarshal([]byte(`{"P":1}`), &v) })
}

func TestFineDecodedJSONIface(t *testing.T) {
	var v tags
	together(func() { use(v.I) }, func() { json.Unmarshal([]byte(`{"I":1}`), &v) })
}

func TestFineDecodedJSONSliceHeader(t *testing.T) {
	v := tags{Strs: []string{"a"}}
	together(func() { use(len(v.Strs)) }, func() { json.Unmarshal([]byte(`{"Strs":["q"]}`), &v) })
}

func TestFineDecodedJSONMapElem(t *testing.T) {
	v := tags{Map: map[string]*emb{"a": {}}}
	e := v.Map["a"]
	together(func() { use(e.X) }, func() { json.Unmarshal([]byte(`{"Map":{"a":{"X":1}}}`), &v) })
}

func TestFineDecodedJSONOverflow(t *testing.T) {
	var v tags
	together(func() { use(v.U) }, func() { json.Unmarshal([]byte(`{"U":300}`), &v) })
}

func TestFineDecodedJSONMismatch(t *testing.T) {
	var v tags
	together(func() { use(v.U, v.Name, v.Arr, v.Map) }, func() { json.Unmarshal([]byte(`{"U":"300","n":3,"Arr":{},"Map":[]}`), &v) })
}

func TestFineDecodedJSONToken(t *testing.T) {
	var b tags
	d := json.NewDecoder(strings.NewReader(`[{"U":3}, {"B":true}]`))
	d.Token()
	d.Decode(&tags{})
	together(func() { use(b.U) }, func() { d.Decode(&b) })
}

func TestFineDecodedJSONAgain(t *testing.T) {
	var b tags
	d := json.NewDecoder(strings.NewReader(``))
	together(func() { use(b.B) }, func() { d.Decode(&b) })
}

func TestFineDecodedJSONCustom(t *testing.T) {
	var v struct{ C, D custom }
	together(func() { use(v.C.n) }, func() { json.Unmarshal([]byte(`{"D":2}`), &v) })
}

func TestFineXMLLacks(t *testing.T) {
	var v struct{ A, B int }
	together(func() { use(v.B) }, func() { xml.Unmarshal([]byte("<x><A>1</A></x>"), &v) })
}
