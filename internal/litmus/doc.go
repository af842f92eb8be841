// Command litmus compares what gocheck explores with what Go permits, and with
// what it does: `make litmus` writes docs/measured/litmus.md.
//
// Each test of testdata/litmus is a small program for a row and a choice of
// docs/semantics.md. Its comment says which outcomes Go permits. gocheck, whose
// exploration must be exhaustive, each trace once, has to come to just these;
// by dfs, which executes every interleaving, as well, where they are few. What
// rests on durations has to come to them with -time=free, too, among others. The
// same program is run natively, many times: as it is built by go test -c, with
// and without -race, but for a call before each of its statements that yields,
// spins or sleeps now and then (jitter.go), on one processor and on several. What
// it comes to has to be among the permitted outcomes.
//
// The tests of this package do the first half.
package main
