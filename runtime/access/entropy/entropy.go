package entropy

import (
	"crypto/rand"
	"io"

	rt "gocheck.dev/runtime"
)

// Reader is crypto/rand.Reader: within an execution the source of the task that
// reads, else the one that was there before.
type Reader struct{ real io.Reader }

// Read implements io.Reader.
func (r Reader) Read(p []byte) (int, error) {
	v := uint64(0)
	for i := range p {
		if i%8 == 0 {
			var ok bool
			if v, ok = rt.Random(); !ok {
				return r.real.Read(p)
			}
		}
		p[i] = byte(v)
		v >>= 8
	}
	return len(p), nil
}

// Functions of the package read from its Reader, too.
func init() { rand.Reader = Reader{rand.Reader} }
