package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gocheck.dev/internal/report"
)

// show is `gocheck show SCHEDULE`: the columns, from the file alone.
func (a *App) show(ctx context.Context, args []string) (int, error) {
	var o options
	fs := flag.NewFlagSet("gocheck show", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&o.verbose, "v", false, "")
	fs.Func("html", "", func(string) error {
		return errors.New("pages are not implemented yet; without -html the schedule is shown in columns")
	})
	o.p, o.steps = 1, 1 // not flags here
	paths, err := parse(fs, &o, "schedule", args)
	if errors.Is(err, flag.ErrHelp) {
		return a.help(ctx, []string{"schedules"})
	}
	if err != nil {
		return exitUsage, err
	}
	if len(paths) != 1 {
		return exitUsage, usagef("which schedule? Like: gocheck show testdata/gocheck/TestX/3f2a9c01d4e5b6a7")
	}
	file, err := a.load(paths[0])
	if err != nil {
		return exitUsage, err
	}
	s := file.Schedule
	var w strings.Builder
	fmt.Fprintf(&w, "%s of %s", s.Test, s.Package)
	for _, key := range slices.Sorted(maps.Keys(s.Options)) {
		fmt.Fprintf(&w, ", %s=%s", key, s.Options[key])
	}
	w.WriteByte('\n')
	opts := report.Options{Width: a.Width, Verbose: o.verbose}
	if f := s.Failure; f != nil {
		shown := *f
		shown.Schedule = s
		report.Failure(&w, report.Failed{Failure: &shown}, opts)
	} else {
		report.Columns(&w, "    ", s, opts)
	}
	fmt.Fprint(a.Stdout, w.String())
	return exitOK, nil
}
