package loops

import (
	"math/rand"
	"testing"
)

// TestAlike: of what is told to be alike no comparison with a bound comes to something else,
// whether it comes before the step or after it; and where nothing is near, something is alike.
func TestAlike(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	found := 0
	for range 100_000 {
		i, step := int8(r.Intn(256)-128), int64(1+r.Intn(4))
		if r.Intn(2) == 0 {
			step = -step
		}
		bounds := []int8{int8(r.Intn(256) - 128), int8(r.Intn(256) - 128)}
		rounds := alike(i, step, bounds)
		if rounds > 0 {
			found++
		}
		for k := range rounds {
			for _, b := range bounds {
				for _, n := range []int64{int64(i) + k*step, int64(i) + (k+1)*step} {
					if n != int64(int8(n)) || n == int64(b) || (n < int64(b)) != (i < b) {
						t.Fatalf("from %d by %d, %d rounds alike, but %d beside %d", i, step, rounds, n, b)
					}
				}
			}
		}
		ahead := 0
		for _, b := range bounds {
			if far := (int64(b) - int64(i)) / step; far > 3 {
				ahead++
			} else if far >= -3 {
				ahead = -2
			}
		}
		if ahead > 0 && rounds == 0 {
			t.Fatalf("from %d by %d to %v: nothing alike", i, step, bounds)
		}
	}
	if found < 1000 {
		t.Errorf("only %d", found)
	}
}
