// Package e2e tests the whole road: Go source in, verdicts out, by the command
// as its users run it.
//
// The tests assert verdicts, kinds of failures and numbers of executions, which are numbers of
// traces. They run the example programs, the papers' benchmark programs (with the papers'
// numbers), and real packages with real bugs, in the version with the bug and in the one that
// fixed it.
//
// The real packages come through the Go module proxy. Without them the tests
// that need them are skipped and say so; all others need no network.
package e2e
