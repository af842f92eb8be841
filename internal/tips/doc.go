// Package tips is what gocheck says the first time that a kind of failure, a
// bound or a verdict appears in a run of the command: one line on what it means
// and which flag helps, and never the same twice. A report says what has
// happened in one test; what holds for all tests alike is said here, once.
package tips
