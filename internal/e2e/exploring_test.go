package e2e

import (
	"strings"
	"testing"
)

// TestExploring: with -races=explore each test of testdata/exploring meets the value that fails it,
// but for those that are right.
func TestExploring(t *testing.T) {
	r := explore(t, root, "-save=false", "-races=explore", "./testdata/exploring")
	for name, got := range r.results {
		if strings.HasSuffix(name, ".TestRight") {
			if got.Verdict != "pass" || !got.Exhaustive {
				t.Errorf("%s: %+v %+v", name, got, r.failures[name])
			}
		} else if f := r.failures[name]; f.Kind != "fatal" {
			t.Errorf("%s: want a failure, got %+v %+v", name, got, f)
		}
	}
	if len(r.results) != 103 {
		t.Errorf("%d tests:\n%s", len(r.results), r.text)
	}
}
