// Package sample makes executions by chance, for programs that cannot be exhausted: random.go is a
// random walk, pct.go and pos.go are PCT and POS, which find bugs of small depth with a known
// probability. sample.go is what they share: an execution is a function of the seed and of its
// number, so that a range of numbers can be given to another process. beside.go lets searchers
// sample beside an exploration. docs/bounds.md.
package sample
