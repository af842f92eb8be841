// Command tables regenerates the tables of the papers' evaluations, with the
// papers' numbers beside ours: `make tables` writes docs/measured/tables.md.
//
// A table has a row for each benchmark and size, and a column for each
// algorithm. The benchmarks are the Go programs of testdata/benchmarks and the
// recorded traces of testdata/traces: a cell is one run of a test binary, as
// the command gocheck makes and runs it, or of `gocheck explore`, with a bound
// on its time. The cell shows what was not explored to the end. Reasons other than
// the size are below the tables.
//
// What the exact algorithms explore is held against the number that is right:
// the paper's, or another one with a note that says why. A difference makes
// the command fail, but only after it has written the tables.
//
// With -r4 it makes another table, of what R4 finds how soon and how far a minute
// goes: `make r4` writes it into docs/design/conflicts.md.
package main
