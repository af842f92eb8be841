// Command bugs finds the real bugs of internal/e2e/testdata/bugs, and writes
// docs/measured/bugs.md: `make bugs`.
//
// Each bug is a module that pins a real package at a version with a known
// concurrency bug, and a test as a user would write it. For each, in a copy,
// without any change and with the default flags, on one core:
//
//   - gocheck has to find the bug, within a minute and 100,000 executions;
//   - `gocheck replay` has to find it again from the saved schedule, each time
//     the same;
//   - with the package at the version that fixed the bug (go.mod.fixed), gocheck
//     must find no failure;
//   - `go test -race` runs the test some hundred times, for how often it fails.
//
// What does not come out makes the command fail, after it has written the
// table. With -from the modules are taken from another folder, such as the one
// that the project was given; the fixed versions are always our own.
package main
