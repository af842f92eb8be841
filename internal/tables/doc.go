// Command tables regenerates the tables of the papers' evaluations, with the
// papers' numbers beside ours: `make tables` writes docs/measured/tables.md.
//
// A table has a row for each benchmark and size, and a column for each algorithm. The
// benchmarks are the Go programs of testdata/benchmarks and the recorded traces of
// testdata/traces. A cell is one run of a test binary, as the command gocheck makes and runs
// it, or of `gocheck explore`, with a bound on its time. It is marked if it was not explored to
// the end. Reasons other than the size are below the tables.
//
// The counts of exact algorithms are compared with the right number: the paper's, or another
// one with a note that says why. The command writes the tables and then fails if a count
// differs.
//
// With -r4 it makes another table, of what R4 finds how soon and how far a minute
// goes: `make r4` writes it into docs/design/conflicts.md.
package main
