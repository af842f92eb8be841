package wire

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
)

// What is no number is written as none, wherever it stands; all others are read as they
// were.
func TestNumbers(t *testing.T) {
	for _, v := range []float64{0, 1, -1, 0.1, 1e-9, 123456789.5, 1e20, 1e21, 1e300, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1)} {
		m := Message{Type: "result", Result: &Result{Seconds: Number(v), Estimate: Number(v)}, Progress: &Progress{Seconds: Number(v), Estimate: Number(v)}}
		data, err := json.Marshal(m)
		if err != nil {
			t.Errorf("%v: %v", v, err)
			continue
		}
		want := Number(v)
		if math.IsInf(v, 0) || math.IsNaN(v) {
			want = 0
		}
		var got Message
		if err := json.Unmarshal(data, &got); err != nil || got.Result.Seconds != want || got.Progress.Estimate != want {
			t.Errorf("%v became %+v, %v", v, got.Result, err)
		}
	}
}

// No number is sent that is not a Number.
func TestNoBareFloats(t *testing.T) {
	seen := map[reflect.Type]bool{}
	numbers := 0
	var visit func(typ reflect.Type, where string)
	visit = func(typ reflect.Type, where string) {
		if typ == reflect.TypeFor[Number]() {
			numbers++
			return
		}
		switch typ.Kind() {
		case reflect.Float64, reflect.Float32, reflect.Complex64, reflect.Complex128, reflect.Interface:
			t.Errorf("%s is a %v", where, typ)
		case reflect.Pointer, reflect.Slice, reflect.Array:
			visit(typ.Elem(), where)
		case reflect.Map:
			visit(typ.Key(), where)
			visit(typ.Elem(), where)
		case reflect.Struct:
			if seen[typ] {
				return
			}
			seen[typ] = true
			for i := range typ.NumField() {
				if f := typ.Field(i); f.IsExported() {
					visit(f.Type, typ.String()+"."+f.Name)
				}
			}
		}
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[Message](), reflect.TypeFor[Config](), reflect.TypeFor[Unit](), reflect.TypeFor[Command]()} {
		visit(typ, typ.String())
	}
	if numbers == 0 {
		t.Error("no number was found")
	}
}
