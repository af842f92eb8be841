package e2e

import (
	"context"
	"os"
	"testing"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// BenchmarkPosters5 is the whole road on one core: 113,400 executions of
// posters(5), every access a step, by a test binary that gocheck made of the
// source. The allocations of an execution are those of the binary: of the
// program (its closures, goroutines and messages), the runtime and the checker.
func BenchmarkPosters5(b *testing.B) {
	const traces = 113400
	binaries, err := instrument.Build(b.Context(), instrument.Config{Dir: root, Patterns: []string{"./testdata/benchmarks/posters"}})
	if err != nil || len(binaries) != 1 || binaries[0].Err != nil {
		b.Fatalf("building posters: %v, %+v", err, binaries)
	}
	job := worker.Job{
		Path: binaries[0].Path, Dir: binaries[0].Dir, Env: append(os.Environ(), "GOMAXPROCS=1"),
		Config: wire.Config{
			Mode: "explore", Run: "^TestPosters5$",
			Settings: wire.Settings{Algorithm: "auto", Queue: "unordered", Races: "explore", Steps: 10000, BudgetMS: 600_000},
		},
	}
	var seconds float64
	var mallocs uint64
	for b.Loop() {
		var result *wire.Result
		_, err := worker.Explore(context.Background(), job, func(m wire.Message) {
			if m.Result != nil {
				result = m.Result
			}
		})
		if err != nil || result == nil || result.Executions != traces || !result.Exhaustive {
			b.Fatalf("exploring posters(5): %v, %+v", err, result)
		}
		seconds += result.Seconds
		mallocs += result.Mallocs
	}
	executions := float64(b.N) * traces
	b.ReportMetric(executions/seconds, "executions/s")
	b.ReportMetric(float64(mallocs)/executions, "allocs/execution")
}
