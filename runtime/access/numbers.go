package access

import (
	"reflect"
	"slices"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/bigwords"
)

// Words of numbers of math/big: Bits gives them away, SetBits keeps what it is given, and a copy
// of a number has the same ones.

// words announces what the use of a number accesses of its words: reads of all, writes of those
// that have changed.
func (u *use) words(v reflect.Value) {
	if u.moves || v.Kind() != reflect.Pointer || v.IsNil() || v.Type().Elem().PkgPath() != "math/big" {
		return
	}
	all := bigwords.Of(v.Elem(), nil)
	if !u.write {
		for _, w := range all {
			rt.SliceR(w, u.site)
		}
		return
	}
	if len(all) == 0 {
		return
	}
	old := make([][]uint, len(all))
	for i, w := range all {
		old[i] = slices.Clone(w)
	}
	rt.Watches(v.UnsafePointer(), u.site, func(pass func(p unsafe.Pointer, n int, write bool)) {
		for i, w := range all {
			for j := range w {
				if w[j] != old[i][j] {
					old[i][j] = w[j]
					pass(unsafe.Pointer(&w[j]), 1, true)
				}
			}
		}
	})
}

// Operand announces that a number is read by a method of x, if that is one of package math/big's.
func Operand[T, I any](v T, s rt.Site, x I) T {
	if t := typeOf(x); t != nil && kindOf(t) != unknown {
		return Reads(v, s)
	}
	return v
}
