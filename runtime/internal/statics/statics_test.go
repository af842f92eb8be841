package statics

import (
	"testing"
	"unsafe"
)

type pair struct{ a, b int }

// TestHas: memory is that of the last run of an initialiser, from its first byte to its last.
func TestHas(t *testing.T) {
	p, q, list := new(pair), new(pair), make([]pair, 2)
	Lay("v", p, list, 3, any(nil))
	Lay("w", (*pair)(nil))
	for _, in := range []unsafe.Pointer{unsafe.Pointer(p), unsafe.Pointer(&p.b), unsafe.Pointer(&list[1].b)} {
		if !Has(in) {
			t.Error("it is not there")
		}
	}
	if Has(unsafe.Pointer(q)) || Has(unsafe.Add(unsafe.Pointer(&list[1].b), unsafe.Sizeof(0))) {
		t.Error("others are there")
	}
	Lay("v", q)
	if Has(unsafe.Pointer(p)) || !Has(unsafe.Pointer(&q.b)) {
		t.Error("a second run makes other memory")
	}
}
