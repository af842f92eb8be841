// Package testbin runs the tests of a rebuilt test binary under control: Main is the
// binary's TestMain.
//
// A file from the command (wire.Config) says which tests are explored, replayed or recorded. If
// several processes share the work, it comes as lines on the standard input (wire.Command). The
// answers are lines, too (wire.Message). Each test has a testRun. It gives a runtime.Execution
// of the test to the checker, which runs it again and again. After each execution it checks
// whether the same schedule leads to the same steps (stability), and notes what was observed
// (tally) and in which order locks were taken (inversions). Failures are executed again, with
// their steps in stable names, and made smaller.
//
// Saved schedules are run first. If the program was edited, a schedule is followed as far as
// possible (follow, align, retrace, departure).
//
// A watchdog ends the process if a task does not come back.
package testbin
