package bench

import (
	"testing"

	"gocheck.dev/internal/wire"
)

// BenchmarkGrowth takes the cost of an event in executions of some 74, 614 and 6,014
// events, of programs that do the same over and over. As many events are explored of
// each length.
func BenchmarkGrowth(b *testing.B) {
	binary := build(b, "./testdata/benchmarks/growth")["gocheck.dev/testdata/benchmarks/growth"]
	for _, test := range []string{"Locks12", "Locks102", "Locks1002", "Selects24", "Selects204", "Selects2004", "Waiters12", "Waiters102", "Waiters302"} {
		for _, algorithm := range []string{"auto", "closure", "revisit", "random"} {
			b.Run(test+"/"+algorithm, func(b *testing.B) {
				config := wire.Config{
					Mode: "explore", Run: "^Test" + test + "$",
					Settings: wire.Settings{
						Algorithm: algorithm, Queue: "fifo", Races: "report", Commute: "on", Leaks: "schedule", Minimize: "off",
						Memory: 1 << 30, Steps: 10000, Executions: executionsOf[test], BudgetMS: 600_000,
					},
				}
				var all, idle cost
				run(b, &binary, wire.Config{Mode: "list", Run: config.Run}, &idle)
				for b.Loop() {
					if r := run(b, &binary, config, &all)["Test"+test]; r == nil || r.Verdict != "incomplete" || r.Executions != config.Executions {
						b.Fatalf("exploring %s: %+v", test, r)
					}
				}
				all.report(b, &idle)
				b.ReportMetric(float64(all.events)/float64(all.executions), "events/execution")
			})
		}
	}
}

// executionsOf is how many executions of a test of BenchmarkGrowth are made.
var executionsOf = map[string]int64{
	"Locks12": 8000, "Locks102": 1000, "Locks1002": 100,
	"Selects24": 8000, "Selects204": 1000, "Selects2004": 100,
	"Waiters12": 8000, "Waiters102": 50, "Waiters302": 10,
}
