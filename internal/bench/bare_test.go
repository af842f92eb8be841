package bench

import (
	"iter"
	"math"

	"gocheck.dev/internal/usage"
)

// bare is the time, in nanoseconds, that a step takes where there is nothing but
// tasks, and each step is a switch: coroutines as the runtime makes them, reused,
// which one driver resumes in turn. It is the least of several measurements: what
// disturbs one makes it longer.
func bare(tasks int) float64 {
	var resume []func() (struct{}, bool)
	for range max(tasks, 1) {
		next, stop := iter.Pull(func(yield func(struct{}) bool) {
			for yield(struct{}{}) {
			}
		})
		defer stop()
		resume = append(resume, next)
	}
	const rounds, resumes = 7, 100_000
	least := math.Inf(1)
	for range rounds {
		start := usage.CPU()
		for i := range resumes {
			resume[i%len(resume)]()
		}
		least = min(least, float64(usage.CPU()-start)/resumes)
	}
	return least
}
