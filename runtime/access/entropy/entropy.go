package entropy

import (
	"crypto/rand"
	random "math/rand/v2"

	rt "gocheck.dev/runtime"
)

// Reader draws within an execution from the source of the task that reads, unless a test has seeded
// one for all. Elsewhere its bytes are of the runtime's generator, which the system has seeded.
type Reader struct{}

// Read implements io.Reader.
func (Reader) Read(p []byte) (int, error) {
	if shared(p) {
		return len(p), nil
	}
	v := uint64(0)
	for i := range p {
		if i%8 == 0 {
			var ok bool
			if v, ok = rt.Random(); !ok {
				v = random.Uint64()
			}
		}
		p[i] = byte(v)
		v >>= 8
	}
	return len(p), nil
}

// asked says that all that draws below crypto asks a Reader. A file sees to that which is added to
// this package where the release of Go can do it (layout.OverlayCrypto). Then crypto/rand.Reader
// stays the one by which functions that are given a reader know that they are given none.
var asked bool

func init() {
	if !asked {
		rand.Reader = Reader{}
	}
}
