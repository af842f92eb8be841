package wire

import "time"

// Letters is the message of an owner of a part of an exploration by closure, between two
// executions, to be passed on to the others (checker.Divided).
type Letters struct {
	Sent     []Letter `json:",omitempty"`
	Split    *Split   `json:",omitempty"` // in answer to the command give
	Received int64    // letters, since it has joined
	Waits    bool     // there is nothing more to do for it
	Pending  int      // fragments

	Executions, Blocked, Events int64  // so far
	Leaks, Clean                int64  // executions that leave somebody blocked, or do not
	Estimate                    Number // of the executions of the test in all
}

// Letter is for an owner.
type Letter struct {
	To   int
	Data []byte
}

// Split is what an owner has given away. Letter is for all the others: nil, if
// there was nothing to give. New is what To has to know before that, if it was
// wanted, and Own the same of an owner that was the only one.
type Split struct {
	To               int
	Letter, New, Own []byte
	Took             time.Duration // to look for it
	Ends             Announced     `json:",omitempty"` // Sum.Ends
	Pools            bool          `json:",omitempty"` // Sum.Pools
}
