package checker

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"sync/atomic"
	"time"
)

// Options say how to explore.
type Options struct {
	// Algorithm is the name of one of Algorithms(); empty: auto.
	Algorithm string
	// Memory bounds the store of closure, in bytes; 0: no bound. Past it, of the older half of the
	// traces only hashes are kept. The exploration is still complete, with a few redundant
	// executions. Hashes, and a schedule for each trace whose reversals have still to be run,
	// cannot be forgotten. If they take as much again (and 64 MB), exploration stops.
	Memory int64
	// Races makes data races failures.
	Races bool
	// KeepGoing explores on after a failing execution.
	KeepGoing bool
	// CountRedundant counts executions of traces that were seen before.
	CountRedundant bool
	// Seed is the seed of those that sample, and Depth the depth of the bugs that
	// pct is to find; 0: each of Depths.
	Seed  uint64
	Depth int
	// Preemptions and Delays, of which one may be given, restrict the exploration to traces with
	// an execution within that bound: see deviations. For auto, bounded and dfs.
	Preemptions, Delays *int
	// Reversals, if set, bounds the conflicts that r4 reverses: it explores with the
	// bounds 0, 1, 2, … up to this one.
	Reversals *int
	// Initial is the sequence that r4 begins with. It is followed as far as possible; then the
	// default scheduler goes on.
	Initial []Decision
	// Executions, Steps and Deadline are bounds; zero: none. Steps is per
	// execution: an execution that reaches it is cut, and counts in
	// Result.Truncated.
	Executions int64
	Steps      int
	Deadline   time.Time
	// Reserve, if set, is asked for how much of the time before the Deadline is to be left: what
	// is to follow an exploration may depend on what that meets.
	Reserve func() time.Duration
	// Pauses says that the program lets time move while something else can run: see Tick. It is for
	// algorithms that have Pauses.
	Pauses bool
	// Symmetry asks for one of the traces that differ only in the names of tasks that are alike
	// (docs/design/symmetry.md). It is for algorithms that have Symmetry. It needs OnRestart, and is
	// without effect with Pauses or Faults.
	Symmetry bool
	// Faults says that the program has operations with Op.Most. It is for algorithms that have Faults.
	Faults bool
	// OnExecution, if set, is called after every execution. The decisions are
	// reused. False stops the exploration.
	OnExecution func(p *Progress) bool
	// OnSampled, if set, is called after every execution that a searcher has made beside the
	// exploration (Result.Sampled), in place of OnExecution.
	OnSampled func(p *Progress) bool
	// OnRestart, if set, allows the exploration to begin anew, in order to fold steps
	// (internal/engine/fold.go) or to stop folding. It is called then, and all earlier calls of
	// OnExecution are void.
	OnRestart func()
	// Part, if set, is the part to be explored. Between, if set, is called between two executions
	// and may take parts of the rest away. Both are for Options that are Keepable; for others
	// Between is not called.
	Part    Part
	Between func(d Divided)
	// Wait, if set, allows an exploration by closure to be Split. It is called in a split
	// exploration when nothing is left to be run. It waits until a letter was received (true), or
	// all is over.
	Wait func(d Divided) bool
	// Stop, if set, ends the exploration when it becomes true, as the Deadline does.
	Stop *atomic.Bool
}

// Progress is the state of an exploration after an execution.
type Progress struct {
	Result               // counts so far
	Outcome   Outcome    // of this execution, races included
	Decisions []Decision // of this execution
	By        string     // OnSampled: the searcher
	Number    int64      // OnSampled: of this execution, if all are counted
	Sequence  *Sequence  // of this execution, by r4; reused; nil: by another algorithm
}

// Found is a failing execution.
type Found struct {
	Failure   Failure
	Decisions []Decision
	Execution int64  // 1-based; of a searcher's, those that it has made are counted, too
	By        string // the searcher beside the exploration that has found it; "": the exploration
}

// Sampled says how many executions an algorithm that samples has made beside an exploration.
type Sampled struct {
	Algorithm  string
	Executions int64
}

// Orders says in which orders pairs of operations were seen that conflict, and whose order nothing
// forces.
type Orders struct {
	Looked int64      // executions that were looked at, samples included
	Pairs  int        // operations are told apart by task and position
	Both   int        // of them, that were seen in both orders
	More   bool       // there are pairs that were not told apart
	Never  []OneOrder // of those seen in one order only, the first ones
}

// OneOrder is a pair that was never seen the other way round.
type OneOrder struct{ First, Second OrderedOp }

// OrderedOp is an operation of such a pair, as it was announced.
type OrderedOp struct {
	Kind Kind
	Pos  string // file:line:col
	Task string // TaskName
}

// Result is the result of an exploration. Its Bound is one of
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
	Alone     int64   // those of them that one task had for itself, cut by Memory: AloneMost
	CutShort  int64   // executions that Deadline or Stop has ended in their midst; they are not in Executions
	Events    int64   // steps executed, replayed prefixes included
	Deadlocks int64   // maximal executions at whose end some task was blocked
	Failures  []Found // the first one, or with KeepGoing the first of each kind and position
	Refusal   *Refusal
	Reversals *Reversals // of r4
	Rest      Part       // of an exploration with Options.Between that has not come to its end, if it can be gone on with
	Sampled   []Sampled  // beside it, by searchers; none if it is exhaustive; they are in no other count
	Orders    *Orders    // in which pairs of operations were seen, of an exploration that is not exhaustive; nil: of none
	Aside     []Found    // failures that only searchers have found, of an exploration of which parts were given away
	// UpToNames says that of traces that differ only in the names of tasks one was explored.
	UpToNames bool
	// Apart, with Symmetry, has groups of tasks that were created as if alike, and are not: the name
	// of the first one, by creators that are first themselves.
	Apart    []string
	Besides  string  // with Rest: what its Bound would be if nothing were left
	Estimate float64 // of the executions in all, of an exploration that is not exhaustive: see estimator; 0: none
}

// Refusal says that an algorithm has met an operation that it is not defined for. Its counts
// are no result.
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

// AloneMost is how many steps one task may make alone: as many as -memory has room for, as what it
// does may be an endless loop. A slice of decisions, of 16 bytes each, is copied as it grows.
func AloneMost(memory int64) int {
	if memory <= 0 {
		return math.MaxInt
	}
	return int(memory / 32)
}

// Depths are those of the bugs that pct looks for if Options.Depth is 0, by chance. Most bugs that
// the paper found have a depth of 1 or 2; deadlocks of two locks have 2.
var Depths = []int{2, 3, 5, 10}

// Replayed is the result of following a schedule.
type Replayed struct {
	Outcome   Outcome
	Decisions []Decision // all that were made, those of the default scheduler too
	Diverged  int        // first decision that was not enabled, or -1
	Truncated bool       // Options.Steps was reached

	// Preempting are those of the decisions, counted from 0, that make a step of another task
	// than the one before, which could have gone on.
	Preempting []int
}

// Preemptions is how many of the decisions preempt a task, up to the failure.
func (r *Replayed) Preemptions() int {
	if f := r.Outcome.Failure; f != nil && f.At > 0 {
		return sort.SearchInts(r.Preempting, f.At+1)
	}
	return len(r.Preempting)
}

// Reversals is the progress of -algo=r4.
type Reversals struct {
	// Sequences are, by bound, from 0, those that were not explored with the bound before;
	// without a bound: one number.
	Sequences []int64
	Completed int   // the largest bound with which all has been explored; -1: none
	Enabled   int64 // events that were possible, summed over the states between events that were visited
	Visited   int64 // of these: explored
}

// String lists the number of sequences for each bound, and names the completed bounds.
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

// Sequence describes an execution by -algo=r4: its parent, and the conflict that was reversed.
// The report shows how it differs from its parent.
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
// Index is 0 then. Task is what the task is in all of them, by its creator and
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

// An Algorithm is a way to explore, with all that the rest of gocheck has to know of it. Code
// that treats algorithms differently asks for a field, never for a name. So one that is added
// is a file that explores, a line in algorithms, and a promise that the tests hold it to
// (explore/campaign_test.go).
type Algorithm struct {
	Name string
	What string // for the help, up to 60 letters

	// Samples: executions are made by chance, from Options.Seed, until a bound ends it. It never
	// knows to have made all of them.
	Samples bool
	// Searches: searchers sample beside it, from Options.Seed.
	Searches bool
	// Deepens: Options.Depth says what it looks for.
	Deepens bool
	// Commutes: it knows updates that commute, and stores of what is there already.
	Commutes bool
	// Deviates: Options.Preemptions and Delays bound it, and it misses nothing within the bound.
	Deviates bool
	// Pauses, Faults and Symmetry: it knows Options.Pauses, Options.Faults, Options.Symmetry.
	Pauses, Faults, Symmetry bool
	// Reverses: Options.Reversals bounds it, Options.Initial begins it, and its Result has
	// Reversals.
	Reverses bool
}
