// Command gotest holds gocheck to Go's own tests: `make gotest` writes docs/measured/gotest.md.
//
// The first half is the directory `test` of the installed Go: each of its programs that is to be
// run becomes a package whose main a test calls, many to a test binary. The second is the tests of
// standard packages. A package is copied with its tests into a module, so that gocheck rewrites
// both; one that needs what only the standard library may import stays where it is, and its
// external tests alone are copied. Test functions that need more are left out, by type-checking
// what is left (prune.go), and the page says why.
//
// All is run natively by go test, and by gocheck with its default flags but a bound on the time of
// a test. Verdicts are compared, and of the programs what they print, too: it has to be what one
// of gocheck's executions prints. Where gocheck finds a data race, go test -race is asked as well.
//
// Each difference needs an explanation in explained.go, which is kept by hand. The command
// writes the page and then fails if a difference has no explanation, or an explanation no
// difference.
package main
