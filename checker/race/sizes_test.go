package race

import (
	"testing"
	"unsafe"
)

// TestLocationsAreSmall: there are millions of locations in some tests, and each counts
// towards -memory.
func TestLocationsAreSmall(t *testing.T) {
	if n := unsafe.Sizeof(raceObject{}); n > 40 {
		t.Errorf("a location takes %d bytes", n)
	}
}
