package loops

import (
	"math"

	"gocheck.dev/runtime"
)

// Integer is what counts the rounds of a loop.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32
}

// near is how many rounds before and after one at which the number is a bound are made in any case:
// what is compared may be the number before or after its step.
const near = 2

// Counts begins a round of a loop that waits, adds step to i in each round, and does nothing else
// with i but to compare it with the bounds. It adds what was left out, and says how many rounds are
// like this one. It is true.
func Counts[I Integer](w *runtime.Waiting, i *I, step int64, bounds ...I) bool {
	return counts(w, i, step, bounds, false)
}

// CountsForAll is Counts for a loop whose number is seen when it is over.
func CountsForAll[I Integer](w *runtime.Waiting, i *I, step int64, bounds ...I) bool {
	return counts(w, i, step, bounds, true)
}

func counts[I Integer](w *runtime.Waiting, i *I, step int64, bounds []I, shown bool) bool {
	*i += I(w.LeftOut() * step)
	w.Alike(alike(*i, step, bounds), shown)
	return true
}

// alike is in how many rounds from the one that begins with i comparisons with the bounds come to
// the same. Of a number that has left them all behind it is 0: it may come round again.
func alike[I Integer](i I, step int64, bounds []I) (rounds int64) {
	rounds = math.MaxInt64
	for _, b := range bounds {
		switch far := (int64(b) - int64(i)) / step; {
		case far > near:
			rounds = min(rounds, far-near)
		case far >= -near:
			return 0
		}
	}
	if rounds == math.MaxInt64 {
		return 0
	}
	return rounds
}
