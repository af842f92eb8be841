package findings

import "testing"

// copy of a call that has two results.
func twoSlices(a []byte) ([]byte, []byte) { return a, []byte("abc") }

func TestCopyOfTwo(t *testing.T) {
	if n := copy(twoSlices(make([]byte, 2))); n != 2 {
		t.Fatal(n)
	}
}
