// Readers and writers of the formats of the standard library, used by two goroutines: archives,
// what compresses and encodes, texts, and layers of them.
package formats

import "sync"

func two(a, b func()) {
	var wg sync.WaitGroup
	wg.Go(a)
	wg.Go(b)
	wg.Wait()
}

var sink any

func sink2(any) {}
