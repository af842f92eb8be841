package testbin

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// phaseOf has the kinds of chance whose values can be chosen, with the phase that does so.
var phaseOf = map[wire.Chance]string{wire.DrawsFew: wire.PhaseRandom, wire.LoopsFew: wire.PhaseMaps, wire.Pools: wire.PhasePools}

// drawn is a failure that no order of steps avoids, as an execution in which random numbers, orders
// of maps and what pools give are choices, if one of these makes the difference: the first
// exploration has one value of each, which may be the one that fails.
func (r *testRun) drawn(f checker.Found, failed *wire.Failure) *wire.Failure {
	if !failed.Schedule.Every || r.phased.in != "" || r.d.stop.Load() || !r.hasTime() {
		return failed
	}
	base, every := r.x.Chance, r.everyFails
	defer func() { r.x.Chance, r.everyFails = base, every }()
	for kind, without := range map[wire.Chance]string{wire.DrawsFew: ofOneSeed(r), wire.LoopsFew: sorted(r), wire.Pools: ofOwnPools(r)} {
		if r.x.Known.Chance&kind != 0 && without == "" {
			chosen[phaseOf[kind]](&r.x.Chance)
		}
	}
	if r.x.Chance == base {
		return failed
	}
	r.everyFails = false // so do those of one value
	var found []checker.Decision
	r.d.out.capture(func() { // whatever these executions print is nobody's
		o := r.bounded(&f, leastRuns, leastTime)
		o.KeepGoing = true
		o.OnExecution = func(p *checker.Progress) bool {
			if r.judge(&f, &checker.Replayed{Outcome: p.Outcome, Decisions: p.Decisions, Diverged: -1}, passing{}) == explain.Fails {
				found = slices.Clone(p.Decisions)
			}
			return found == nil
		}
		if _, err := explore.Run(r.x, o); err != nil {
			found = nil
		}
	})
	if found == nil {
		return failed
	}
	f.Decisions = found
	again := r.described(f)
	if !again.Reproduced {
		return failed
	}
	if again = r.minimised(f, again); again.Schedule.Passing == nil {
		return failed
	}
	return again
}
