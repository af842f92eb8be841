package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/longtest"
)

// TestCoresCrowds explores tests of goroutines that are alike, up to their names, by one process
// and by several, and demands that they say the same.
func TestCoresCrowds(t *testing.T) {
	longtest.Only(t)
	for _, c := range []struct {
		tests, algorithm string
		keepGoing        bool
		executions       []int // up to names
	}{
		{"TestCrowd|TestCrowdPool", "closure", false, []int{945, 120}},
		{"TestCrowd|TestCrowdPool", "auto", false, []int{945, 120}},
		{"TestCrowdApart", "auto", false, nil},
		{"TestCrowdFails|TestCrowdLeaks", "auto", false, nil},
		{"TestCrowdFails|TestCrowdLeaks", "closure", true, nil},
	} {
		job := coresBuilt(t, "^("+c.tests+")$", true)
		job.Config.Algorithm, job.Config.KeepGoing = c.algorithm, c.keepGoing
		want, _ := shared(t, 0, job)
		for _, n := range c.executions {
			if !strings.Contains(strings.Join(want, "\n"), fmt.Sprintf(`"Executions":%d,`, n)) {
				t.Errorf("%s by %s: not %d executions: %q", c.tests, c.algorithm, n, want)
			}
		}
		for _, n := range []int{2, 4} {
			got, sum := divided(t, n, job)
			t.Logf("%s by %s, %d processes: %d parts given, %d explored anew", c.tests, c.algorithm, n, sum.Given, sum.Anew)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s by %s, %d processes (-one, +several):\n%s", c.tests, c.algorithm, n, diff)
			}
			if c.executions != nil && sum.Given == 0 {
				t.Errorf("%s by %s: no part of a test was given to another process", c.tests, c.algorithm)
			}
		}
	}
}

// TestCoresCrowdsKilled kills processes of such an exploration at random moments.
func TestCoresCrowdsKilled(t *testing.T) {
	longtest.Only(t)
	killedOnce(t, coresBuilt(t, "^TestCrowdKilled$", true))
}
