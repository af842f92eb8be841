package engine

import (
	"fmt"

	"gocheck.dev/checker"
)

// Replay follows decisions, then the default scheduler. From a decision that
// is not enabled on it goes by the default scheduler. Of the options only
// Races and Steps are used. did, if not nil, sees every event.
func Replay(p checker.Program, decisions []checker.Decision, o checker.Options, did func(checker.State, *checker.Event)) *checker.Replayed {
	x := &Exploration{Program: p, Options: o}
	x.Begin()
	f := &follower{decisions: decisions, seen: did, diverged: -1}
	out := x.Run(f)
	return &checker.Replayed{Outcome: out, Decisions: x.Driver.Decisions, Diverged: f.diverged, Truncated: x.Driver.Cut}
}

// follower is the strategy of Replay.
type follower struct {
	decisions []checker.Decision
	seen      func(checker.State, *checker.Event)
	diverged  int
}

// Next implements Strategy.
func (f *follower) Next(d *Driver, st checker.State) (checker.Decision, bool) {
	if n := len(d.Decisions); f.diverged < 0 && n < len(f.decisions) {
		if d.Enabled(st, f.decisions[n]) {
			return f.decisions[n], true
		}
		f.diverged = n
	}
	return d.Fallback.Next(st)
}

// Did implements Strategy.
func (f *follower) Did(_ *Driver, st checker.State, ev *checker.Event) {
	if f.seen != nil {
		f.seen(st, ev)
	}
}

// Divergence is the failure of a program that, following decisions it
// followed before, does something else.
func Divergence(p checker.Program, step int, dec checker.Decision, what string) *checker.Failure {
	return &checker.Failure{
		Kind: "divergence",
		Message: fmt.Sprintf("step %d, task %s: %s: the program depends on something other than its schedule",
			step+1, p.TaskName(dec.Task), what),
	}
}
