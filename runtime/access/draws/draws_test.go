package draws

import (
	"math/rand"
	"testing"

	rt "gocheck.dev/runtime"
)

// TestSeedNatively: without gocheck a seed is what it is.
func TestSeedNatively(t *testing.T) {
	for _, seed := range []uint64{0, 7, uint64(rt.StartOfTime.UnixNano()), 1<<64 - 1} {
		if got := Seed(seed); got != seed {
			t.Errorf("%d, want %d", got, seed)
		}
		if got, want := Source(int64(seed)).Int63(), rand.NewSource(int64(seed)).Int63(); got != want {
			t.Errorf("seeded with %d: %d, want %d", seed, got, want)
		}
	}
}
