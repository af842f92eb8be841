package trace

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
)

// Faults are Chooses with a Most, K, that come to another value than 0. A fault is ordered with
// nothing, and no event says how many there were before it: only their number in the whole
// execution is bounded. Every order of the events of a trace has as many, so the bound takes
// whole traces away, and with each all that begin with it. What is left is closed under taking
// a beginning, and value 0 is always possible; so no execution gets stuck.
//
// A bound by an object that holds what is left would be exact as well, but a choice that comes
// to nothing would then be ordered with each fault: of two tasks with n such choices each there
// were n*(n+1) traces with one fault in either, which differ in nothing; here there are n.

func (t *Trace) isFault(e *Event) bool {
	return e.Kind == checker.Choose && e.Choice != 0 && t.Ops[e.Op].Most > 0
}

// FaultsIn is how many faults there are in a set.
func (t *Trace) FaultsIn(in flat.Set) (n int32) {
	for _, f := range t.Faults {
		if in.Has(f) {
			n++
		}
	}
	return n
}

// faultReady says whether a Choose may come to that value after in. If there are too many
// faults, any smaller set after which it may lacks one of them.
func (t *Trace) faultReady(op *Operation, a *Action, in flat.Set) Verdict {
	if op.Most == 0 || a.Choice == 0 || t.FaultsIn(in) < op.Most {
		return Ready
	}
	for _, f := range t.Faults {
		if in.Has(f) {
			t.Drops = append(t.Drops, f)
		}
	}
	return DropAny
}
