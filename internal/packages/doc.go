// Command packages explores the test suites of well-known packages, as they
// are published: `make packages` writes docs/measured/packages.md.
//
// Each module of modules.go is copied, unmodified, from the module proxy into a
// scratch folder; only a go.mod that is missing, or that does not know what the
// tests need, is completed there. gocheck explores all tests with its default
// flags and a bound on the time of each, and what it has found is replayed.
//
// It takes hours: with -dir and -run, parts of it. What was made of a module is
// kept in the folder, and the page has all modules that were explored so far.
//
// The page has a table of verdicts and, below it, every failure with an explanation, and why
// tests are not supported or not explored to the end. The explanations are kept by hand in
// explained.go: each names the line at fault and says whether the failure can happen natively.
// The command writes the page and then fails if a failure has no explanation or does not come
// again in a replay, for a verdict `error`, for a test binary that does not build, and for a
// run that does not end.
package main
