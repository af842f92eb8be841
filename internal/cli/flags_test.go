package cli

import (
	"errors"
	"flag"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gocheck.dev/internal/wire"
)

func TestParseFlags(t *testing.T) {
	var o options
	rest, err := parse(flagsOf(mainCommand(), &o), &o, "package", []string{"-races=explore", "--budget", "1m", "-v", "./a", "./b", "-args", "-x", "./c"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"./a", "./b"}, rest); diff != "" {
		t.Error(diff)
	}
	c := o.config()
	if diff := cmp.Diff([]string{"-x", "./c"}, c.Args); diff != "" {
		t.Error(diff)
	}
	want := wire.Config{
		Mode: "explore", Verbose: true, Args: c.Args, Progress: true,
		Settings: wire.Settings{
			Algorithm: "auto", Seed: 1, Queue: "fifo", Races: "explore", Leaks: "schedule", Pools: "auto", Rand: "auto", Maps: "auto", Time: "idle", Net: wire.DefaultNet, Minimize: "on", Commute: "on",
			Memory: 1 << 30, Steps: 10000, BudgetMS: 60000, Pause: 100_000_000, Timing: true,
		},
	}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	if _, err := parse(flagsOf(mainCommand(), &o), &o, "package", []string{"-h"}); !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
}
