// Package incomplete has a variable of a type that can be no type argument.
package incomplete

import (
	"runtime/cgo"
	"testing"
)

type handle struct {
	_ [1]struct{ cgo.Incomplete }
}

var variable handle

func TestHandle(t *testing.T) {
	if p := &variable; p == nil {
		t.Error()
	}
}
