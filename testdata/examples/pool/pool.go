// Package pool runs jobs on a bounded number of goroutines.
package pool

import "sync"

// Map calls f with every input, by at most workers goroutines at the same
// time, and returns the results in the order of the inputs.
func Map[T, R any](workers int, inputs []T, f func(T) R) []R {
	type result struct {
		i int
		r R
	}
	jobs := make(chan int)
	results := make(chan result)
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range jobs {
				results <- result{i, f(inputs[i])}
			}
		}()
	}
	go func() {
		for i := range inputs {
			jobs <- i
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	out := make([]R, len(inputs))
	for r := range results {
		out[r.i] = r.r
	}
	return out
}
