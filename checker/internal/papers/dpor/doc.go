// Package dpor is the algorithm of Flanagan and Godefroid, with sleep sets and without: the
// baseline of the other papers. races.go finds races and what has to be explored for them.
// docs/design/algorithms-dpor.md.
package dpor
