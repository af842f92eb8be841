package checker_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

// TestSourceCounts compares Source-DPOR with the numbers of traces: what is
// explored once too often, or begun in vain, depends on the order of exploration.
// That of these programs without is published (source-sets, Tables 1, 3 and 4).
func TestSourceCounts(t *testing.T) {
	for _, c := range []struct {
		name   string
		p      *lang.Program
		traces int64
		exact  bool
	}{
		{"readers(8)", lang.Readers(8), 256, true},
		{"filesystem(16)", lang.FileSystem(16), 8, true},
		{"filesystem(19)", lang.FileSystem(19), 64, true},
		{"indexer(12)", lang.Indexer(12), 8, true},
		{"wakeup_stress(4)", lang.WakeupStress(4), 48, true},
		{"lastzero(5)", lang.LastZero(5), 64, false},
		{"lastzero(10)", lang.LastZero(10), 3328, false},
		{"figure10(1)", lang.Figure10(1), 5, false},
		{"figure10(2)", lang.Figure10(2), 9, false},
		{"figure10(3)", lang.Figure10(3), 13, false},
		{"figure10(4)", lang.Figure10(4), 17, false},
		{"figure10(9)", lang.Figure10(9), 37, false},
		{"consensus(3)", lang.Consensus(3), 216, false},
		{"ping-pong(6)", lang.PingPong(6), 3276, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := checker.Explore(c.p, checker.Options{Algorithm: "source", KeepGoing: true})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d executions, %d begun in vain; %d traces", res.Executions, res.Blocked, c.traces)
			if !res.Exhaustive || res.Executions < c.traces || c.exact && (res.Executions > c.traces || res.Blocked > 0) {
				t.Errorf("%d executions, %d begun in vain, bound %q; %d traces", res.Executions, res.Blocked, res.Bound, c.traces)
			}
		})
	}
}
