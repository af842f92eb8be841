package runtime

import (
	"flag"
	"os"
)

// The flags that packages define (flag.CommandLine) are package state too:
// initialisers that define them run again, which would find them defined. So
// each execution has a FlagSet of its own. It takes over those flags that
// nobody has defined anew: of packages that are not rewritten, and package
// testing's.

// ResetFlags says that the package uses flags.
func ResetFlags() { process.flagsUsed = true }

// freshFlags prepares for initialisers that define flags. The function that it
// returns is to be called after them.
func freshFlags() (complete func(parse bool)) {
	if !process.flagsUsed {
		return func(bool) {}
	}
	if process.commandLine == nil {
		process.commandLine = flag.CommandLine
	}
	fresh := flag.NewFlagSet(process.commandLine.Name(), process.commandLine.ErrorHandling())
	fresh.Usage = process.commandLine.Usage
	fresh.SetOutput(process.commandLine.Output())
	flag.CommandLine = fresh
	return func(parse bool) {
		process.commandLine.VisitAll(func(f *flag.Flag) {
			if fresh.Lookup(f.Name) == nil {
				fresh.Var(f.Value, f.Name, f.Usage)
				fresh.Lookup(f.Name).DefValue = f.DefValue
			}
		})
		if parse {
			fresh.Parse(os.Args[1:])
		}
	}
}

// giveBackFlags undoes it after the executions.
func giveBackFlags() {
	if process.commandLine != nil {
		flag.CommandLine = process.commandLine
	}
}
