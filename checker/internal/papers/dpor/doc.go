// Package dpor is the algorithm of Flanagan and Godefroid, with sleep sets and without: the
// baseline of the other papers. docs/design/algorithms-dpor.md.
//
// dpor.go is the stack of states, depth first. races.go has clock vectors, races, backtrack sets
// and sleep sets. Package dependence says which operations are dependent, and which may be
// co-enabled; package trace has traces in which handlers are locks (serial.go).
package dpor
