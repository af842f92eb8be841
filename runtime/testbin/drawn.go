package testbin

import (
	"slices"
	"strconv"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// drawn is a failure that no order of steps avoids, as an execution in which random numbers and
// orders of maps are choices, if one of these makes the difference: the first exploration has one
// value of each, which may be the one that fails. What a pool gives is left as it is: that it might
// have lost what is used too long explains nothing.
func (r *testRun) drawn(f checker.Found, failed *wire.Failure) *wire.Failure {
	if !failed.Schedule.Every || r.phased.in != "" || r.d.stop.Load() || !r.hasTime() {
		return failed
	}
	base, every := r.x.Chance, r.everyFails
	defer func() { r.x.Chance, r.everyFails = base, every }()
	known := r.x.Known.Chance
	r.x.ChooseRandom = r.x.ChooseRandom || known&wire.DrawsFew != 0 && ofOneSeed(r) == ""
	r.x.ChooseOrders = r.x.ChooseOrders || known&wire.LoopsFew != 0 && sorted(r) == ""
	if r.x.Chance == base {
		return r.ofThese(&f, failed)
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
	if found != nil {
		now := f
		now.Decisions = found
		if again := r.described(now); again.Reproduced {
			if again = r.minimised(now, again); again.Schedule.Passing != nil {
				return again
			}
		}
	}
	r.x.Chance = base
	return r.ofThese(&f, failed)
}

// ofThese has the schedule say that what fails in every execution does so with the first random
// numbers, or orders of maps, if an execution with others passes. There are too many to choose
// from.
func (r *testRun) ofThese(f *checker.Found, failed *wire.Failure) *wire.Failure {
	for _, c := range []struct {
		kind    wire.Chance
		without string
		option  string
		seed    *uint64
	}{
		{wire.DrawsMany, ofOneSeed(r), wire.OptionSeed, &r.x.RandomSeed},
		{wire.LoopsMany, sorted(r), wire.OptionOrders, &r.x.MapSeed},
	} {
		if r.x.Known.Chance&c.kind == 0 || c.without != "" {
			continue
		}
		first, passes := *c.seed, false
		for seed := uint64(1); seed < allSeeds && !passes && r.hasTime(); seed++ {
			*c.seed = seed
			r.d.out.capture(func() { // whatever these executions print is nobody's
				again := explore.Replay(r.x, nil, r.bounded(f, 1, leastTime), nil)
				passes = r.judge(f, again, passing{}) == explain.Passes
			})
		}
		if *c.seed = first; passes {
			failed.Schedule.Options[c.option] = strconv.FormatUint(first, 10)
		}
	}
	return failed
}
