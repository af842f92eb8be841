package worker

import (
	"slices"

	"gocheck.dev/internal/wire"
)

// settled is a verdict that stands whatever comes of the phase that is explored now, unless it
// fails: should the process be killed, say, or take more memory than it may.
type settled struct {
	result *wire.Result
	phase  string
	warns  bool // what fails in the phase is a warning
}

func settledBy(m *wire.Message) *settled { return &settled{m.Result, m.Phase, m.Warns} }

// unless is the result of a test whose process has ended in the phase, with these last words: nil
// if there is no verdict yet, or if the test has failed.
func (s *settled) unless(failure, found *wire.Failure, last *wire.Result) *wire.Result {
	if s == nil || !s.warns && (failure != nil || found != nil) {
		return nil
	}
	r := *s.result
	r.Phases = append(slices.Clip(r.Phases), wire.Phase{Name: s.phase, Reason: last.Reason})
	return &r
}
