package draws

import (
	"encoding/binary"
	"math/rand"

	rt "gocheck.dev/runtime"
)

// A reading of the clock is another seed in each native run, so a source of the program's own that
// has it is seeded with what is drawn, once for each reading: sources that have the same one draw
// the same. Any other seed is what it is.

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

// Seed is what a source is seeded with that is drawn from.
func Seed(seed uint64) uint64 {
	v, chance := seedOf(seed)
	if chance {
		rt.Random() // it says that there are others
	}
	return v
}

// Word is Seed of a parameter of math/rand/v2.
func Word(seed uint64, _ rt.Site) uint64 { return Seed(seed) }

// Key is Seed of a key of ChaCha8. It is seeded by the clock if one of its words is a reading, in
// whatever order its bytes are.
func Key(seed [32]byte, _ rt.Site) [32]byte {
	for i := 0; i < len(seed); i += 8 {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			order.PutUint64(seed[i:], Seed(order.Uint64(seed[i:])))
		}
	}
	return seed
}

// seedOf is what a source is seeded with. Chance says that another one is as good.
func seedOf(seed uint64) (v uint64, chance bool) {
	if clockwise(seed) {
		if v, ok := rt.OfClock(seed); ok {
			return v, true
		}
	}
	return seed, false
}

// Source is rand.NewSource.
func Source(seed int64) rand.Source {
	if rt.Controlled() {
		l := new(late)
		l.Seed(seed)
		return l
	}
	return rand.NewSource(seed)
}

// late is a source that says that it is seeded by chance when somebody draws from it: many packages
// have one that most of their tests do not use.
type late struct {
	rand.Source64
	seed   uint64
	chance bool
}

func (l *late) source() rand.Source64 {
	if l.Source64 == nil {
		if l.Source64 = rand.NewSource(int64(l.seed)).(rand.Source64); l.chance {
			rt.Random() // it says that there are others
		}
	}
	return l.Source64
}

// Int63 implements rand.Source.
func (l *late) Int63() int64 { return l.source().Int63() }

// Uint64 implements rand.Source64.
func (l *late) Uint64() uint64 { return l.source().Uint64() }

// Seed implements rand.Source.
func (l *late) Seed(seed int64) {
	l.Source64 = nil
	l.seed, l.chance = seedOf(uint64(seed))
}
