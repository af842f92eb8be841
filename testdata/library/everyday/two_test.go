// What programs use every day of the standard library, by two goroutines: templates, iterators,
// loggers and their settings, containers, contexts, numbers, file systems, parsers, timers.
package everyday

import "sync"

func two(a, b func()) {
	var wg sync.WaitGroup
	wg.Go(a)
	wg.Go(b)
	wg.Wait()
}

var sink any

func sink2(any) {}
