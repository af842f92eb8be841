package entropy

import (
	"encoding/binary"
	random "math/rand/v2"
	"testing"
	"unsafe"

	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/access"
)

// A stream is what all tasks of an execution draw from, in turn, while a test wants it so.
type stream struct{ seeded *random.ChaCha8 }

// mayBeSeeded says that the program has a test that wants it. Then each draw is an operation. It is
// known before the first execution.
var mayBeSeeded bool

// MaySeed is called by packages that mention cryptotest.SetGlobalRandom.
func MaySeed() { mayBeSeeded = true }

func ofExecution() *stream {
	return rt.Kept(unsafe.Pointer(&mayBeSeeded), func() any { return new(stream) }).(*stream)
}

// changes announces that the calling task draws from what all draw from, or seeds it; or, without
// change, that it looks whether there is such a thing.
func changes(change bool) {
	rt.AtCaller()
	access.ConsultsAt(unsafe.Pointer(&mayBeSeeded), 0, change)
}

// shared fills p with what is seeded, and reports whether anything is.
func shared(p []byte) bool {
	if !mayBeSeeded || !rt.Controlled() {
		return false
	}
	of := ofExecution()
	changes(of.seeded != nil)
	if of.seeded == nil {
		return false
	}
	of.seeded.Read(p)
	return true
}

// SetGlobalRandom is that of package testing/cryptotest.
func SetGlobalRandom(t *testing.T, seed uint64) {
	if t == nil {
		panic("cryptotest: SetGlobalRandom called with a nil *testing.T")
	}
	r := rt.TestOf(t)
	if r == nil {
		panic("cryptotest: SetGlobalRandom called with a *testing.T of another execution")
	}
	r.BeAlone()
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	changes(true)
	ofExecution().seeded = random.NewChaCha8(key)
	r.Cleanup(func() {
		changes(true)
		ofExecution().seeded = nil
	})
}
