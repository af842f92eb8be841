package runtime

import (
	"sync"
	"sync/atomic"
	"testing"

	"gocheck.dev"
	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// BenchmarkExplore is what a user sees, but for what the rewriter's code does
// differently: whole explorations under auto. `make profile` takes from it what the
// compiler is told of the runtime and the checker (hot.pprof), so it has a program
// of each kind: events that post events; one message each, to several handlers;
// threads with atomics; and locks, channels and plain accesses.
func BenchmarkExplore(b *testing.B) {
	atomics := Settings{Races: RacesExplore, Leaks: "off"}
	for _, p := range []struct {
		name       string
		s          Settings
		body       func(Site) func()
		traces     int64
		algorithms []string
	}{
		{"posters", postersSettings, func(s Site) func() { return posters(4, s) }, 2520, []string{"auto", "closure"}},
		{"consensus", postersSettings, consensus3, 125, []string{"auto", "closure"}},
		{"lastzero", atomics, lastZero8, 704, []string{"auto", "closure", "revisit"}},
		{"workers", Settings{Races: RacesReport, Leaks: "off"}, workers, 52, []string{"auto", "closure", "revisit"}},
	} {
		for _, algorithm := range p.algorithms {
			b.Run(p.name+"/"+algorithm, func(b *testing.B) {
				x := newExecution(p.s, p.body(testSites(b, "", "x", "h", "x", "x", "x")))
				b.ReportAllocs()
				var executions int64
				for b.Loop() {
					res, err := explore.Run(x, checker.Options{Algorithm: algorithm, Races: p.s.Races == RacesReport})
					if err != nil || res.Executions != p.traces {
						b.Fatalf("%+v, %v", res, err)
					}
					executions += res.Executions
				}
				b.ReportMetric(float64(executions)/b.Elapsed().Seconds(), "executions/s")
			})
		}
	}
}

// consensus3 is testdata/benchmarks/consensus, of three.
func consensus3(s Site) func() {
	return func() {
		const n = 3
		value, decision := make([]int, n), make([]int, n)
		collectors := make([]*gocheck.Handler, n)
		for i := range n {
			decision[i] = -1
			collectors[i] = gocheck.NewHandler("collector")
		}
		for j := range n {
			Go(s, func() {
				At(&value[j], s+1).Set(j)
				for i, collector := range collectors {
					HandlerPost(collector, s+2, func() {
						if v := *R(&value[j], s+3); v > *R(&decision[i], s+4) {
							At(&decision[i], s+5).Set(v)
						}
					})
				}
			})
		}
	}
}

// lastZero8 is testdata/benchmarks/lastzero, of eight.
func lastZero8(s Site) func() {
	return func() {
		const n = 8
		array := make([]atomic.Int32, n+1)
		Go(s, func() {
			for i := n; LoadWord(s+1, wordOfInt32(&array[i])) != 0; i-- {
			}
		})
		for j := 1; j <= n; j++ {
			Go(s, func() { StoreWord(s+2, wordOfInt32(&array[j]), LoadWord(s+1, wordOfInt32(&array[j-1]))+1) })
		}
	}
}

// workers has two goroutines that take jobs from a channel, and count under a lock.
func workers(s Site) func() {
	return func() {
		var mu sync.Mutex
		sum := new(int)
		jobs, done := make(chan int), make(chan int, 2)
		for range 2 {
			Go(s, func() {
				for range 2 {
					n := Recv(jobs, s+1)
					MutexLock(&mu, s+2)
					At(sum, s+3).Set(*R(sum, s+3) + n)
					MutexUnlock(&mu, s+2)
				}
				SendTo(done, s+4).Send(1)
			})
		}
		for i := range 4 {
			SendTo(jobs, s+1).Send(i)
		}
		Recv(done, s+4)
		Recv(done, s+4)
		_ = *R(sum, s+3)
	}
}
