package checker

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"
)

// Options say how to explore.
type Options struct {
	// Algorithm is the name of one of Algorithms(); empty: auto.
	Algorithm string
	// Memory bounds the store of closure, in bytes; 0: no bound. Past it the older
	// half of the traces is kept as hashes only: still complete, a few redundant
	// executions. The hashes, and a schedule of each trace whose reversals have
	// still to be run, cannot be forgotten: when they take as much again (and 64
	// MB), exploration stops.
	Memory int64
	// Races asks for data races by happens-before to be failures.
	Races bool
	// KeepGoing explores on after a failing execution.
	KeepGoing bool
	// CountRedundant counts executions of traces that were seen before.
	CountRedundant bool
	// Seed is the seed of random, pct and pos, and Depth the depth of the bugs that
	// pct is to find; 0: DefaultDepth.
	Seed  uint64
	Depth int
	// Preemptions and Delays, of which one may be given, ask for what has an
	// execution within that bound, only: see deviations. For auto, bounded and dfs.
	Preemptions, Delays *int
	// Reversals, if set, bounds the conflicts that r4 reverses: it explores with the
	// bounds 0, 1, 2, … up to this one.
	Reversals *int
	// Initial is the sequence that r4 begins with, as far as it can be followed;
	// what comes after it is up to the default scheduler.
	Initial []Decision
	// Executions, Steps and Deadline are bounds; zero: none. Steps is per
	// execution: an execution that reaches it is cut, and counts in
	// Result.Truncated.
	Executions int64
	Steps      int
	Deadline   time.Time
	// OnExecution, if set, is called after every execution. The decisions are
	// reused. False stops the exploration.
	OnExecution func(p *Progress) bool
	// OnRestart, if set, lets the exploration begin anew, to fold steps (internal/engine/fold.go)
	// or not to any more. Then it is called, and nothing that OnExecution was told counts.
	OnRestart func()
	// Part, if set, is all that is to be explored, and Between is called between two
	// executions and may take parts of what is still to be run. They are for Options
	// that are Keepable; for others Between is not called.
	Part    Part
	Between func(d Divided)
	// Wait lets an exploration by closure be Split. In one that was it is called when nothing
	// is left to be run: it waits until something was received (true), or all is over.
	Wait func(d Divided) bool
	// Stop, if set, ends the exploration when somebody makes it true, as soon as
	// the deadline would.
	Stop *atomic.Bool
}

// Progress is the state of an exploration after an execution.
type Progress struct {
	Result               // counts so far
	Outcome   Outcome    // of this execution, races included
	Decisions []Decision // of this execution
	Sequence  *Sequence  // of this execution, by r4; reused; nil: by another algorithm
}

// Found is a failing execution.
type Found struct {
	Failure   Failure
	Decisions []Decision
	Execution int64 // 1-based
}

// Result is what an exploration came to. Its Bound is one of
//
//   - executions, steps, time, memory, preemptions, delays, reversals: the bounds of
//     the Options;
//   - sampling: executions are made by chance (the program has but one, else one
//     of the bounds above or below ends it);
//   - failure, stopped: the first failure, or OnExecution or Stop, ended it;
//   - length: an execution was cut at MaxEvents;
//   - searches: so many orders of one set of events are possible that not all
//     were tried (messages posted to the front, counters that may fall below
//     zero);
//   - divided: auto has to change from revisit to closure, which begins with the
//     first execution, but this was a part, or one was given away;
//   - refused: the algorithm is not defined for the program: see Refusal;
//   - blocked: a step that had to be possible was not. That is a fault of this
//     package, or the program is no function of its decisions.
type Result struct {
	Algorithm  string // that was used; auto: revisit, closure, or revisit+closure, which took over
	Exhaustive bool   // every trace was explored
	Bound      string // what prevented it else: see below
	Executions int64  // maximal executions, failing ones included
	Blocked    int64  // explorations abandoned: redundant or impossible to complete
	Redundant  int64  // executions of a trace explored before (CountRedundant, or bounded Memory)
	// executions made again, not in Executions: when closure took over from revisit, or
	// revisit came back to a trace with many children
	Repeated  int64
	Failing   int64
	Truncated int64   // executions cut by Steps
	Alone     int64   // those of them that one task had for itself: AloneMost
	CutShort  int64   // executions that Deadline or Stop has ended in their midst; they are not in Executions
	Events    int64   // steps executed, replayed prefixes included
	Deadlocks int64   // maximal executions at whose end some task was blocked
	Failures  []Found // the first one, or with KeepGoing the first of each kind and position
	Refusal   *Refusal
	Reversals *Reversals // of r4
	Rest      Part       // of an exploration with Options.Between that has not come to its end, if it can be gone on with
	Besides   string     // with Rest: what its Bound would be if nothing were left
	Estimate  float64    // of the executions in all, of an exploration that is not exhaustive: see estimator; 0: none
}

// Refusal says why an algorithm does not go on with a program: it has met an
// operation that it is not defined for. What it has counted is no result.
type Refusal struct {
	Algorithm string
	What      string // that it does not know: "locks"
	Pos       string // of the first such operation: file:line:col, if known
}

// String says what the algorithm does not know.
func (r *Refusal) String() string {
	return fmt.Sprintf("-algo=%s knows no %s", r.Algorithm, r.What)
}

// MaxEvents bounds an execution of closure, whatever Options.Steps:
// happens-before takes its square in bits, twice.
const MaxEvents = 1 << 15

// AloneMost bounds an execution of one task. A loop that never ends has to, at last.
const AloneMost = 1 << 18

// DefaultDepth is the depth of pct if Options.Depth is 0. Most bugs that the
// paper found have a depth of 1 or 2; deadlocks of two locks have 2.
const DefaultDepth = 3

// Replayed is what came of following a schedule.
type Replayed struct {
	Outcome   Outcome
	Decisions []Decision // all that were made, those of the default scheduler too
	Diverged  int        // first decision that was not enabled, or -1
	Truncated bool       // Options.Steps was reached
}

// Reversals is how far -algo=r4 has come.
type Reversals struct {
	// Sequences are, by bound, from 0, those that were not explored with the bound before;
	// without a bound: one number.
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

// Sequence says of an execution by -algo=r4 where it comes from: what is reported
// of it is how it differs from its parent, as the reversal of one conflict is all
// that it was made for.
type Sequence struct {
	// Index counts from 0, in order of their exploration: Progress.Executions - 1, but for
	// executions that were saved.
	Index    int64
	Parent   int64 // the Index of another one; -1: it is the initial sequence
	Depth    int   // reversals of conflicts since the initial sequence: docs/design/algorithms-r4.md
	Reversed [2]EventID
	// Reversed are the conflicting events of the parent, in its order: here the
	// second comes before the first, if the first comes at all.

	// Whole: each message is one event, all steps of it; else each step is an event: if that is
	// so of some sequence, then of all later ones.
	Whole  bool
	Events []SequenceEvent // in order; reused
	// Skipped is of the plan, that is the parent's events, in its order but for the reversal:
	// they were not enabled; reused.
	Skipped []EventID
}

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

// An Algorithm is a way to explore, and all that the rest of gocheck has to know of it. Nobody
// asks for an algorithm by its name: who treats some of them in a way of their own asks for a
// field. So one that is added is a file that explores, a line in algorithms, and a promise that
// the tests hold it to (explore/campaign_test.go).
type Algorithm struct {
	Name string
	What string // for the help, up to 60 letters

	// Samples: executions are made by chance, from Options.Seed, until a bound ends it. It never
	// knows to have made all of them.
	Samples bool
	// Deepens: Options.Depth says what it looks for.
	Deepens bool
	// Commutes: it knows updates that commute, and stores of what is there already.
	Commutes bool
	// Deviates: Options.Preemptions and Delays bound it, and it misses nothing within the bound.
	Deviates bool
	// Reverses: Options.Reversals bounds it, Options.Initial begins it, and its Result has
	// Reversals.
	Reverses bool
}
