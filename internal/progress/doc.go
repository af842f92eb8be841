// Package progress shows on a terminal how far a run of gocheck has come: one
// line that is overwritten, and gone when there is something lasting to print.
//
// The line shows the step of building, or the test, that has been running longest. A run that
// is over within a second shows nothing. Without a terminal nothing is shown, unless whole
// lines are asked for.
//
// line.go has the state and the times of drawing, text.go the text.
package progress
