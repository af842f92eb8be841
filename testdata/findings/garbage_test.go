package findings

import (
	"strings"
	"testing"
)

var garbage []byte

// Garbage is no blocking.
func TestGarbage(t *testing.T) {
	s := strings.Repeat("a", 1<<20)
	for range 1500 {
		garbage = []byte(s)
	}
}

// The same, with elements written.
func TestElements(t *testing.T) {
	for range 200 {
		garbage = make([]byte, 1<<20)
		for i := range garbage {
			garbage[i] = 1
		}
	}
}
