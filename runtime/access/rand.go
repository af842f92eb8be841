package access

import (
	"math/rand"
	randv2 "math/rand/v2"
	"reflect"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access/draws"
)

// The functions of math/rand that are methods of Rand as well become methods
// of these. A function that is kept as a value draws from the source of the
// task that calls it.
var (
	Rand   = Random{rand.New(source{})}
	RandV2 = RandomV2{randv2.New(source2{})}
)

// Random is a rand.Rand whose numbers below a bound may be chosen.
type Random struct{ *rand.Rand }

// RandomV2 is the same of math/rand/v2.
type RandomV2 struct{ *randv2.Rand }

// below is a number below n that is chosen, or else drawn.
func below[Int int | int32 | int64 | uint | uint32 | uint64](n Int, draw func(Int) Int) Int {
	if n > 0 {
		if v, ok := rt.RandomBelow(uint64(n), func() uint64 { return uint64(draw(n)) }, func(v uint64) any { return v }); ok {
			return Int(v)
		}
	}
	return draw(n)
}

// seeded is draw of what rand.Seed has seeded; else chance.
func seeded[V any](draw func(*rand.Rand) V, chance func() V) (v V) {
	if !draws.Global(consultsGlobal, func(r *rand.Rand) { v = draw(r) }) {
		v = chance()
	}
	return v
}

func consultsGlobal(change bool) {
	rt.AtCaller()
	ConsultsAt(unsafe.Pointer(&Rand), 0, change)
}

// bounded is a number below n.
func bounded[Int int | int32 | int64](n Int, draw func(*rand.Rand, Int) Int) Int {
	drawn := func(r *rand.Rand) Int { return draw(r, n) }
	return seeded(drawn, func() Int {
		return draws.Number(below(n, func(n Int) Int { return draw(Rand.Rand, n) }))
	})
}

// unbounded is a number of math/rand.
func unbounded[V draws.Numbers](draw func(*rand.Rand) V) V {
	return seeded(draw, func() V { return draws.Number(draw(Rand.Rand)) })
}

// Intn is rand.Intn.
func (r Random) Intn(n int) int { return bounded(n, (*rand.Rand).Intn) }

// Int31n is rand.Int31n.
func (r Random) Int31n(n int32) int32 { return bounded(n, (*rand.Rand).Int31n) }

// Int63n is rand.Int63n.
func (r Random) Int63n(n int64) int64 { return bounded(n, (*rand.Rand).Int63n) }

// IntN is rand.IntN.
func (r RandomV2) IntN(n int) int { return draws.Number(below(n, r.Rand.IntN)) }

// Int32N is rand.Int32N.
func (r RandomV2) Int32N(n int32) int32 { return draws.Number(below(n, r.Rand.Int32N)) }

// Int64N is rand.Int64N.
func (r RandomV2) Int64N(n int64) int64 { return draws.Number(below(n, r.Rand.Int64N)) }

// UintN is rand.UintN.
func (r RandomV2) UintN(n uint) uint { return draws.Number(below(n, r.Rand.UintN)) }

// Uint32N is rand.Uint32N.
func (r RandomV2) Uint32N(n uint32) uint32 { return draws.Number(below(n, r.Rand.Uint32N)) }

// Uint64N is rand.Uint64N.
func (r RandomV2) Uint64N(n uint64) uint64 { return draws.Number(below(n, r.Rand.Uint64N)) }

// Shuffle is rand.Shuffle.
func (r Random) Shuffle(n int, swap func(i, j int)) {
	if !draws.Seeded(consultsGlobal) {
		draws.Swaps(n, swap, r.shuffle)
		return
	}
	// What swap does is the program's, so nothing is drawn meanwhile.
	var pairs [][2]int
	draws.Global(consultsGlobal, func(r *rand.Rand) {
		r.Shuffle(n, func(i, j int) { pairs = append(pairs, [2]int{i, j}) })
	})
	for _, p := range pairs {
		swap(p[0], p[1])
	}
}

func (r Random) shuffle(n int, swap func(i, j int)) {
	draws.FewShuffle(n, swap, func(n int) int { return below(n, r.Rand.Intn) }, r.Rand.Shuffle)
}

// Perm is rand.Perm.
func (r Random) Perm(n int) []int {
	return seeded(func(r *rand.Rand) []int { return r.Perm(n) }, func() []int { return draws.Perm(draws.FewPerm(n, r.shuffle, r.Rand.Perm)) })
}

// Shuffle is rand.Shuffle.
func (r RandomV2) Shuffle(n int, swap func(i, j int)) { draws.Swaps(n, swap, r.shuffle) }

func (r RandomV2) shuffle(n int, swap func(i, j int)) {
	draws.FewShuffle(n, swap, func(n int) int { return below(n, r.Rand.IntN) }, r.Rand.Shuffle)
}

// Perm is rand.Perm.
func (r RandomV2) Perm(n int) []int { return draws.Perm(draws.FewPerm(n, r.shuffle, r.Rand.Perm)) }

// source is the source of the calling task; outside of an execution that of
// the package's own functions, by whose values the methods of Rand give the
// numbers that the functions give.
type source struct{}

// Uint64 draws.
func (source) Uint64() uint64 {
	if v, ok := rt.Random(); ok {
		return v
	}
	return rand.Uint64()
}

// Int63 draws as the sources of math/rand do.
func (s source) Int63() int64 { return int64(s.Uint64() & (1<<63 - 1)) }

// Seed is not called: RandSeed is.
func (source) Seed(int64) {}

type source2 struct{}

// Uint64 draws.
func (source2) Uint64() uint64 {
	if v, ok := rt.Random(); ok {
		return v
	}
	return randv2.Uint64()
}

// RandSeed is rand.Seed.
func RandSeed(seed int64) { draws.Reseed(seed, consultsGlobal) }

// RandNewSource is rand.NewSource.
func RandNewSource(seed int64) rand.Source { return draws.Source(seed) }

// RandRead is rand.Read. (The method of Rand keeps what is left of a number
// for the next call, of whatever task.)
func RandRead(p []byte) (int, error) {
	if draws.Global(consultsGlobal, func(r *rand.Rand) { r.Read(p) }) {
		return len(p), nil
	}
	v, ok := uint64(0), false
	for i := range p {
		if i%7 == 0 {
			if v, ok = rt.Random(); !ok {
				return rand.Read(p) //lint:ignore SA1019 it is what the program calls
			}
		}
		p[i] = byte(v)
		v >>= 8
	}
	return len(p), nil
}

// RandN is rand.N of math/rand/v2.
func RandN[Int interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return draws.Number(Int(below(uint64(n), RandV2.Rand.Uint64N)))
}

// QuickCheck is check, which is quick.Check, with arguments that are drawn from
// the source of the task that calls it. C is quick.Config: to name it would
// link its package, which declares flags, into every test binary.
func QuickCheck[C any](check func(f any, config *C) error) func(f any, config *C) error {
	return func(f any, config *C) error { return check(f, withSource(config)) }
}

// QuickCheckEqual is the same for quick.CheckEqual.
func QuickCheckEqual[C any](check func(f, g any, config *C) error) func(f, g any, config *C) error {
	return func(f, g any, config *C) error { return check(f, g, withSource(config)) }
}

// withSource is a copy of a quick.Config with a source, if it has none.
func withSource[C any](config *C) *C {
	c := new(C)
	if config != nil {
		*c = *config
	}
	if field, ok := reflect.ValueOf(c).Elem().FieldByName("Rand").Addr().Interface().(**rand.Rand); ok && *field == nil {
		*field = Rand.Rand
	}
	return c
}

// The functions of math/rand that have no bound, which the methods of Rand draw.

// Int is rand.Int.
func (r Random) Int() int { return unbounded((*rand.Rand).Int) }

// Int31 is rand.Int31.
func (r Random) Int31() int32 { return unbounded((*rand.Rand).Int31) }

// Int63 is rand.Int63.
func (r Random) Int63() int64 { return unbounded((*rand.Rand).Int63) }

// Uint32 is rand.Uint32.
func (r Random) Uint32() uint32 { return unbounded((*rand.Rand).Uint32) }

// Uint64 is rand.Uint64.
func (r Random) Uint64() uint64 { return unbounded((*rand.Rand).Uint64) }

// Float32 is rand.Float32.
func (r Random) Float32() float32 { return unbounded((*rand.Rand).Float32) }

// Float64 is rand.Float64.
func (r Random) Float64() float64 { return unbounded((*rand.Rand).Float64) }

// ExpFloat64 is rand.ExpFloat64.
func (r Random) ExpFloat64() float64 { return seeded((*rand.Rand).ExpFloat64, r.Rand.ExpFloat64) }

// NormFloat64 is rand.NormFloat64.
func (r Random) NormFloat64() float64 { return seeded((*rand.Rand).NormFloat64, r.Rand.NormFloat64) }

// Int is rand.Int.
func (r RandomV2) Int() int { return draws.Number(r.Rand.Int()) }

// Int32 is rand.Int32.
func (r RandomV2) Int32() int32 { return draws.Number(r.Rand.Int32()) }

// Int64 is rand.Int64.
func (r RandomV2) Int64() int64 { return draws.Number(r.Rand.Int64()) }

// Uint is rand.Uint.
func (r RandomV2) Uint() uint { return draws.Number(r.Rand.Uint()) }

// Uint32 is rand.Uint32.
func (r RandomV2) Uint32() uint32 { return draws.Number(r.Rand.Uint32()) }

// Uint64 is rand.Uint64.
func (r RandomV2) Uint64() uint64 { return draws.Number(r.Rand.Uint64()) }

// Float32 is rand.Float32.
func (r RandomV2) Float32() float32 { return draws.Number(r.Rand.Float32()) }

// Float64 is rand.Float64.
func (r RandomV2) Float64() float64 { return draws.Number(r.Rand.Float64()) }
