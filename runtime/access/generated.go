package access

import rt "gocheck.dev/runtime"

// What calls access that are in the generated table of the standard library's functions.

// ReadsPart announces reads of the elements from low to high.
func ReadsPart[S ~[]E, E any](a S, s rt.Site, low, high int) S {
	if !rt.Quiet() && high <= len(a) {
		rt.SliceR(a[low:high], s)
	}
	return a
}

// ReadsNested announces reads of the elements of a slice and of the slices in it.
func ReadsNested[S ~[]T, T ~[]E, E any](a S, s rt.Site) S {
	if !rt.Quiet() {
		for _, b := range rt.SliceR(a, s) {
			rt.SliceR(b, s)
		}
	}
	return a
}

// Looks announces a read of the variable that p points to.
func Looks[T any](p *T, s rt.Site) *T {
	if p != nil {
		rt.R(p, s)
	}
	return p
}
