// Package plain has tests that need no sockets, so that package net/http is plain code.
package plain

import "sync"

var sink any

// two runs f and g at the same time.
func two(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}
