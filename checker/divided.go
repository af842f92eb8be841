package checker

import "io"

// A Part is what is still to be run of an exploration. It does not belong to the exploration that
// it was taken from, nor to its process: see Encode.
type Part interface {
	// Encode is the part as data: decisions, and tasks by their names.
	Encode() []byte
	// Write writes the part as data, as it can be decoded.
	Write(to io.Writer) error
	// Whole says whether the part is all that is left of an exploration. It may be large,
	// is to be written before the exploration goes on, and can be run once.
	Whole() bool
}

// Divided is an exploration, between two executions, of which parts can be taken.
type Divided interface {
	// Result is what has come of the exploration so far.
	Result() Result
	// SetMemory changes Options.Memory.
	SetMemory(bytes int64)
	// Rest is all that is still to be run: a copy, unless it is Whole.
	Rest() Part
	// Give takes a part away that comes last in the sequential order; nil if none can be
	// spared. Who gives something away has to see that it is run.
	Give() Part
	// Stop ends the exploration. What is still to be run is in Result.Rest.
	Stop()
	// Whole says whether Rest is, and nothing can be given away.
	Whole() bool
	// Split gives some of what is left to another owner, which may be new (see Joining) or have
	// leaves already; the process that began is owner 0. It makes some executions itself, which
	// do not count. The letter tells all others of it, the new owner included; they may get letters
	// in any order. What that one has to run is among Letters. False: there is nothing to be
	// gained, or the exploration is one that cannot be divided, or not now.
	Split(to int) (letter []byte, ok bool)
	// Joining is what a process explores that is to be that owner from now on: nothing, until it
	// gets letters; owner 0 begins with the first execution. Before it makes one it has to be
	// told of all splits. Nil: owner 0 cannot be begun anew, as revisit had counted traces.
	Joining(as int) Part
	// Pending is how much there is to be run.
	Pending() int
	// Letters is what has to be sent, since it was asked for the last time.
	Letters() []Letter
	// Receive takes a letter. It may be one that came before, or is not for this owner any
	// more.
	Receive(data []byte) error
}

// Letter is what a process has for another one with which it shares an exploration.
type Letter struct {
	To   int // an owner
	Data []byte
}
