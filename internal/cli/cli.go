package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/progress"
	"gocheck.dev/internal/worker"
)

// Exit statuses: docs/manual.md has them.
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
	Width          int    // columns of text
	// Watched returns the number of columns of the terminal that shows the standard error. nil:
	// there is no terminal.
	Watched func() int
	Started time.Time
	Color   bool // the standard output is a terminal that shows colours

	// Build makes the test binaries; instrument.Build, but in tests.
	Build func(context.Context, instrument.Config) ([]instrument.Binary, error)

	Road Road // to other machines; nil: there is none

	terminal io.Writer // the standard error for the progress line, which moves the cursor

	mu     sync.Mutex
	line   *progress.Line // of the command that runs; nil: none
	failed atomic.Bool    // a failure is known
	shut   atomic.Bool    // abandoned: nothing is written any more

	debugging atomic.Bool // a debugger has the terminal
}

// New is the command in this process's world.
func New() (*App, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the current directory: %w", err)
	}
	// A shell says how it came there; files of packages are named without symbolic links.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return &App{
		Stdout: os.Stdout, Stderr: os.Stderr, Dir: dir,
		Watched: watched(os.Stderr), Width: textWidth(), Color: showsColors(os.Stdout),
		Started: time.Now(),
		Build:   instrument.Build,
	}, nil
}

// A usageError is the user's, with what to do about it.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// command is one of gocheck's subcommands, or the main one, whose name is "".
type command struct {
	name  string
	args  string   // what it is called with
	what  string   // what it does, in a line
	flags []string // nil: those that belong to no other command alone
	run   func(*App, context.Context, []string) (int, error)
}

// mainCommand is gocheck without a subcommand.
func mainCommand() *command {
	return &command{"", "[flags] [packages]", "explore the tests of packages", nil, (*App).explore}
}

// commands lists the subcommands.
func commands() []command {
	return []command{
		{"replay", "[flags] SCHEDULE...", "run saved schedules again",
			// Those that build and print: what gives a schedule its meaning comes from its file.
			[]string{"tags", "v", "json", "short", "steps", "budget", "leaks", "update", "progress", "tips", "color"}, (*App).replay},
		{"debug", "[flags] SCHEDULE", "run a saved schedule under delve",
			[]string{"tags", "short", "steps", "progress", "at", "listen", "exec"}, (*App).debug},
		{"repro", "[-o DIR] SCHEDULE", "write a folder in which go test fails so",
			[]string{"o", "runs", "tags", "short", "steps", "budget", "progress"}, (*App).repro},
		{"show", "[flags] SCHEDULE", "show a saved schedule, or make a page of it",
			[]string{"v", "html", "line", "color"}, (*App).show},
		{"instrument", "-o DIR [packages]", "write the rewritten source, buildable",
			[]string{"o", "tags", "instrument", "progress", "v"}, (*App).instrument},
		{"record", "-o FILE [packages]", "run one test once and write its trace",
			[]string{"o", "run", "skip", "tags", "instrument", "short", "queue", "races", "steps", "budget", "progress"}, (*App).record},
		{"explore", "[flags] TRACE...", "explore traces without their programs",
			[]string{"dependence", "algo", "seed", "depth", "memory", "executions", "steps", "budget", "preemptions", "delays", "reversals", "count-redundant", "exhaustive", "json", "progress", "v"}, (*App).exploreTraces},
		{"worker", "-cluster URL", "explore for others, on a cluster",
			[]string{"cluster", "p", "v"}, (*App).worker},
		{"cluster", "-cluster URL status", "show who explores what on a cluster",
			[]string{"cluster"}, (*App).cluster},
		{"mcp", "", "serve an editor or an assistant by MCP", []string{}, (*App).mcp},
		{"completion", "SHELL", "print a script that completes commands", []string{}, (*App).completion},
		{"help", "[topic]", "say more of a command or topic", []string{}, (*App).help},
		{"version", "", "print the version", []string{}, (*App).version},
	}
}

// commandOf finds a subcommand; "" is the main one.
func commandOf(name string) *command {
	for _, c := range commands() {
		if c.name == name {
			return &c
		}
	}
	return mainCommand()
}

// takes reports whether the command has the flag.
func (c *command) takes(flag string) bool {
	if c.flags == nil {
		return !slices.Contains([]string{"o", "dependence", "update", "line", "at", "listen", "exec", "runs"}, flag)
	}
	return slices.Contains(c.flags, flag)
}

// line is the command's usage line.
func (c *command) line() string {
	return strings.Join(strings.Fields("gocheck "+c.name+" "+c.args), " ")
}

// Run runs the command with its arguments and returns the exit status.
func (a *App) Run(ctx context.Context, args []string) int {
	c := mainCommand()
	if len(args) > 0 {
		if c = commandOf(args[0]); c.name != "" {
			args = args[1:]
		}
	}
	a.terminal = &outlet{a.Stderr, &a.shut}
	defer func(stdout, stderr io.Writer) { a.Stdout, a.Stderr = stdout, stderr }(a.Stdout, a.Stderr)
	a.Stdout, a.Stderr = printable.NewWriter(a.Stdout), printable.NewWriter(a.Stderr)
	status, err := a.run(ctx, c, args)
	if errors.Is(err, flag.ErrHelp) {
		status, err = a.help(ctx, []string{cmp.Or(c.name, "flags")})
	}
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
		topic := "help"
		if _, ok := topicOf(c.name); ok {
			topic += " " + c.name
		}
		fmt.Fprintf(a.Stderr, "Run 'gocheck %s' for usage.\n", topic)
	}
	return exitUsage
}

// run runs a command, and takes the progress line away that it may have begun.
func (a *App) run(ctx context.Context, c *command, args []string) (int, error) {
	stdout, stderr := a.Stdout, a.Stderr
	a.Stdout, a.Stderr = &outlet{stdout, &a.shut}, &outlet{stderr, &a.shut}
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.line.Close()
		a.line, a.Stdout, a.Stderr = nil, stdout, stderr
	}()
	return c.run(a, ctx, args)
}

// Debugging reports whether a debugger has the terminal. Then Ctrl-C is for the debugger, which
// halts the program by it.
func (a *App) Debugging() bool { return a.debugging.Load() }

// Abandon ends at once what Run is at, from another goroutine: what runs is
// killed, the terminal is left clean. It returns the exit status.
func (a *App) Abandon() int {
	clean := make(chan struct{})
	go func() {
		defer close(clean)
		a.mu.Lock()
		defer a.mu.Unlock()
		a.line.Close()
	}()
	select {
	case <-clean:
	case <-time.After(100 * time.Millisecond): // the reader of the output does not read
	}
	a.shut.Store(true) // what Run makes of the end of what is killed is not wanted
	worker.Abandon()
	instrument.Abandon()
	if a.failed.Load() {
		return exitFailure
	}
	return exitIncomplete
}

// An outlet is a writer that takes what is written after it was shut, and drops it.
type outlet struct {
	w    io.Writer
	shut *atomic.Bool
}

func (o *outlet) Write(p []byte) (int, error) {
	if o.shut.Load() {
		return len(p), nil
	}
	return o.w.Write(p)
}

// watch begins the progress line. Whatever is printed from now on takes it away
// for as long.
func (a *App) watch(o *options) {
	a.mu.Lock()
	defer a.mu.Unlock()
	mode := o.progress
	if mode == "auto" && o.test2json && a.Watched == nil {
		mode = "off" // to gotestsum each line on the standard error is an error
	}
	a.line = progress.New(a.terminal, mode, a.Watched)
	a.Stdout, a.Stderr = a.line.Writer(a.Stdout), a.line.Writer(a.Stderr)
}

// complain prints an error. Errors that come in the go command's own words, or
// with a position in front, stay as they are.
func (a *App) complain(err error) {
	var load *instrument.LoadError
	var build *instrument.BuildError
	var directives *directiveError
	if errors.As(err, &load) || errors.As(err, &build) || errors.As(err, &directives) {
		fmt.Fprintln(a.Stderr, strings.TrimRight(err.Error(), "\n"))
		return
	}
	fmt.Fprintf(a.Stderr, "gocheck: %v\n", err)
}
