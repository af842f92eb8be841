// Command litmus compares what gocheck explores with what Go permits, and with what it does:
// `make litmus` writes docs/measured/litmus.md and testdata/litmus/README.md.
//
// Each test of testdata/litmus is a small program for a row and a choice of docs/semantics.md.
// Its comment says which outcomes Go permits. gocheck, whose exploration must be exhaustive,
// each trace once, has to come to just these; by dfs, which executes every interleaving, as
// well, where they are few. What rests on durations has to come to them with -time=free, too,
// among others. The same program is run natively, many times, as go test -c builds it, with and
// without -race, on one processor and on several. Before each of its statements a call is
// inserted that sometimes yields, spins or sleeps (jitter.go). Every outcome has to be a
// permitted one.
//
// The tests of this package do the first half.
package main
