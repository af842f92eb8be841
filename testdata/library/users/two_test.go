// What programs of users do with databases, templates, iterators, encoders, loggers, timers,
// contexts and the packages of golang.org/x/sync, in two goroutines.
package users

import "sync"

func two(a, b func()) {
	var wg sync.WaitGroup
	wg.Go(a)
	wg.Go(b)
	wg.Wait()
}

var sink any

func sink2(any) {}
