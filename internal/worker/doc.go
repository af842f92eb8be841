// Package worker runs rebuilt test binaries and sees to it that every test of
// theirs comes to exactly one result.
//
// A binary is a program under test with all that it may do: end the process,
// exhaust the memory, never come back. None of it may take down more than the
// test that does it. So a binary that ends before its tests have all been
// reported gets a result made up for the test it was running, from its exit
// status and its last words, and is started again for the tests that remain. A
// binary that is silent past its test's budget, and tells of no failure that it
// makes smaller, is asked for its stacks, to name
// the place where it hangs, and killed.
//
// Non-goals: nothing here judges a verdict, prints, or knows of schedules on
// disk; messages are passed on as they come.
package worker
