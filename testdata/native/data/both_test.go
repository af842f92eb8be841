// Package data has data races, each with a correct twin.
package data

import "sync"

// both runs two functions at the same time, and waits for them.
func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

// guarded runs two functions one after the other, in either order.
func guarded(f, g func()) {
	var mu sync.Mutex
	in := func(f func()) func() {
		return func() {
			mu.Lock()
			defer mu.Unlock()
			f()
		}
	}
	both(in(f), in(g))
}

var sink any
