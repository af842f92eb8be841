// Package dfs executes every interleaving: a reference for small programs (dfs.go). bounded.go
// merges states, and so executes every trace, within a bound of preemptions or delays, which
// deviations.go counts.
package dfs
