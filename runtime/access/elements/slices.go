package elements

import (
	"bytes"
	"cmp"
	"iter"
	"reflect"
	"slices"
	"sort"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// Functions of slices and sort that read a part of what they are given, as
// the data say, or write only what changes. They stand for the functions of these
// names where tasks may share a slice; the rest of it is not accessed.

// SlicesIndex is slices.Index, which reads up to what it finds.
func SlicesIndex[S ~[]E, E comparable](s rt.Site, x S, v E) int {
	for i := range x {
		if access.Get(&x[i], s) == v {
			return i
		}
	}
	return -1
}

// SlicesContains is slices.Contains.
func SlicesContains[S ~[]E, E comparable](s rt.Site, x S, v E) bool { return SlicesIndex(s, x, v) >= 0 }

// SlicesIndexFunc is slices.IndexFunc.
func SlicesIndexFunc[S ~[]E, E any](s rt.Site, x S, f func(E) bool) int {
	for i := range x {
		if f(access.Get(&x[i], s)) {
			return i
		}
	}
	return -1
}

// SlicesContainsFunc is slices.ContainsFunc.
func SlicesContainsFunc[S ~[]E, E any](s rt.Site, x S, f func(E) bool) bool {
	return SlicesIndexFunc(s, x, f) >= 0
}

// SlicesEqual is slices.Equal.
func SlicesEqual[S ~[]E, E comparable](s rt.Site, x, y S) bool {
	return SlicesEqualFunc(s, x, y, func(a, b E) bool { return a == b })
}

// SlicesEqualFunc is slices.EqualFunc.
func SlicesEqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s rt.Site, x S1, y S2, eq func(E1, E2) bool) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !eq(access.Get(&x[i], s), access.Get(&y[i], s)) {
			return false
		}
	}
	return true
}

// SlicesCompare is slices.Compare.
func SlicesCompare[S ~[]E, E cmp.Ordered](s rt.Site, x, y S) int {
	return SlicesCompareFunc(s, x, y, cmp.Compare[E])
}

// SlicesCompareFunc is slices.CompareFunc.
func SlicesCompareFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s rt.Site, x S1, y S2, compare func(E1, E2) int) int {
	for i := range x {
		v := access.Get(&x[i], s)
		if i >= len(y) {
			return +1
		}
		if c := compare(v, access.Get(&y[i], s)); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

// SlicesIsSorted is slices.IsSorted, which looks from the end.
func SlicesIsSorted[S ~[]E, E cmp.Ordered](s rt.Site, x S) bool {
	return SlicesIsSortedFunc(s, x, cmp.Compare[E])
}

// SlicesIsSortedFunc is slices.IsSortedFunc.
func SlicesIsSortedFunc[S ~[]E, E any](s rt.Site, x S, compare func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if compare(access.Get(&x[i], s), access.Get(&x[i-1], s)) < 0 {
			return false
		}
	}
	return true
}

// SlicesBinarySearch is slices.BinarySearch.
func SlicesBinarySearch[S ~[]E, E cmp.Ordered](s rt.Site, x S, target E) (int, bool) {
	return SlicesBinarySearchFunc(s, x, target, cmp.Compare[E])
}

// SlicesBinarySearchFunc is slices.BinarySearchFunc.
func SlicesBinarySearchFunc[S ~[]E, E, T any](s rt.Site, x S, target T, compare func(E, T) int) (int, bool) {
	i := sort.Search(len(x), func(i int) bool { return compare(access.Get(&x[i], s), target) >= 0 })
	return i, i < len(x) && compare(access.Get(&x[i], s), target) == 0
}

// SlicesGrow is slices.Grow, which copies if there is no room.
func SlicesGrow[S ~[]E, E any](s rt.Site, x S, n int) S {
	if n > cap(x)-len(x) {
		rt.SliceR(x, s)
	}
	return slices.Grow(x, n)
}

// SlicesAll is slices.All; elements are read when it comes to them.
func SlicesAll[S ~[]E, E any](s rt.Site, x S) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := range x {
			if !yield(i, access.Get(&x[i], s)) {
				return
			}
		}
	}
}

// SlicesValues is slices.Values.
func SlicesValues[S ~[]E, E any](s rt.Site, x S) iter.Seq[E] {
	return func(yield func(E) bool) {
		SlicesAll(s, x)(func(_ int, v E) bool { return yield(v) })
	}
}

// SlicesBackward is slices.Backward.
func SlicesBackward[S ~[]E, E any](s rt.Site, x S) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := len(x) - 1; i >= 0; i-- {
			if !yield(i, access.Get(&x[i], s)) {
				return
			}
		}
	}
}

// changing announces that f reads the elements of x, and afterwards writes of
// those that it has changed: which these are depends on the data and on f's
// callbacks. Fewer than least are not looked at.
func changing[S ~[]E, E any](x S, least int, s rt.Site, f func(x S)) {
	if rt.Quiet() || len(x) < least {
		f(x)
		return
	}
	before := Seen(x, s)
	now := x
	if rt.Stepwise() {
		now = slices.Clone(before)
	} else {
		before = slices.Clone(x)
	}
	f(now)
	size := unsafe.Sizeof(x[0])
	for i := range x {
		a, b := unsafe.Slice((*byte)(unsafe.Pointer(&before[i])), size), unsafe.Slice((*byte)(unsafe.Pointer(&now[i])), size)
		if !bytes.Equal(a, b) {
			rt.At(&x[i], s).Set(now[i])
		}
	}
}

// SlicesSort is slices.Sort.
func SlicesSort[S ~[]E, E cmp.Ordered](s rt.Site, x S) { changing(x, 2, s, slices.Sort[S]) }

// SlicesSortFunc is slices.SortFunc.
func SlicesSortFunc[S ~[]E, E any](s rt.Site, x S, f func(a, b E) int) {
	changing(x, 2, s, func(x S) { slices.SortFunc(x, f) })
}

// SlicesSortStableFunc is slices.SortStableFunc.
func SlicesSortStableFunc[S ~[]E, E any](s rt.Site, x S, f func(a, b E) int) {
	changing(x, 2, s, func(x S) { slices.SortStableFunc(x, f) })
}

// SlicesCompact is slices.Compact.
func SlicesCompact[S ~[]E, E comparable](s rt.Site, x S) S {
	n := 0
	changing(x, 2, s, func(x S) { n = len(slices.Compact(x)) })
	return x[:n]
}

// SlicesCompactFunc is slices.CompactFunc.
func SlicesCompactFunc[S ~[]E, E any](s rt.Site, x S, eq func(E, E) bool) S {
	n := 0
	changing(x, 2, s, func(x S) { n = len(slices.CompactFunc(x, eq)) })
	return x[:n]
}

// SlicesDeleteFunc is slices.DeleteFunc.
func SlicesDeleteFunc[S ~[]E, E any](s rt.Site, x S, del func(E) bool) S {
	n := 0
	changing(x, 1, s, func(x S) { n = len(slices.DeleteFunc(x, del)) })
	return x[:n]
}

// moving announces that f reads the elements of x from one number on, and writes them from another.
func moving[S ~[]E, E any](x S, reads, writes int, s rt.Site, f func(x S)) {
	if rt.Quiet() {
		f(x)
		return
	}
	now := x
	if rt.Stepwise() {
		now = slices.Clone(x)
		copy(now[reads:], Seen(x[reads:], s))
	} else {
		rt.SliceR(x[reads:], s)
		rt.SliceW(x[writes:], s)
	}
	f(now)
	for i := writes; i < len(x) && rt.Stepwise(); i++ {
		rt.At(&x[i], s).Set(now[i])
	}
}

// SlicesDelete is slices.Delete, which leaves what is before i alone.
func SlicesDelete[S ~[]E, E any](s rt.Site, x S, i, j int) S {
	if i < 0 || i >= j || j > len(x) {
		return slices.Delete(x, i, j)
	}
	moving(x, j, i, s, func(x S) { _ = slices.Delete(x, i, j) })
	return x[:len(x)-(j-i)]
}

// SortInts is sort.Ints.
func SortInts(s rt.Site, x []int) { SlicesSort(s, x) }

// SortStrings is sort.Strings.
func SortStrings(s rt.Site, x []string) { SlicesSort(s, x) }

// SortFloat64s is sort.Float64s.
func SortFloat64s(s rt.Site, x []float64) { SlicesSort(s, x) }

// SortIntsAreSorted is sort.IntsAreSorted.
func SortIntsAreSorted(s rt.Site, x []int) bool { return SlicesIsSorted(s, x) }

// SortStringsAreSorted is sort.StringsAreSorted.
func SortStringsAreSorted(s rt.Site, x []string) bool { return SlicesIsSorted(s, x) }

// SortFloat64sAreSorted is sort.Float64sAreSorted.
func SortFloat64sAreSorted(s rt.Site, x []float64) bool { return SlicesIsSorted(s, x) }

// SortSearchInts is sort.SearchInts.
func SortSearchInts(s rt.Site, x []int, v int) int { return search(s, x, v) }

// SortSearchStrings is sort.SearchStrings.
func SortSearchStrings(s rt.Site, x []string, v string) int { return search(s, x, v) }

// SortSearchFloat64s is sort.SearchFloat64s.
func SortSearchFloat64s(s rt.Site, x []float64, v float64) int { return search(s, x, v) }

func search[E cmp.Ordered](s rt.Site, x []E, v E) int {
	return sort.Search(len(x), func(i int) bool { return access.Get(&x[i], s) >= v })
}

// SortSlice is sort.Slice. What its callback reads, that says itself.
func SortSlice(s rt.Site, x any, less func(i, j int) bool) {
	if rt.Stepwise() && reflect.ValueOf(x).Kind() == reflect.Slice {
		sort.Sort(stepwise{reflect.ValueOf(x), s, less})
		return
	}
	permuting(x, s, func() { sort.Slice(x, less) })
}

// SortSliceStable is sort.SliceStable.
func SortSliceStable(s rt.Site, x any, less func(i, j int) bool) {
	if rt.Stepwise() && reflect.ValueOf(x).Kind() == reflect.Slice {
		sort.Stable(stepwise{reflect.ValueOf(x), s, less})
		return
	}
	permuting(x, s, func() { sort.SliceStable(x, less) })
}

// stepwise is a slice to be sorted of which each element is read and written in its own step.
type stepwise struct {
	reflect.Value
	s    rt.Site
	less func(i, j int) bool
}

func (x stepwise) Less(i, j int) bool { return x.less(i, j) }

func (x stepwise) Swap(i, j int) {
	before := [2]reflect.Value{reflect.New(x.Type().Elem()).Elem(), reflect.New(x.Type().Elem()).Elem()}
	for n, i := range []int{i, j} {
		x.touch(i, false)
		before[n].Set(x.Index(i))
	}
	x.touch(i, true)
	x.Index(i).Set(before[1])
	x.touch(j, true)
	x.Index(j).Set(before[0])
}

func (x stepwise) touch(i int, write bool) {
	rt.TouchValue(x.Index(i).Addr().UnsafePointer(), x.Type().Elem(), x.s, write)
}

// permuting announces writes of the elements of x that f has moved.
func permuting(x any, s rt.Site, f func()) {
	v := reflect.ValueOf(x)
	if rt.Quiet() || v.Kind() != reflect.Slice || v.Len() == 0 {
		f()
		return
	}
	size := int(v.Type().Elem().Size())
	now := unsafe.Slice((*byte)(v.UnsafePointer()), size*v.Len())
	before := slices.Clone(now)
	f()
	for i := range v.Len() {
		if a, b := i*size, (i+1)*size; !bytes.Equal(before[a:b], now[a:b]) {
			rt.TouchValue(v.Index(i).Addr().UnsafePointer(), v.Type().Elem(), s, true)
		}
	}
}

// SlicesChunk is slices.Chunk, which reads nothing.
func SlicesChunk[S ~[]E, E any](_ rt.Site, x S, n int) iter.Seq[S] { return slices.Chunk(x, n) }

// SlicesInsert is slices.Insert, which moves what is behind i where there is room.
func SlicesInsert[S ~[]E, E any](s rt.Site, x S, i int, v ...E) S {
	n := len(x) + len(v)
	switch {
	case rt.Quiet() || len(v) == 0 || i < 0 || i > len(x):
	case n > cap(x):
		return slices.Insert(Seen(x, s), i, v...)
	default:
		old := len(x)
		moving(x[:n], i, i, s, func(x S) { _ = slices.Insert(x[:old], i, v...) })
		return x[:n]
	}
	return slices.Insert(x, i, v...)
}

// SlicesReplace is slices.Replace, which moves what is behind j if there is room.
func SlicesReplace[S ~[]E, E any](s rt.Site, x S, i, j int, v ...E) S {
	n := len(x) - (j - i) + len(v)
	switch {
	case i == j:
		return SlicesInsert(s, x, i, v...)
	case rt.Quiet() || i < 0 || i > j || j > len(x):
	case n > cap(x):
		return slices.Replace(Seen(x, s), i, j, v...)
	default:
		old := len(x)
		moving(x[:max(n, old)], j, i, s, func(x S) { _ = slices.Replace(x[:old], i, j, v...) })
		return x[:n]
	}
	return slices.Replace(x, i, j, v...)
}

// SlicesReverse is slices.Reverse, which leaves the element in the middle alone.
func SlicesReverse[S ~[]E, E any](s rt.Site, x S) {
	if !rt.Stepwise() {
		half := len(x) / 2
		rt.SliceW(x[:half], s)
		rt.SliceW(x[len(x)-half:], s)
		slices.Reverse(x)
		return
	}
	for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 {
		a, b := access.Get(&x[i], s), access.Get(&x[j], s)
		rt.At(&x[i], s).Set(b)
		rt.At(&x[j], s).Set(a)
	}
}
