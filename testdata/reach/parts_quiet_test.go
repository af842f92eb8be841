package reach

import (
	"bytes"
	"cmp"
	"hash/fnv"
	"slices"
	"sort"
	"testing"
	"unicode/utf8"
)

func TestPartsContainsPart(t *testing.T) {
	x := ints()
	together(func() { x[7] = 9 }, func() { slices.Contains(x, 2) })
}

func TestPartsIndexFunc(t *testing.T) {
	x := ints()
	together(func() { x[7] = 9 }, func() { slices.IndexFunc(x, func(v int) bool { return v == 3 }) })
}

func TestPartsEqualLen(t *testing.T) {
	x := ints()
	together(func() { x[0] = 9 }, func() { slices.Equal(x, x[1:]) })
}

func TestPartsEqualDiff(t *testing.T) {
	x := ints()
	together(func() { x[7] = 9 }, func() { slices.Equal(x[:7], x[1:]) })
}

func TestPartsBinary(t *testing.T) {
	x := ints()
	together(func() { x[0] = 0 }, func() { slices.BinarySearch(x, 8) })
}

func TestPartsGrow(t *testing.T) {
	x := append(make([]int, 0, 20), ints()...)
	together(func() { x[0] = 0 }, func() { slices.Grow(x, 2) })
}

func TestPartsChunk(t *testing.T) {
	x := ints()
	together(func() { x[0] = 0 }, func() {
		for range slices.Chunk(x, 2) {
		}
	})
}

func TestPartsValuesMade(t *testing.T) {
	x := ints()
	together(func() { x[0] = 0 }, func() { slices.Values(x) })
}

func TestPartsValuesPart(t *testing.T) {
	x := ints()
	together(func() { x[3] = 0 }, func() {
		for v := range slices.Values(x) {
			if v > 1 {
				break
			}
		}
	})
}

func TestPartsBackward(t *testing.T) {
	x := ints()
	together(func() { x[0] = 0 }, func() {
		for range slices.Backward(x) {
			break
		}
	})
}

func TestPartsSortSorted(t *testing.T) {
	x := ints()
	together(func() { slices.Sort(x) }, func() { sort.Ints(x) })
}

func TestPartsSortRead(t *testing.T) {
	x := ints()
	together(func() { _ = x[0] }, func() { slices.Sort(x) })
}

func TestPartsSortFuncSorted(t *testing.T) {
	x := ints()
	together(func() { slices.SortFunc(x, cmp.Compare[int]) }, func() { slices.SortFunc(x, cmp.Compare[int]) })
}

func TestPartsSortSliceSorted(t *testing.T) {
	x := ints()
	s := func() { sort.Slice(x, func(i, j int) bool { return x[i] < x[j] }) }
	together(s, s)
}

func TestPartsCompact(t *testing.T) {
	x := ints()
	together(func() { slices.Compact(x) }, func() { _ = x[1] })
}

func TestPartsDelete(t *testing.T) {
	x := ints()
	together(func() { x[0] = 1 }, func() { slices.Delete(x, 2, 3) })
}

func TestPartsDeleteFunc(t *testing.T) {
	x := ints()
	together(func() { _ = x[0] }, func() { slices.DeleteFunc(x, func(int) bool { return false }) })
}

func TestPartsHasPrefix(t *testing.T) {
	b := []byte("abcdef")
	together(func() { b[5] = 1 }, func() { bytes.HasPrefix(b, []byte("ab")) })
}

func TestPartsLines(t *testing.T) {
	b := []byte("a\nb\n")
	together(func() { b[0] = 1 }, func() { bytes.Lines(b) })
}

func TestPartsSplitSeq(t *testing.T) {
	b := []byte("a,b")
	together(func() { b[0] = 1 }, func() { bytes.SplitSeq(b, []byte(",")) })
}

func TestPartsDecodeRune(t *testing.T) {
	b := []byte("abcdef")
	together(func() { b[5] = 1 }, func() { utf8.DecodeRune(b) })
}

func TestPartsHashReaders(t *testing.T) {
	h := fnv.New64a()
	together(func() { h.Sum64() }, func() { h.Sum(nil) })
}
