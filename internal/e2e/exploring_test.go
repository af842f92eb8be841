package e2e

import "testing"

// TestExploring: with -races=explore each test of testdata/exploring meets the value that fails it.
func TestExploring(t *testing.T) {
	r := explore(t, root, "-save=false", "-races=explore", "./testdata/exploring")
	for name, got := range r.results {
		if f := r.failures[name]; f.Kind != "fatal" {
			t.Errorf("%s: want a failure, got %+v %+v", name, got, f)
		}
	}
	if len(r.results) != 21 {
		t.Errorf("%d tests:\n%s", len(r.results), r.text)
	}
}
