package findings

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	_ "unsafe"
)

//go:linkname cheaprand runtime.cheaprand
func cheaprand() uint32

func TestYear(t *testing.T) {
	if y := time.Now().Year(); y < 2020 {
		t.Fatalf("the clock is wrong: %d", y)
	}
}

type counter struct{ stripes [4]atomic.Int64 }

func TestCheaprand(t *testing.T) {
	var c counter
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); c.stripes[cheaprand()&3].Add(1); c.stripes[cheaprand()&3].Load() }()
	}
	wg.Wait()
}

func TestMaphash(t *testing.T) {
	var locks [4]sync.Mutex
	seed := maphash.MakeSeed()
	var wg sync.WaitGroup
	for _, k := range []string{"a", "b"} {
		wg.Add(1)
		go func() { defer wg.Done(); m := &locks[maphash.Comparable(seed, k)&3]; m.Lock(); m.Unlock() }()
	}
	wg.Wait()
}

// One goroutine, so there is one execution.
func TestAlone(t *testing.T) {
	var n atomic.Int64
	for range 20000 {
		n.CompareAndSwap(1, 2)
	}
}
