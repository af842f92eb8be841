// Command reproduced makes a native reproduction (gocheck repro) of each failing kernel, example,
// real bug and bug of a current release in testdata, runs it natively, and writes
// docs/measured/repro.md: make repro. Why one does not fail each time is said in reasons.go.
package main
