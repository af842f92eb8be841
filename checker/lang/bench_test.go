package lang_test

import (
	"flag"
	"slices"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
)

var large = flag.Bool("large", false, "the larger benchmarks as well")

// What a benchmark has that some algorithm is not defined for.
const (
	threads  = "threads"  // loads and stores only
	locks    = "locks"    // mutexes
	waits    = "waits"    // a WaitGroup
	multiset = "multiset" // handlers with unordered mailboxes
	fifo     = "fifo"     // handlers with FIFO mailboxes
)

type benchmark struct {
	name   string
	p      *lang.Program
	kind   string
	want   int64
	serial int64 // if handlers are locks; 0: as many
}

const unknown = -1

// benchmarks have the numbers of traces that are published (docs/measured/tables.md).
// The oracle finds the same serial ones of those that it can enumerate:
// oracle.TestKnownSerial.
func benchmarks() []benchmark {
	with := lang.WithFIFO
	list := []benchmark{
		{"writers(4)", lang.Writers(4), multiset, 24, 0},
		{"writers(6)", lang.Writers(6), multiset, 720, 0},
		{"posters(3)", lang.Posters(3), multiset, 90, 0},
		{"posters(4)", lang.Posters(4), multiset, 2520, 0},
		{"posters(5)", lang.Posters(5), multiset, 113400, 0},
		{"2PC(3)", lang.TwoPhaseCommit(3), multiset, 12, 0},
		{"2PC(4)", lang.TwoPhaseCommit(4), multiset, 48, 0},
		{"2PC(6)", lang.TwoPhaseCommit(6), multiset, 1440, 0},
		{"buyers(5)", lang.Buyers(5), multiset, 120, 0},
		{"buyers(6)", lang.Buyers(6), multiset, 720, 0},
		{"buyers(7)", lang.Buyers(7), multiset, 5040, 0},
		{"ping-pong(4)", lang.PingPong(4), multiset, 70, 0},
		{"ping-pong(6)", lang.PingPong(6), multiset, 3276, 0},
		{"ping-pong(7)", lang.PingPong(7), multiset, 27252, 0},
		{"consensus(2)", lang.Consensus(2), multiset, 4, 4},
		{"consensus(3)", lang.Consensus(3), multiset, 125, 216},
		{"consensus(4)", lang.Consensus(4), multiset, 50625, 331776},
		{"db-cache(2)", lang.DBCache(2), multiset, 32, 4608},
		// Published: 1711. By hand (docs/design/oracle.md) it is 1764, and the oracle
		// says so of the part of the program that conflicts.
		{"db-cache(3)", lang.DBCache(3), multiset, 1764, 3048192},
		{"db-cache(4)", lang.DBCache(4), multiset, 235224, unknown},
		{"prolific(5)", lang.Prolific(5), multiset, 30, 120},
		{"prolific(7)", lang.Prolific(7), multiset, 126, 5040},
		{"sparse-mat(4,3)", lang.SparseMat(4, 3), multiset, 34, 204},
		{"sparse-mat(4,5)", lang.SparseMat(4, 5), multiset, 1546, 185520},
		{"sparse-mat(4,7)", lang.SparseMat(4, 7), multiset, 130922, unknown},
		{"mat-mult(4,3,5)", lang.MatMult(4, 3, 5), multiset, 1, 13824},
		{"plb(4)", lang.PLB(4), multiset, 1, 105},
		{"plb(6)", lang.PLB(6), multiset, 1, 10395},
		{"posters(2) FIFO", with(lang.Posters(2)), fifo, 4, 0},
		{"posters(3) FIFO", with(lang.Posters(3)), fifo, 30, 0},
		{"posters(4) FIFO", with(lang.Posters(4)), fifo, 336, 0},
		{"ping-pong(6) FIFO", with(lang.PingPong(6)), fifo, 1, 0},
		{"readers(2)", lang.Readers(2), threads, 4, 0},
		{"readers(8)", lang.Readers(8), threads, 256, 0},
		{"readers(13)", lang.Readers(13), threads, 8192, 0},
		{"lastzero(5)", lang.LastZero(5), threads, 64, 0},
		{"lastzero(10)", lang.LastZero(10), threads, 3328, 0},
		{"lastzero(15)", lang.LastZero(15), threads, 147456, 0},
		{"filesystem(14)", lang.FileSystem(14), locks, 2, 0},
		{"filesystem(16)", lang.FileSystem(16), locks, 8, 0},
		{"filesystem(19)", lang.FileSystem(19), locks, 64, 0},
		{"indexer(12)", lang.Indexer(12), threads, 8, 0},
		{"indexer(15)", lang.Indexer(15), threads, 4096, 0},
		{"figure10(1)", lang.Figure10(1), threads, 5, 0},
		{"figure10(5)", lang.Figure10(5), threads, 21, 0},
		{"figure10(9)", lang.Figure10(9), threads, 37, 0},
		{"wakeup_stress(3)", lang.WakeupStress(3), waits, 12, 0},
		{"wakeup_stress(5)", lang.WakeupStress(5), waits, 240, 0},
		{"wakeup_stress(7)", lang.WakeupStress(7), waits, 10080, 0},
	}
	if *large { // its executions are few, but long
		list = append(list, benchmark{"prolific(9)", lang.Prolific(9), multiset, 510, 362880})
	}
	return list
}

// exact are the algorithms that explore every trace once and begin nothing in
// vain, with the kinds of benchmarks that they have to do; others they may
// refuse.
var exact = []struct {
	algorithm string
	serial    bool
	quick     int64 // the executions that a benchmark may have without -large
	kinds     []string
}{
	{"auto", false, 4000, []string{threads, locks, waits, multiset, fifo}},
	{"closure", false, 4000, []string{threads, locks, waits, multiset, fifo}},
	{"revisit", false, 4000, []string{threads, locks, waits}},
	{"event", false, 1000, []string{threads, multiset}},
	{"optimal", true, 4000, []string{threads, locks, waits, multiset, fifo}},
}

// TestBenchmarks compares the number of traces that the exact algorithms
// explore with the numbers published.
func TestBenchmarks(t *testing.T) {
	for _, e := range exact {
		for _, b := range benchmarks() {
			want := b.want
			if e.serial && b.serial != 0 {
				want = b.serial
			}
			if want == unknown || want > e.quick && !*large {
				continue
			}
			t.Run(e.algorithm+"/"+b.name, func(t *testing.T) {
				res, err := explore.Run(b.p, checker.Options{Algorithm: e.algorithm, KeepGoing: true})
				if err != nil {
					t.Fatal(err)
				}
				if res.Refusal != nil && !slices.Contains(e.kinds, b.kind) {
					t.Skip(res.Refusal)
				}
				if res.Executions != want || !res.Exhaustive || res.Blocked != 0 {
					t.Errorf("%d executions (bound: %q, blocked: %d, refusal: %v), want %d", res.Executions, res.Bound, res.Blocked, res.Refusal, want)
				}
			})
		}
	}
}
