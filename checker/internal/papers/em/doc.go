// Package em is EM-DPOR, for threads and handlers with queues: it explores a dependence-covering
// set of sequences. docs/design/algorithms-em.md.
//
//   - em.go: Explore, Algorithm 1 as changed in appendix C (Algorithm 5), lines 1 and 15 to 27.
//   - race.go: its lines 2 to 14, which transitions are dependent, and may be co-enabled or
//     reordered; C.1, C.2.
//   - target.go: FindTarget, ReschedulePending (Algorithms 2, 3). backtrack.go: BacktrackEager
//     (Algorithm 4).
//   - sequence.go: transition sequences, happens-before (Definition 3.1), reordered posts (RP).
//   - refuse.go: what it is not defined for.
package em
