package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"gocheck.dev/instrument"
)

// instrument is `gocheck instrument -o DIR [packages]`.
func (a *App) instrument(ctx context.Context, args []string) (int, error) {
	o := options{p: 1, steps: 1} // not flags here
	var out string
	fs := flag.NewFlagSet("gocheck instrument", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&out, "o", "", "")
	fs.StringVar(&o.tags, "tags", "", "")
	fs.StringVar(&o.instrument, "instrument", "", "")
	fs.BoolVar(&o.verbose, "v", false, "")
	packages, err := parse(fs, &o, "package", args)
	if errors.Is(err, flag.ErrHelp) {
		return a.help(ctx, nil)
	}
	if err != nil {
		return exitUsage, err
	}
	if out == "" {
		return exitUsage, usagef("where to? Like: gocheck instrument -o DIR ./...")
	}
	binaries, err := instrument.WriteSource(ctx, instrument.Config{
		Dir: a.Dir, Patterns: packages, Tags: o.tags, Instrument: o.instrument, Verbose: o.verbose, Log: a.Stderr,
	}, out)
	if err != nil {
		return exitUsage, err
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
