package cache

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestLoadsOnce(t *testing.T) {
	var loads atomic.Int32
	c := New(func(key string) int {
		loads.Add(1)
		return len(key)
	})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if got := c.Get("four"); got != 4 {
				t.Errorf("got %d", got)
			}
		})
	}
	wg.Wait()
	if n := loads.Load(); n != 1 {
		t.Errorf("loaded %d times", n)
	}
}

func TestKeysDoNotMix(t *testing.T) {
	c := New(func(key string) int { return len(key) })
	go c.Get("four")
	if got := c.Get("three"); got != 5 {
		t.Errorf("got %d", got)
	}
}
