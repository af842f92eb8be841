package e2e

import (
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// The whole road against itself: every interleaving, less those that are
// equivalent to an earlier one, are the traces; auto has to execute as many. The
// tests are the examples' and the benchmarks' that have few interleavings,
// failing ones included.
func TestInterleavingsLessRedundant(t *testing.T) {
	for _, c := range []struct {
		flags    []string
		run      string
		packages string
		tests    int
	}{
		{nil, "^(TestTransfer.*|TestLoadsOnce|TestKeysDoNotMix|TestCancelWhileFetching|TestFetch|TestVisits|" +
			"TestUnsubscribeWhilePublishing|TestPublish|TestCancel|TestTimeout|TestBound|TestNoInputs|TestTyping|TestOneQuery)$",
			"./testdata/examples/...", 15},
		{nil, "^(TestBuyers3|TestConsensus2|TestLastZero2|TestPingPong[34]|TestBalance4|TestPosters2|TestProlific[357]|" +
			"TestReaders2|TestWriters3)$", "./testdata/benchmarks/...", 12},
		{[]string{"-queue=unordered"}, "^(TestPingPong3|TestPosters2)$", "./testdata/benchmarks/p...", 2},
	} {
		if strings.HasSuffix(c.packages, "/benchmarks/...") && !longtest.Asked() {
			continue // to build them all takes long
		}
		args := append([]string{"-save=false", "-keep-going", "-leaks=off", "-run", c.run}, c.flags...)
		args = append(args, c.packages)
		auto := explore(t, root, args...)
		all := explore(t, root, append([]string{"-algo=dfs", "-count-redundant", "-budget=5m"}, args...)...)
		if len(auto.results) != c.tests || len(all.results) != c.tests {
			t.Errorf("%s: %d and %d results, want %d", c.packages, len(auto.results), len(all.results), c.tests)
		}
		redundant := int64(0)
		for name, a := range auto.results {
			d := all.results[name]
			if !a.Exhaustive || !d.Exhaustive || a.Redundant != 0 || a.Verdict != d.Verdict || a.Executions != d.Executions-d.Redundant {
				t.Errorf("%s: auto %+v, dfs %+v", name, a, d)
			}
			redundant += d.Redundant
		}
		if redundant == 0 {
			t.Errorf("%s: no redundant executions were counted", c.packages)
		}
		if t.Failed() {
			t.Logf("gocheck printed:\n%s\n%s", auto.text, all.text)
		}
	}
}
