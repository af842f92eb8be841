// Package pairs samples by pairs of conflicting operations: what was seen in one order is asked for
// in the other one (after Wolff, Shi, Duck, Mathur, Roychoudhury: Greybox Fuzzing for Concurrency
// Testing, ASPLOS 2024, and Sen: Race Directed Random Testing, PLDI 2008). seen.go has the pairs,
// pairs.go directs executions by them.
package pairs
