// Package tests has what is known of a test or subtest without the machine that runs it: its name
// and those of its subtests, its marks, what it has printed, its cleanups and its helpers. The
// marks are the fields of the testing.T itself (innards), because plain code may call the T's own
// methods through an interface, as assertion libraries do: both then see the same.
package tests
