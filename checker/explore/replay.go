package explore

import (
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/dfs"
	"gocheck.dev/checker/internal/engine"
)

// Replay follows decisions, then the default scheduler. From a decision that
// is not enabled on it goes by the default scheduler. No bound on a search ends it: Executions,
// Deadline. did, if not nil, sees every event.
func Replay(p checker.Program, decisions []checker.Decision, o checker.Options, did func(checker.State, *checker.Event)) *checker.Replayed {
	o.Deadline = time.Time{}
	x := &engine.Exploration{Program: p, Options: o}
	x.Begin()
	f := &follower{decisions: decisions, seen: did, diverged: -1}
	f.cost.Begin()
	out := x.Run(f)
	return &checker.Replayed{
		Outcome: out, Decisions: x.Driver.Decisions, Diverged: f.diverged, Truncated: x.Driver.Cut, Preempting: f.preempting,
	}
}

// follower is the strategy of Replay.
type follower struct {
	decisions []checker.Decision
	seen      func(checker.State, *checker.Event)
	diverged  int

	cost       dfs.Deviations // counts preemptions
	alts       []checker.Decision
	preempting []int // the steps that preempt a task
}

// Next implements engine.Strategy.
func (f *follower) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	dec, ok := f.next(d, st)
	if !ok {
		return dec, false
	}
	f.alts = f.alts[:0]
	for _, t := range st.Tasks() {
		f.alts = st.Decisions(t, f.alts)
	}
	if f.cost.Of(st, f.alts, &dec) > 0 {
		f.preempting = append(f.preempting, len(d.Decisions))
	}
	return dec, true
}

func (f *follower) next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	if n := len(d.Decisions); f.diverged < 0 && n < len(f.decisions) {
		if d.Enabled(st, f.decisions[n]) {
			return f.decisions[n], true
		}
		f.diverged = n
	}
	return d.Fallback.Next(st)
}

// Did implements engine.Strategy.
func (f *follower) Did(_ *engine.Driver, st checker.State, ev *checker.Event) {
	f.cost.Did(ev)
	if f.seen != nil {
		f.seen(st, ev)
	}
}
