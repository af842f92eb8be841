package checker

import (
	"errors"
	"fmt"
	"strings"
)

// EventID names an event of -algo=r4, in all executions: the Index-th step of
// Task, from 0, or the whole of Task if messages are events (Sequence.Whole); its
// Index is 0 then. Task is what the task is in all of them, by who has made it and
// where: the Task of the first execution that has it, as a rule
// (SequenceEvent.By is that of the present one).
type EventID struct {
	Task  Task
	Index uint32
}

// SequenceEvent is an event of an explored sequence: steps of one task, nothing
// being between them.
type SequenceEvent struct {
	EventID
	By    Task // whose event it is in this execution
	Kind  Kind // of its first step; of a whole message: Begin
	Pos   Pos  // of that step's operation; of a whole message: where it was posted
	First int  // its first step, an index into Progress.Decisions
	Steps int  // how many it has
	New   bool // the plan does not have it
}

// Sequence says of an execution by -algo=r4 where it comes from: what is reported
// of it is how it differs from its parent, as the reversal of one conflict is all
// that it was made for.
type Sequence struct {
	// from 0, in order of their exploration: Progress.Executions - 1, but for executions
	// that were saved
	Index    int64
	Parent   int64 // the Index of another one; -1: it is the initial sequence
	Depth    int   // reversals of conflicts since the initial sequence: docs/design/algorithms-r4.md
	Reversed [2]EventID
	// Reversed are the conflicting events of the parent, in its order: here the
	// second comes before the first, if the first comes at all.

	// each message is one event, all steps of it; else each step is an event: if that is so
	// of some sequence, then of all later ones
	Whole  bool
	Events []SequenceEvent // in order; reused
	// of the plan, that is the parent's events, in its order but for the reversal: they were
	// not enabled; reused
	Skipped []EventID
}

// Reversals is how far -algo=r4 has come.
type Reversals struct {
	// by bound, from 0: sequences that were not explored with the bound before; without a
	// bound: one number
	Sequences []int64
	Completed int   // the largest bound with which all has been explored; -1: none
	Enabled   int64 // events that were possible, summed over the states between events that were visited
	Visited   int64 // of these: explored
}

// String says how many sequences there are by bound, and which are all.
func (r *Reversals) String() string {
	var b strings.Builder
	b.WriteString("reversals")
	for k, n := range r.Sequences {
		fmt.Fprintf(&b, " %d: %d,", k, n)
	}
	if r.Completed < 0 {
		b.WriteString(" not even the first bound completed")
	} else {
		fmt.Fprintf(&b, " complete up to %d", r.Completed)
	}
	return b.String()
}

// checkReversals refuses what the algorithm does not know.
func (o *Options) checkReversals(a *Algorithm) error {
	switch {
	case o.Reversals == nil && o.Initial == nil:
		return nil
	case o.Reversals != nil && (o.Preemptions != nil || o.Delays != nil):
		return errors.New("reversals, preemptions and delays are bounded one at a time")
	case !a.Reverses:
		return fmt.Errorf("algorithm %s does not bound reversals and knows no initial sequence: %s does", a.Name, AlgorithmNames(func(a *Algorithm) bool { return a.Reverses }))
	case o.Reversals != nil && *o.Reversals < 0:
		return errors.New("a bound below zero allows no execution")
	}
	return nil
}
