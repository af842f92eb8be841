package lang_test

import (
	"flag"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

var large = flag.Bool("large", false, "the larger benchmarks as well")

// TestBenchmarks compares the number of traces that Explore explores with the
// numbers published (specification, algorithms.md).
func TestBenchmarks(t *testing.T) {
	fifo := lang.WithFIFO
	for _, b := range []struct {
		name  string
		p     *lang.Program
		want  int64
		large bool
	}{
		{"writers(4)", lang.Writers(4), 24, false},
		{"writers(6)", lang.Writers(6), 720, false},
		{"posters(3)", lang.Posters(3), 90, false},
		{"posters(4)", lang.Posters(4), 2520, false},
		{"posters(5)", lang.Posters(5), 113400, true},
		{"2PC(3)", lang.TwoPhaseCommit(3), 12, false},
		{"2PC(4)", lang.TwoPhaseCommit(4), 48, false},
		{"2PC(6)", lang.TwoPhaseCommit(6), 1440, true},
		{"buyers(6)", lang.Buyers(6), 720, false},
		{"buyers(7)", lang.Buyers(7), 5040, true},
		{"ping-pong(6)", lang.PingPong(6), 3276, false},
		{"ping-pong(7)", lang.PingPong(7), 27252, true},
		{"consensus(2)", lang.Consensus(2), 4, false},
		{"consensus(3)", lang.Consensus(3), 125, false},
		{"consensus(4)", lang.Consensus(4), 50625, true},
		{"db-cache(2)", lang.DBCache(2), 32, false},
		// Published: 1711. By hand (docs/oracle.md) it is 1764, and the oracle
		// says so of the part of the program that conflicts.
		{"db-cache(3)", lang.DBCache(3), 1764, false},
		{"db-cache(4)", lang.DBCache(4), 235224, true},
		{"prolific(5)", lang.Prolific(5), 30, false},
		{"prolific(7)", lang.Prolific(7), 126, false},
		{"prolific(9)", lang.Prolific(9), 510, true},
		{"sparse-mat(4,3)", lang.SparseMat(4, 3), 34, false},
		{"sparse-mat(4,5)", lang.SparseMat(4, 5), 1546, false},
		{"sparse-mat(4,7)", lang.SparseMat(4, 7), 130922, true},
		{"mat-mult(4,3,5)", lang.MatMult(4, 3, 5), 1, false},
		{"plb(6)", lang.PLB(6), 1, false},
		{"posters(2) FIFO", fifo(lang.Posters(2)), 4, false},
		{"posters(3) FIFO", fifo(lang.Posters(3)), 30, false},
		{"posters(4) FIFO", fifo(lang.Posters(4)), 336, false},
		{"ping-pong(6) FIFO", fifo(lang.PingPong(6)), 1, false},
		{"readers(2)", lang.Readers(2), 4, false},
		{"readers(8)", lang.Readers(8), 256, false},
		{"readers(13)", lang.Readers(13), 8192, true},
		{"lastzero(5)", lang.LastZero(5), 64, false},
		{"lastzero(10)", lang.LastZero(10), 3328, false},
		{"filesystem(14)", lang.FileSystem(14), 2, false},
		{"filesystem(16)", lang.FileSystem(16), 8, false},
		{"filesystem(19)", lang.FileSystem(19), 64, false},
		{"indexer(12)", lang.Indexer(12), 8, false},
		{"indexer(15)", lang.Indexer(15), 4096, true},
		{"lastzero(15)", lang.LastZero(15), 147456, true},
		{"figure10(1)", lang.Figure10(1), 5, false},
		{"figure10(5)", lang.Figure10(5), 21, false},
		{"figure10(9)", lang.Figure10(9), 37, false},
		{"wakeup_stress(3)", lang.WakeupStress(3), 12, false},
		{"wakeup_stress(5)", lang.WakeupStress(5), 240, false},
		{"wakeup_stress(7)", lang.WakeupStress(7), 10080, true},
	} {
		t.Run(b.name, func(t *testing.T) {
			if b.large && !*large {
				t.Skip("without -large")
			}
			res, err := checker.Explore(b.p, checker.Options{Algorithm: "auto", KeepGoing: true})
			if err != nil {
				t.Fatal(err)
			}
			if res.Executions != b.want || !res.Exhaustive || res.Blocked != 0 {
				t.Errorf("%d executions (exhaustive: %v, blocked: %d), want %d", res.Executions, res.Exhaustive, res.Blocked, b.want)
			}
		})
	}
}
