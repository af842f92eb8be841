package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gocheck.dev/instrument"
)

// Exit statuses; cli.md fixes them.
const (
	exitOK         = 0
	exitFailure    = 1 // at least one test failed
	exitUsage      = 2 // usage, load or build error; or gocheck's own
	exitIncomplete = 3 // -exhaustive, or interrupted: not everything was explored
)

// An App is the command with the world around it.
type App struct {
	Stdout, Stderr io.Writer
	Dir            string // current directory
	Terminal       bool   // somebody watches the standard error
	Width          int    // columns of text

	// Build makes the test binaries; instrument.Build, but in tests.
	Build func(context.Context, instrument.Config) ([]instrument.Binary, error)
}

// New is the command in this process's world.
func New() (*App, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the current directory: %w", err)
	}
	return &App{
		Stdout: os.Stdout, Stderr: os.Stderr, Dir: dir,
		Terminal: isTerminal(os.Stderr), Width: textWidth(),
		Build: instrument.Build,
	}, nil
}

// A usageError is the user's, with what to do about it.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// command is one of gocheck's subcommands.
type command struct {
	name string
	run  func(*App, context.Context, []string) (int, error)
}

func commands() []command {
	return []command{
		{"replay", (*App).replay},
		{"show", (*App).show},
		{"instrument", (*App).instrument},
		{"record", (*App).record},
		{"explore", (*App).exploreTraces},
		{"help", (*App).help},
		{"version", (*App).version},
	}
}

// Run runs the command with its arguments and returns the exit status.
func (a *App) Run(ctx context.Context, args []string) int {
	run := (*App).explore
	if len(args) > 0 {
		for _, c := range commands() {
			if c.name == args[0] {
				run, args = c.run, args[1:]
				break
			}
		}
	}
	status, err := run(a, ctx, args)
	if err == nil {
		return status
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		fmt.Fprintln(a.Stderr, "gocheck: interrupted")
		return exitIncomplete
	}
	a.complain(err)
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintln(a.Stderr, "Run 'gocheck help' for usage.")
	}
	return exitUsage
}

// complain prints an error. Errors that come in the go command's own words, or
// with a position in front, stay as they are.
func (a *App) complain(err error) {
	var load *instrument.LoadError
	var build *instrument.BuildError
	if errors.As(err, &load) || errors.As(err, &build) {
		fmt.Fprintln(a.Stderr, strings.TrimRight(err.Error(), "\n"))
		return
	}
	fmt.Fprintf(a.Stderr, "gocheck: %v\n", err)
}

// commandNames lists the subcommands, for messages.
func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	slices.Sort(names)
	return names
}
