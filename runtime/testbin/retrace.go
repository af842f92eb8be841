package testbin

import (
	"slices"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explain"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/kinds"
)

// What it may take to find the failure of a schedule whose program has changed.
const (
	retraceTime   = time.Second
	retraceRuns   = 400
	retraceRounds = 6 // of aligning, each way
)

// retracing is what becomes of a saved schedule.
type retracing struct {
	r        *testRun
	of       *wire.Schedule
	strictly bool // no others than it are made
	deadline time.Time
	runs     int

	first, best *attempt       // best: the one that has most of the schedule
	found       *checker.Found // it has led to a failure
	same        bool           // to the one that it was saved for
	exact       bool           // by taking the same decisions, all of them
	clean       bool           // some execution came to its end without failure or leak
	restart     bool           // the ends of tests matter: what was executed is void
}

// attempt is an execution that was to be like a saved schedule.
type attempt struct {
	decisions []checker.Decision
	steps     []wire.Step
	printed   string
	failure   *checker.Failure
}

// retrace runs a saved schedule. As long as the program is the one that it was
// saved from, that is one execution. If it has changed, and the schedule does
// not fail by itself any more, others are made that are like it: first with the
// operations of the program aligned with those of the schedule, as the
// executions before have shown them; then with switches between tasks a little
// earlier or later (explain.Near). Whatever is found has failed when it was
// executed.
//
// What natively is chance is as it was when it was made, unless pools turn out to be
// shared.
func (r *testRun) retrace(s *wire.Schedule) *retracing { return r.retraced(s, false) }

// retraced is retrace; strictly, no other executions than the schedule's own are made.
func (r *testRun) retraced(s *wire.Schedule, strictly bool) *retracing {
	r.chanceAsIn(s)
	t := &retracing{restart: true}
	for tries := 0; t.restart && tries < 2; tries++ {
		t = &retracing{r: r, of: s, strictly: strictly, deadline: time.Now().Add(retraceTime)}
		t.search()
	}
	return t
}

// stepsLike is how many steps an execution may have that is to be like the schedule. `gocheck
// replay` says itself how many.
func (r *testRun) stepsLike(s *wire.Schedule) int {
	if r.cfg.Steps == 0 || r.d.cfg.Mode == "replay" {
		return r.cfg.Steps
	}
	return s.StepsLike(r.cfg.Steps)
}

func (t *retracing) search() {
	x := t.r.x
	t.first = t.attempt(nil, way{})
	t.best = t.first
	if t.restart || x.Last().Uncontrolled != nil {
		return
	}
	t.exact = t.first.takes(t.of)
	t.consider(t.first)
	if t.strictly || t.exact && (t.same || t.found == nil && len(t.first.steps) == len(t.of.Steps) && t.first.names(t.of)) {
		return // the program is the same, or mended where no operation shows it
	}
	for _, w := range []way{{}, {eager: true}, {newest: true}, {eager: true, newest: true}} {
		t.aligned(w)
	}
	if !t.over() {
		t.near()
	}
	if !t.restart && !t.counts() {
		t.found, t.same = nil, false
	}
	if t.found != nil && !slices.Equal(t.found.Decisions, t.first.decisions) {
		t.exact = false // another execution has failed
	}
	x.Last().Uncontrolled = nil // what the others met is for the exploration to say, if it comes there
}

func (t *retracing) over() bool {
	return t.done() || t.restart || t.runs >= retraceRuns || time.Now().After(t.deadline)
}

// done says whether the failure is found that the schedule was saved for.
func (t *retracing) done() bool { return t.same && t.counts() }

// counts says whether what was found is a failure: by default a leak is none
// where all executions leak, which they may do since the program was edited.
func (t *retracing) counts() bool {
	return t.found == nil || t.found.Failure.Kind != "leak" || t.r.x.Leaks != "schedule" || t.clean
}

// attempt makes an execution like the schedule, and once more as decisions, for
// races are found by the checker.
func (t *retracing) attempt(g *guide, w way) *attempt {
	r := t.r
	f := newFollower(r.x, t.of, g, w, r.stepsLike(t.of))
	r.x.Run(f)
	t.runs++
	if t.restart = t.restart || r.x.BeginAgain(); t.restart || r.x.Last().Uncontrolled != nil {
		return &attempt{}
	}
	kind := ""
	if t.of.Failure != nil {
		kind = t.of.Failure.Kind
	}
	out, steps, printed := r.again(f.decisions, kind)
	return &attempt{slices.Clone(out.Decisions), steps, printed, t.judge(out)}
}

// judge says what an execution has failed of.
func (t *retracing) judge(out *checker.Replayed) *checker.Failure {
	x := t.r.x
	failure := out.Outcome.Failure
	if failure == nil && t.of.Failure != nil && t.of.Failure.Kind == "leak" {
		failure = x.Last().Leaked
	}
	if failure == nil && x.Last().Leaked == nil && x.Last().Quiescent && !out.Truncated {
		t.clean = true
	}
	return failure
}

// consider takes note of what an attempt has failed of: of the failure that the
// schedule was saved for, else of the first that is found.
func (t *retracing) consider(a *attempt) {
	if a.failure == nil || t.same {
		return
	}
	same := t.of.Failure == nil || sameFailure(t.of.Failure, a.failure)
	if t.found == nil || same {
		t.found = &checker.Found{Failure: *a.failure, Decisions: slices.Clone(a.decisions), Execution: 1}
		t.same = same
	}
}

// aligned makes executions in which the program's operations are aligned with
// the schedule's, until that changes nothing any more.
func (t *retracing) aligned(w way) {
	last := t.first
	seen := [][]checker.Decision{last.decisions}
	for range retraceRounds {
		if t.over() {
			return
		}
		a := t.attempt(align(t.of.Steps, last.steps), w)
		if t.restart || t.r.x.Last().Uncontrolled != nil {
			return
		}
		if t.consider(a); followed(t.of, a) > followed(t.of, t.best) {
			t.best = a
		}
		if slices.ContainsFunc(seen, func(d []checker.Decision) bool { return slices.Equal(d, a.decisions) }) {
			return
		}
		seen = append(seen, a.decisions)
		last = a
	}
}

// near looks at executions near the one that has most of the schedule.
func (t *retracing) near() {
	r := t.r
	o := checker.Options{
		Races: r.x.Races == rt.RacesReport, Steps: r.stepsLike(t.of), Pauses: r.x.Pause > 0, Faults: r.x.Faults > 0,
		Executions: int64(retraceRuns - t.runs), Deadline: t.deadline,
	}
	t.runs += explain.Near(r.x, t.best.decisions, o, func(again *checker.Replayed) bool {
		if t.restart = t.restart || r.x.BeginAgain(); t.restart {
			return true
		}
		if r.x.Last().Uncontrolled == nil {
			t.consider(&attempt{decisions: again.Decisions, failure: t.judge(again)})
		}
		return t.done()
	})
}

// takes says whether the attempt has taken the decisions of the schedule, all
// of them and no others.
func (a *attempt) takes(s *wire.Schedule) bool {
	return a.equals(s, func(x, y *wire.Step) bool {
		return x.Task == y.Task && kinds.SameOp(x.Op, y.Op) && x.Choice == y.Choice && x.Partner == y.Partner && x.PartnerChoice == y.PartnerChoice
	})
}

// names says whether the objects have kept their names.
func (a *attempt) names(s *wire.Schedule) bool {
	return a.equals(s, func(x, y *wire.Step) bool { return x.Object == y.Object })
}

func (a *attempt) equals(s *wire.Schedule, equal func(x, y *wire.Step) bool) bool {
	if len(a.steps) < len(s.Steps) {
		return false
	}
	for i := range s.Steps {
		if !equal(&a.steps[i], &s.Steps[i]) {
			return false
		}
	}
	// The steps of some failures end with it: what would have come is not known.
	cut := s.Failure != nil && (kinds.EndsProgram(s.Failure.Kind) || s.Failure.Kind == "race")
	return cut || len(a.steps) == len(s.Steps)
}

// sameFailure says whether a failure is the one that a schedule was saved for,
// of a program that was edited since. What a deadlock, leak or race says of
// itself are names and places, which edits change.
func sameFailure(saved *wire.Failure, now *checker.Failure) bool {
	if saved.Kind != now.Kind {
		return false
	}
	switch saved.Kind {
	case "deadlock", "leak", "race", "steps":
		return true
	}
	return fileAndColumn(saved.Pos) == fileAndColumn(now.Pos) || withoutNumbers(saved.Message) == withoutNumbers(now.Message)
}

// withoutNumbers is a message whose numbers do not matter.
func withoutNumbers(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		digit := s[i] >= '0' && s[i] <= '9'
		switch {
		case !digit:
			out = append(out, s[i])
		case len(out) == 0 || out[len(out)-1] != '#':
			out = append(out, '#')
		}
	}
	return string(out)
}

// verify says whether the schedules lead to the failures again that they say.
func (r *testRun) verify(schedules []wire.Schedule) bool {
	for i := range schedules {
		s := &schedules[i]
		back := r.optionsOf(s)
		t := r.retraced(s, true)
		if back(); !t.exact || t.found == nil || s.Failure == nil || t.found.Failure.Kind != s.Failure.Kind {
			return false
		}
	}
	return true
}
