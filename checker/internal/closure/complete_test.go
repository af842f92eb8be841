package closure_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
)

// TestComplete asks the oracle whether the theorem of docs/design/forgetting.md holds: of the
// executions that begin with a complete prefix, the traces are all explored.
func TestComplete(t *testing.T) {
	const limit = 2500
	checks, several := 0, 0
	for _, k := range gen.Kinds {
		for i := range max(1, *trial.Programs/20) {
			p := k.Program(gen.Seeded(*trial.Seed+int64(i)), k.Size(i))
			want, err := oracle.Count(p, limit)
			if errors.Is(err, oracle.ErrLimit) {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(i), 1))
			known := map[string]bool{}
			n := 0
			closure.ExploreComplete(p, r.IntN, func(explored [][]checker.Decision, which, prefix int) {
				for ; n < len(explored); n++ {
					key, _, _ := want.Key(explored[n])
					known[key] = true
				}
				begun := explored[which][:prefix]
				traces, err := want.From(begun, limit)
				if err != nil || t.Failed() {
					return
				}
				checks++
				if len(traces) > 1 {
					several++
				}
				for key, ds := range traces {
					if !known[key] {
						t.Errorf("%s, seed %d, after %d executions: %s is complete, but %s is not explored\n%s",
							k.Name, *trial.Seed+int64(i), len(explored), lang.Schedule(p, begun), lang.Schedule(p, ds), p)
						return
					}
				}
			})
		}
	}
	t.Logf("%d prefixes, %d of them with several traces", checks, several)
	if several < checks/10 {
		t.Errorf("only %d of %d prefixes have several traces", several, checks)
	}
}

// BenchmarkMemoryComplete counts the prefixes that would stand for all explored traces,
// by docs/design/forgetting.md, halfway and nine tenths through an exploration.
func BenchmarkMemoryComplete(b *testing.B) {
	for _, c := range []struct {
		name   string
		p      *lang.Program
		traces int
	}{
		{"posters4", lang.Posters(4), 2520},
		{"writers6", lang.Writers(6), 720},
		{"buyers5", lang.Buyers(5), 120},
		{"2PC5", lang.TwoPhaseCommit(5), 240},
		{"consensus3", lang.Consensus(3), 125},
		{"ping-pong6", lang.PingPong(6), 3276},
		{"dbcache3", lang.DBCache(3), 1764},
		{"prolific6", lang.Prolific(6), 62},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				closure.CountComplete(c.p, c.traces/2, func(executions, prefixes, pending int) {
					if executions == c.traces/2 {
						b.ReportMetric(float64(executions), "traces")
						b.ReportMetric(float64(prefixes), "prefixes")
						b.ReportMetric(float64(pending), "pending")
					}
				})
				closure.CountComplete(c.p, c.traces*9/10, func(executions, prefixes, pending int) {
					b.ReportMetric(float64(executions), "late-traces")
					b.ReportMetric(float64(prefixes), "late-prefixes")
					b.ReportMetric(float64(pending), "late-pending")
				})
			}
		})
	}
}
