package reach

import (
	"encoding/json"
	"flag"
	"reflect"
	"strings"
	"testing"
)

// What decoders, flags and package reflect read and write.

func TestFineSwapper(t *testing.T) {
	b := []int{1, 2, 3}
	together(func() { use(b[2]) }, func() { reflect.Swapper(b)(0, 1) })
}

func TestFineReflectCopy(t *testing.T) {
	b := []int{1, 2, 3}
	together(func() { use(b[1]) }, func() { reflect.Copy(reflect.ValueOf(b), reflect.ValueOf([]int{4})) })
}

func TestFineFlagParse(t *testing.T) {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	n := f.Int("n", 1, "")
	f.Int("m", 1, "")
	together(func() { use(*n) }, func() { f.Parse([]string{"-m", "2"}) })
}

func TestFineDecodedJSONLacks(t *testing.T) {
	var v fields
	together(func() { use(v.B) }, func() { json.Unmarshal([]byte(`{"A":1}`), &v) })
}

func TestFineDecodedJSONNested(t *testing.T) {
	v := fields{C: &fields{}}
	together(func() { use(v.C.A) }, func() { json.Unmarshal([]byte(`{"C":{"B":1}}`), &v) })
}

func TestFineDecodedJSONDecoder(t *testing.T) {
	var v fields
	together(func() { use(v.B) }, func() { json.NewDecoder(strings.NewReader(`{"A":1}`)).Decode(&v) })
}

func TestFineDecodedJSONWrong(t *testing.T) {
	var v fields
	together(func() { use(v.B) }, func() { json.Unmarshal([]byte(`{"B":`), &v) })
}

func TestFineDecodedJSONNull(t *testing.T) {
	var v fields
	together(func() { use(v.B) }, func() { json.Unmarshal([]byte(`{"B":null}`), &v) })
}

func TestFineDecodedJSONSlice(t *testing.T) {
	v := fields{D: []int{1, 2}}
	d := v.D
	together(func() { use(d[1]) }, func() { json.Unmarshal([]byte(`{"D":[3]}`), &v) })
}

func TestFineDecodedJSONNotMap(t *testing.T) {
	v := fields{M: map[string]int{}}
	m := v.M
	together(func() { use(m["x"]) }, func() { json.Unmarshal([]byte(`{"A":2}`), &v) })
}
