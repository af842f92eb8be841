package access

import (
	"reflect"
	"sync"
	"testing"
)

func TestKeys(t *testing.T) {
	type pair struct {
		a string
		b int
	}
	if got, want := Keys(map[pair]int{{"b", 1}: 0, {"a", 2}: 0, {"a", 1}: 0}), []pair{{"a", 1}, {"a", 2}, {"b", 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("structs: %v, want %v", got, want)
	}
	if got, want := Keys(map[any]int{"b": 0, 2: 0, "a": 0, 1: 0, true: 0, nil: 0, 1.5: 0}), []any{nil, true, 1.5, 1, 2, "a", "b"}; !reflect.DeepEqual(got, want) {
		t.Errorf("interfaces: %v, want %v", got, want)
	}
	if got, want := Keys(map[[2]uint8]int{{2, 1}: 0, {1, 2}: 0}), [][2]uint8{{1, 2}, {2, 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("arrays: %v, want %v", got, want)
	}
}

func TestPlain(t *testing.T) {
	type bytes []byte
	a := append(make(bytes, 0, 8), "abc"...)
	b := Append(a, 0).Values('d', 'e')
	if c := Append(a, 0).Slice(bytes("x")); string(c) != "abcx" || string(b) != "abcxe" {
		t.Errorf("append does not write behind the end: %s, %s", c, b)
	}
	if c := AppendString(a, "yz", 0); string(c) != "abcyz" || string(b) != "abcyz" {
		t.Errorf("append of a string: %s, %s", c, b)
	}
	if n := Copy(b[1:], b, 0, 0); n != 4 || string(b) != "aabcy" {
		t.Errorf("copy: %d, %s", n, b)
	}
	if n := CopyString(b, "QQ", 0); n != 2 || string(b) != "QQbcy" {
		t.Errorf("copy of a string: %d, %s", n, b)
	}
	ClearSlice(b[:1], 0)
	m := map[any]int{1: 1, "x": 2}
	Delete(m, 0).Key("x")
	if b[0] != 0 || len(m) != 1 {
		t.Errorf("clear and delete: %v %v", b, m)
	}
	ClearMap(m, 0)
	x := 5
	if len(m) != 0 || Get(&x, 0) != 5 {
		t.Errorf("clear, get: %v %v", m, x)
	}
}

func TestSyncMap(t *testing.T) {
	var m sync.Map
	for _, k := range []int{3, 1, 2} {
		MapStore(&m, 0, k, k*k)
	}
	sum := 0
	MapRange(&m, 0, func(k, v any) bool { // natively in any order
		sum += k.(int)*100 + v.(int)
		return true
	})
	if sum != 614 {
		t.Errorf("Range goes through keys and values of the sum %d", sum)
	}
	MapDelete(&m, 0, 2)
	v, ok := MapLoad(&m, 0, 3)
	_, gone := MapLoad(&m, 0, 2)
	old, loaded := MapLoadOrStore(&m, 0, 1, "new")
	if v != 9 || !ok || gone || old != 1 || !loaded {
		t.Errorf("Load: %v %v %v %v %v", v, ok, gone, old, loaded)
	}
	if MapCompareAndSwap(&m, 0, 1, 2, 3) || !MapCompareAndSwap(&m, 0, 1, 1, 3) || MapCompareAndDelete(&m, 0, 1, 1) {
		t.Error("CompareAndSwap, CompareAndDelete")
	}
	if v, _ := MapSwap(&m, 0, 1, 4); v != 3 {
		t.Errorf("Swap: %v", v)
	}
	if v, ok := MapLoadAndDelete(&m, 0, 1); v != 4 || !ok {
		t.Errorf("LoadAndDelete: %v %v", v, ok)
	}
	MapClear(&m, 0)
	if _, ok := MapLoad(&m, 0, 3); ok {
		t.Error("Clear leaves entries")
	}
}

func TestInto(t *testing.T) {
	type named map[any]*int
	m := named{}
	Into(m).Set("x", nil)
	if v, ok := m["x"]; !ok || v != nil {
		t.Errorf("%v %v", v, ok)
	}
}

func TestMaps(t *testing.T) {
	m := map[string]int{"c": 3, "a": 1, "b": 2}
	var keys []string
	for k := range MapsKeys(0, m) {
		keys = append(keys, k)
		delete(m, "b") // gone before its turn
	}
	sum := 0
	for v := range MapsValues(0, m) {
		sum += v
		break
	}
	if want := []string{"a", "c"}; !reflect.DeepEqual(keys, want) || sum != 1 {
		t.Errorf("%v %d", keys, sum)
	}
}
