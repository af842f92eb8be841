package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/repro"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// repro is `gocheck repro [-o DIR] SCHEDULE`: a folder in which go test fails as the schedule says.
func (a *App) repro(ctx context.Context, args []string) (int, error) {
	var o options
	paths, err := parse(flagsOf(commandOf("repro"), &o), &o, "schedule", args)
	if err != nil {
		return exitUsage, err
	}
	if len(paths) != 1 {
		return exitUsage, usagef("which schedule? One, like: gocheck repro %s", a.someSchedule(first(paths)))
	}
	file, err := a.load("repro", paths[0])
	if err != nil {
		return exitUsage, err
	}
	s := file.Schedule
	if s.Failure == nil {
		return exitUsage, usagef("%s names no failure", paths[0])
	}
	if o.out == "" {
		o.out = "repro-" + strings.Map(inFileName, s.Test)
	}
	if err := a.mayFill(&o); err != nil {
		return exitUsage, err
	}
	a.watch(&o)
	b, err := a.binaryOf(ctx, &o, &file, map[string]target{})
	if err != nil {
		return exitUsage, fmt.Errorf("reproducing %s: %w", paths[0], err)
	}
	trace, failing, err := a.traceOf(ctx, &o, b, s)
	if err != nil {
		return exitUsage, fmt.Errorf("reproducing %s: %w", paths[0], err)
	}
	dir, pattern := a.home(&file)
	budget := o.budget
	if budget == 0 {
		budget = 24 * time.Hour
	}
	res, err := repro.Write(ctx, repro.Config{
		Schedule: failing, Trace: trace, Dir: dir, Pattern: pattern, Tags: o.tags, Short: o.short, Args: o.args, Out: a.path(o.out), Runs: o.runs, Budget: budget,
		Say: func(what string) { a.line.Building(what) },
	})
	a.line.Building("")
	if err != nil {
		return exitUsage, fmt.Errorf("reproducing %s: %w", paths[0], err)
	}
	a.sayRepro(res, o.out)
	if res.Failed == 0 {
		return exitFailure, nil
	}
	return exitOK, nil
}

// inFileName leaves what may stand in the name of a folder everywhere.
func inFileName(r rune) rune {
	if r < 0x80 && !strings.ContainsRune(`/\:*?"<>| `, r) && r > ' ' {
		return r
	}
	return '_'
}

// sayRepro says what was written.
func (a *App) sayRepro(res *repro.Result, out string) {
	fmt.Fprintf(a.Stdout, "%s: fails in %d of %d runs by\n    cd %s && %s\n", printable.Line(out), res.Failed, res.Runs, printable.Word(filepath.ToSlash(out)), printable.Line(res.Command))
	for _, line := range res.Orders {
		fmt.Fprintf(a.Stdout, "    gate %s\n", printable.Line(line))
	}
	if len(res.Orders) == 0 {
		fmt.Fprintln(a.Stdout, "    without gates: the source is as it was")
	}
	if res.GaveUp > 0 {
		fmt.Fprintf(a.Stdout, "    in %d runs a gate waited for too long, and gave up\n", res.GaveUp)
	}
	if res.Failed == 0 {
		fmt.Fprintln(a.Stdout, "    No run failed: natively the order cannot be had by these gates.")
	}
}

// traceOf runs the schedule again, and returns the operations of its execution, and the schedule
// as it is now.
func (a *App) traceOf(ctx context.Context, o *options, b target, s *wire.Schedule) (*wire.Recorded, *wire.Schedule, error) {
	if err := knownOptions(s); err != nil {
		return nil, nil, err
	}
	config := configFor(o.following(s, b), b.Binary)
	config.Replay, config.Traced = s, true
	var trace *wire.Recorded
	failing, exact := s, false
	err := worker.Replay(ctx, worker.Job{Path: b.Path, Runner: b.Runner, Dir: b.Dir, Config: config}, func(m wire.Message) {
		switch {
		case m.Type == "saved":
			exact = m.Saved.Exact
		case m.Type == "recorded":
			trace = m.Recorded
		case m.Type == "failure" && m.Failure.Schedule != nil:
			failing = m.Failure.Schedule
		}
	})
	switch {
	case err != nil:
		return nil, nil, err
	case trace == nil:
		return nil, nil, errors.New("its test does not fail so any more: gocheck replay says more")
	case !exact:
		return nil, nil, errors.New("the program has changed since it was saved: gocheck replay -update makes it anew")
	}
	return trace, failing, nil
}
