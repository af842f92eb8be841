package findings

import (
	"runtime/cgo"
	"testing"
)

// A type that no type argument can be.
type handle struct{ _ cgo.Incomplete }

var y handle

func TestHandle(t *testing.T) {
	p := &y
	if p == nil {
		t.Fatal()
	}
}
