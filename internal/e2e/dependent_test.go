package e2e

import (
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

// TestDependent: of a test that asks for what is no function of its schedule, an address as a
// number or in a text among it, there is a warning; of one that only seems to there is none.
func TestDependent(t *testing.T) {
	longtest.Only(t)
	r := explore(t, root, "-save=false", "-json", "./testdata/dependent")
	if len(r.results) < 30 {
		t.Errorf("%d tests have results", len(r.results))
	}
	for name, got := range r.results {
		quiet := strings.Contains(name, ".TestQuiet")
		warned := len(got.Warnings) > 0 && got.Warnings[0].Kind == "depends"
		if got.Verdict != "pass" || warned == quiet {
			t.Errorf("%s: %s, warnings %+v", name, got.Verdict, got.Warnings)
		}
	}
}
