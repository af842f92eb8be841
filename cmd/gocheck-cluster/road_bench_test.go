package main

import (
	"bytes"
	"maps"
	"slices"
	"testing"
	"time"
)

// BenchmarkRoad has tests explored by one process and, in turn with that, by one worker of an
// embedded cluster. It reports the medians of the ratios of wall and CPU time of the command with
// all its processes, of the CPU seconds more, and of what one process takes.
func BenchmarkRoad(b *testing.B) {
	for _, c := range []struct{ name, run, pkg string }{
		{"posters(5)", "^TestPosters5$", "./testdata/benchmarks/posters"},
		{"lastzero(15)", "^TestLastZero15$", "./testdata/benchmarks/lastzero"},
		{"consensus(4)", "^TestConsensus4$", "./testdata/benchmarks/consensus"},
		{"readers(15)", "^TestReaders15$", "./testdata/benchmarks/readers"},
		{"48 tests", ".", many},
		{"lastzero(2)", "^TestLastZero2$", "./testdata/benchmarks/lastzero"}, // 5 executions
	} {
		b.Run(c.name, func(b *testing.B) {
			want, _, _ := timed(b, "-p=1", "-run="+c.run, c.pkg) // it is built then
			if len(want) == 0 {
				b.Fatal("no test is explored")
			}
			var walls, cpus, more, alone []float64
			for b.Loop() {
				one, wall, cpu := timed(b, "-p=1", "-run="+c.run, c.pkg)
				far, farWall, farCPU := timed(b, "-p=1", "-cluster=embedded", "-run="+c.run, c.pkg)
				if !maps.Equal(one, want) || !maps.Equal(far, want) {
					b.Fatalf("want %v, by one process %v, by a worker %v", want, one, far)
				}
				walls, cpus = append(walls, farWall/wall), append(cpus, farCPU/cpu)
				more, alone = append(more, farCPU-cpu), append(alone, cpu)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(walls), "wall-ratio")
			b.ReportMetric(median(cpus), "cpu-ratio")
			b.ReportMetric(median(more), "cpu-s-more")
			b.ReportMetric(median(alone), "cpu-s-alone")
		})
	}
}

// timed explores, and says what came of it, and the seconds that it took, of the wall's clock and
// of the CPU.
func timed(b *testing.B, args ...string) (verdicts map[string]string, wall, cpu float64) {
	c := exploration(b, args...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	began := time.Now()
	_ = c.Run() // some tests fail
	wall = time.Since(began).Seconds()
	return parse(out.String()), wall, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
