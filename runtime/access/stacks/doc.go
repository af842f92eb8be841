// Package stacks answers who asks for stacks and goroutines: texts, program counters and counts
// without gocheck's frames, in which nothing changes from one execution to the next.
package stacks
