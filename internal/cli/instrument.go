package cli

import (
	"context"
	"fmt"

	"gocheck.dev/instrument"
)

// instrument is `gocheck instrument -o DIR [packages]`.
func (a *App) instrument(ctx context.Context, args []string) (int, error) {
	var o options
	packages, err := parse(flagsOf(commandOf("instrument"), &o), &o, "package", args)
	if err != nil {
		return exitUsage, err
	}
	if o.out == "" {
		return exitUsage, usagef("where to? Like: gocheck instrument -o DIR ./...")
	}
	if err := a.mayFill(&o); err != nil {
		return exitUsage, err
	}
	a.watch(&o)
	binaries, err := instrument.WriteSource(ctx, instrument.Config{
		Dir: a.Dir, Patterns: packages, Tags: o.tags, Instrument: o.instrument, Verbose: o.verbose, Log: a.Stderr, Phase: func(p instrument.Phase) { a.line.Building(p.String()) },
	}, o.out)
	a.line.Building("")
	if err != nil {
		return exitUsage, a.misnamed(args, packages, err)
	}
	status := exitOK
	for i := range binaries {
		b := &binaries[i]
		shorten := shortener(a.Dir, b)
		if b.Err != nil {
			a.complain(b.Err)
			status = exitUsage
			continue
		}
		for _, d := range b.Unsupported {
			fmt.Fprintf(a.Stderr, "note: %s: %s\n", shorten(d.Pos.String()), d.Message)
		}
	}
	return status, nil
}
