// Package library gives shared memory to the standard library, which reads or writes it, keeps it
// or gives it away; the tests of files named racy_test.go have a race, those of quiet_test.go none.
package library

import (
	"sync"
)

//go:noinline
func use(...any) {}

func both(f, g func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(g)
	wg.Wait()
}

type counter struct{ n int }

func (c *counter) Next() int { c.n++; return c.n }
