package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestRecord records an execution of each test and explores its reorderings:
// the tests do not branch on what they read, so there are as many as the test
// has traces, and as many of them fail.
func TestRecord(t *testing.T) {
	for _, c := range []struct {
		flags   []string // of what is explored and recorded
		run     string
		pattern string
		wants   map[string]int64 // known numbers; the others are what gocheck finds
	}{
		{nil, ".", "./testdata/traced", map[string]int64{
			"traced.TestMutex": 6, "traced.TestDeadlock": 3, "traced.TestSleep": 4, "traced.TestOnce": 3, "traced.TestHandlersWithin": 4,
		}},
		{[]string{"-queue=unordered", "-races=explore"}, "^Test(Writers4|Posters3|Prolific5|DBCache2|Indexer12|SparseMat3|WakeupStress3)$", "./testdata/benchmarks/...", map[string]int64{
			"writers.TestWriters4": 24, "posters.TestPosters3": 90, "prolific.TestProlific5": 30, "dbcache.TestDBCache2": 32,
			"indexer.TestIndexer12": 8, "sparsemat.TestSparseMat3": 34, "wakeupstress.TestWakeupStress3": 12,
		}},
		{[]string{"-races=explore"}, "^TestPosters3$", "./testdata/benchmarks/posters", map[string]int64{"posters.TestPosters3": 30}},
	} {
		if strings.HasSuffix(c.pattern, "/benchmarks/...") && !longtest.Asked() {
			continue // to build them all takes long
		}
		r := explore(t, root, append([]string{"-save=false", "-commute=off", "-keep-going", "-leaks=off", "-run=" + c.run}, append(c.flags, c.pattern)...)...)
		for name, n := range c.wants {
			found := false
			for full, got := range r.results {
				if strings.HasSuffix(full, "/"+name) {
					found = true
					if got.Executions != n {
						t.Errorf("%s: gocheck explores %d executions, want %d", name, got.Executions, n)
					}
				}
			}
			if !found {
				t.Errorf("%s: no result", name)
			}
		}
		for name, want := range r.results {
			t.Run(want.Test, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "trace.txt")
				args := append([]string{"record", "-o", file, "-run=^" + want.Test + "$"}, c.flags...)
				pkg, _, _ := strings.Cut(name[strings.LastIndex(name, "/"):], ".")
				rec := runText(t, root, append(args, name[:strings.LastIndex(name, "/")]+pkg)...)
				if !strings.Contains(rec, "written to "+file) {
					t.Fatalf("gocheck record printed:\n%s", rec)
				}
				got := run(t, root, []string{"explore", "-json", "-count-redundant", file}).results["."+file]
				if got.Executions != want.Executions || got.Failing != want.Failing || got.Redundant+got.Blocked > 0 || !got.Exhaustive {
					t.Errorf("the trace has %+v, the test %+v", got, want)
				}
			})
		}
	}
}
