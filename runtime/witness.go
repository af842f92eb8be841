package runtime

import (
	"slices"

	"gocheck.dev/checker"
)

// witnessed leads to a data race by a schedule in which it is one whatever
// commutes, and leaves the execution with -commute=off. Two Adds synchronise, in
// Go; to the checker they are in no order, and a race that they hide in the order
// in which it has found them is one in the other. People are to be shown that one.
// If it cannot be had, f stays what it is.
func (r *testRun) witnessed(f checker.Found) checker.Found {
	if f.Failure.Kind != "race" || !r.x.commute || !r.x.commutes {
		return f
	}
	o := checker.Options{Races: true, Steps: max(r.cfg.Steps, len(f.Decisions))}
	found := false
	r.d.out.capture(func() {
		plan := checker.Witness(r.x, f.Decisions, o)
		r.x.commute = false
		for _, ds := range [][]checker.Decision{f.Decisions, plan} {
			again := checker.Replay(r.x, ds, o, nil)
			again.Outcome.Prefer("race")
			if race := again.Outcome.Failure; race != nil && race.Kind == "race" {
				f.Failure, f.Decisions, found = *race, slices.Clone(again.Decisions), true
				return
			}
		}
	})
	r.x.commute = !found
	return f
}
