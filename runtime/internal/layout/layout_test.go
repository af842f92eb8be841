package layout

import (
	"testing"
	"unsafe"
)

// Values that fit in a register are compared by all their bits, so that the
// checker knows which CAS would succeed.
func TestBits(t *testing.T) {
	v := int16(-2)
	if got := word2.Bits(unsafe.Pointer(&v)); got != 0xfffe {
		t.Errorf("%x", got)
	}
}
