package findings

import (
	"runtime/cgo"
	"testing"
	"unsafe"
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

type counted struct {
	_ cgo.Incomplete
	n int
}

var plain [2]int

// Such a type, and another one for the same variable.
func TestSeenAsCounted(t *testing.T) {
	seen := (*counted)(unsafe.Pointer(&plain))
	done := make(chan bool)
	go func() { seen.n = 1; close(done) }()
	plain[0] = 2
	<-done
}
