// Package tips has a line for each kind of failure, bound and verdict: what it means and which
// flag helps. gocheck prints the line when the kind appears for the first time in a run. A
// report describes one test; a tip holds for all tests, so it is printed once.
package tips
