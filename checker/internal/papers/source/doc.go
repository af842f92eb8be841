// Package source has the two algorithms of the paper on source sets. To both of them handlers are
// locks. docs/design/algorithms-optimal.md.
//
//   - source.go: Source-DPOR, Algorithm 1 with its extensions 3 and 5.
//   - optimal.go: Optimal-DPOR, Algorithm 2 with its extensions 4 and 6: what is done with a
//     reversal.
//   - depthfirst.go: Explore of both, without recursion: levels (E, sleep(E), wut(E)), the race
//     detection phase, backtracking.
//   - wakeup.go: wakeup trees, Definition 6.1, insertion (6.2).
//
// Package trace has process steps: Disturbs (not E ⊢ p ◊ f) and WeakInitial (Definition 4.1,
// Lemma 4.2) in procstep.go, the objects of a step in another execution in stepnames.go, and what
// comes of a step with effects in outcomes.go.
package source
