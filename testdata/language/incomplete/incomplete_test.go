// Package incomplete has variables of types that can be no type argument.
package incomplete

import (
	"runtime/cgo"
	"testing"
	"unsafe"
)

type handle struct {
	_ [1]struct{ cgo.Incomplete }
}

var variable handle

// With an initialiser, which runs again.
type counted struct {
	_ cgo.Incomplete
	n int
}

var (
	start   = 1
	counter = counted{n: start}
)

func TestCounted(t *testing.T) {
	done := make(chan bool)
	go func() { counter.n++; close(done) }()
	<-done
	if start++; counter.n != start || start != 2 {
		t.Error(counter.n, start)
	}
}

func TestHandle(t *testing.T) {
	if p := &variable; p == nil {
		t.Error()
	}
}

var plain [2]int

// Seen as another type.
func TestView(t *testing.T) {
	seen := (*counted)(unsafe.Pointer(&plain))
	done := make(chan bool)
	go func() { seen.n = 1; close(done) }()
	if <-done; plain[0] != 1 {
		t.Error(plain)
	}
}
