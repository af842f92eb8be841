package strangers

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// The same seed makes the same file, another one mostly another; and what is made of
// JSON is JSON.
func TestSame(t *testing.T) {
	type inner struct {
		S []string
		N int
	}
	type outer struct {
		A string
		B map[string]string
		C *inner
	}
	words := Words("/d")
	text := []byte("one two:3 four\nfive=6\n\nseven\n")
	seen := map[string]bool{}
	for seed := range uint64(500) {
		var made [2]string
		for i := range made {
			r := rand.New(rand.NewPCG(1, seed))
			v := &outer{"a", map[string]string{"k": "v"}, &inner{[]string{"x", "y"}, 3}}
			Struct(r, v, words)
			encoded, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			changed := JSON(r, encoded, words)
			if !json.Valid(changed) {
				t.Fatalf("no JSON: %s", changed)
			}
			made[i] = string(encoded) + string(changed) + string(Text(r, text, words))
		}
		if made[0] != made[1] {
			t.Fatalf("seed %d: %q and %q", seed, made[0], made[1])
		}
		seen[made[0]] = true
	}
	if len(seen) < 450 {
		t.Errorf("%d different ones of 500", len(seen))
	}
}
