package worker

// phase is how far a test is.
//
//	exploring → byOwners → ownersDone      a closure is divided, and all of it done
//	exploring, ownersDone → reporting      several pieces: what they came to is reported by one
//	any of these three → byOne             what they came to depends on their order
//	byOne → exploring                      what is left of it was kept: it is a piece
//	byOne → reporting                      no time to come to what the owners have seen again
//	any → inDoubt → over, exploring        quiet.go
//	any → over
type phase uint8

const (
	exploring  phase = iota // in pieces, of which there are none before it has begun
	byOwners                // the pieces are owners of its closure
	ownersDone              // the same, and all have been told that nothing is left
	byOne                   // it is explored anew, by one process
	reporting               // all is explored: somebody is to report
	inDoubt                 // it has a verdict, which waits
	over
)

// explores reports whether there may be something to run.
func (p phase) explores() bool { return p < reporting }
