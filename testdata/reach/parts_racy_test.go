package reach

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"slices"
	"sort"
	"testing"
)

// Functions that read a part of what they are given, or write what changes: here
// what another goroutine accesses is in it, in parts_quiet_test.go it is not.

func ints() []int { return []int{1, 2, 3, 4, 5, 6, 7, 8} }

func TestPartsContainsRead(t *testing.T) {
	x := ints()
	together(func() { x[0] = 9 }, func() { slices.Contains(x, 2) })
}

func TestPartsBinaryRead(t *testing.T) {
	x := ints()
	together(func() { x[4] = 5 }, func() { slices.BinarySearch(x, 8) })
}

func TestPartsGrowRead(t *testing.T) {
	x := slices.Clip(ints())
	together(func() { x[0] = 0 }, func() { slices.Grow(x, 2) })
}

func TestPartsValuesRun(t *testing.T) {
	x := ints()
	together(func() { x[1] = 0 }, func() {
		for v := range slices.Values(x) {
			if v > 1 {
				break
			}
		}
	})
}

func TestPartsSortWrites(t *testing.T) {
	x := []int{2, 1}
	together(func() { _ = x[0] }, func() { slices.Sort(x) })
}

func TestPartsSortSlice(t *testing.T) {
	x := []int{2, 1}
	s := func() { sort.Slice(x, func(i, j int) bool { return i > j }) }
	together(s, func() { _ = x[1] })
}

func TestPartsCompactWrites(t *testing.T) {
	x := []int{1, 1, 2}
	together(func() { slices.Compact(x) }, func() { _ = x[1] })
}

func TestPartsDeleteTail(t *testing.T) {
	x := ints()
	together(func() { x[7] = 1 }, func() { slices.Delete(x, 2, 3) })
}

func TestPartsHasPrefixRead(t *testing.T) {
	b := []byte("abcdef")
	together(func() { b[1] = 1 }, func() { bytes.HasPrefix(b, []byte("ab")) })
}

func TestPartsSum256(t *testing.T) {
	b := []byte("abcdef")
	together(func() { b[5] = 1 }, func() { sha256.Sum256(b) })
}

func TestPartsCRC(t *testing.T) {
	b := []byte("abcdef")
	together(func() { b[5] = 1 }, func() { crc32.ChecksumIEEE(b) })
}

func TestPartsHash(t *testing.T) {
	var h hash.Hash = fnv.New64a()
	together(func() { h.Write([]byte("x")) }, func() { h.Sum(nil) })
}

func TestPartsHash2(t *testing.T) {
	h := fnv.New32()
	together(func() { h.Write([]byte("x")) }, func() { h.Sum32() })
}

func TestPartsDeferred(t *testing.T) {
	x := []int{2, 1}
	together(func() { defer slices.Sort(x) }, func() { _ = x[0] })
}
