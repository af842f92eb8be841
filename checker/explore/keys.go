package explore

import (
	"math/bits"
	"unsafe"

	"gocheck.dev/checker"
)

// key is a 128-bit hash. Events, sets of events, fragments are identified by
// theirs, across executions. Two things with one key would be taken for one: see
// packedKey.
type key struct{ a, b uint64 }

// toggle adds an element to a set's key, or removes it.
func (k *key) toggle(o key) { k.a ^= o.a; k.b ^= o.b }

// sum adds o as to a multiset.
func (k *key) sum(o key) { k.a += o.a; k.b += o.b }

// mix is the finaliser of splitmix64: a bijection that scatters.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// and makes a new key from k and more.
func (k key) and(x uint64) key {
	return key{mix(k.a ^ x + 0x9e3779b97f4a7c15), mix(k.b + x*0xd6e8feb86659fd93 + 1)}
}

// with makes a new key from k and another one.
func (k key) with(o key) key { return key{mix(k.a ^ o.a), mix(k.b + o.b)} }

// keyOf is the key of what an event is apart from its history. Tasks go by their keys:
// see trace.keyOfTask.
func keyOf(task key, index uint32, kind checker.Kind, choice, pchoice int32, partner key) key {
	k := task.and(uint64(index)<<32 | uint64(uint32(choice))).and(uint64(uint32(pchoice))<<8 | uint64(kind))
	if partner != (key{}) {
		k = k.with(partner)
	}
	return k
}

func keyOfName(name string) key {
	k := key{}.and(uint64(len(name)))
	for i := range len(name) {
		k = k.and(uint64(name[i]))
	}
	return k
}

// keyTable numbers keys, densely. It keeps 96 bits of a key and finds it by a table of
// buckets, each a line of the cache: a slot has a byte of the key as well, so that
// nearly always the only key looked at is the right one, and slots may be few.
type keyTable struct {
	keys    growing[packedKey] // by number
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

// packedKey is what is kept of a key. That two of 10^9 keys agree in it has a
// probability of about 10^-11.
type packedKey [3]uint32

func (k key) pack() packedKey { return packedKey{uint32(k.b), uint32(k.b >> 32), uint32(k.a)} }

// home is the bucket at which the search for a key with these bits begins.
func (t *keyTable) home(p packedKey) int {
	hi, _ := bits.Mul64(uint64(p[1])<<32|uint64(p[0]), uint64(len(t.buckets)))
	return int(hi)
}

// tag is never 0, which is that of a free slot.
func (p packedKey) tag() uint8 { return max(uint8(p[2]), 1) }

func (t *keyTable) len() int { return t.keys.n }

// is says whether number n is that of k.
func (t *keyTable) is(n uint32, k key) bool { return *t.keys.at(n) == k.pack() }

func (t *keyTable) find(k key) (uint32, bool) { return t.findPacked(k.pack()) }

func (t *keyTable) findPacked(p packedKey) (uint32, bool) {
	if len(t.buckets) == 0 {
		return 0, false
	}
	tags := uint64(p.tag()) * eachByte
	for i := t.home(p); ; {
		b := &t.buckets[i]
		for w, v := range b.tags {
			// The lowest bit that is left is at the tag; those above it may be at others.
			for m := zeroBytes(v ^ tags); m != 0; m &= m - 1 {
				if s := w<<3 + trailing(m)>>3; s < bucketSlots && *t.keys.at(b.numbers[s]) == p {
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

// number returns the key's number, and whether it is new.
func (t *keyTable) number(k key) (uint32, bool) {
	p := k.pack()
	if n, ok := t.findPacked(p); ok {
		return n, false
	}
	return t.add(p), true
}

// add numbers a key that is not there.
func (t *keyTable) add(p packedKey) uint32 {
	if 2*t.keys.n >= 21*len(t.buckets) { // seven eighths
		size := len(t.buckets) + len(t.buckets)/2
		if len(t.buckets) < smallBuckets {
			size = max(40, min(smallBuckets, len(t.buckets)+len(t.buckets)/4))
		}
		t.buckets = nil
		t.buckets = make([]bucket, size)
		for n := range uint32(t.keys.n) {
			t.put(n, *t.keys.at(n))
		}
	}
	n := uint32(t.keys.n)
	t.keys.push(p)
	t.put(n, p)
	return n
}

func (t *keyTable) put(n uint32, p packedKey) {
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

func (t *keyTable) bytes() int64 {
	return t.keys.bytes() + int64(cap(t.buckets))*int64(unsafe.Sizeof(bucket{}))
}

// only is the table of the keys with the given numbers, in their order.
func (t *keyTable) only(numbers []uint32) keyTable {
	var kept keyTable
	for _, n := range numbers {
		kept.add(*t.keys.at(n))
	}
	return kept
}
