package testbin

import (
	"cmp"
	"fmt"
	"strings"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// skips are the executions in which a test has skipped itself.
type skips struct {
	n     int64
	first wire.Place // where, and what it said, the first time
}

// note is called after each execution.
func (k *skips) note(x *rt.Execution) {
	at, skipped := x.Skipped()
	if !skipped {
		return
	}
	if k.n++; k.n == 1 {
		k.first = at
	}
}

// tell makes a pass say that the test has skipped itself: in all executions, then it is
// skipped, or in some, in which it has shown nothing.
func (k *skips) tell(w *wire.Result) {
	switch {
	case k.n == 0:
	case w.Verdict == "pass" && k.n >= w.Executions:
		w.Verdict, w.Pos, w.Reason = "skip", k.first.Pos, strings.TrimSpace(cmp.Or(k.first.What, "the test skips itself"))
	default:
		w.Warnings = append(w.Warnings, wire.Warning{
			Kind: "skip", Pos: k.first.Pos,
			Message: fmt.Sprintf("the test skips itself in %d of %d executions, at %s: %s", k.n, w.Executions, k.first.Pos, k.first.What),
		})
	}
}
