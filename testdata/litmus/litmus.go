// Package litmus has small programs, one for a row and a choice of
// docs/semantics.md. The comment of each says which outcomes Go permits:
//
//	Outcomes: 01, 10, 11
//
// is what main may see (see), or "!" and the kind of failure that ends the
// program. internal/litmus runs them under gocheck, which must come to all of
// these outcomes and no other, and natively, many times, which must come to
// none but these; docs/measured/litmus.md is what it has found.
//
// A line "Native: slow" asks for few native runs, in which nothing is done to
// disturb the schedule: the outcomes rest on durations that are far apart.
// "Native: without -race, " and "Native: no, " ask for less, and say why.
//
// "Gocheck:" are outcomes of gocheck's, where it has, on purpose, others than Go
// permits, and the reason.
package litmus

import (
	"fmt"

	"gocheck.dev"
)

// record takes what is seen natively.
var record func(string)

// see makes a text a part of the outcome. Only the test's own goroutine calls
// it: natively the others may be too late.
func see(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	gocheck.Observe("saw", text)
	if record != nil {
		record(text)
	}
}
