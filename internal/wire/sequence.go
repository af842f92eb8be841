package wire

// Sequence is an execution that -algo=r4 has explored, as a sequence of events:
// its parent's with the order of two of them reversed, and what follows from it.
type Sequence struct {
	Index   int64     // from 0, in the order of exploration
	Parent  int64     // Index of the one that this one is made of; -1: this is the first
	Depth   int       // reversals that the two are away from the first
	Pair    *Conflict `json:",omitempty"`
	Events  []Event
	Skipped int    // events of the parent that could not take place here
	Final   *Final `json:",omitempty"` // nil: the parent's
}

// Reversals is the progress of -algo=r4.
type Reversals struct {
	Sequences []int64 // by bound, from 0: those that the bound before did not have; without a bound one number
	Completed int     // the largest bound that was completed; -1: none
	Enabled   int64   // events that were possible, summed over the states that were visited
	Explored  int64   // of these
}

// Event is a message of a handler, or what else takes place as one step.
type Event struct {
	Task    string // stable name
	Index   uint32 `json:",omitempty"` // of a step: which of its task, from 0
	Handler string `json:",omitempty"` // that it is an event of
	Runs    string `json:",omitempty"` // of a handler's: the function
	Op      string `json:",omitempty"` // of a step: what it does
	Pos     string // where it was posted; of a step: its own
}

// Same reports whether two are the same event, of different sequences.
func (e Event) Same(o Event) bool { return e.Task == o.Task && e.Index == o.Index }

// Conflict is a pair of events whose order was reversed, and what they are in
// conflict for. In the parent First came first.
type Conflict struct {
	First, Second Event
	Object        string // that both access; "": one of them makes the other possible or impossible
	FirstAt       Access
	SecondAt      Access
}

// Final is the state that an execution leaves, in lines of text that do not depend on the run.
type Final struct {
	Failure  string   `json:",omitempty"` // kind, message and position; "": none
	Observed []string `json:",omitempty"` // name=value
	State    []string `json:",omitempty"` // package variables and what can be reached from them, a line for each leaf: path = value
	Output   []string `json:",omitempty"` // what was printed and logged
	Sent     []string `json:",omitempty"` // messages, sorted: handler and where they were posted
	Timers   []string `json:",omitempty"` // timers and the messages that they have sent, sorted
}
