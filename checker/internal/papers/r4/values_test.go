package r4_test

import (
	"maps"
	"slices"
	"testing"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/checker/lang"
	"gocheck.dev/checker/lang/gen"
	"gocheck.dev/checker/oracle"
	"gocheck.dev/checker/oracle/trial"
)

// TestR4Values: where plain accesses say what they come to (Effect.As), r4 misses
// no outcome, and has less to explore.
func TestR4Values(t *testing.T) {
	done, more, fewer := 0, int64(0), int64(0)
	for _, k := range gen.Kinds {
		if k.Name != "updates-handlers" && k.Name != "updates-branch" && k.Name != "updates-mixed-coarse" && k.Name != "unordered" && k.Name != "heavy-events-branch" {
			continue
		}
		for i := range *trial.Programs {
			p := plain(t, k.Program(gen.Seeded(int64(i)), k.Size(i)), true)
			if p == nil {
				continue
			}
			want, err := oracle.Count(p, 300)
			if err != nil {
				continue
			}
			got, n := outcomes(t, p)
			if n < 0 {
				continue
			}
			for o := range want.Outcomes {
				if !got[o] {
					t.Errorf("%s, seed %d: no execution comes to %s, but to %q\n%v", k.Name, i, o, slices.Sorted(maps.Keys(got)), p)
				}
			}
			done++
			if _, m := outcomes(t, plain(t, p, false)); m > 0 {
				more, fewer = more+m, fewer+n
			}
		}
	}
	if done < 10 || fewer >= more {
		t.Errorf("%d programs, %d executions, without values %d", done, fewer, more)
	}
}

// plain is a program whose loads and stores are effects; with values, its updates
// are, too, and all say what they come to. Nil: there is no such program.
func plain(t *testing.T, p *lang.Program, values bool) *lang.Program {
	t.Helper()
	q := &lang.Program{Coarse: true, Plain: values, Vars: p.Vars, Caps: p.Caps, FIFO: p.FIFO, Bodies: p.Bodies}
	if q.Compile() != nil {
		return nil
	}
	return q
}

// outcomes are those of all executions by r4, and how many these are; -1: too many,
// or the program is refused.
func outcomes(t *testing.T, p *lang.Program) (map[string]bool, int64) {
	t.Helper()
	got := map[string]bool{}
	o := checker.Options{Algorithm: "r4", Executions: 2000, KeepGoing: true}
	o.OnExecution = func(pr *checker.Progress) bool {
		got[pr.Outcome.Observed] = true
		return true
	}
	res, err := explore.Run(p, o)
	if err != nil || res.Bound != "" {
		return nil, -1
	}
	return got, res.Executions
}
