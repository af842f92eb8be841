package bench

import (
	"testing"

	"gocheck.dev/internal/wire"
)

// BenchmarkMemory measures processes where wakeup trees grow: the largest memory, by
// optimal and by auto.
func BenchmarkMemory(b *testing.B) {
	binaries := build(b, "./testdata/benchmarks/...")
	for _, p := range []struct{ name, pkg, test string }{
		{"2PC(6)", "twophase", "TestTwoPhaseCommit6"},
		{"2PC(7)", "twophase", "TestTwoPhaseCommit7"},
		{"2PC(8)", "twophase", "TestTwoPhaseCommit8"},
		{"wakeup_stress(6)", "wakeupstress", "TestWakeupStress6"},
		{"wakeup_stress(7)", "wakeupstress", "TestWakeupStress7"},
		{"wakeup_stress(8)", "wakeupstress", "TestWakeupStress8"},
		{"lastzero(15)", "lastzero", "TestLastZero15"},
	} {
		for _, algorithm := range []string{"auto", "optimal"} {
			b.Run(p.name+"/"+algorithm, func(b *testing.B) {
				binary := binaries["gocheck.dev/testdata/benchmarks/"+p.pkg]
				config := wire.Config{
					Mode: "explore", Run: "^" + p.test + "$",
					Settings: wire.Settings{Algorithm: algorithm, Queue: "unordered", Races: "explore", Commute: "off", Memory: 1 << 30, Steps: 10000, BudgetMS: 600_000},
				}
				var all cost
				for b.Loop() {
					if r := run(b, &binary, config, &all)[p.test]; r == nil || r.Verdict != "pass" {
						b.Fatalf("exploring %s: %+v", p.name, r)
					}
				}
				b.ReportMetric(float64(all.executions)/float64(b.N), "executions")
				b.ReportMetric(float64(all.peak)/(1<<20), "peak-MB")
			})
		}
	}
}
