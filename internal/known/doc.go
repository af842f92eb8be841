// Package known keeps what has come of tests, so that a test whose verdict is known is not explored
// again: as the go command does with the results of go test.
//
// A verdict holds as long as nothing has changed that it depends on. That is, in the order in which
// it is looked at: the test binary (its key names all sources, the Go release and gocheck itself)
// and the options, whose hash is the name of the record; then, listed in the record, the saved
// schedules of the test, and what the test has read of the world: variables of the environment,
// and files and folders of the modules that are worked on (wire.Reads). Files elsewhere do not
// count: most are temporary ones of the test itself, and go test leaves them out, too.
//
// Taken for known is a pass (or a test that skips itself) that was explored to the end, phases
// included. With -changed it is any verdict but an error of gocheck's, of the same budget.
package known
