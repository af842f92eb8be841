package testbin

import (
	"time"

	"gocheck.dev/checker"
)

// phasesReserve is the part of the budget that is left to phases, at least: a fifth.
const phasesReserve = 5

// lateness is that the test of the piece of work with that serial has no more time.
type lateness struct {
	serial int64
	since  time.Time
}

// deadline is when the piece of work in hand has to end, if there is a budget, as far as is known
// now: it may have begun later than who gave that budget could know.
func (r *testRun) deadline() time.Time {
	end := r.budgetEnd()
	if s := r.served; s != nil {
		if l := s.late.Load(); l != nil && l.serial == r.serial && l.since.Before(end) {
			return l.since
		}
	}
	return end
}

// budgetEnd is when the budget of the piece of work is over.
func (r *testRun) budgetEnd() time.Time {
	return r.start.Add(time.Duration(r.budgetMS) * time.Millisecond)
}

// What is said of failures - smaller schedules, executions that pass - is looked for until the
// test's time is over, and for a fifth of it more, or a second: a failure that comes last is to be
// explained, too.
const (
	reportsShare = 5
	reportsLeast = time.Second
)

// reportsEnd is when that has to end for all failures of the test; zero: there is no bound.
func (r *testRun) reportsEnd() time.Time {
	if r.budgetMS == 0 {
		return time.Time{}
	}
	return r.deadline().Add(max(time.Duration(r.cfg.BudgetMS)*time.Millisecond/reportsShare, reportsLeast))
}

// hasTime says whether there is time to say more of a failure than that it comes again.
func (r *testRun) hasTime() bool {
	end := r.reportsEnd()
	return end.IsZero() || time.Now().Before(end)
}

// reserve is how much of the time before the deadline the first exploration is to leave, as far as
// is known now: something if it has met what a phase explores, or other processes have.
func (r *testRun) reserve() time.Duration {
	told := r.served != nil && r.served.early.Load() == r.serial
	if r.phased.in != "" || !told && (r.owed() == 0 || !r.hasPhases()) {
		return 0
	}
	return time.Duration(r.cfg.BudgetMS) * time.Millisecond / phasesReserve
}

// firstOptions are those of the first exploration.
func (r *testRun) firstOptions() checker.Options {
	o := r.options()
	o.Reserve = func() time.Duration { return r.budgetEnd().Sub(r.deadline()) + r.reserve() }
	return o
}

// early says whether the first exploration was ended so that there is time for phases.
func (r *testRun) early(res *checker.Result) bool { return res.Bound == "time" && r.reserve() > 0 }

// owed is how many phases are known of that are to be explored.
func (r *testRun) owed() (n int) {
	for i := range phases {
		if p := &phases[i]; r.wants(p) && p.without(r) == "" {
			n++
		}
	}
	return n
}
