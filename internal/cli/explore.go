package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/instrument"
	"gocheck.dev/internal/cluster"
	"gocheck.dev/internal/files"
	"gocheck.dev/internal/inturn"
	"gocheck.dev/internal/junit"
	"gocheck.dev/internal/portable"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// explore is `gocheck [flags] [packages]`.
func (a *App) explore(ctx context.Context, args []string) (int, error) {
	var o options
	packages, err := parse(flagsOf(mainCommand(), &o), &o, "package", args)
	if err != nil {
		return exitUsage, err
	}
	if len(packages) > 0 && len(args) > len(packages) && slices.Contains(commandNames(), packages[0]) {
		return exitUsage, usagef("flags follow the command, like: gocheck %s -v (a package of that name is ./%[1]s)", packages[0])
	}
	if err := a.mayWrite(&o); err != nil {
		return exitUsage, err
	}
	a.sayArgs(&o, packages)
	if o.html != "" && !o.algorithm().Reverses {
		return exitUsage, usagef("flag -html is for -algo r4 (or -reversals), whose conflicts it shows; a page of a saved schedule: gocheck show -html FILE SCHEDULE")
	}
	reports := &reports{a: a, o: &o}
	if err := reports.begin(); err != nil {
		return exitUsage, err
	}
	a.watch(&o)
	targets, err := a.build(ctx, &o, a.Dir, packages)
	if err != nil {
		return exitUsage, reports.broken(a.misnamed(args, packages, err))
	}
	a.saySeed(&o, targets)
	reports.packages = make([]results, len(targets))
	status := a.runAll(ctx, &o, targets, reports.packages)
	if err := reports.write(); err != nil {
		a.complain(err)
		status = cmp.Or(status, exitUsage)
	}
	return status, nil
}

// saySeed names the seed of the algorithms that sample.
func (a *App) saySeed(o *options, targets []target) {
	algorithms := []string{o.algo}
	for i := range targets {
		for _, t := range targets[i].directed {
			algorithms = append(algorithms, t.algo)
		}
	}
	slices.Sort(algorithms)
	for _, name := range slices.Compact(algorithms) {
		if explore.AlgorithmOf(checker.Options{Algorithm: name}).Samples {
			fmt.Fprintf(a.Stderr, "gocheck: -algo=%s: seed %d\n", name, o.seed)
		}
	}
}

// tally adds up the results of all packages.
type tally struct {
	mu                            sync.Mutex
	failed, errors, notExhaustive int
	interrupted                   bool
	tests, packages               int // not run because of that
}

// status is the exit status; the worst news win.
func (t *tally) status(o *options) int {
	switch {
	case t.failed > 0:
		return exitFailure
	case t.interrupted:
		return exitIncomplete
	case t.errors > 0:
		return exitUsage
	case o.exhaustive && t.notExhaustive > 0:
		return exitIncomplete
	default:
		return exitOK
	}
}

// left names what was not run because of an interrupt.
func (t *tally) left() string {
	var parts []string
	if t.tests > 0 {
		parts = append(parts, report.Plural(int64(t.tests), "test"))
	}
	if t.packages > 0 {
		parts = append(parts, report.Plural(int64(t.packages), "package"))
	}
	if len(parts) == 0 {
		return "what is above is not all"
	}
	return strings.Join(parts, " and ") + " not run"
}

// runAll explores the packages, some at a time, and prints in their order.
func (a *App) runAll(ctx context.Context, o *options, targets []target, into []results) int {
	out := inturn.New(a.Stdout, len(targets), o.wantTips())
	errs := inturn.New(a.Stderr, len(targets), nil)
	a.line.Packages(len(targets))
	var paths []string
	for _, b := range targets {
		if b.Path != "" {
			paths = append(paths, b.Path)
		}
	}
	defer instrument.Hold(paths)()
	var sum tally
	var kept *worker.Checkpoint
	if o.kept.checkpoint != "" {
		var err error
		if kept, err = worker.OpenCheckpoint(o.kept.checkpoint, checkpointEvery); err != nil {
			a.complain(err)
			return exitUsage
		}
	}
	by := processes{cores: worker.NewCores(o.p), kept: kept}
	if o.cluster != "" {
		leave, err := a.lead(ctx, o, targets, &by)
		if err != nil {
			a.complain(err)
			return exitUsage
		}
		defer leave()
	}
	cores := by.cores
	var wg sync.WaitGroup
	for i := range targets {
		wg.Add(1)
		cores.Acquire(context.WithoutCancel(ctx))
		go func() {
			defer func() { cores.Release(); wg.Done() }()
			defer out.Slots[i].Close()
			defer errs.Slots[i].Close()
			defer a.line.PackageDone()
			a.runPackage(ctx, o, targets[i], out.Slots[i], errs.Slots[i], &sum, &into[i], by)
		}()
	}
	wg.Wait()
	a.sayKept(o, kept, &sum)
	if sum.interrupted {
		fmt.Fprintf(a.Stderr, "gocheck: interrupted: %s\n", sum.left())
	}
	return sum.status(o)
}

// runPackage explores the tests of one package.
func (a *App) runPackage(ctx context.Context, o *options, b target, stdout *inturn.Slot, stderr io.Writer, sum *tally, into *results, by processes) {
	r := a.newRun(o, b, stdout)
	r.watchers = a.watchers(o, into, stdout, stderr)
	r.begin()
	switch {
	case b.Err != nil:
		fmt.Fprintln(stderr, strings.TrimRight(r.report.Shorten(b.Err.Error()), "\n"))
		r.emit.text("", fmt.Sprintf("FAIL\t%s\t[build failed]\n", b.ImportPath))
		r.emit.action("fail", "", 0)
		r.broken(b.Err)
		r.over(nil)
		sum.add(r, 1)
		return
	case b.NoTests:
		r.emit.text("", fmt.Sprintf("?   \t%s\t[%s]\n", b.ImportPath, b.noTests()))
		if file := leftOut(b.Binary); file != "" && !b.TestFiles {
			fmt.Fprintf(stderr, "gocheck: warning: %s is left out by its build constraints: tags are set by -tags, as in go test\n", r.report.Shorten(file))
		}
		r.emit.action("skip", "", 0)
		return
	case ctx.Err() != nil:
		r.over([]string{junit.Package})
		sum.leftOut()
		return
	}
	if o.verbose {
		r.sayPlain()
		for _, d := range b.Unsupported {
			r.emit.text("", printable.Line(fmt.Sprintf("note: %s: %s", r.report.Shorten(d.Pos.String()), d.Message))+"\n")
		}
	}
	config := configFor(o, b.Binary)
	r.direct(&config)
	r.loadSaved(&config, stderr)
	done, err := r.exploreUnknown(ctx, worker.Job{Path: b.Path, Runner: b.Runner, Dir: b.Dir, Config: config}, by, stderr)
	if err != nil {
		r.errors++
		fmt.Fprintf(stderr, "gocheck: %s: %s\n", printable.Line(b.ImportPath), r.report.Shorten(err.Error()))
		r.totals.Errors++
		r.totals.Note = "[no test could be run]"
		r.broken(err)
	}
	switch {
	case err != nil:
	case done.Interrupted && len(done.Tests) == 0:
		r.totals.Interrupted, r.totals.Note = true, "[interrupted: not run]"
		done.NotRun = []string{junit.Package}
	case done.Interrupted:
		r.totals.Interrupted, r.notRun = true, len(done.NotRun)
		r.totals.Note = "[interrupted: " + report.Plural(int64(r.notRun), "test") + " not run]"
	case len(done.Tests) == 0:
		r.totals.Note = "[no tests to run]"
		why := "no tests match" + selection(o)
		if selection(o) == "" {
			why = "TestMain has run no tests"
		}
		fmt.Fprintln(stderr, printable.Line(fmt.Sprintf("gocheck: warning: %s in %s%s", why, b.ImportPath, b.meantBy(o.run))))
	default:
		r.warnNoSubtests(stderr)
	}
	r.end()
	r.over(done.NotRun)
	sum.add(r, 0)
}

// processes is shared by the packages: the cores, and the checkpoint, if there is one.
type processes struct {
	cores *worker.Cores
	kept  *worker.Checkpoint
	far   *cluster.Coordinator // of other machines; nil: there are none
}

// explore runs the binary in one process, or in several.
func (r *run) explore(ctx context.Context, job worker.Job, by processes, sink func(wire.Message)) (worker.Summary, error) {
	if by.far != nil {
		var err error
		if job.Far, err = farOf(by.far, &job); err != nil {
			return worker.Summary{}, err
		}
	} else if r.o.p == 1 && by.kept == nil {
		return worker.Explore(ctx, job, sink)
	}
	var saved *worker.Saved
	if by.kept != nil {
		var err error
		if saved, err = by.kept.Package(r.binary.ImportPath, job.Path, job.Config); err != nil {
			return worker.Summary{}, err
		}
	}
	return worker.Share(ctx, job, by.cores, saved, sink)
}

// checkpointEvery is how often the file of -checkpoint is written.
const checkpointEvery = time.Second

// sayKept reports whether there is something to go on with.
func (a *App) sayKept(o *options, kept *worker.Checkpoint, sum *tally) {
	if kept == nil {
		return
	}
	switch left, err := kept.Close(); {
	case err != nil:
		a.complain(err)
		sum.errors++
	case left:
		fmt.Fprintf(a.Stderr, "gocheck: what is left to explore is in %s: the same command goes on with it\n", o.kept.checkpoint)
	}
}

// selection repeats how tests were selected, for the warning that none was.
func selection(o *options) string {
	s := ""
	if o.run != "" {
		s += fmt.Sprintf(" -run %q", o.run)
	}
	if o.skip != "" {
		s += fmt.Sprintf(" -skip %q", o.skip)
	}
	return s
}

// noTests is what a package has none of.
func (b target) noTests() string {
	if b.TestFiles {
		return "no tests"
	}
	return "no test files"
}

// configFor is the configuration for b: the options, and what is plain in it.
func configFor(o *options, b *instrument.Binary) wire.Config {
	c := o.config()
	c.Instrument = b.Instrument
	for _, p := range b.Plain {
		if p.Left {
			c.Plain = append(c.Plain, p.ImportPath)
			c.PlainTimer = cmp.Or(c.PlainTimer, p.Timer)
		}
	}
	return c
}

// sayPlain lists what of the package's test binary is not rewritten, but for the
// standard library, which never is.
func (r *run) sayPlain() {
	for _, p := range r.binary.Plain {
		r.emit.text("", printable.Line(fmt.Sprintf("not rewritten: %s: %s", p.ImportPath, p.Why))+"\n")
	}
}

// newRun prepares what listens to a package's binary.
func (a *App) newRun(o *options, b target, stdout *inturn.Slot) *run {
	places := sync.OnceValue(func() *strings.Replacer { return portable.Places(b.Binary) })
	below := sync.OnceValue(func() files.Below { return portable.Below(b.Binary) })
	source := func(file string) []byte {
		text, err := below().Read(file, a.Started)
		if err != nil {
			return nil
		}
		return text
	}
	inPlace := shortener(a.Dir, b.Binary)
	r := &run{
		o: o, dir: a.Dir, inPlace: inPlace, cache: cacheDir(), binary: b.Binary, line: a.line, failure: &a.failed, directed: b.directed,
		report: report.Options{
			Width: a.Width, Verbose: o.verbose, Color: a.colors(o), Shorten: func(s string) string { return portable.ForReading(inPlace(s)) },
			Portable: func(pos string) string { return places().Replace(pos) },
			Source:   source, Own: printable.Own,
		},
	}
	r.emit = textEmitter{stdout}
	if o.json {
		r.emit, r.report.Own = &jsonEmitter{stdout, b.ImportPath, o.test2json}, nil
	}
	return r
}

// sameOptions reports whether a schedule was made under the options of this
// run: under others its steps mean something else. `gocheck replay` takes the
// schedule's own.
func (r *run) sameOptions(s *wire.Schedule) bool {
	o := r.optionsOf(s.Test)
	now := map[string]string{"queue": o.queue, "races": o.races, "time": o.time}
	for key, value := range s.Options {
		if have, ok := now[key]; ok && have != value {
			return false
		}
	}
	if faultsOf(s) > o.faults || optionOf(s, "net", wire.DefaultNet) != o.net {
		return false
	}
	if within, warns := o.pauses(); pauseOf(s).of > wire.Moments && (warns || pauseOf(s).of > within) {
		return false
	}
	return (o.pools == wire.DefaultPools || optionOf(s, "pools", wire.SavedPools) == o.pools) && (o.rand == wire.DefaultRand || optionOf(s, "rand", wire.SavedRand) == o.rand) &&
		(o.maps == wire.DefaultMaps || optionOf(s, "maps", wire.SavedMaps) == o.maps) && s.Options["instrument"] == r.binary.Instrument
}

// optionOf is the value of a flag when a schedule was saved. The file names it unless it had
// its default.
func optionOf(s *wire.Schedule, name, def string) string {
	if value, ok := s.Options[name]; ok {
		return value
	}
	return def
}

// add takes a package's sums.
func (t *tally) add(r *run, errors int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed += r.totals.Failed
	t.errors += r.totals.Errors + r.errors + errors
	t.notExhaustive += r.totals.Tests - r.totals.Passed - r.totals.OwnSkips
	t.interrupted = t.interrupted || r.totals.Interrupted || r.interrupted
	t.tests += r.notRun
	if r.totals.Interrupted && r.notRun == 0 {
		t.packages++
	}
}

// leftOut notes a package that was not begun any more.
func (t *tally) leftOut() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.interrupted = true
	t.packages++
}

// cacheDir is the folder for schedules that could not be saved beside their tests. If there is
// no cache, it is a temporary folder: such a schedule must not be lost.
func cacheDir() string {
	dir, err := instrument.CacheDir()
	if err != nil {
		return filepath.Join(os.TempDir(), "gocheck")
	}
	return dir
}
