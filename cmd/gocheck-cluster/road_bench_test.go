package main

import (
	"bytes"
	"maps"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"
)

// BenchmarkRoad has tests explored by one process and, at the same time, by one worker of an
// embedded cluster: on a machine of two cores or more, whatever else it does, both have the same
// share of it. It reports the medians of the ratios of wall and CPU time of the command with all
// its processes, of the CPU seconds more, and of what one process takes.
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
			one := []string{"-p=1", "-run=" + c.run, c.pkg}
			want := timed(exploration(b, one...)).verdicts // it is built then
			if len(want) == 0 {
				b.Fatal("no test is explored")
			}
			var walls, cpus, more, alone []float64
			for b.Loop() {
				process, worker := exploration(b, one...), exploration(b, append([]string{"-cluster=embedded"}, one...)...)
				var near, far spent
				var both sync.WaitGroup
				both.Go(func() { near = timed(process) })
				both.Go(func() { far = timed(worker) })
				both.Wait()
				if !maps.Equal(near.verdicts, want) || !maps.Equal(far.verdicts, want) {
					b.Fatalf("want %v, by one process %v, by a worker %v", want, near.verdicts, far.verdicts)
				}
				walls, cpus = append(walls, far.wall/near.wall), append(cpus, far.cpu/near.cpu)
				more, alone = append(more, far.cpu-near.cpu), append(alone, near.cpu)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(median(walls), "wall-ratio")
			b.ReportMetric(median(cpus), "cpu-ratio")
			b.ReportMetric(median(more), "cpu-s-more")
			b.ReportMetric(median(alone), "cpu-s-alone")
		})
	}
}

// spent is what came of an exploration, and the seconds that it took.
type spent struct {
	verdicts  map[string]string
	wall, cpu float64
}

func timed(c *exec.Cmd) spent {
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	began := time.Now()
	_ = c.Run() // some tests fail
	wall := time.Since(began).Seconds()
	return spent{parse(out.String()), wall, (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()}
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
