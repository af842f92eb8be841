package checker_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

// TestKnownCounts demands the numbers of traces that the papers give.
func TestKnownCounts(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *lang.Program
		want int64
	}{
		{"writers(4)", lang.Writers(4), 24},
		{"posters(3)", lang.Posters(3), 90},
		{"posters(4)", lang.Posters(4), 2520},
		{"consensus(3)", lang.Consensus(3), 125},
		{"prolific(5)", lang.Prolific(5), 30},
		{"readers(8)", lang.Readers(8), 256},
		{"lastzero(5)", lang.LastZero(5), 64},
		{"plb(4)", lang.PLB(4), 1},
		{"pingpong(6)", lang.PingPong(6), 3276},
		// algorithms.md has 1711; docs/oracle.md says why it is 1764.
		{"dbcache(3)", lang.DBCache(3), 1764},
		{"posters(2) fifo", lang.WithFIFO(lang.Posters(2)), 4},
		{"posters(3) fifo", lang.WithFIFO(lang.Posters(3)), 30},
		{"posters(4) fifo", lang.WithFIFO(lang.Posters(4)), 336},
	} {
		res, err := checker.Explore(c.p, checker.Options{KeepGoing: true})
		if err != nil {
			t.Fatal(err)
		}
		if res.Executions != c.want || res.Blocked != 0 || res.Redundant != 0 {
			t.Errorf("%s: %d executions, %d blocked, %d redundant, want %d", c.name, res.Executions, res.Blocked, res.Redundant, c.want)
		}
	}
}
