package flat

import (
	"math/rand/v2"
	"testing"
)

// TestKeyTable compares with a map: keys of which many have the same home, and the same
// tag, or the one that stands for a free slot.
func TestKeyTable(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 9))
		var table KeyTable
		number := map[Key]uint32{}
		homes := uint64(1) << (4 * (seed % 6))
		for range 5000 {
			k := Key{A: uint64(r.IntN(3)) << 7 * 255, B: r.Uint64N(homes) << 40 * 0x9e3779b97f4a7c15}
			k.A += r.Uint64N(8) << 8
			n, known := number[k]
			if got, ok := table.Find(k); ok != known || ok && got != n {
				t.Fatalf("seed %d: find(%x) is %d, %t; want %d, %t", seed, k, got, ok, n, known)
			}
			got, fresh := table.Number(k)
			if !known {
				n = uint32(len(number))
				number[k] = n
			}
			if got != n || fresh == known || table.Len() != len(number) || !table.Is(n, k) {
				t.Fatalf("seed %d: number(%x) is %d, %t, of %d; want %d, of %d", seed, k, got, fresh, table.Len(), n, len(number))
			}
		}
	}
}
