// Package event is Event-DPOR, for threads and handlers with unordered mailboxes.
// docs/design/algorithms-event.md has what was built, and where it differs from the paper.
//
//   - event.go: Explore, Algorithm 1, with done, wut and the access sequences that it returns;
//     what is refused.
//   - reverse.go: its lines 8 to 11. ReverseRace (Algorithm 2) is package reversal's, which closure
//     shares. What must stay is what e' has before it in its own message; all choices of what to
//     leave out are tried.
//   - insert.go: wakeup trees (Definition 7), insertion, parked wakeup sequences: Algorithms 3
//     and 4. narrow.go: what is left of a parked sequence when p is first on its handler.
//   - check.go: p ∈ WI(w), the sequence of checks of Appendix A.3. order.go: saturation
//     (Definition 6), the witness, the decision procedure.
//   - access.go, known.go: sequences of accesses; what messages have been seen to do. seq.go: steps
//     and the names of objects that mean the same in every execution.
package event
