package exit0

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

// A panic natively, in some orders.
func TestExit0(t *testing.T) {
	var n atomic.Int32
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); n.Store(1) }()
	go func() {
		defer wg.Done()
		if n.Load() == 1 {
			os.Exit(0)
		}
	}()
	wg.Wait()
}

// A panic natively, always.
func TestExit0Always(t *testing.T) { os.Exit(0) }
