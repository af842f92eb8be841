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
// Conflicts are pairs of accesses. A pair is reversed in many sequences, and counts as the
// worst of them. Report ranks the pairs: first those that fail in one order only, then those
// with other observations, then those with other variables, and so on; among equals those that
// take fewer reversals.
//
// Everything here is a function from wire's types to text.
package outcome
