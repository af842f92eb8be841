// Package loops has what the rewriter calls within loops that wait (docs/design/spin.md), besides
// package runtime's own Loop and Round: comparisons of what the clock shows, which tell until when
// they come to the same, and calls of conditions, functions that a loop has been given. What a
// round has done is known to package runtime alone.
package loops
