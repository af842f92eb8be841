package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gocheck.dev/internal/portable"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/schedule"
)

// show is `gocheck show [-html FILE] [-line] SCHEDULE`: the columns, a page, or the schedule as
// one line, from the file alone and the source that is there.
func (a *App) show(ctx context.Context, args []string) (int, error) {
	var o options
	paths, err := parse(flagsOf(commandOf("show"), &o), &o, "schedule", args)
	if err != nil {
		return exitUsage, err
	}
	switch {
	case len(paths) == 0 && o.html != "":
		return exitUsage, usagef("-html takes the page to write, and then comes the schedule, like: gocheck show -html page.html %s", a.someSchedule(o.html))
	case len(paths) == 0:
		return exitUsage, usagef("which schedule? Like: gocheck show %s", a.someSchedule(""))
	case len(paths) > 1:
		return exitUsage, usagef("one schedule at a time, like: gocheck show %s", printable.Word(paths[0]))
	}
	if o.line && o.html != "" {
		return exitUsage, usagef("flags -line and -html: one at a time")
	}
	if err := a.mayWrite(&o); err != nil {
		return exitUsage, err
	}
	file, err := a.load("show", paths[0])
	if err != nil {
		return exitUsage, err
	}
	if o.html != "" {
		if err := a.writePage(a.path(o.html), &file); err != nil {
			return exitUsage, err
		}
		fmt.Fprintf(a.Stdout, "%s: a page of %s, for a browser\n", printable.Line(o.html), printable.Line(paths[0]))
		return exitOK, nil
	}
	s := file.Schedule
	if o.line {
		fmt.Fprintln(a.Stdout, schedule.Line(s))
		return exitOK, nil
	}
	var w strings.Builder
	fmt.Fprintf(&w, "%s of %s", printable.Line(s.Test), printable.Line(s.Package))
	for _, key := range slices.Sorted(maps.Keys(s.Options)) {
		fmt.Fprintf(&w, ", %s=%s", printable.Line(key), printable.Line(s.Options[key]))
	}
	w.WriteByte('\n')
	opts := report.Options{Width: a.Width, Verbose: o.verbose, Color: a.colors(&o), Own: printable.Own, Shorten: report.ForReading, Source: portable.Find(file.Path, a.Dir, s).Beside(file.Path)}
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
