// Package e2e tests the whole road: Go source in, verdicts out, by the command
// as its users run it.
//
// What is asserted are verdicts, kinds of failures and numbers of executions,
// which are numbers of traces: of the example programs, of the papers'
// benchmark programs (their numbers are the papers'), and of real packages
// with real bugs, in the version that has the bug and in the one that fixed it.
//
// The real packages come through the Go module proxy. Without them the tests
// that need them are skipped and say so; all others need no network.
package e2e
