// Package repeats keeps the steps of an execution for the next one, which begins with the same ones
// more often than not: what happens again need not be told to the scheduler step by step.
package repeats
