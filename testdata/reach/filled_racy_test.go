package reach

import (
	"container/ring"
	"encoding/json"
	"flag"
	"reflect"
	"strings"
	"testing"
)

// What decoders, flags and package reflect read and write.

func TestRingDo(t *testing.T) {
	r := ring.New(2)
	together(func() { r.Value = 1 }, func() { r.Do(func(any) {}) })
}

func TestSwapper(t *testing.T) {
	b := []int{1, 2, 3}
	together(func() { use(b[0]) }, func() { reflect.Swapper(b)(0, 1) })
}

func TestReflectCopy(t *testing.T) {
	b := []int{1, 2, 3}
	together(func() { use(b[0]) }, func() { reflect.Copy(reflect.ValueOf(b), reflect.ValueOf([]int{4})) })
}

func TestReflectCopySrc(t *testing.T) {
	b := []int{1, 2, 3}
	together(func() { b[0] = 1 }, func() { reflect.Copy(reflect.ValueOf([]int{4}), reflect.ValueOf(b)) })
}

func TestReflectAppend(t *testing.T) {
	b := make([]int, 1, 4)
	together(func() { use(b[:2][1]) }, func() { reflect.Append(reflect.ValueOf(b), reflect.ValueOf(4)) })
}

func TestReflectAppendSlice(t *testing.T) {
	b := make([]int, 1, 4)
	together(func() { use(b[:2][1]) }, func() { reflect.AppendSlice(reflect.ValueOf(b), reflect.ValueOf([]int{4})) })
}

func TestFlagSet(t *testing.T) {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	n := f.Int("n", 1, "")
	together(func() { use(*n) }, func() { f.Set("n", "2") })
}

func TestFlagParse(t *testing.T) {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	n := f.Int("n", 1, "")
	together(func() { use(*n) }, func() { f.Parse([]string{"-n", "2"}) })
}

func TestFlagVar(t *testing.T) {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	var n string
	f.StringVar(&n, "n", "d", "")
	together(func() { use(n) }, func() { f.Set("n", "2") })
}

func TestFlagCommandLine(t *testing.T) {
	n := flag.Int("nnn", 1, "")
	together(func() { use(*n) }, func() { flag.Set("nnn", "2") })
}

func TestFlagPrint(t *testing.T) {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	n := f.Int("n", 1, "")
	together(func() { *n = 3 }, func() { use(f.Lookup("n").Value.String()) })
}

func TestDecodedJSONHas(t *testing.T) {
	var v fields
	together(func() { use(v.B) }, func() { json.Unmarshal([]byte(`{"B":0}`), &v) })
}

func TestDecodedJSONHasFold(t *testing.T) {
	var v fields
	together(func() { use(v.B) }, func() { json.Unmarshal([]byte(`{"b":0}`), &v) })
}

func TestDecodedJSONNested(t *testing.T) {
	v := fields{C: &fields{}}
	together(func() { use(v.C.B) }, func() { json.Unmarshal([]byte(`{"C":{"B":1}}`), &v) })
}

func TestDecodedJSONDecoder(t *testing.T) {
	var v fields
	together(func() { use(v.B) }, func() { json.NewDecoder(strings.NewReader(`{"B":1}`)).Decode(&v) })
}

func TestDecodedJSONSlice(t *testing.T) {
	v := fields{D: []int{1, 2}}
	together(func() { use(v.D[0]) }, func() { json.Unmarshal([]byte(`{"D":[3]}`), &v) })
}

func TestDecodedJSONInMap(t *testing.T) {
	v := fields{M: map[string]int{}}
	m := v.M
	together(func() { use(m["x"]) }, func() { json.Unmarshal([]byte(`{"M":{"a":3}}`), &v) })
}
