package checker_test

import (
	"fmt"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

// TestOptimalCounts demands the numbers of executions that the papers have for
// Optimal-DPOR (specification, algorithms.md): handlers are mutexes there.
func TestOptimalCounts(t *testing.T) {
	type count struct {
		name string
		p    *lang.Program
		want int64
	}
	counts := []count{
		{"writers(4)", lang.Writers(4), 24},
		{"writers(6)", lang.Writers(6), 720},
		{"posters(3)", lang.Posters(3), 90},
		{"posters(4)", lang.Posters(4), 2520},
		{"2PC(3)", lang.TwoPhaseCommit(3), 12},
		{"2PC(4)", lang.TwoPhaseCommit(4), 48},
		{"buyers(6)", lang.Buyers(6), 720},
		{"ping-pong(6)", lang.PingPong(6), 3276},
		{"consensus(2)", lang.Consensus(2), 4},
		{"consensus(3)", lang.Consensus(3), 216},
		{"db-cache(2)", lang.DBCache(2), 4608},
		{"prolific(5)", lang.Prolific(5), 120},
		{"sparse-mat(4,3)", lang.SparseMat(4, 3), 204},
		{"plb(4)", lang.PLB(4), 105},
		{"readers(2)", lang.Readers(2), 4},
		{"readers(8)", lang.Readers(8), 256},
		{"lastzero(5)", lang.LastZero(5), 64},
		{"filesystem(14)", lang.FileSystem(14), 2},
		{"filesystem(16)", lang.FileSystem(16), 8},
		{"filesystem(18)", lang.FileSystem(18), 32},
		{"filesystem(19)", lang.FileSystem(19), 64},
		{"indexer(12)", lang.Indexer(12), 8},
	}
	for _, n := range []int{1, 2, 3, 5, 9} {
		counts = append(counts, count{fmt.Sprintf("figure10(%d)", n), lang.Figure10(n), int64(4*n + 1)})
	}
	for n, want := 1, int64(2); n <= 5; n++ {
		counts = append(counts, count{fmt.Sprintf("wakeup_stress(%d)", n), lang.WakeupStress(n), want})
		want *= int64(n + 1)
	}
	if *campaign >= 1000 {
		counts = append(counts, []count{
			{"writers(8)", lang.Writers(8), 40320},
			{"posters(5)", lang.Posters(5), 113400},
			{"2PC(6)", lang.TwoPhaseCommit(6), 1440},
			{"2PC(7)", lang.TwoPhaseCommit(7), 10080},
			{"2PC(8)", lang.TwoPhaseCommit(8), 80640},
			{"buyers(7)", lang.Buyers(7), 5040},
			{"buyers(8)", lang.Buyers(8), 40320},
			{"ping-pong(7)", lang.PingPong(7), 27252},
			{"prolific(7)", lang.Prolific(7), 5040},
			{"sparse-mat(4,5)", lang.SparseMat(4, 5), 185520},
			{"mat-mult(4,3,5)", lang.MatMult(4, 3, 5), 13824},
			{"plb(6)", lang.PLB(6), 10395},
			{"readers(13)", lang.Readers(13), 8192},
			{"lastzero(10)", lang.LastZero(10), 3328},
			{"lastzero(15)", lang.LastZero(15), 147456},
			{"indexer(15)", lang.Indexer(15), 4096},
			{"wakeup_stress(7)", lang.WakeupStress(7), 10080},
			{"consensus(4)", lang.Consensus(4), 331776},
		}...)
	}
	for _, c := range counts {
		t.Run(c.name, func(t *testing.T) {
			res, err := checker.Explore(c.p, checker.Options{Algorithm: "optimal", KeepGoing: true})
			if err != nil {
				t.Fatal(err)
			}
			if res.Executions != c.want || res.Blocked != 0 || !res.Exhaustive {
				t.Errorf("%d executions, %d blocked, bound %q, want %d", res.Executions, res.Blocked, res.Bound, c.want)
			}
		})
	}
}
