package explore

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// Replay follows decisions, then the default scheduler. From a decision that
// is not enabled on it goes by the default scheduler. Of the options only
// Races and Steps are used. did, if not nil, sees every event.
func Replay(p checker.Program, decisions []checker.Decision, o checker.Options, did func(checker.State, *checker.Event)) *checker.Replayed {
	return engine.Replay(p, decisions, o, did)
}

// Clash says whether the order of two accesses of one object may matter.
func Clash(f *checker.Effect, g *checker.Effect) bool {
	return trace.ClassOfEffect(f).Compete(trace.ClassOfEffect(g))
}
