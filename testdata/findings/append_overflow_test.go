package findings

import (
	"strings"
	"testing"
)

// A slice of elements without size that has the greatest length.
type overflow struct{}

func TestAppendOverflow(t *testing.T) {
	s := make([]overflow, int(^uint(0)>>1))
	defer func() {
		if e, ok := recover().(error); !ok || !strings.Contains(e.Error(), "len out of range") {
			t.Fatal(e)
		}
	}()
	func() { s = append(s, overflow{}) }()
}
