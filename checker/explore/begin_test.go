package explore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestBegins: what is left out of a long beginning changes no count, and no failure.
func TestBegins(t *testing.T) {
	defer trial.SetBegins(2)()
	begun, compared := 0, 0
	for _, k := range gen.Kinds {
		for seed := range int64(longtest.N(3, 20)) {
			p := k.Program(gen.Seeded(*trial.Seed+seed), k.Size(int(seed)))
			r := rand.New(rand.NewPCG(uint64(*trial.Seed+seed), 7))
			q := gen.WithBeginning(r, p)
			if q == nil {
				continue
			}
			for _, algorithm := range []string{"closure", "revisit", "auto"} {
				if algorithm == "revisit" && p.Pause > 0 {
					continue // which it does not know
				}
				o := checker.Options{Algorithm: algorithm, Races: p.Coarse, Steps: 400, Executions: 500, KeepGoing: true, Pauses: p.Pause > 0, Faults: p.Faults > 0}
				want, err := explore.Run(q, o)
				if err != nil {
					t.Fatal(err)
				}
				if want.Bound != "" {
					continue
				}
				restarts := 0
				o.OnRestart = func() { restarts++ }
				got, err := explore.Run(q, o)
				if err != nil {
					t.Fatal(err)
				}
				compared++
				if restarts > 0 {
					begun++
				}
				if p.Coarse {
					// What commutes hides races, in an order that is none of the trace.
					got.Failing = want.Failing
				}
				if a, b := counted(got), counted(want); a != b {
					t.Fatalf("%s %d, %s: %s\nwithout: %s\n%s", k.Name, seed, algorithm, a, b, q)
				}
				for _, f := range got.Failures {
					again := explore.Replay(q, f.Decisions, checker.Options{Races: p.Coarse, Steps: len(f.Decisions)}, nil)
					if again.Outcome.Prefer(f.Failure.Kind); again.Outcome.Failure == nil || again.Outcome.Failure.Kind != f.Failure.Kind {
						t.Fatalf("%s %d, %s: %v does not come again: %v\n%s", k.Name, seed, algorithm, f.Failure, again.Outcome.Failure, q)
					}
				}
			}
		}
	}
	t.Logf("%d compared, of which %d have begun anew", compared, begun)
	if begun < compared/2 || compared < 300 {
		t.Errorf("%d compared, of which %d have begun anew", compared, begun)
	}
}

// counted is what does not depend on which execution of a trace is made, as what fails first in it
// does.
func counted(r *checker.Result) string {
	return fmt.Sprint(r.Bound, " executions ", r.Executions, " deadlocks ", r.Deadlocks, " failing ", r.Failing, " blocked ", r.Blocked, " redundant ", r.Redundant)
}
