package environ

import (
	"flag"
	"os"
)

// The flags that packages define (flag.CommandLine) are package state too:
// initialisers that define them run again, which would find them defined. So
// each execution has a FlagSet of its own. It takes over those flags that
// nobody has defined anew: of packages that are not rewritten, and package
// testing's, but not what TestMain has defined natively.

var (
	flagsUsed   bool
	commandLine *flag.FlagSet     // the process's, when executions have others
	ofMain      map[string]string // flags that TestMain has defined natively
)

// UseFlags says that a package uses flags.
func UseFlags() { flagsUsed = true }

// FreshFlags prepares for initialisers that define flags. The function that it
// returns is to be called after them.
func FreshFlags() (complete func(parse bool)) {
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
			if _, main := ofMain[f.Name]; !main && fresh.Lookup(f.Name) == nil {
				fresh.Var(f.Value, f.Name, f.Usage)
				fresh.Lookup(f.Name).DefValue = f.DefValue
			}
		})
		if parse {
			fresh.Parse(os.Args[1:])
		}
	}
}

// GiveBackFlags undoes it after the executions.
func GiveBackFlags() {
	if commandLine != nil {
		flag.CommandLine = commandLine
	}
}
