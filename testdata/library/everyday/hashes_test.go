package everyday

import (
	"hash/maphash"
	"math"
	"sync"
	"testing"
	"unsafe"
)

// Hashes of hash/maphash, and of the Go runtime by a linkname, are by chance: which stripe of a
// lock or a map a key comes to is so, too.

type stripes struct {
	of    func(key string) uint64
	locks [4]sync.Mutex
}

func (s *stripes) lock(key string) *sync.Mutex { return &s.locks[s.of(key)%4] }

// both locks the stripes of two keys, which may be one.
func (s *stripes) both(a, b string, once bool) {
	x, y := s.lock(a), s.lock(b)
	if x == y && once {
		x.Lock()
		x.Unlock()
		return
	}
	x.Lock()
	y.Lock()
	y.Unlock()
	x.Unlock()
}

func seeded() *stripes {
	seed := maphash.MakeSeed()
	return &stripes{of: func(key string) uint64 { return maphash.String(seed, key) }}
}

func TestDeadlockOneStripe(t *testing.T) { seeded().both("a", "b", false) }
func TestOKOneStripeOnce(t *testing.T)   { seeded().both("a", "b", true) }

func TestDeadlockStripesInTurn(t *testing.T) {
	s := seeded()
	go s.both("a", "b", true)
	s.both("b", "a", true)
}

func TestOKStripesInTurn(t *testing.T) {
	s := seeded()
	var wg sync.WaitGroup
	for _, key := range []string{"a", "b", "c"} {
		wg.Go(func() { s.lock(key).Lock(); defer s.lock(key).Unlock() })
	}
	wg.Wait()
}

func TestDeadlockZeroHash(t *testing.T) {
	var h maphash.Hash
	s := &stripes{of: func(key string) uint64 { h.Reset(); h.WriteString(key); return h.Sum64() }}
	s.both("a", "b", false)
}

func TestDeadlockComparable(t *testing.T) {
	seed := maphash.MakeSeed()
	s := &stripes{of: func(key string) uint64 { return maphash.Comparable(seed, struct{ k any }{key}) }}
	s.both("a", "b", false)
}

//go:linkname linkedString runtime.strhash
func linkedString(s *string, seed uintptr) uintptr

//go:linkname linkedMemory runtime.memhash
func linkedMemory(p unsafe.Pointer, seed, n uintptr) uintptr

func TestDeadlockLinkedString(t *testing.T) {
	s := &stripes{of: func(key string) uint64 { return uint64(linkedString(&key, 1)) }}
	s.both("a", "b", false)
}

func TestDeadlockLinkedMemory(t *testing.T) {
	f := linkedMemory
	s := &stripes{of: func(key string) uint64 { return uint64(f(unsafe.Pointer(unsafe.StringData(key)), 1, 1)) }}
	s.both("a", "b", false)
}

func TestOKEqualHashes(t *testing.T) {
	seed := maphash.MakeSeed()
	type key struct {
		name string
		any  any
		size float64
		_    int
		long [200]byte
	}
	a, b := key{"a", 1, 0, 1, [200]byte{9}}, key{"a", 1, math.Copysign(0, -1), 2, [200]byte{9}}
	if a != b || maphash.Comparable(seed, a) != maphash.Comparable(seed, b) {
		t.Error("different hashes of equal keys")
	}
	b.long[199] = 1
	if maphash.Comparable(seed, a) == maphash.Comparable(seed, b) {
		t.Error("equal hashes of different keys")
	}
	var whole, parts maphash.Hash
	whole.SetSeed(seed)
	parts.SetSeed(seed)
	whole.Write(a.long[:])
	parts.Write(a.long[:7])
	parts.Write(a.long[7:])
	if got := whole.Sum64(); got != parts.Sum64() || got != maphash.Bytes(seed, a.long[:]) || got != maphash.String(seed, string(a.long[:])) {
		t.Error("different hashes of the same bytes")
	}
	if linkedString(&a.name, 1) != linkedMemory(unsafe.Pointer(unsafe.StringData(b.name)), 1, 1) {
		t.Error("different hashes of the same string")
	}
}

func TestOKOtherSeeds(t *testing.T) {
	a, b := maphash.MakeSeed(), maphash.MakeSeed()
	if a == b || maphash.String(a, "x") == maphash.String(b, "x") {
		t.Error("two seeds are one")
	}
}

func TestPanicNoHash(t *testing.T) { maphash.Comparable(maphash.MakeSeed(), any([]int{1})) }

//go:linkname linkedType runtime.typehash
func linkedType(t, p unsafe.Pointer, seed uintptr) uintptr

// mapType is what a program knows of how the Go runtime describes a type of maps.
type mapType struct {
	_         [48]byte // what there is of each type
	key, _, _ unsafe.Pointer
	hasher    hasher
}

type hasher func(unsafe.Pointer, uintptr) uintptr

func typeOf(v any) *mapType { return *(**mapType)(unsafe.Pointer(&v)) }

func TestDeadlockHashOfMap(t *testing.T) {
	hash := typeOf(map[string]bool(nil)).hasher
	s := &stripes{of: func(key string) uint64 { return uint64(hash(unsafe.Pointer(&key), 1)) }}
	s.both("a", "b", false)
}

func TestDeadlockHashOfType(t *testing.T) {
	keys := typeOf(map[string]bool(nil)).key
	s := &stripes{of: func(key string) uint64 { return uint64(linkedType(keys, unsafe.Pointer(&key), 1)) }}
	s.both("a", "b", false)
}

func TestOKHashOfMap(t *testing.T) {
	of := typeOf(map[any]bool(nil))
	a, b := any("a"), any("b")
	if of.hasher(unsafe.Pointer(&a), 1) != linkedType(of.key, unsafe.Pointer(&a), 1) {
		t.Error("different hashes of a key")
	}
	if of.hasher(unsafe.Pointer(&a), 1) == of.hasher(unsafe.Pointer(&b), 1) {
		t.Error("one hash of two keys")
	}
}
