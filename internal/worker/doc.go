// Package worker runs rebuilt test binaries. Every test gets exactly one result.
//
// A program under test may end its process, exhaust the memory, or never come back. That may
// cost the test that does it, and no other. If a binary ends before all its tests are reported,
// the test that it was running gets a result from the exit status and the last output. The
// binary is started again for the tests that remain. A binary that is silent past its test's
// budget is asked for its stacks, which name the place where it hangs, and killed. (A binary
// that is making a failure smaller says so and goes on.)
//
// Nothing here judges a verdict, prints, or knows schedules on disk. Messages are passed on as
// they come.
package worker
