// Package alike says whether an explored trace is another one but for the names of tasks that are
// alike. docs/design/symmetry.md says which are, and why one trace of all that differ in such names
// is enough.
//
// graph.go takes down a trace, and finds the groups of tasks that are alike in it. apart.go tells
// apart those that are not. store.go keeps traces. embed.go looks for a set of events in one of
// them, under other names. occur.go has what owners ask of traces, data.go writes and reads them.
package alike
