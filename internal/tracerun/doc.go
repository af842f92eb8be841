// Package tracerun explores the reorderings of a recorded trace without the
// program that it was recorded of: what EM-Explorer does (EM-DPOR paper,
// section 4).
//
// # What a reordering is
//
// Each thread and each message performs the operations that it performed in the record, in that
// order, whatever it reads. An operation waits for what makes it possible: its thread's FORK,
// the POST of its message, the lock, the queue's turn. It also waits for the edges of the
// record: those of the dependence file, NOTIFY before WAIT, ENABLE-X before TRIGGER-X. Values
// are not followed: the recorded operations are made even if the program would have gone
// another way.
//
// # How it is done
//
// A trace is translated to a program of package lang (program.go). A thread is a thread, a
// queue is a FIFO mailbox, and what a thread does before its LOOP is its queue's first message.
// An edge is a flag: a write of the flag follows the first operation, an Await precedes the
// second one. Such a write comes once and cannot come after the Await, so flags add no trace.
//
// order.go finds the orders that no reordering can change. An edge that others imply needs no
// flag. A variable or lock whose conflicting operations are all ordered so is left out.
package tracerun
