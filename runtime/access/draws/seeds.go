package draws

import (
	"math/rand"

	rt "gocheck.dev/runtime"
)

// A reading of the clock is another seed in each native run, so a source of the program's own that
// has it is seeded with what is drawn. Any other seed is what it is.

// clockwise says whether a seed is a reading of the clock.
func clockwise(seed uint64) bool {
	const day, most = 24 * 60 * 60, 1e9
	start := uint64(rt.StartOfTime.Unix())
	for unit := uint64(1); unit <= most; unit *= 1000 { // the parts of a second that it counts
		if at := seed / unit; at >= start && at < start+day {
			return true
		}
	}
	return false
}

// Seed is what a source is seeded with.
func Seed(seed uint64) uint64 {
	if clockwise(seed) {
		if v, ok := rt.Random(); ok {
			return v
		}
	}
	return seed
}

// Source is rand.NewSource.
func Source(seed int64) rand.Source {
	if rt.Controlled() && clockwise(uint64(seed)) {
		return &late{seed: seed}
	}
	return rand.NewSource(seed)
}

// late is a source that is seeded when somebody draws from it: many packages have one that most
// of their tests do not use.
type late struct {
	rand.Source64
	seed int64
}

func (l *late) source() rand.Source64 {
	if l.Source64 == nil {
		l.Source64 = rand.NewSource(int64(Seed(uint64(l.seed)))).(rand.Source64)
	}
	return l.Source64
}

// Int63 implements rand.Source.
func (l *late) Int63() int64 { return l.source().Int63() }

// Uint64 implements rand.Source64.
func (l *late) Uint64() uint64 { return l.source().Uint64() }

// Seed implements rand.Source.
func (l *late) Seed(seed int64) { l.Source64 = rand.NewSource(seed).(rand.Source64) }
