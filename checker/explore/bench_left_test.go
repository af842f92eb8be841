package explore_test

import (
	"bytes"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/internal/usage"
)

// BenchmarkLeft measures what it takes to keep what is left of an exploration by
// closure at nine tenths of its traces, and to go on with it:
//
//	make bench BENCH=Left BENCHTIME=1x
func BenchmarkLeft(b *testing.B) {
	for _, c := range []struct {
		name   string
		p      *lang.Program
		traces int64
	}{
		{"posters5", lang.Posters(5), 113400},
		{"buyers8", lang.Buyers(8), 40320},
		{"consensus4", lang.Consensus(4), 50625},
		{"ping-pong8", lang.PingPong(8), 253296},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				at := usage.CPU()
				part := func() time.Duration {
					now := usage.CPU()
					d := now - at
					at = now
					return d
				}
				res, err := explore.Run(c.p, checker.Options{Algorithm: "closure", Between: func(d checker.Divided) {
					if d.Result().Executions == c.traces*9/10 {
						d.Stop()
					}
				}})
				if err != nil || res.Rest == nil {
					b.Fatal(res, err)
				}
				explored := part()
				var data bytes.Buffer
				data.Grow(1 << 27)
				part()
				if err := res.Rest.Write(&data); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(part())/float64(explored)*100, "write-%")
				b.ReportMetric(float64(data.Len())/float64(res.Executions), "B/trace")
				rest, err := explore.DecodePart(data.Bytes())
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(part())/float64(explored)*100, "read-%")
				last, err := explore.Run(c.p, checker.Options{Algorithm: "closure", Part: rest})
				if err != nil || res.Executions+last.Executions != c.traces || !last.Exhaustive {
					b.Fatalf("%+v, then %+v, %v", res, last, err)
				}
			}
		})
	}
}
