// Package progress shows on a terminal how far a run of gocheck has come: one
// line that is overwritten, and gone when there is something lasting to print.
//
// The line is of what has been running longest: a step of building, or a test.
// Nothing is shown of a run that is over within a second. Where there is no
// terminal nothing is shown, unless whole lines are asked for.
//
// State and text are apart from the clock: line.go has what is running and when
// it is drawn, text.go what is said of it.
package progress
