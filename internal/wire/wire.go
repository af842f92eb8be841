package wire

import "strings"

// Env is the environment variable that names the file with the Config, as
// JSON. A rebuilt test binary started without it runs its tests natively.
const Env = "GOCHECK_CONFIG"

// DefaultPools is that of Config.Pools by default: own, then any, as DefaultRand.
const (
	DefaultPools = "auto"
	SavedPools   = "own"
)

// DefaultRand is that of Config.Rand by default: seeded, then what else there is. Schedules
// have SavedRand or another one, and do not name SavedRand.
const (
	DefaultRand = "auto"
	SavedRand   = "seeded"
)

// DefaultMaps is that of Config.Maps by default: sorted, then orders, as DefaultRand.
const (
	DefaultMaps = "auto"
	SavedMaps   = "sorted"
)

// DefaultNet is that of Config.Net by default. Schedules with it do not name it.
const DefaultNet = "loopback"

// Config tells a rebuilt test binary what to do.
type Config struct {
	Mode      string                // "explore", "replay", "record", "list"
	Run, Skip string                // regular expressions over test names, as in go test
	Only      []string              // where given: of the tests that Run and Skip select, these only (a restart after a binary died)
	Saved     map[string][]Schedule // explore: saved schedules by test, run first
	Replay    *Schedule             // replay: the one schedule
	Verbose   bool                  // -v: Output messages for every step of a replay
	Debug     *Debug                `json:",omitempty"` // replay: a debugger looks on, and nobody reads messages
	Traced    bool                  `json:",omitempty"` // replay: the failing execution is sent as a trace, too
	Short     bool
	Args      []string // -args
	Temp      string   // the process's own folder for temporary files

	Settings                     // of the tests that Tests does not name
	Tests    map[string]Settings `json:",omitempty"` // of those whose source has directives
	Skipped  map[string]string   `json:",omitempty"` // tests that are selected and not explored: their source says so, and perhaps why
	Progress bool                // send Progress messages about once a second

	Served bool  // work comes from the standard input: Command
	KeepMS int64 // Served: how often to say what is left, milliseconds

	Instrument string   // -instrument, as schedules name it
	Plain      []string // the packages that it leaves out
	PlainTimer string   // a place in them where a timer is set, or ""
}

// Debug is how a schedule is replayed under a debugger.
type Debug struct {
	At int // the step before which the program stops by itself; 0: none
}

// Settings say how one test is explored.
type Settings struct {
	Algorithm      string // checker.Options.Algorithm
	Seed           uint64 // of the algorithms that sample
	Depth          int    // of pct
	Preemptions    *int   `json:",omitempty"` // bounds, nil: none
	Delays         *int   `json:",omitempty"`
	Reversals      *int   `json:",omitempty"`
	User           string `json:",omitempty"` // of r4: a regular expression for what comes from outside
	Queue          string // fifo, unordered
	Races          string // report, explore, off
	Leaks          string // schedule, all, off
	Pools          string // auto, own, any, shared, empty
	Rand           string // auto, seeded, choose
	Maps           string // auto, sorted, choose, orders
	Minimize       string // on, off
	Commute        string // on, off
	Time           string // idle, free
	Pause          int64  // -pause, nanoseconds; 0: none
	Faults         int    // -faults; 0: none
	Net            string // loopback, async, split
	Symmetry       bool   // -symmetry
	Timing         bool   // what fails with pauses only is a warning
	Memory         int64  // bytes of closure's store
	Executions     int64  // bound, 0: none
	Steps          int    // bound of one execution
	BudgetMS       int64  // bound of a test's time, milliseconds, 0: none
	KeepGoing      bool
	CountRedundant bool
}

// Of returns the settings of a test.
func (c *Config) Of(test string) Settings {
	if s, ok := c.Tests[test]; ok {
		return s
	}
	return c.Settings
}

// Message is one line of JSON from the test binary to the command. Type says
// which fields are set.
type Message struct {
	// "tests", "skipped", "start", "progress", "saved", "recorded", "judging", "met", "found",
	// "smaller", "failure", "settled", "result", "sequence", "unit", "letters", "held", "reads",
	// "steps", "output"; from elsewhere (worker.Far): "taken", the work was begun
	Type string
	Test string `json:",omitempty"`

	Tests    []string  `json:",omitempty"` // tests: the names selected
	Progress *Progress `json:",omitempty"`
	Saved    *Saved    `json:",omitempty"`
	Recorded *Recorded `json:",omitempty"`
	// failure; met: by an exploration that goes on, in case that the binary dies before its
	// end; found, smaller: as it was found and made smaller, likewise; judging: what it is,
	// before it is described, and then none, as long as it is being described
	Failure  *Failure  `json:",omitempty"`
	Sequence *Sequence `json:",omitempty"`
	Result   *Result   `json:",omitempty"` // result; settled: what it is whatever comes now, should the process end
	Unit     *Unit     `json:",omitempty"`
	Letters  *Letters  `json:",omitempty"`
	Reads    *Reads    `json:",omitempty"`
	Steps    []Step    `json:",omitempty"` // steps: what a replay has made, with -v
	Serial   int64     `json:",omitempty"` // held: of the Command
	Output   string    `json:",omitempty"` // output; skipped: the reason, or ""
	Last     bool      `json:",omitempty"` // result: the process ends with it, and is not to be given more work
	Phase    string    `json:",omitempty"` // settled: what is explored now
	Warns    bool      `json:",omitempty"` // settled: what fails then is a warning
}

// Saved is the result of running a saved schedule: one message for each schedule of
// Config.Saved before the exploration, one for Config.Replay. A failure that the schedule led
// to is a message "failure" of its own, sent after this one.
type Saved struct {
	Index    int    // into Config.Saved[Test]; 0 for Config.Replay
	Failed   bool   // it led to a failure
	Same     bool   // to the one that it was saved for
	Exact    bool   // the program has taken the decisions of the schedule, all of them and no others
	Left     int    // 1-based number of the first saved step that was not made in its turn, 0: all were
	Why      string // what the program did there instead, for people
	Followed int    // saved steps that were made
	New      int    // steps that are not in the schedule
	Runs     int    // executions that were made to find the failure
}

// Progress is the state of the exploration of a test.
type Progress struct {
	Executions, Blocked, Failing, Events int64
	Depth                                int    // steps of the last execution
	Seconds                              Number // since the test's start
	Estimate                             Number // of the executions in all, 0: none
}

// Failure is a failing execution.
type Failure struct {
	Kind, Message, Pos string
	Details            []string // lines to print under the message
	Execution          int64    // 1-based number of the execution; of a searcher's, those of searchers are counted
	By                 string   `json:",omitempty"` // the searcher beside the exploration that has found it
	Schedule           *Schedule
	Output             string    // what the test printed and logged in the failing execution
	Reproduced         bool      // the schedule was run again and failed the same way
	From               *Size     `json:",omitempty"` // what the schedule was minimised from, if it is smaller now
	Unexplained        bool      `json:",omitempty"` // what makes the difference was looked for, and not found in the time
	Tried              int64     `json:",omitempty"` // Unexplained: so many executions were tried, and all fail; 0: not all do, or it is not known
	Subtests           []Subtest `json:",omitempty"` // of that execution
}

// Size is what a schedule's length is measured by.
type Size struct{ Steps, Preemptions int }

// Passing is the nearest execution that passes: in which one thing, or few, is
// otherwise than in the failing one, with what follows from it.
type Passing struct {
	Pairs []Pair // one at least
	Steps []Step
	Fails string `json:",omitempty"` // what the test fails by there, of which no execution near passes; "": it passes
}

// Pair is one thing that is otherwise in an execution that passes. First is the
// number of a step of the failing execution, from 0, and Second of one of the
// other, in which it comes before First. Of a choice they are the same: the step
// that makes it.
type Pair struct {
	First, Second int
	Choice        bool
}

// Result ends a test.
type Result struct {
	// pass, skip, incomplete, fail, unsupported, error: what has ended the exploration,
	// where failures were sent before
	Verdict                                         string
	Reason                                          string // incomplete: which bound and how far; unsupported, error: what, where, what to do
	Pos                                             string // unsupported: file:line:col
	Algorithm                                       string
	Exhaustive                                      bool
	Bound                                           string // what has kept it from being exhaustive: checker.Result.Bound, or computes, heap
	Executions, Blocked, Redundant, Failing, Events int64
	Seconds                                         Number
	UpToNames                                       bool       `json:",omitempty"` // of executions that differ in the names of goroutines one was made: -symmetry
	Estimate                                        Number     // of the executions in all, 0: none
	Sampled                                         []Sampled  `json:",omitempty"` // executions beside these, by searchers
	Orders                                          *Orders    `json:",omitempty"` // of an exploration that was not exhaustive
	Outcomes                                        []Outcome  `json:",omitempty"` // of the executions, if the test observes anything
	MoreOutcomes                                    bool       `json:",omitempty"` // than these, which were not told apart
	Properties                                      []Property `json:",omitempty"` // of all executions
	Warnings                                        []Warning  `json:",omitempty"`
	Subtests                                        []Subtest  `json:",omitempty"` // of the first execution
	Reversals                                       *Reversals `json:",omitempty"` // -algo=r4
	Phases                                          []Phase    `json:",omitempty"` // explorations after the first
	Cached                                          bool       `json:",omitempty"` // it is of an earlier run of the same test
	Cost                                            Cost
}

// Sampled says how many executions an algorithm that samples has made beside an exploration.
type Sampled struct {
	Algorithm  string
	Executions int64
}

// Cost is what benchmarks print of a test, saved schedules and replays included.
type Cost struct {
	Mallocs, Allocated uint64 // of the heap, number and bytes: the program's own as well
	Tasks, Switches    int64  // that were begun; between tasks
}

// MaxOutcomes is how many outcomes of a test are told apart.
const MaxOutcomes = 1000

// Outcome is a result of executions of a test.
type Outcome struct {
	Observed   []string `json:",omitempty"` // name=value, by gocheck.Observe
	Kind       string   `json:",omitempty"` // of the failure, if it failed
	Executions int64
}

// Property is something that has to come up in some execution: gocheck.Sometimes and its like.
type Property struct {
	Kind string // Sometimes, Reachable, Always
	Name string
	Pos  string `json:",omitempty"` // of the first call
	Seen bool   // it has come up
	Met  bool   `json:",omitempty"` // some execution has come to the call
}

// MaxProperties is how many properties of a test are told apart.
const MaxProperties = 1000

// Warning is something to know of a test that is no failure.
type Warning struct {
	Kind, Message, Pos string   // lock-order, testmain, skip, timing, depends
	Details            []string // lines to print under the message
	Package            bool     `json:",omitempty"` // it comes of an initialiser, so it is one of all tests
	Failure            *Failure `json:",omitempty"` // timing: that an execution with pauses leads to
}

// Schedule is a schedule in stable names.
type Schedule struct {
	Package string
	Test    string
	Options map[string]string // queue, races, time…: what changes the meaning of the steps
	Failure *Failure          `json:",omitempty"` // what it led to, without its own Schedule
	Steps   []Step
	// Preemptions is how many steps, up to the failure, are of another task than the one before,
	// which could have gone on; nil: it was not counted.
	Preemptions *int     `json:",omitempty"`
	Passing     *Passing `json:",omitempty"` // if one was found
	Every       bool     `json:",omitempty"` // there is none: all executions were explored, and all fail
}

// Step is one decision and what came of it.
type Step struct {
	Task          string // stable name of the task
	Op            string // lock, send, post…: lower-case name of the event's kind
	Object        string `json:",omitempty"` // source expression of the object, for people
	Pos           string // file:line:col
	From          string `json:",omitempty"` // file:line of the user's call that the step is a part of, where Pos is in a library; for people
	Choice        int32
	Partner       string `json:",omitempty"` // stable name
	PartnerChoice int32
	Created       string   `json:",omitempty"` // site where the task was created (first step of a task)
	Value         string   `json:",omitempty"` // for people: value read or written
	Says          string   `json:",omitempty"` // in words, where Op and Object are not what the program knows: a socket
	Aside         bool     `json:",omitempty"` // it is a part of what another step says
	Runs          string   `json:",omitempty"` // the function that the go statement calls (first step of a task), for people
	Labels        string   `json:",omitempty"` // what the task has labelled itself with for profiles (first step), for people
	Blocked       []string `json:",omitempty"` // tasks that were blocked after this step, for people
	Held          []Access `json:",omitempty"` // a tick: who could have gone on, and with what; Object is where the task was created; for people
	Waits         []Access `json:",omitempty"` // what those of them wait for that have become blocked by it, for people
	Failed        string   `json:",omitempty"` // the task that failed in this step, for people
	Racing        []Access `json:",omitempty"` // what of this step is one side of a race, for people
}

// Again ends the Value of a write that was there already, and so is a read to
// the checker.
const Again = " again"

// Step.Runs of a task that is no goroutine of the program's own.
const (
	Collector = "garbage collector"
	Cleanup   = "cleanup"
)

// RunsSubtest is what Step.Runs begins with where a task is a subtest; its name follows.
const RunsSubtest = "subtest "

// Access is a plain access to a variable, which takes place in a step after
// its operation; or an operation that has not taken place, because its task is
// blocked.
type Access struct {
	Task   string
	Op     string // read, write; of an operation as in a Step
	Object string
	Says   string `json:",omitempty"` // as in a Step
	Pos    string // file:line:col
	From   string `json:",omitempty"` // as in a Step, of an operation
}

// Recorded is one execution, operation by operation: what a trace is made of.
type Recorded struct {
	Package string
	Test    string
	Races   string // report: Effects belong to their operation
	Objects []RecordedObject
	Ops     []RecordedOp   // in the order of execution; then what blocked tasks wait for
	Draws   []RecordedDraw `json:",omitempty"` // in the order of execution
}

// RecordedDraw is something that natively is chance, and what it came to.
type RecordedDraw struct {
	Task string // stable name
	// A function whose result is a number (number), Perm or Shuffle; the loop over a map (range);
	// or Get or Put of a pool.
	Of string
	// As Go source: the number; the elements of Perm; the pairs that Shuffle swaps; the keys in
	// their order, empty if they cannot be written so.
	Value  string `json:",omitempty"`
	Object int    `json:",omitempty"` // that is put or got, from 1; 0: a new one
	Pos    string // where it is called, file:line; of Get and Put file:line:col
}

// RecordedObject is an object of the execution.
type RecordedObject struct {
	Kind string // variable, mutex, rwmutex, channel, handler, cond, waitgroup, once, timer
	Name string // in the source, for people
	Cap  int    // channel
	FIFO bool   // handler
	Init int64  // variable of sync/atomic: its value before the first operation
}

// Nominal begins the positions of what sockets do, which no source has: words and calls are told.
const Nominal = "net/net.go:"

// Aside begins the words of a step that is a part of what another one of its task says.
const Aside = "aside: "

// Say sets the words of a step.
func (s *Step) Say(words string) { s.Says, s.Aside = strings.CutPrefix(words, Aside) }

// Fault is the Object of a step in which something may fail: -faults. It does if its Choice is
// not 0.
const Fault = "fault"

// MayFail says whether it is one.
func (s *Step) MayFail() bool { return s.Op == "choose" && s.Object == Fault }

// Fails says whether something does.
func (s *Step) Fails() bool { return s.MayFail() && s.Choice != 0 }

// RecordedOp is an operation.
type RecordedOp struct {
	Task    string // stable name
	Handler int    // of a message: its handler, 1-based index into Objects; else 0
	Op      string // lower-case name of the announced kind
	Event   string // of the kind that it became; empty: it was never performed
	Object  int    // 1-based index into Objects; 0: none
	// on an atomic or a flag: load, store, add, cas; empty: a plain access. Timerset: new,
	// ticker, after, reset
	Act     string
	Arg     int64  // add: the delta; sleep, timerset: how long; CAS: the value expected
	Val     int64  // store: the value; CAS: the new value
	Other   string // the task that it creates, joins, or meets (who receives)
	Choice  int32  // of a select: its case; of a choice: the value
	Cases   []RecordedCase
	Default bool // select has a default
	Last    bool // the task ended with it
	Init    bool // an initialiser of a package makes it
	Pos     string
	Effects []RecordedEffect
}

// RecordedCase is a case of a select.
type RecordedCase struct {
	Kind   string // send, recv, await, timerrecv; nil
	Object int
}

// RecordedEffect is a plain access after an operation.
type RecordedEffect struct {
	Task    string
	Handler int
	Object  int
	Write   bool
	Pos     string
}
