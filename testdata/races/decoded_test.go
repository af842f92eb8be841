package races

import (
	"bytes"
	"encoding/gob"
	"testing"
)

// Package gob writes what its input has, and no more.

type sentPart struct{ A int }

type received struct {
	A, B   int
	Text   string
	List   []int
	Named  map[string]int
	Inner  sentPart
	Shared *sentPart
}

// decoding decodes what sent becomes into v, beside what other does.
func decoding(t *testing.T, sent any, v *received, other func()) {
	t.Helper()
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(sent); err != nil {
		t.Fatal(err)
	}
	d := gob.NewDecoder(&buf)
	together(func() {
		if err := d.Decode(v); err != nil {
			t.Error(err)
		}
	}, other)
}

func TestGobLacks(t *testing.T) {
	v := &received{Named: map[string]int{}, Shared: &sentPart{}}
	decoding(t, sentPart{1}, v, func() {
		v.B, v.Text, v.List, v.Inner.A = 2, "x", []int{1}, 3
		v.Named["x"], v.Shared.A = 1, 4
		v.Shared = nil
	})
}

func TestGobZeros(t *testing.T) {
	v := &received{List: []int{1}}
	decoding(t, received{A: 1}, v, func() { v.B, v.List[0], v.Inner.A = 2, 2, 3 })
}

func TestGobField(t *testing.T) {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(sentPart{1}); err != nil {
		t.Fatal(err)
	}
	d, v := gob.NewDecoder(&buf), &received{}
	together(func() {
		_ = d.Decode(v) // race
	}, func() {
		v.A = 2 // race
	})
}

func TestGobSlice(t *testing.T) {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(received{List: []int{5}}); err != nil {
		t.Fatal(err)
	}
	d, v := gob.NewDecoder(&buf), &received{List: make([]int, 1)}
	together(func() {
		_ = d.Decode(v) // race
	}, func() {
		v.List[0] = 2 // race
	})
}

func TestGobMap(t *testing.T) {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(received{Named: map[string]int{"a": 1}}); err != nil {
		t.Fatal(err)
	}
	d, v := gob.NewDecoder(&buf), &received{Named: map[string]int{}}
	together(func() {
		_ = d.Decode(v) // race
	}, func() {
		_ = v.Named["b"] // race
	})
}

func TestGobPointer(t *testing.T) {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(received{Shared: &sentPart{1}}); err != nil {
		t.Fatal(err)
	}
	d, v := gob.NewDecoder(&buf), &received{Shared: &sentPart{}}
	together(func() {
		_ = d.Decode(v) // race
	}, func() {
		v.Shared = nil // race
	})
}
