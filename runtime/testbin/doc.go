// Package testbin runs the tests of a rebuilt test binary under control: Main is the
// binary's TestMain.
//
// The command says in a file (wire.Config), or in lines of its own if several processes
// share the work (wire.Command), which tests are to be explored, replayed or recorded;
// the answers are lines too (wire.Message). For each test there is a testRun. It gives a
// runtime.Execution of the test to the checker, which runs it again and again, and looks
// at what each one has come to: whether the same schedule leads to the same steps
// (stability), what was observed (tally), which locks are taken in which order
// (inversions). Failures are made again, with their steps in stable names, and made
// smaller.
//
// Saved schedules are run first. One whose program was edited since is followed as far as
// it goes (follow, align, retrace, departure).
//
// A watchdog ends the process where a task does not come back.
package testbin
