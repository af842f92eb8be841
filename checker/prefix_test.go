package checker_test

import (
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang/gen"
)

// TestPrefixes holds what is kept of a trace to what is taken down of the same
// execution: TestCampaign sees only what comes of a difference.
func TestPrefixes(t *testing.T) {
	t.Run("revisit", func(t *testing.T) { testPrefixes(t, checker.CheckPrefixes) })
	t.Run("closure", func(t *testing.T) { testPrefixes(t, checker.CheckPrefixesOfClosure) })
}

func testPrefixes(t *testing.T, check func(checker.Program, int64) (events, kept int, err error)) {
	var events, kept int
	for _, k := range gen.Kinds {
		for i := range max(5, *campaign/4) {
			p := k.Program(gen.Seeded(*campaignSeed+int64(i)), k.Size(i))
			e, n, err := check(renumbered{p}, 300)
			if err != nil {
				t.Fatalf("%s %d: %v\n%s", k.Name, i, err, p)
			}
			events, kept = events+e, kept+n
		}
	}
	t.Logf("%d of %d events were kept", kept, events)
	if kept < events/3 {
		t.Errorf("%d of %d events were kept", kept, events)
	}
}

// swapping numbers objects in pairs that change places with every other execution.
type swapping struct {
	renumbered
	runs *checker.Object
}

func (p swapping) Run(s checker.Scheduler) checker.Outcome {
	*p.runs++
	return p.Program.Run(&renumbering{s: s, swap: *p.runs & 1})
}

// TestPrefixesRenumbered: if the same decisions do not lead to the same numbers of
// objects, less is kept, and nothing is lost.
func TestPrefixesRenumbered(t *testing.T) {
	found := 0
	for _, k := range gen.Kinds {
		for i := range max(2, *campaign/10) {
			p := k.Program(gen.Seeded(*campaignSeed+int64(i)), k.Size(i))
			for _, algorithm := range []string{"revisit", "closure"} {
				run := func(p checker.Program) *checker.Result {
					res, err := checker.Explore(p, checker.Options{Algorithm: algorithm, KeepGoing: true, Executions: 300})
					if err != nil {
						t.Fatal(err)
					}
					return res
				}
				want, got := run(renumbered{p}), run(swapping{renumbered{p}, new(checker.Object)})
				if got.Executions != want.Executions || got.Events != want.Events || got.Bound != want.Bound || got.Deadlocks != want.Deadlocks {
					t.Fatalf("%s %d: %d executions of %d events, %d deadlocks (%q), want %d, %d, %d (%q)\n%s", k.Name, i,
						got.Executions, got.Events, got.Deadlocks, got.Bound, want.Executions, want.Events, want.Deadlocks, want.Bound, p)
				}
			}
			if checker.Kept(swapping{renumbered{p}, new(checker.Object)}, 10) < checker.Kept(renumbered{p}, 10) {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no program was found to number its objects anew")
	}
}
