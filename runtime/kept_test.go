package runtime

import (
	"testing"
	"unsafe"
)

// TestKept: what is kept about a value is gone with the execution.
func TestKept(t *testing.T) {
	x, made := new(int), 0
	p := unsafe.Pointer(x)
	for range 2 {
		once(Settings{}, func() {
			if Kept(p, nil) != nil {
				t.Error("something is kept that nobody has made")
			}
			for range 2 {
				Kept(p, func() any { made++; return made })
			}
			if got := Kept(p, nil); got != made {
				t.Errorf("kept %v, want %d", got, made)
			}
		})
	}
	if made != 2 || Kept(p, func() any { return 1 }) != nil {
		t.Errorf("made %d times", made)
	}
}
