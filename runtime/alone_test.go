package runtime

import (
	"sync"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// TestAlone: a test with one goroutine may take as many steps as it likes, and more than a
// trace can have. If it fails in the end, that can be made again.
func TestAlone(t *testing.T) {
	s := testSites(t, "", "mu")
	for _, fails := range []bool{false, true} {
		x := newExecution(Settings{}, func() {
			var mu sync.Mutex
			for range 20000 {
				MutexLock(&mu, s+1)
				MutexUnlock(&mu, s+1)
			}
			if fails {
				MutexUnlock(&mu, s+1)
			}
		})
		res, err := explore.Run(x, checker.Options{Steps: 10000, Races: true, Memory: 1 << 30})
		if err != nil || res.Executions != 1 || res.Truncated > 0 || res.Exhaustive == fails || len(res.Failures) > 0 != fails {
			t.Fatalf("fails %t: %+v, %v", fails, res, err)
		}
		if !fails {
			continue
		}
		ds := res.Failures[0].Decisions
		if again := explore.Replay(x, ds, checker.Options{Steps: len(ds)}, nil); again.Outcome.Failure == nil || again.Outcome.Failure.Kind != "unlock" {
			t.Errorf("it does not fail again: %+v", again.Outcome)
		}
	}
}
