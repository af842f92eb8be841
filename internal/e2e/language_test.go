package e2e

import "testing"

// TestLanguage: rewritten programs do what they do without gocheck. The tests of
// testdata/language pass with go test.
func TestLanguage(t *testing.T) {
	r := explore(t, root, "-save=false", "./testdata/language/...")
	for name, l := range r.results {
		if l.Verdict != "pass" || !l.Exhaustive {
			t.Errorf("%s: want a pass, got %+v, %+v", name, l, r.failures[name])
		}
	}
	if len(r.results) < 12 {
		t.Errorf("%d tests:\n%s", len(r.results), r.text)
	}
}
