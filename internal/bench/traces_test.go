package bench

import (
	"path/filepath"
	"runtime"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/tracefile"
	"gocheck.dev/internal/tracerun"
	"gocheck.dev/internal/usage"
)

// recorded are the larger ones of EM-Explorer's traces, with the number of theirs.
var recorded = []struct {
	name   string
	traces int64
}{
	{"apps/aarddict", 2},
	{"apps/character-recognition", 20},
	{"apps/music", 36},
	{"apps/mytracks", 10},
	{"apps/remind-me", 2},
	{"multi-queue/trace1", 16},
	{"multi-queue/trace7", 8},
}

// BenchmarkTraces explores recorded traces, which needs neither the rewriter nor
// the runtime: no coroutine, and so no limit to compare with.
func BenchmarkTraces(b *testing.B) {
	for _, r := range recorded {
		b.Run(r.name, func(b *testing.B) {
			tr, err := tracefile.Load(filepath.Join(root, "testdata/traces", r.name), "")
			if err != nil {
				b.Fatal(err)
			}
			p, err := tracerun.New(tr)
			if err != nil {
				b.Fatal(err)
			}
			var all cost
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := usage.CPU()
			for b.Loop() {
				res, err := explore.Run(p, checker.Options{KeepGoing: true})
				if err != nil || res.Executions != r.traces || !res.Exhaustive {
					b.Fatalf("exploring %s, which has %d traces: %+v, %v", r.name, r.traces, res, err)
				}
				all.executions += res.Executions
				all.events += res.Events
			}
			cpu := float64(usage.CPU() - start)
			runtime.ReadMemStats(&after)
			executions := float64(all.executions)
			b.ReportMetric(executions/cpu*1e9, "executions/s")
			b.ReportMetric(cpu/float64(all.events), "ns/event")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/executions, "B/execution")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/executions, "allocs/execution")
		})
	}
}
