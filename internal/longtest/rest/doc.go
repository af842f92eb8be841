// Command rest prints the arguments of a go test that runs what the quick run has not: the
// packages named, as far as they have such tests, and a pattern of the tests' names.
//
//	GOCHECK_LONG=only go test $(go run ./internal/longtest/rest ./...)
//
// A test sees the switch if what it reaches in its package, by the names used, is from package
// longtest, or from a package that itself imports it. That is more than need be: a method counts
// as reached with its type, and a test of that name in another package is run, too.
package main
