package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/tracefile"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// record is `gocheck record -o FILE [flags] [packages]`: one execution of one
// test, by the default scheduler, as a trace.
func (a *App) record(ctx context.Context, args []string) (int, error) {
	var o options
	packages, err := parse(flagsOf(commandOf("record"), &o), &o, "package", args)
	switch {
	case err != nil:
		return exitUsage, err
	case o.out == "":
		return exitUsage, usagef("where should the trace be written? Like: gocheck record -o trace.txt -run TestX")
	}
	if err := a.mayWrite(&o); err != nil {
		return exitUsage, err
	}
	a.watch(&o)
	targets, err := a.build(ctx, &o, a.Dir, packages)
	if err != nil {
		return exitUsage, a.misnamed(args, packages, err)
	}
	b, test, err := a.theTest(ctx, &o, targets)
	if err != nil {
		return exitUsage, err
	}
	if err := a.recordTest(ctx, &o, b, test, o.out); err != nil {
		return exitUsage, err
	}
	return exitOK, nil
}

// theTest finds the one test that is selected: a trace is of one.
func (a *App) theTest(ctx context.Context, o *options, targets []target) (target, string, error) {
	var in target
	var names []string
	test := ""
	for _, b := range targets {
		switch {
		case b.Err != nil:
			return target{}, "", b.Err
		case b.NoTests:
			continue
		}
		tests, err := worker.List(ctx, worker.Job{Path: b.Path, Runner: b.Runner, Dir: b.Dir, Config: o.config()})
		if err != nil {
			return target{}, "", fmt.Errorf("listing the tests of %s: %w", b.ImportPath, err)
		}
		if len(tests) > 0 {
			in = b
		}
		for _, t := range tests {
			test = t
			names = append(names, printable.Line(b.ImportPath+"."+t))
		}
	}
	const listed = 10
	switch n := len(names); {
	case n == 0 && selection(o) == "":
		return target{}, "", usagef("there are no tests to record here")
	case n == 0:
		return target{}, "", usagef("no tests match%s: there is nothing to record", selection(o))
	case n > listed:
		names = append(names[:listed], "…")
		fallthrough
	case n > 1:
		return target{}, "", usagef("a trace is of one test, but there are %d: %s\nSelect one, like: gocheck record -o trace.txt -run '^TestX$'", n, strings.Join(names, ", "))
	}
	return in, test, nil
}

// recordTest runs the test once and writes the trace.
func (a *App) recordTest(ctx context.Context, o *options, b target, test, file string) error {
	var rec *wire.Recorded
	var failure *wire.Failure
	result := &wire.Result{}
	short := shortener(a.Dir, b.Binary)
	if t := b.directed[test]; t != nil {
		o = &t.options
	}
	err := worker.Record(ctx, worker.Job{Path: b.Path, Runner: b.Runner, Dir: b.Dir, Config: configFor(o, b.Binary)}, b.ImportPath, test, func(m wire.Message) {
		switch m.Type {
		case "recorded":
			rec = m.Recorded
		case "failure":
			failure = m.Failure
		case "result":
			result = m.Result
		}
	})
	switch {
	case err != nil:
		return fmt.Errorf("recording %s: %w", printable.Line(test), err)
	case rec == nil && failure != nil:
		return fmt.Errorf("recording %s: %s: %s", printable.Line(test), printable.Line(failure.Kind), indented(short(failure.Message)))
	case rec == nil:
		return fmt.Errorf("recording %s: %s: %s", printable.Line(test), result.Verdict, indented(strings.TrimPrefix(short(result.Pos)+": "+result.Reason, ": ")))
	}
	for i := range rec.Ops {
		op := &rec.Ops[i]
		op.Pos = short(op.Pos)
		for j := range op.Effects {
			op.Effects[j].Pos = short(op.Effects[j].Pos)
		}
	}
	text, err := tracefile.Format(rec)
	if err != nil {
		return fmt.Errorf("recording %s: %w", printable.Line(test), err)
	}
	if err := os.WriteFile(a.path(file), text, 0o666); err != nil {
		return fmt.Errorf("writing the trace: %w", err)
	}
	fmt.Fprintf(a.Stdout, "%s.%s: %s written to %s\n", b.ImportPath, printable.Line(test), report.Plural(int64(len(rec.Ops)), "operation"), file)
	if failure != nil {
		fmt.Fprintf(a.Stdout, "    The recorded execution fails: %s: %s\n", printable.Line(failure.Kind), indented(short(failure.Message)))
	}
	fmt.Fprintf(a.Stdout, "To explore its reorderings:\ngocheck explore %s\n", printable.Word(file))
	return nil
}
