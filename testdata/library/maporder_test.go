package library

import (
	"reflect"
	"testing"
)

// Package reflect goes through a map in any order, as a loop does.

var ordered = map[string]int{"a": 1, "b": 2}

func TestBugOrderOfMapRange(t *testing.T) {
	it := reflect.ValueOf(ordered).MapRange()
	if it.Next(); it.Key().String() == "b" && it.Value().Int() == 2 {
		t.Error("b comes first")
	}
}

func TestBugOrderOfMapRangeA(t *testing.T) {
	it := new(reflect.MapIter)
	it.Reset(reflect.ValueOf(ordered))
	if it.Next(); it.Key().String() == "a" {
		t.Error("a comes first")
	}
}

func TestBugOrderOfMapKeys(t *testing.T) {
	if reflect.ValueOf(ordered).MapKeys()[0].String() == "b" {
		t.Error("b comes first")
	}
}

// latest counts the maps of which the key that was put in last comes first. Pointers have no order
// of their own: natively it is a chance, so one of 32 executions has none of them, one has all.
func latest() (n int) {
	for range 5 {
		m, first, last := map[*int]bool{}, new(int), new(int)
		m[first], m[last] = true, true
		if v := reflect.ValueOf(m); v.MapKeys()[0].Interface() == last {
			n++
		}
	}
	return n
}

func TestBugOrderOfPointers(t *testing.T) {
	if latest() == 0 {
		t.Error("all as they were put in")
	}
}

func TestBugOrderOfPointersBack(t *testing.T) {
	if latest() == 5 {
		t.Error("all the other way round")
	}
}

func TestBugOrderOfSeq(t *testing.T) {
	for k := range reflect.ValueOf(ordered).Seq() {
		if k.String() == "b" {
			t.Error("b comes first")
		}
		break
	}
}

func TestBugOrderOfSeq2(t *testing.T) {
	for _, v := range reflect.ValueOf(ordered).Seq2() {
		if v.Int() == 2 {
			t.Error("b comes first")
		}
		break
	}
}

func TestBugOrderOfMethodValues(t *testing.T) {
	it := reflect.ValueOf(ordered).MapRange()
	next, key := it.Next, it.Key
	if next(); key().String() == "b" {
		t.Error("b comes first")
	}
}

func TestOKMapIter(t *testing.T) {
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	it := reflect.ValueOf(m).MapRange()
	k, v, n := reflect.New(reflect.TypeFor[string]()).Elem(), reflect.New(reflect.TypeFor[int]()).Elem(), 0
	for it.Next() {
		k.SetIterKey(it)
		v.SetIterValue(it)
		if m[k.String()] != int(v.Int()) || it.Key().String() != k.String() || it.Value().Int() != v.Int() {
			t.Error(k, v)
		}
		if n++; n > 1 {
			continue
		}
		for x := range m {
			if x != k.String() {
				delete(m, x)
				break
			}
		}
	}
	if n != 2 {
		t.Error("a deleted entry comes")
	}
	it.Reset(reflect.ValueOf(map[string]int{"z": 9}))
	if !it.Next() || it.Key().String() != "z" || it.Value().Int() != 9 || it.Next() {
		t.Error("Reset")
	}
	panics(t, func() { it.Next() })
	panics(t, func() { it.Value() })
	panics(t, func() { reflect.ValueOf(m).MapRange().Key() })
	panics(t, func() { new(reflect.MapIter).Next() })
}

func panics(t *testing.T, f func()) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f()
}

func TestOKMapIterOfNaN(t *testing.T) {
	nan := 0.0
	nan /= nan
	it, n := reflect.ValueOf(map[float64]int{nan: 1, 2: 2}).MapRange(), int64(0)
	for it.Next() {
		n += it.Value().Int()
	}
	if n != 3 {
		t.Error(n)
	}
}

// Whether an entry that a loop adds to its map comes is left open.

func TestBugAddedComes(t *testing.T) {
	m, n := map[int]int{1: 1}, 0
	for k := range m {
		if n++; k == 1 {
			m[2] = 2
		}
	}
	if n == 2 {
		t.Error("it comes")
	}
}

func TestBugAddedComesNot(t *testing.T) {
	m, n := map[int]int{1: 1}, 0
	for k := range m {
		if n++; k == 1 {
			m[2] = 2
		}
	}
	if n == 1 {
		t.Error("it does not come")
	}
}

func TestBugAddedAgain(t *testing.T) {
	m, n := map[string]int{"a": 1}, 0
	for k, v := range m {
		n += v
		m[k+"b"]++
		delete(m, "a")
	}
	if n == 3 {
		t.Error("two were added")
	}
}

func TestOKAddedOnce(t *testing.T) {
	m, n := map[int]int{1: 1, 2: 2}, 0
	for k := range m {
		if n++; k < 10 {
			m[k] = 5
			m[k+10] = 0
		}
	}
	if n < 2 || n > 4 || len(m) != 4 {
		t.Error(n, m)
	}
}
