package explain_test

import (
	"strings"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestCloseFirst: of every trace of random programs in which a send and its channel's
// close have no order, the other order is found wherever some trace of the program has
// that send fail; and what is found fails again.
func TestCloseFirst(t *testing.T) {
	o := checker.Options{Races: true, Steps: 10000}
	ends := func(again *checker.Replayed) *checker.Failure {
		again.Outcome.Prefer("close")
		if f := again.Outcome.Failure; f != nil && strings.Contains(f.Message, "send on closed") {
			return f
		}
		return nil
	}
	races, found, selects := 0, 0, 0
	for _, k := range gen.Kinds {
		for i := range max(*trial.Programs, longtest.N(10, 300)) {
			p := gen.Coarse(k.Program(gen.Seeded(int64(7000+i)), k.Size(i)))
			if !strings.Contains(p.String(), "close(") {
				continue
			}
			r, err := oracle.Count(p, longtest.N(1000, 2000))
			if err != nil {
				continue
			}
			fails := map[string]bool{} // where a send does
			for _, ds := range r.Traces {
				if f := ends(explore.Replay(p, ds, o, nil)); f != nil {
					fails[f.Pos] = true
				}
			}
			for _, ds := range r.Traces {
				out := explore.Replay(p, ds, o, nil).Outcome
				out.Prefer("race")
				race := out.Failure
				if race == nil || !race.Closes() || out.Second != nil {
					continue // of another failure a program of Go's would have ended before
				}
				races++
				led, ok := explain.CloseFirst(p, checker.Found{Failure: *race, Decisions: ds, Execution: 7, By: "surw"}, o, ends)
				if !ok {
					if at := p.Position(race.Race.First.Pos); fails[at] {
						t.Errorf("%s: no execution with the close first, but there is one that fails at %s: %s\n%s", k.Name, at, lang.Schedule(p, ds), p)
					}
					continue
				}
				found++
				if led.Execution != 7 || led.By != "surw" {
					t.Errorf("%s: execution %d, found by %q", k.Name, led.Execution, led.By)
				}
				again := explore.Replay(p, led.Decisions, o, nil)
				if f := ends(again); again.Diverged >= 0 || f == nil || !f.Same(&led.Failure) {
					t.Errorf("%s: %s does not lead to %v\n%s", k.Name, lang.Schedule(p, led.Decisions), led.Failure, p)
				}
				if strings.Contains(p.String(), "select") {
					selects++
				}
			}
		}
	}
	t.Logf("%d races, of %d the other order, %d of these in programs with select", races, found, selects)
	if found == 0 || selects == 0 {
		t.Error("the programs say nothing")
	}
}
