package explore_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/internal/usage"
)

// benchmarked measures whole explorations. cpu-ns/trace is the number to
// watch: the program's own running is part of it, and the garbage collector's.
func benchmarked(b *testing.B, algorithm string, p *lang.Program) {
	b.ReportAllocs()
	var n int64
	start := usage.CPU()
	for range b.N {
		res, err := explore.Run(p, checker.Options{KeepGoing: true, Algorithm: algorithm})
		if err != nil || !res.Exhaustive {
			b.Fatal(res, err)
		}
		n += res.Executions
	}
	b.ReportMetric(float64(usage.CPU()-start)/float64(n), "cpu-ns/trace")
	b.ReportMetric(float64(n)/float64(b.N), "traces")
}

func BenchmarkClosure(b *testing.B) {
	for _, c := range []struct {
		name string
		p    *lang.Program
	}{
		{"posters4", lang.Posters(4)},
		{"posters4fifo", lang.WithFIFO(lang.Posters(4))},
		{"writers6", lang.Writers(6)},
		{"consensus3", lang.Consensus(3)},
		{"lastzero10", lang.LastZero(10)},
		{"readers8", lang.Readers(8)},
		{"dbcache3", lang.DBCache(3)},
		{"prolific7", lang.Prolific(7)},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarked(b, "closure", c.p) })
	}
}
