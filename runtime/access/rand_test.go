//go:debug randseednop=0
package access

import (
	"math/rand"
	"testing"
)

// TestRandPlain: natively the numbers are those of math/rand.
func TestRandPlain(t *testing.T) {
	draw := func(intn func(int) int, perm func(int) []int, read func([]byte) (int, error)) (all []int) {
		RandSeed(42)
		for range 10 {
			all = append(all, intn(1000))
		}
		b := make([]byte, 10)
		read(b)
		for _, c := range b {
			all = append(all, int(c))
		}
		return append(append(all, perm(5)...), perm(3)...)
	}
	want, got := draw(rand.Intn, rand.Perm, rand.Read), draw(Rand.Intn, Rand.Perm, RandRead) //lint:ignore SA1019 what RandRead is held against
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("%v, want %v", got, want)
		}
	}
	for range 100 {
		if v := RandN(int8(100)); v < 0 || v >= 100 {
			t.Fatalf("N(100) = %d", v)
		}
	}
}
