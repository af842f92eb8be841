package checker

import "io"

// A Part is a part of an exploration that has still to be run. It can be run by another
// process: see Encode.
type Part interface {
	// Encode is the part as data: decisions, and tasks by their names.
	Encode() []byte
	// Write writes the part as data, as it can be decoded.
	Write(to io.Writer) error
	// Whole reports whether the part is all that is left of an exploration. Such a part may be
	// large, has to be written before the exploration goes on, and can be run once.
	Whole() bool
	// UpToNames reports whether it is of an exploration with Options.Symmetry.
	UpToNames() bool
}

// Divided is an exploration, between two executions, of which parts can be taken.
type Divided interface {
	// Result is the result so far.
	Result() Result
	// SetMemory changes Options.Memory.
	SetMemory(bytes int64)
	// Rest is all that has still to be run. It is a copy, unless it is Whole.
	Rest() Part
	// Give takes a part away, the last one in the sequential order; nil if there is none. The
	// caller has to run it.
	Give() Part
	// Stop ends the exploration. Result.Rest has what is left.
	Stop()
	// Whole reports whether Rest is Whole, so that nothing can be given away.
	Whole() bool
	// Split gives a part of the rest to another owner, which may be new (see Joining) or have
	// leaves already. The process that began is owner 0. Split makes some executions, which do not
	// count. The letter has to be sent to all other owners, the new one included, in any order
	// with other letters. The work for that owner is among Letters. False: there is nothing to
	// gain, or the exploration cannot be divided, or not now.
	Split(to int) (letter []byte, ok bool)
	// Joining is the part for a process that becomes that owner. It is empty until the process
	// gets letters; owner 0 begins with the first execution. The process has to receive all splits
	// before its first execution. Nil: owner 0 cannot be begun anew, as revisit had counted
	// traces.
	Joining(as int) Part
	// Pending is the amount of work that is left.
	Pending() int
	// Letters are the letters to be sent since the last call.
	Letters() []Letter
	// Receive takes a letter. The letter may have come before, or may not be for this owner any
	// more.
	Receive(data []byte) error
}

// Letter is a message to another process that shares the exploration.
type Letter struct {
	To   int // an owner
	Data []byte
}
