package findings

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Many steps of which no order makes a difference.
var loaded atomic.Int64

func TestInf(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range 600 {
			loaded.Load()
			loaded.CompareAndSwap(1, 2)
		}
	}()
	for range 600 {
		loaded.CompareAndSwap(3, 4)
		loaded.Load()
	}
	wg.Wait()
}
