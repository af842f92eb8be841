// Package source has the two algorithms of the paper on source sets: Source-DPOR (source.go) and
// Optimal-DPOR (optimal.go). depthfirst.go is what they share, wakeup.go has wakeup trees.
// To both of them handlers are locks. docs/design/algorithms-optimal.md.
package source
