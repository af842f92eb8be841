// Package tracerun explores the reorderings of a recorded trace without the
// program that it was recorded of: what EM-Explorer does (EM-DPOR paper,
// section 4).
//
// # What a reordering is
//
// Each thread and each message performs the operations that it performed in
// the record, in that order, whatever it reads. An operation waits for what
// makes it possible (its thread's FORK, the POST of its message, the lock, the
// queue's turn) and for what the record says it came after: the edges of the
// dependence file, NOTIFY before WAIT, ENABLE-X before TRIGGER-X. A value is
// not followed: where the program would have gone another way, the record is
// taken all the same.
//
// # How it is done
//
// A trace is translated to a program of package lang (program.go), which has
// all that is needed: a thread is a thread, a queue is a FIFO mailbox, and
// what a thread does before its LOOP is its queue's first message. An edge is
// a flag: the operation that is waited for is followed by a write of the flag,
// the one that waits is preceded by an Await. Such a write comes once and
// cannot come after the Await, so flags add no trace.
//
// Orders that no reordering can change (order.go) are not asked for again: an
// edge that the others imply needs no flag, and a variable or lock whose
// conflicting operations are all ordered so is left out.
package tracerun
