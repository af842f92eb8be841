// Package racegen has only tests: random programs of two tasks that share variables, held to what
// go test -race reports.
//
// A program is two lists of items: accesses of variables, under locks or not, in one of
// many forms that the language and the standard library have for them (forms_test.go),
// and points at which one task waits for the other. So it is known by construction
// whether two accesses have a race: no lock keeps them apart, and no wait orders them.
// Then gocheck has to report one, whatever go test -race comes to; where no two accesses
// have a race gocheck must report none. And what go test -race reports in any of some
// runs gocheck has to report.
//
// Many programs are built at once, as tests of one package. One of which something is wrong is made
// smaller, by leaving out items, as long as the same is wrong.
package racegen
