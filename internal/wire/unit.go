package wire

// A test binary whose Config is Served reads its work from its standard input, one line of
// JSON each, until that ends. docs/design/cores.md has the protocol.

// Do is the request of a command.
type Do string

// Work, of which a process has one at a time.
const (
	DoExplore  Do = "explore"  // explore Test from its beginning
	DoWhole    Do = "whole"    // the same, without saved schedules, and not to be divided
	DoPart     Do = "part"     // explore Part of Test
	DoVerify   Do = "verify"   // do the Schedules of Test lead to their failures again? Sum.Failed of the Unit is the answer
	DoConclude Do = "conclude" // Test is explored, and has come to Sum: report that
	DoJoin     Do = "join"     // explore Test as the owner that Part names (checker.Divided), with Letters
)

// What is told of the work in hand, which has that Serial.
const (
	DoGive    Do = "give"    // give a part of it away; if that is by closure, to owner To
	DoLetters Do = "letters" // take Letters
	DoOver    Do = "over"    // all owners wait, and no letter is on its way
	DoEarly   Do = "early"   // other work on Test has ended so that phases have time (Sum.Early): do so, too
	DoLate    Do = "late"    // Test's time is over: end it as if its budget had been over now
	DoStop    Do = "stop"    // end it, and report what is left
	DoHold    Do = "hold"    // send "held" when an execution is over, and wait
	DoOn      Do = "on"      // go on
)

// Command is such a line.
type Command struct {
	Do        Do
	Test      string `json:",omitempty"`
	Serial    int64
	BudgetMS  int64      `json:",omitempty"` // what is left of it, 0: none
	Part      []byte     `json:",omitempty"`
	File      string     `json:",omitempty"` // where Part is, which is large: Part is its SHA-256
	Store     string     `json:",omitempty"` // what the names of files begin with in which large parts may be left; "": they are not kept
	Stopped   bool       `json:",omitempty"` // large parts are left if the work is stopped, else nobody wants them
	Sum       *Sum       `json:",omitempty"`
	Schedules []Schedule `json:",omitempty"`
	Clean     bool       `json:",omitempty"` // part: executions before it leave nobody blocked
	Leaks     bool       `json:",omitempty"` // part: executions before it do
	Ends      Announced  `json:",omitempty"` // part: Sum.Ends of what it was taken from
	Pools     bool       `json:",omitempty"` // part: and Sum.Pools
	To        int        `json:",omitempty"` // give
	New       bool       `json:",omitempty"` // give: To is not one yet
	Letters   [][]byte   `json:",omitempty"` // join, letters
	Memory    int64      `json:",omitempty"` // join, letters: what the owner may take of Settings.Memory, 0: as before
	Probe     bool       `json:",omitempty"` // conclude: unless the sequential exploration would have ended earlier: see explore.ProbesFail
}

// Unit is what has come of a piece of work so far, and what is still to be done
// of it: as data, for any process of the same binary.
type Unit struct {
	Over bool   // the process works on it no more
	Gave []byte `json:",omitempty"` // what was given away, which comes after all of Rest
	Rest []byte `json:",omitempty"` // of Over: not done for want of time, or as it was stopped
	File string `json:",omitempty"` // where Rest is, as in a Command
	Lost string `json:",omitempty"` // why Rest could not be left there
	Sum  Sum
}

// Sum adds up the results of executions.
type Sum struct {
	Executions, Blocked, Redundant, Repeated, Failing, Truncated, CutShort, Alone, Events int64

	Way
	Bound    string    `json:",omitempty"` // what has ended it, or is left out
	Early    bool      `json:",omitempty"` // it was ended by time, so that some is left for phases
	Estimate Number    `json:",omitempty"` // of the executions of the test in all
	Sampled  []Sampled `json:",omitempty"` // by searchers beside it
	Orders   *Orders   `json:",omitempty"` // that the process has seen which began
	Refused  *Place    `json:",omitempty"` // what the algorithm does not know
	Outside  *Place    `json:",omitempty"` // what is outside of gocheck's control
	Unstable *Found    `json:",omitempty"` // an execution was not the same again
	Longest  int       `json:",omitempty"` // the site of the last operation of the last execution that was cut
	Failures []Found   `json:",omitempty"` // the first of each kind and place
	Aside    []Found   `json:",omitempty"` // failures that only searchers have found: they count if the test is not explored to its end
	Left
	Tally
	Properties []Property `json:",omitempty"` // of all executions
	Cycles     []Cycle    `json:",omitempty"` // lock-order inversions
	Notes      []Warning  `json:",omitempty"` // other warnings
	Skipping
	Again  bool `json:",omitempty"` // the test is to be explored anew, in another way
	Failed bool `json:",omitempty"` // a saved schedule has
	Met
}

// Way is how the executions were chosen.
type Way struct {
	Algorithm string `json:",omitempty"`
	UpToNames bool   `json:",omitempty"` // of those that differ in the names of goroutines one
}

// Skipping is how a test skips itself.
type Skipping struct {
	Skips int64 `json:",omitempty"` // executions in which it does,
	Skip  Place // the first time there
}

// Left is who is left blocked at the end of executions.
type Left struct {
	Leaking *Found `json:",omitempty"` // the first execution that leaves somebody blocked
	Leaks   int64  `json:",omitempty"` // how many do,
	Clean   int64  `json:",omitempty"` // or do not
}

// Tally is what executions have observed.
type Tally struct {
	Tallied  int64     `json:",omitempty"` // executions that Outcomes are of
	Outcomes []Outcome `json:",omitempty"`
	More     bool      `json:",omitempty"` // outcomes than these
	Subtests []Subtest `json:",omitempty"` // of the first execution
}

// Met is what executions have met, by which the next ones are made.
type Met struct {
	Ends      Announced `json:",omitempty"` // what is an operation that is none in most tests: BeginAgain
	Pools     bool      `json:",omitempty"` // pools are shared, which they are not by default: SharePools
	Chance    Chance    `json:",omitempty"` // what natively is chance
	Works     int       `json:",omitempty"` // the site of a loop that only others end, and that was made to wait
	Overtakes bool      `json:",omitempty"` // a timer that comes within Settings.Pause was set while somebody could go on
	Bubbles   bool      `json:",omitempty"` // there was a bubble of testing/synctest
	Outpaced  int       `json:",omitempty"` // the site of one whose time has waited for who is outside
}

// Place is what was met, and its site.
type Place struct {
	What string
	Pos  string `json:",omitempty"`
	Site int    `json:",omitempty"`
}

// Found is a failing execution. Data is for the binary.
type Found struct {
	Kind, Message, Pos string
	Execution          int64
	By                 string `json:",omitempty"` // Failure.By
	Data               []byte `json:",omitempty"`
}

// Cycle is a lock-order inversion.
type Cycle struct {
	Key     []int
	Warning Warning
}
