// Package dfs executes every interleaving: a reference for small programs (dfs.go). bounded.go
// executes every trace within a bound of preemptions or delays (deviations.go), by merging
// states.
package dfs
