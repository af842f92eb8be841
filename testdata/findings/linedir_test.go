package findings

import (
	"sync"
	"sync/atomic"
	"testing"
)

// The positions are in a file whose text nobody is to be shown.

//line /etc/passwd:1:1
func concurrently(a, b func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); a() }()
	go func() { defer wg.Done(); b() }()
	wg.Wait()
}
func TestLineRace(t *testing.T) { x := 0; concurrently(func() { x = 1 }, func() { x = 2 }); _ = x }
func TestLineOK(t *testing.T) {
	var n atomic.Int32
	concurrently(func() { n.Add(1) }, func() { n.Add(2) })
	if n.Load() != 3 {
		t.Fatal()
	}
}
