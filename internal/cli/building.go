package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gocheck.dev/instrument"
)

// A target is a package's test binary, and what its source says of its tests.
type target struct {
	*instrument.Binary
	directed map[string]*directed // those that directives are for
}

// build makes the test binaries of packages, and refuses what is wrong with their
// directives.
func (a *App) build(ctx context.Context, o *options, dir string, patterns []string) ([]target, error) {
	var spent stopwatch
	show := func(p instrument.Phase) {
		spent.begin(p.Doing)
		a.line.Building(p.String())
	}
	binaries, err := a.Build(ctx, instrument.Config{Dir: dir, Patterns: patterns, Tags: o.tags, Instrument: o.instrument, Symmetry: o.symmetry, Env: o.env, Log: a.Stderr, Phase: show})
	a.line.Building("")
	if err != nil {
		return nil, err
	}
	if o.verbose {
		fmt.Fprintf(a.Stderr, "gocheck: building took %s\n", spent.String())
	}
	for i, b := range binaries {
		var build *instrument.BuildError
		if errors.As(b.Err, &build) {
			binaries[i].Err = a.helped(build, b.Dir)
		}
	}
	return o.targets(a.Dir, binaries)
}

// A stopwatch knows what time has gone into, one thing after the other.
type stopwatch struct {
	now   string
	since time.Time
	whats []string
	spent []time.Duration
}

// begin starts the time of a step of building. "" means none.
func (w *stopwatch) begin(what string) {
	if what == w.now {
		return
	}
	now := time.Now()
	if w.now != "" {
		w.whats, w.spent = append(w.whats, w.now), append(w.spent, now.Sub(w.since))
	}
	w.now, w.since = what, now
}

// String is all of it: "1.2s: listing packages 0.1s, linking 1.1s".
func (w *stopwatch) String() string {
	w.begin("")
	var all time.Duration
	var parts []string
	for i, what := range w.whats {
		all += w.spent[i]
		parts = append(parts, fmt.Sprintf("%s %.2fs", what, w.spent[i].Seconds()))
	}
	return fmt.Sprintf("%.2fs: %s", all.Seconds(), strings.Join(parts, ", "))
}
