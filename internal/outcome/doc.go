// Package outcome compares executions that differ in the order of two events
// (-algo=r4): whether the order matters, and how much.
//
// What an execution has left behind is a wire.Final: its failure, what it has
// observed, the state of the packages, what it has printed, the messages and
// timers that it has sent. Two executions one reversal apart are
//
//   - equal: nothing differs;
//   - approximately equal: nothing but timers, or the order of lines of output whose
//     order was declared to mean nothing (-unordered-output). A timer that tries again
//     until something has come is synchronisation made by hand, and does no harm;
//   - different.
//
// Conflicts are pairs of accesses: a pair is reversed in many sequences, and is as
// bad as the worst of them. Report ranks them: what fails in one order only comes
// first, then what is observed, then what is left in variables, and so on; among
// equals what takes fewer reversals.
//
// Everything here is a function from wire's types to text.
package outcome
