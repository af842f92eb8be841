package testbin

import (
	"fmt"
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// What natively is chance, or the machine's choice, the first exploration holds fixed: so its
// verdict is there soon, whatever the rest of the time brings. If its executions have met such a
// thing, and none has failed (or the test is to go on then), phases explore what else could have
// come: further explorations of the same test under other settings (rt.Chance), one after the
// other, in what is left of the test's budget. What fails there is a failure like any other. Phases
// that do not come to their end take nothing back: the result says of each how far it came, and
// package report what a pass then stands for.
//
// An exploration that is too large for the budget leaves a fifth of it to phases, if it has met
// what they explore: else nothing would ever be seen of chance and pauses in a large test.
//
// A phase is explored by one process, the one that reports on the test.

// A phase is one way to explore further.
type phase struct {
	name string
	// met says whether the executions so far have met what the phase explores.
	met func(r *testRun) bool
	// without is why the phase is left out all the same: a flag that was given.
	without func(r *testRun) string
	// explore explores, by runs of r.more, and says how far it has come. It may leave the
	// settings of the executions as it likes.
	explore func(r *testRun, t *further) wire.Phase
}

// phases are all of them, in their order.
var phases = []phase{randomPhase, poolsPhase, lossyPhase, stampsPhase, mapsPhase, seedsPhase, ordersPhase, allPhase, garbagePhase, pausesPhase}

// further is what is known while phases are explored.
type further struct {
	total *checker.Result // of all explorations so far
	until time.Time       // when the present phase is to end; zero: there is no bound
}

// phased is the state of a testRun that is in its phases.
type phased struct {
	in      string       // the present one; "": the first exploration, which has none
	base    *accounts    // what came of the explorations before the present one
	before  int64        // executions before the present exploration
	first   int64        // executions of the first one
	early   bool         // the first one was ended so that there is time for phases
	settled *wire.Result // the verdict without the present phase
	said    []wire.Phase // what the phases have come to
	warns   bool         // what fails in the present one is a warning
	timing  []wire.Warning
}

// further explores phases, after an exploration that has come to that result.
func (r *testRun) further(res *checker.Result) {
	if !r.settles(res) {
		return
	}
	base := r.x.Chance
	r.phased.first, r.phased.early = res.Executions, r.phased.early || r.early(res)
	defer func() { r.x.Chance, r.phased.in, r.phased.settled = base, "", nil }()
	t := &further{total: res}
	var end time.Time
	if r.budgetMS > 0 {
		end = time.Now().Add(r.lasts(time.Since(r.start)))
	}
	for p := r.next(); p != nil && !r.ended() && !r.quits(); p = r.next() {
		if why := p.without(r); why != "" {
			r.phased.said = append(r.phased.said, wire.Phase{Name: p.name, Reason: why})
			continue
		}
		r.x.Chance, r.phased.in = base, ""
		r.phased.settled = r.result(res)
		r.phased.in, r.phased.warns = p.name, p.name == wire.PhasePauses && r.cfg.Timing
		r.send(wire.Message{Type: "settled", Result: r.phased.settled, Phase: p.name, Warns: r.phased.warns})
		t.until = r.share(end)
		r.phased.said = append(r.phased.said, p.explore(r, t))
		r.phased.warns = false
		last := &r.phased.said[len(r.phased.said)-1]
		if q := r.next(); p.name == wire.PhaseAll && last.Exhaustive && q != nil && chosen[q.name] != nil {
			last.Exhaustive, last.Reason = false, "there is more, which was met only then"
		}
	}
}

// next is the first phase that is still to be explored. What it is to explore may have
// been met in a phase only.
func (r *testRun) next() *phase {
	for i := range phases {
		if p := &phases[i]; r.wants(p) {
			return p
		}
	}
	return nil
}

// wants says whether a phase is still to be explored.
func (r *testRun) wants(p *phase) bool {
	return p.met(r) && !r.tried(p.name)
}

// settles says whether the first exploration has shown all that it could show.
func (r *testRun) settles(res *checker.Result) bool {
	return r.hasPhases() && !r.ended() && !r.quits() &&
		slices.Contains([]string{"", "steps", "preemptions", "delays", "length", "time"}, res.Bound) &&
		res.Refusal == nil && r.x.Last().Uncontrolled == nil && r.waits == nil && r.diverged == nil
}

// ended says whether the test has failed, and is not to go on.
func (r *testRun) ended() bool { return r.failed && !r.cfg.KeepGoing }

// hasPhases says whether the algorithm's explorations are followed by phases.
func (r *testRun) hasPhases() bool {
	a := explore.AlgorithmOf(optionsOf(&r.cfg))
	return r.d.cfg.Mode == "explore" && !a.Samples && !a.Reverses
}

// Phases take what is left of the budget, but no more than ten times what the first
// exploration has taken, or a tenth of the budget: a test that was explored in a
// moment is not to take half a minute because it goes through some maps.
const phasesShare = 10

// lasts is how long all phases may take, since after this piece of work has begun.
func (r *testRun) lasts(since time.Duration) time.Duration {
	whole := time.Duration(r.cfg.BudgetMS) * time.Millisecond
	rest := r.deadline().Sub(r.start) - since
	if r.x.Within > 0 && !r.cfg.Timing { // pauses were asked for
		return rest
	}
	return min(rest, max(whole/phasesShare, phasesShare*(whole-rest)))
}

// share is when a phase has to end so that others that are known of have as much time.
func (r *testRun) share(end time.Time) time.Time {
	if end.IsZero() {
		return end
	}
	return time.Now().Add(time.Until(end) / time.Duration(r.owed()))
}

// quits says whether the user, or the command, wants no more of the test.
func (r *testRun) quits() bool {
	return r.d.stop.Load() || r.ends()
}

// ends says whether the command wants no more of the piece of work.
func (r *testRun) ends() bool {
	s := r.served
	return s != nil && (s.gone.Load() || s.stop.Load() == r.serial)
}

// more explores the test once more, as the settings are now. It returns why the exploration
// did not come to its end, "" if it did, and reports failures.
func (r *testRun) more(t *further) (why string) {
	o := r.options()
	o.Deadline = t.until
	if left := o.Executions - t.total.Executions; o.Executions > 0 {
		if left <= 0 {
			return fmt.Sprintf("-executions %d", o.Executions)
		}
		o.Executions = left
	}
	began := time.Now()
	if !o.Deadline.IsZero() && !began.Before(o.Deadline) {
		return fmt.Sprintf("-budget %v leaves no time for it", time.Duration(r.cfg.BudgetMS)*time.Millisecond)
	}
	r.told = 0
	base := r.accounts.copied()
	*r.memory = stability{}
	r.phased.base, r.phased.before = &base, t.total.Executions
	defer func() { r.phased.base = nil }()
	res, err := r.search(o)
	if err != nil {
		return err.Error()
	}
	failures := res.Failures
	res.Failures = nil
	why = r.endOf(res, failures, time.Since(began))
	addTo(t.total, res)
	for _, f := range failures {
		if f.Failure.Kind != "divergence" {
			f.Execution += r.phased.before
			r.report(f, "")
		}
	}
	r.reportLeak(t.total)
	if r.ended() {
		t.total.Exhaustive, t.total.Bound = false, "failure"
	} else if r.waits != nil {
		why = r.waits.Reason() + " at " + r.waits.Site.Position()
	}
	r.waits = nil // the verdict does without
	return why
}

// endOf is why an exploration after the first did not come to its end. What would have
// made the first one unsupported is no more than that.
func (r *testRun) endOf(res *checker.Result, failures []checker.Found, took time.Duration) string {
	n, unstable := r.x.Last().Uncontrolled, r.unstable
	r.x.Last().Uncontrolled, r.unstable = nil, nil
	for i := range failures {
		if f := &failures[i].Failure; f.Kind == "divergence" {
			unstable = f
		}
	}
	switch {
	case n != nil:
		return n.Reason() + " at " + n.Site.Position()
	case unstable != nil:
		return unstable.Message
	case res.Refusal != nil:
		return res.Refusal.String()
	case res.Bound == "blocked":
		return fmt.Sprintf("in %d executions a step that had to be possible was not", res.Blocked)
	case res.Bound == "" || res.Bound == "failure":
		return ""
	case res.Bound == "time":
		return fmt.Sprintf("%v of -budget %v: %d executions", took.Round(time.Millisecond), time.Duration(r.cfg.BudgetMS)*time.Millisecond, res.Executions)
	case res.Bound == "stopped":
		return r.bound("interrupted", res)
	}
	return r.bound(res.Bound, res)
}

// addTo adds what a further exploration has come to. The estimate of all executions, which is that
// of the first exploration, is to stay as near to them as it was.
func addTo(total, res *checker.Result) {
	if total.Estimate > 0 {
		total.Estimate += float64(res.Executions)
	}
	total.Executions += res.Executions
	total.Blocked += res.Blocked
	total.Redundant += res.Redundant
	total.Repeated += res.Repeated
	total.Failing += res.Failing
	total.Truncated += res.Truncated
	total.Alone += res.Alone
	total.CutShort += res.CutShort
	total.Events += res.Events
}

// unsettled is what the watchdog makes of a result that ends the process within a phase:
// the verdict stands, and the phase has that end.
func (q *phased) unsettled(result *wire.Result) *wire.Result {
	s := q.settled
	if s == nil || q.in == "" || result.Verdict == "fail" && s.Verdict != "fail" {
		return result
	}
	why := result.Reason
	if result.Pos != "" && why == "" {
		why = result.Pos
	}
	settled := *s
	settled.Executions += max(result.Executions-s.Executions, 0)
	settled.Phases = append(slices.Clip(settled.Phases), wire.Phase{Name: q.in, Reason: why})
	return &settled
}
