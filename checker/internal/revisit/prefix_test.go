package revisit_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/internal/revisit"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle/trial"
	"gocheck.dev/internal/longtest"
)

// TestRevisitPrefixes holds what is kept of a trace to what is taken down of the same
// execution: TestCampaign sees only what comes of a difference. One in two programs
// makes the prefix again by itself.
func TestRevisitPrefixes(t *testing.T) { trial.Prefixes(t, revisit.CheckPrefixes) }

// TestPrefixesRenumbered: if the same decisions do not lead to the same numbers of
// objects, less is kept, and nothing is lost; nor if they do not to the same values.
func TestPrefixesRenumbered(t *testing.T) {
	// What is asked again, as less was kept, may have been forgotten by its key, and is
	// then further up the stack: the first 300 executions would be others.
	defer trial.SetLeastFilter(1 << 18)()
	found := 0
	for _, k := range gen.Kinds {
		for i := range max(longtest.N(1, 2), *trial.Programs/10) {
			p := k.Program(gen.Seeded(*trial.Seed+int64(i)), k.Size(i))
			for _, algorithm := range []string{"revisit", "closure"} {
				run := func(p checker.Program) *checker.Result {
					res, err := explore.Run(p, checker.Options{Algorithm: algorithm, KeepGoing: true, Executions: 300})
					if err != nil {
						t.Fatal(err)
					}
					return res
				}
				want := run(trial.Renumbered{Program: p})
				for what, q := range map[string]checker.Program{
					"numbers":                   trial.Swapping{Renumbered: trial.Renumbered{Program: p}, Runs: new(checker.Object)},
					"numbers, found by itself":  lang.Repeating(trial.Swapping{Renumbered: trial.Renumbered{Program: p}, Runs: new(checker.Object)}),
					"values":                    &trial.Moving{Program: p},
					"values, which it tells of": lang.Repeating(&trial.Moving{Program: p}),
				} {
					got := run(q)
					if got.Executions != want.Executions || got.Events != want.Events || got.Bound != want.Bound || got.Deadlocks != want.Deadlocks {
						t.Fatalf("%s %d, other %s: %d executions of %d events, %d deadlocks (%q), want %d, %d, %d (%q)\n%s", k.Name, i, what,
							got.Executions, got.Events, got.Deadlocks, got.Bound, want.Executions, want.Events, want.Deadlocks, want.Bound, p)
					}
				}
			}
			if revisit.Kept(trial.Swapping{Renumbered: trial.Renumbered{Program: p}, Runs: new(checker.Object)}, 10) < revisit.Kept(trial.Renumbered{Program: p}, 10) {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no program was found to number its objects anew")
	}
}
