// Package cli is the command line of gocheck: arguments in, text or JSON and an
// exit status out. cmd/gocheck is its main function.
//
// The way of a run: flags.go reads the command line, explore.go has package
// instrument build a test binary a package, a pool of workers runs them
// (package worker), package.go turns each binary's messages into what is
// printed and saved, emit.go puts it in the order of the packages, as text or
// as JSON. replay.go, show.go and instrument.go are the other commands.
//
// What is said where: verdicts and failures on the standard output, and there
// alone, so that it can be kept; errors in the use of gocheck, the compiler's
// errors and warnings on the standard error.
package cli
