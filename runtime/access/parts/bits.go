package parts

import (
	"reflect"

	rt "gocheck.dev/runtime"
)

// ReadsBit announces which byte the method At of an asn1.BitString reads. Package asn1 is not
// imported.
func ReadsBit[T any](bits T, s rt.Site, i int) T {
	if b, n := bitsOf(bits); 0 <= i && i < n && i/8 < len(b) {
		rt.SliceR(b[i/8:i/8+1], s)
	}
	return bits
}

// ReadsBits announces what the method RightAlign reads: nothing if all bytes are full.
func ReadsBits[T any](bits T, s rt.Site) T {
	if b, n := bitsOf(bits); n%8 != 0 {
		rt.SliceR(b, s)
	}
	return bits
}

func bitsOf(bits any) (bytes []byte, n int) {
	v := reflect.Indirect(reflect.ValueOf(bits))
	return v.FieldByName("Bytes").Bytes(), int(v.FieldByName("BitLength").Int())
}
