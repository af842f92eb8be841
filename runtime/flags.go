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

// flagsUsed says that some rewritten package imports flag.
var flagsUsed bool

// ResetFlags says that the package uses flags.
func ResetFlags() { flagsUsed = true }

// commandLine is the process's.
var commandLine *flag.FlagSet

// freshFlags prepares for initialisers that define flags. The function that it
// returns is to be called after them.
func freshFlags() (complete func(parse bool)) {
	if !flagsUsed {
		return func(bool) {}
	}
	if commandLine == nil {
		commandLine = flag.CommandLine
	}
	fresh := flag.NewFlagSet(commandLine.Name(), commandLine.ErrorHandling())
	fresh.Usage = commandLine.Usage
	fresh.SetOutput(commandLine.Output())
	flag.CommandLine = fresh
	return func(parse bool) {
		commandLine.VisitAll(func(f *flag.Flag) {
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
	if commandLine != nil {
		flag.CommandLine = commandLine
	}
}
