package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"golang.org/x/mod/module"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/inturn"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// replay is `gocheck replay [flags] SCHEDULE...`.
func (a *App) replay(ctx context.Context, args []string) (int, error) {
	var o options
	fs := flagsOf(commandOf("replay"), &o)
	paths, err := parse(fs, &o, "schedule", args)
	if err != nil {
		return exitUsage, err
	}
	if len(paths) == 0 {
		return exitUsage, usagef("which schedule? Like: gocheck replay %s", a.someSchedule(""))
	}
	// All files are read before anything is built.
	files := make([]schedule.File, len(paths))
	for i, p := range paths {
		if files[i], err = a.load("replay", p); err != nil {
			return exitUsage, err
		}
		if o.update && schedule.IsLine(p) {
			return exitUsage, usagef("-update saves a schedule in the place of its file, and a line has none; gocheck -run '^%s$' finds the failure again, and saves it", printable.Line(files[i].Schedule.Test))
		}
	}
	a.watch(&o)
	var sum tally
	out := inturn.New(a.Stdout, 1, o.wantTips())
	built := map[string]target{}
	for i := range files {
		err := a.replayOne(ctx, &o, &files[i], built, out.Slots[0], &sum)
		if err != nil && ctx.Err() != nil {
			fmt.Fprintf(a.Stderr, "gocheck: interrupted: %s not run\n", report.Plural(int64(len(files)-i), "schedule"))
			sum.interrupted = true
			break
		}
		if err != nil {
			return exitUsage, fmt.Errorf("replaying %s: %w", paths[i], err)
		}
	}
	return sum.status(&o), nil
}

// theLine is what a schedule that is no file is called.
const theLine = "the line"

// load reads a schedule for a command: a file, or a line (show -line). Errors name the file as
// the user did.
func (a *App) load(command, path string) (schedule.File, error) {
	if schedule.IsLine(path) {
		s, err := schedule.ParseLine(theLine, path)
		return schedule.File{Path: a.path(theLine), Schedule: s}, err
	}
	full := a.path(path)
	s, err := schedule.Load(full)
	var damaged *schedule.Error
	if errors.As(err, &damaged) {
		damaged.File = path
	}
	if err != nil {
		err = a.noSchedule(command, path, err)
	}
	return schedule.File{Path: full, Schedule: s}, err
}

// replayOne runs one schedule again. The verdict of a test that passes or
// fails is in sum; the error says that it could not be run.
func (a *App) replayOne(ctx context.Context, o *options, file *schedule.File, built map[string]target, stdout *inturn.Slot, sum *tally) error {
	s := file.Schedule
	if err := knownOptions(s); err != nil {
		return err
	}
	b, err := a.binaryOf(ctx, o, file, built)
	if err != nil {
		return err
	}
	mine := o.following(s, b)
	r := a.newRun(mine, b, stdout)
	r.replayed = file
	config := configFor(mine, b.Binary)
	config.Replay = s
	r.begin()
	if err := worker.Replay(ctx, worker.Job{Path: b.Path, Runner: b.Runner, Dir: b.Dir, Config: config}, r.message); err != nil {
		return err
	}
	if r.totals.Failed > 0 {
		r.emit.text("", "FAIL\n")
	}
	sum.add(r, r.totals.Unsupported) // what cannot be run has not passed
	return nil
}

// following are the options with which a schedule's test runs along it.
func (o *options) following(s *wire.Schedule, b target) *options {
	mine := *o
	if t := b.directed[s.Test]; t != nil {
		mine = t.options
	}
	if _, ok := o.given["steps"]; !ok {
		mine.steps = s.StepsLike(mine.steps)
	}
	mine.queue, mine.races, mine.time = s.Options["queue"], s.Options["races"], s.Options["time"]
	mine.pause, mine.faults = pauseOf(s), faultsOf(s)
	mine.commute, mine.net = optionOf(s, "commute", "on"), optionOf(s, "net", wire.DefaultNet)
	mine.pools, mine.rand, mine.maps = optionOf(s, "pools", wire.SavedPools), optionOf(s, "rand", wire.SavedRand), optionOf(s, "maps", wire.SavedMaps)
	return &mine
}

// knownOptions demands that the options of a schedule are such as the flags of their
// names take.
func knownOptions(s *wire.Schedule) error {
	var known options
	fs := allFlags(&known)
	for _, name := range []string{"queue", "races", "time", "pause", "faults", "net", "commute", "pools", "rand", "maps"} {
		if value := s.Options[name]; value != "" && fs.Set(name, value) != nil {
			return fmt.Errorf("it was made with -%s=%s, which this gocheck does not know", name, printable.Line(value))
		}
	}
	for _, name := range []string{wire.OptionSeed, wire.OptionOrders, wire.OptionOmit} {
		seed, ok := s.Options[name]
		if _, err := strconv.ParseUint(seed, 10, 64); ok && err != nil {
			return fmt.Errorf("its option %s is no number: %s", name, printable.Line(seed))
		}
	}
	return nil
}

// home is where the package of a schedule is built, and what names it there: the one that the
// schedule lies beneath or, for a file that was taken elsewhere, the one that it names.
func (a *App) home(file *schedule.File) (dir, pattern string) {
	if d, ok := schedule.PackageDir(file.Path); ok {
		return d, "."
	}
	return a.Dir, file.Schedule.Package
}

// binaryOf builds the package that a schedule belongs to.
func (a *App) binaryOf(ctx context.Context, o *options, file *schedule.File, built map[string]target) (target, error) {
	pkg := file.Schedule.Package
	// To the go command it might be a flag, or a word for many packages.
	if err := module.CheckImportPath(pkg); err != nil || slices.Contains([]string{"all", "std", "cmd", "tool", "work"}, pkg) {
		return target{}, fmt.Errorf("%q is the path of no package", pkg)
	}
	mine := *o
	mine.instrument = file.Schedule.Options["instrument"]
	key := pkg + " " + mine.instrument
	if b, ok := built[key]; ok {
		return b, nil
	}
	dir, pattern := a.home(file)
	targets, err := a.build(ctx, &mine, dir, []string{pattern})
	var load *instrument.LoadError
	if pattern != "." && errors.As(err, &load) {
		return target{}, fmt.Errorf("it is of package %s, which is not of this module: replay it in its own; if the package has moved, its folder is testdata/gocheck/%s below that", pkg, printable.Line(file.Schedule.Test))
	}
	if err != nil {
		return target{}, err
	}
	if len(targets) != 1 {
		return target{}, fmt.Errorf("package %s stands for %d packages here", pkg, len(targets))
	}
	b := targets[0]
	switch {
	case b.Err != nil:
		return target{}, b.Err
	case b.ImportPath != pkg:
		return target{}, fmt.Errorf("it is of package %s, but lies beneath package %s", pkg, b.ImportPath)
	case b.NoTests:
		return target{}, fmt.Errorf("package %s has %s any more", pkg, b.noTests())
	}
	built[key] = b
	return b, nil
}
