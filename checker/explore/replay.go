package explore

import (
	"fmt"

	"gocheck.dev/checker"
)

// Replay follows decisions, then the default scheduler. From a decision that
// is not enabled on it goes by the default scheduler. Of the options only
// Races and Steps are used. did, if not nil, sees every event.
func Replay(p checker.Program, decisions []checker.Decision, o checker.Options, did func(checker.State, *checker.Event)) *checker.Replayed {
	x := &exploration{p: p, o: o}
	x.begin()
	f := &follower{decisions: decisions, seen: did, diverged: -1}
	out := x.run(f)
	return &checker.Replayed{Outcome: out, Decisions: x.drv.decisions, Diverged: f.diverged, Truncated: x.drv.cut}
}

// follower is the strategy of Replay.
type follower struct {
	decisions []checker.Decision
	seen      func(checker.State, *checker.Event)
	diverged  int
}

func (f *follower) next(d *driver, st checker.State) (checker.Decision, bool) {
	if n := len(d.decisions); f.diverged < 0 && n < len(f.decisions) {
		if d.enabled(st, f.decisions[n]) {
			return f.decisions[n], true
		}
		f.diverged = n
	}
	return d.fallback.Next(st)
}

func (f *follower) did(_ *driver, st checker.State, ev *checker.Event) {
	if f.seen != nil {
		f.seen(st, ev)
	}
}

// divergence is the failure of a program that, following decisions it
// followed before, does something else.
func divergence(p checker.Program, step int, dec checker.Decision, what string) *checker.Failure {
	return &checker.Failure{
		Kind: "divergence",
		Message: fmt.Sprintf("step %d, task %s: %s: the program depends on something other than its schedule",
			step+1, p.TaskName(dec.Task), what),
	}
}
