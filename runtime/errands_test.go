package runtime

import (
	"slices"
	"sync/atomic"
	"testing"
)

// TestErrandsOfInnerLoops: what the errands of an inner loop have seen is the outer loop's as well,
// which goes round as often as it would. A Spin of its own would name events that it does not have.
func TestErrandsOfInnerLoops(t *testing.T) {
	s := testSites(t, "x", "y", "answers", "ask")
	for _, looks := range []int{0, 9} {
		for _, algorithm := range []string{"closure", "dfs"} {
			got, _, _ := outcomesWithin(t, 30, algorithm, Settings{Races: RacesOff}, s, func(s Site, out func(string, ...any)) {
				var x, y atomic.Int32
				answers := make(chan bool, 1)
				Go(s, func() {
					for i := range int32(2) {
						StoreWord(s, wordOfInt32(&x), i)
					}
				})
				is := false
				for w := Loop(s); w.Round() && !is; {
					for v := Loop(s + 1); v.Round(); {
						v.Errand()
						Go(s+3, func() {
							for range looks {
								LoadWord(s, wordOfInt32(&y))
							}
							SendTo(answers, s+2).Send(LoadWord(s, wordOfInt32(&x)) == 1)
						})
						is = Recv(answers, s+2)
						break
					}
				}
				out("%t", is)
			})
			if !slices.Contains(got, "true") {
				t.Errorf("%s, %d looks: %q", algorithm, looks, got)
			}
		}
	}
}
