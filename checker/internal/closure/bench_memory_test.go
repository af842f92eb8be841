package closure_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/usage"
)

// BenchmarkMemory measures what closure keeps of a trace, with room for all of
// them and with less, and what is executed again for want of room:
//
//	make bench BENCH=Memory BENCHTIME=1x
func BenchmarkMemory(b *testing.B) {
	for _, c := range []struct {
		name   string
		p      *lang.Program
		traces int64
	}{
		{"posters5", lang.Posters(5), 113400},
		{"writers8", lang.Writers(8), 40320},
		{"buyers8", lang.Buyers(8), 40320},
		{"consensus4", lang.Consensus(4), 50625},
		{"2PC7", lang.TwoPhaseCommit(7), 10080},
		{"ping-pong8", lang.PingPong(8), 253296},
		{"prolific9", lang.Prolific(9), 510},
	} {
		for _, bound := range []int64{0, 16 << 20, 4 << 20, 1 << 20} {
			name := c.name
			if bound > 0 {
				name = fmt.Sprintf("%s/%dMB", c.name, bound>>20)
			}
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					res, m := closure.MeasureClosure(c.p, bound)
					if n := res.Executions - res.Redundant; n != c.traces || m.Traces != n || res.Blocked > 0 {
						b.Fatalf("%d traces, not %d: %+v", n, c.traces, *res)
					}
					n := float64(m.Traces)
					b.ReportMetric(float64(m.Store)/n, "B/trace")
					b.ReportMetric(float64(m.Hashes)/n, "hash-B/trace")
					b.ReportMetric(float64(m.IDs)/n, "ids/trace")
					b.ReportMetric(float64(m.Pending)/(1<<20), "pending-MB")
					b.ReportMetric(float64(res.Redundant)/n*100, "redundant-%")
				}
			})
		}
	}
}

// BenchmarkMemoryThreads measures the largest memory of the process for 10^3, 10^5 and,
// with -large, 10^7 executions by revisit, if no other benchmark was run in it: two
// threads write n times each.
func BenchmarkMemoryThreads(b *testing.B) {
	sizes := []int{6, 10}
	if *trial.Large {
		sizes = append(sizes, 13)
	}
	for _, n := range sizes {
		writes := strings.Repeat(" wx", n)
		p := lang.MustParse("t0:" + writes + "; t1:" + writes)
		traces := new(big.Int).Binomial(int64(2*n), int64(n)).Int64()
		b.Run(fmt.Sprintf("%d", traces), func(b *testing.B) {
			for b.Loop() {
				res, err := explore.Run(p, checker.Options{Algorithm: "revisit"})
				if err != nil || res.Executions != traces || !res.Exhaustive {
					b.Fatalf("%d traces: %+v, %v", traces, res, err)
				}
				b.ReportMetric(float64(usage.Peak())/(1<<20), "peak-MB")
			}
		})
	}
}
