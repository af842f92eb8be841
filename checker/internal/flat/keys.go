package flat

import (
	"math/bits"
	"unsafe"

	"gocheck.dev/checker"
)

// Key is a 128-bit hash. Events, sets of events, fragments are identified by
// theirs, across executions. Two things with one key would be taken for one: see
// PackedKey.
type Key struct{ A, B uint64 }

// Toggle adds an element to a set's key, or removes it.
func (k *Key) Toggle(o Key) { k.A ^= o.A; k.B ^= o.B }

// Sum adds o as to a multiset.
func (k *Key) Sum(o Key) { k.A += o.A; k.B += o.B }

// mix is the finaliser of splitmix64: a bijection that scatters.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// And makes a new key from k and more.
func (k Key) And(x uint64) Key {
	return Key{mix(k.A ^ x + 0x9e3779b97f4a7c15), mix(k.B + x*0xd6e8feb86659fd93 + 1)}
}

// With makes a new key from k and another one.
func (k Key) With(o Key) Key { return Key{mix(k.A ^ o.A), mix(k.B + o.B)} }

// KeyOf is the key of what an event is apart from its history. Tasks go by their keys:
// see trace.KeyOfTask.
func KeyOf(task Key, index uint32, kind checker.Kind, choice, pchoice int32, partner Key) Key {
	k := task.And(uint64(index)<<32 | uint64(uint32(choice))).And(uint64(uint32(pchoice))<<8 | uint64(kind))
	if partner != (Key{}) {
		k = k.With(partner)
	}
	return k
}

// KeyOfName is the key of a text.
func KeyOfName(name string) Key {
	k := Key{}.And(uint64(len(name)))
	for i := range len(name) {
		k = k.And(uint64(name[i]))
	}
	return k
}

// KeyTable numbers keys, densely. It keeps 96 bits of a key and finds it by a table of
// buckets, each a line of the cache: a slot has a byte of the key as well, so that
// nearly always the only key looked at is the right one, and slots may be few.
type KeyTable struct {
	Keys    Growing[PackedKey] // by number
	buckets []bucket
}

// bucket has the numbers of keys, from the first slot on. When it is full, so is
// perhaps the next one: there the others are.
type bucket struct {
	numbers [bucketSlots]uint32
	tags    [2]uint64 // a byte a slot; four are not used
}

const (
	bucketSlots = 12
	// Up to here a table grows by a quarter: it costs little to fill it anew, and there may be few
	// traces for its room.
	smallBuckets = 405
	eachByte     = 0x0101010101010101
)

// PackedKey is what is kept of a key. That two of 10^9 keys agree in it has a
// probability of about 10^-11.
type PackedKey [3]uint32

// Pack makes the key smaller, for tables.
func (k Key) Pack() PackedKey { return PackedKey{uint32(k.B), uint32(k.B >> 32), uint32(k.A)} }

// home is the bucket at which the search for a key with these bits begins.
func (t *KeyTable) home(p PackedKey) int {
	hi, _ := bits.Mul64(uint64(p[1])<<32|uint64(p[0]), uint64(len(t.buckets)))
	return int(hi)
}

// tag is never 0, which is that of a free slot.
func (p PackedKey) tag() uint8 { return max(uint8(p[2]), 1) }

// Len is how many keys the table has.
func (t *KeyTable) Len() int { return t.Keys.N }

// Is says whether number n is that of k.
func (t *KeyTable) Is(n uint32, k Key) bool { return *t.Keys.At(n) == k.Pack() }

// Find is the number of k, if the table has it.
func (t *KeyTable) Find(k Key) (uint32, bool) { return t.FindPacked(k.Pack()) }

// FindPacked is the number of p, if the table has it.
func (t *KeyTable) FindPacked(p PackedKey) (uint32, bool) {
	if len(t.buckets) == 0 {
		return 0, false
	}
	tags := uint64(p.tag()) * eachByte
	for i := t.home(p); ; {
		b := &t.buckets[i]
		for w, v := range b.tags {
			// The lowest bit that is left is at the tag; those above it may be at others.
			for m := zeroBytes(v ^ tags); m != 0; m &= m - 1 {
				if s := w<<3 + Trailing(m)>>3; s < bucketSlots && *t.Keys.At(b.numbers[s]) == p {
					return b.numbers[s], true
				}
			}
		}
		if !b.full() {
			return 0, false
		}
		if i++; i == len(t.buckets) {
			i = 0
		}
	}
}

// zeroBytes has the highest bit of each byte of x that is 0, and perhaps of others
// above the first one.
func zeroBytes(x uint64) uint64 { return (x - eachByte) &^ x & (eachByte << 7) }

// full says whether the last slot is taken.
func (b *bucket) full() bool { return b.tags[1]>>24 != 0 }

// free is the first free slot.
func (b *bucket) free() int {
	n := (bits.Len64(b.tags[0]) + 7) / 8
	if n == 8 {
		n += (bits.Len64(b.tags[1]) + 7) / 8
	}
	return n
}

// Number returns the key's number, and whether it is new.
func (t *KeyTable) Number(k Key) (uint32, bool) {
	p := k.Pack()
	if n, ok := t.FindPacked(p); ok {
		return n, false
	}
	return t.Add(p), true
}

// Add numbers a key that is not there.
func (t *KeyTable) Add(p PackedKey) uint32 {
	if 2*t.Keys.N >= 21*len(t.buckets) { // seven eighths
		size := len(t.buckets) + len(t.buckets)/2
		if len(t.buckets) < smallBuckets {
			size = max(40, min(smallBuckets, len(t.buckets)+len(t.buckets)/4))
		}
		t.buckets = nil
		t.buckets = make([]bucket, size)
		for n := range uint32(t.Keys.N) {
			t.put(n, *t.Keys.At(n))
		}
	}
	n := uint32(t.Keys.N)
	t.Keys.Push(p)
	t.put(n, p)
	return n
}

func (t *KeyTable) put(n uint32, p PackedKey) {
	i := t.home(p)
	for t.buckets[i].full() {
		if i++; i == len(t.buckets) {
			i = 0
		}
	}
	b := &t.buckets[i]
	s := b.free()
	b.numbers[s] = n
	b.tags[s>>3] |= uint64(p.tag()) << (s & 7 << 3)
}

// Bytes is the memory that the table takes.
func (t *KeyTable) Bytes() int64 {
	return t.Keys.Bytes() + int64(cap(t.buckets))*int64(unsafe.Sizeof(bucket{}))
}

// Only is the table of the keys with the given numbers, in their order.
func (t *KeyTable) Only(numbers []uint32) KeyTable {
	var kept KeyTable
	for _, n := range numbers {
		kept.Add(*t.Keys.At(n))
	}
	return kept
}
