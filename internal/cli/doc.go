// Package cli is the command line of gocheck: arguments in, text or JSON and an
// exit status out. cmd/gocheck is its main function.
//
// The way of a run: flags.go reads the command line. explore.go calls package instrument, which
// builds a test binary for each package. A pool of workers runs the binaries (package worker).
// package.go turns their messages into text and saved files. emit.go prints in the order of the
// packages, as text or as JSON. replay.go, show.go and instrument.go are the other commands.
//
// Verdicts and failures go to the standard output only, so that it can be kept. Errors in the
// use of gocheck, the compiler's errors and warnings go to the standard error.
package cli
