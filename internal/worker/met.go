package worker

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// met are the failures that an exploration which goes on after them (-keep-going)
// has found and not reported yet: it does at its end, which a process may not live
// to see.
type met []*wire.Failure

// add notes a failure, once.
func (m *met) add(f *wire.Failure) {
	if f != nil && !slices.ContainsFunc(*m, func(g *wire.Failure) bool { return alike(f, g) }) {
		*m = append(*m, f)
	}
}

// reported forgets a failure.
func (m *met) reported(f *wire.Failure) {
	*m = slices.DeleteFunc(*m, func(g *wire.Failure) bool { return f == nil || alike(f, g) })
}

// take returns what is to be said of a test that is over. Its result still says
// what has ended it.
func (m *met) take(test string) []wire.Message {
	var all []wire.Message
	for _, f := range *m {
		all = append(all, wire.Message{Type: "failure", Test: test, Failure: f})
	}
	*m = nil
	return all
}

// alike reports whether two failures are the same for a user.
func alike(f, g *wire.Failure) bool {
	a := checker.Failure{Kind: f.Kind, Message: f.Message, Pos: f.Pos}
	return a.Same(&checker.Failure{Kind: g.Kind, Message: g.Message, Pos: g.Pos})
}
