package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gocheck.dev/instrument"
	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/portable"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/progress"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/schedule"
	"gocheck.dev/internal/tips"
	"gocheck.dev/internal/wire"
)

// A run turns the messages of one package's test binary into what is printed
// and saved.
type run struct {
	o        *options
	dir      string              // where the user is
	inPlace  func(string) string // shortens paths for who opens the files, a program; report.Shorten for reading
	cache    string              // where schedules go that the package's tree does not take
	binary   *instrument.Binary
	emit     emitter
	watchers []watcher
	line     *progress.Line
	report   report.Options
	saved    map[string][]schedule.File
	directed map[string]*directed
	totals   report.Totals
	current  map[string]*testState
	told     map[string]bool // warnings that have been printed
	started  time.Time
	replayed *schedule.File // by gocheck replay; nil when exploring
	errors   int            // of gocheck's own, besides tests' verdicts
	subs     int            // subtests of the tests that have ended

	failure     *atomic.Bool // the command knows of one
	interrupted bool         // the user has ended a test
	notRun      int          // tests left over then
}

// testState is what is kept of a running test until its result.
type testState struct {
	failures []*found
	notes    []string // of saved schedules
	tips     []tips.Topic

	sequences []wire.Sequence // of -algo=r4
	conflicts *outcome.Report // what they have come to
}

// found is a failure, with those that look the same.
type found struct {
	*wire.Failure
	file  string // that the schedule was loaded from, or saved in
	stale *stale // the schedule that has led to it, of a program that has changed
	notes []string
	alike int64
}

func (r *run) begin() {
	r.started = time.Now()
	r.current, r.told = map[string]*testState{}, map[string]bool{}
	r.emit.action("start", "", 0)
}

// name is what the progress line calls a test.
func (r *run) name(test string) string { return r.binary.ImportPath + "." + test }

// message takes a message of the binary.
func (r *run) message(m wire.Message) {
	switch m.Type {
	case "start":
		r.current[m.Test] = &testState{}
		r.line.Start(r.name(m.Test), r.optionsOf(m.Test).budget)
		r.emit.action("run", m.Test, 0)
		if (r.o.verbose || r.o.json) && r.replayed == nil {
			r.emit.text(m.Test, "=== RUN   "+printable.Line(m.Test)+"\n"+r.notesOf(m.Test))
		}
	case "skipped":
		r.skipped(m.Test, m.Output)
	case "progress":
		if m.Progress != nil {
			r.line.Update(r.name(m.Test), m.Progress)
		}
	case "found":
		r.line.Phase(r.name(m.Test), "fails; making the schedule smaller")
	case "smaller":
		r.line.Phase(r.name(m.Test), "fails; looking for what makes the difference")
	case "output":
		r.emit.text(m.Test, r.own(r.report.Shorten(m.Output)))
	case "steps":
		for _, line := range report.LanesOf(&wire.Schedule{Steps: m.Steps}).Lines(m.Steps) {
			r.emit.text(m.Test, r.report.Shorten(line)+"\n")
		}
	case "saved":
		if t := r.current[m.Test]; t != nil && m.Saved != nil {
			r.wasSaved(t, m.Test, m.Saved)
		}
	case "failure":
		if t := r.current[m.Test]; t != nil && m.Failure != nil {
			m.Failure.Pos = inFolder(r.binary.Dir, m.Failure.Pos)
			r.failed(t, m.Test, m.Failure)
		}
	case "sequence":
		if t := r.current[m.Test]; t != nil && m.Sequence != nil {
			t.sequences = append(t.sequences, *m.Sequence)
		}
	case "result":
		if t := r.current[m.Test]; t != nil && m.Result != nil {
			r.line.End(r.name(m.Test))
			r.ended(t, m.Test, m.Result)
			delete(r.current, m.Test)
		}
	}
}

// own marks what the program has printed, which comes out as it is.
func (r *run) own(s string) string {
	if r.report.Own == nil {
		return s
	}
	return r.report.Own(s)
}

func (r *run) savedFile(test string, i int) *schedule.File {
	if r.replayed != nil {
		return r.replayed
	}
	if all := r.saved[test]; i >= 0 && i < len(all) {
		return &all[i]
	}
	return nil
}

// failed takes a failure: its schedule is saved at once, whatever becomes of
// the test; it is printed when the test is over.
func (r *run) failed(t *testState, test string, f *wire.Failure) {
	f = withColumns(f, r.report.Source)
	n := &found{Failure: f}
	if last := len(t.failures) - 1; last >= 0 && t.failures[last].Failure == nil {
		n.file, n.stale = t.failures[last].file, t.failures[last].stale
		t.failures = t.failures[:last]
	}
	for _, old := range t.failures {
		if old.Kind == f.Kind && old.Message == f.Message && old.Pos == f.Pos {
			old.alike++
			return
		}
	}
	r.failure.Store(true)
	t.failures = append(t.failures, n)
	t.tips = append(t.tips, tips.Failure(f.Kind, f.Message))
	if r.keep(n, test) {
		t.tips = append(t.tips, tips.Saved)
	}
	file := n.file
	if file == "" && n.stale != nil {
		file = n.stale.file.Path
	}
	r.emit.failure(test, f, r.inPlace(f.Pos), relativeOrNone(r.dir, file))
}

func relativeOrNone(dir, path string) string {
	if path == "" {
		return ""
	}
	return relative(dir, path)
}

// keep saves a failure's schedule, or finds the file that has it. It reports
// whether there is a new file beside the test.
func (r *run) keep(f *found, test string) bool {
	if f.Schedule == nil {
		return false
	}
	s := portable.Schedule(f.Schedule, r.binary)
	if f.file == "" {
		for _, old := range r.saved[test] {
			if schedule.Same(old.Schedule, s) {
				f.file = old.Path
			}
		}
	}
	if f.stale != nil {
		f.notes = append(f.notes, f.stale.say(r)...)
	}
	switch {
	case r.replayed != nil && (f.stale == nil || !r.o.update):
	case f.file != "":
		f.notes = append(f.notes, "Failing schedule: "+relative(r.dir, f.file)+" (saved before)")
	case r.o.save:
		path, err := schedule.Save(r.binary.Dir, r.cache, s, f.stale.comments()...)
		switch {
		case errors.Is(err, schedule.ErrElsewhere):
			why := strings.TrimPrefix(err.Error(), schedule.ErrElsewhere.Error()+": ")
			f.notes = append(f.notes, "The schedule could not be saved beside the test ("+why+").")
		case err != nil:
			f.notes = append(f.notes, "The schedule is lost: "+err.Error())
			return false
		}
		f.file = path
		instead := ""
		if f.stale != nil && err == nil {
			instead = f.stale.replacedBy(r, path)
		}
		f.notes = append(f.notes, "Failing schedule written to "+relative(r.dir, path)+instead)
		return err == nil
	}
	return false
}

// ended takes a test's result and prints all that there is to say of it.
func (r *run) ended(t *testState, test string, res *wire.Result) {
	t.failures = slices.DeleteFunc(t.failures, func(f *found) bool { return f.Failure == nil })
	early := ""
	if len(t.failures) > 0 && res.Verdict != "fail" {
		res.Verdict, early = "fail", res.Reason
	}
	for i := range res.Warnings {
		if w := &res.Warnings[i]; w.Kind == wire.Timing && w.Failure != nil {
			r.timing(t, test, w)
		}
	}
	warnings := r.untold(res.Warnings)
	r.totals.Count(res)
	r.interrupted = r.interrupted || res.Bound == "interrupted"
	var w strings.Builder
	switch {
	case res.Verdict == "fail":
		fmt.Fprintf(&w, "--- FAIL: %s %s\n", printable.Line(test), report.Took(res))
		for i, f := range t.failures {
			if i > 0 {
				w.WriteString(report.Besides(f.Failure, t.failures[i-1].Failure))
			}
			report.Failure(&w, r.printed(t, f, res), r.report)
		}
		switch {
		case early != "":
			fmt.Fprintf(&w, "    what has ended the exploration: %s\n", indented(r.report.Shorten(early)))
		case len(t.failures) == 0 && res.Reason != "":
			fmt.Fprintf(&w, "    %s\n", indented(r.report.Shorten(res.Reason)))
		case r.replayed == nil && r.optionsOf(test).keepGoing:
			fmt.Fprintf(&w, "    %s\n", indented(r.report.Shorten(report.WentOn(res))))
		}
	case r.replayed != nil && res.Verdict == "incomplete":
		// One schedule, and it did not fail.
		fmt.Fprintf(&w, "--- PASS: %s (%.2fs) this schedule\n", printable.Line(test), res.Seconds)
	case res.Verdict != "pass" && res.Verdict != "skip" || r.o.verbose || r.o.json || len(warnings) > 0 || len(t.sequences) > 0:
		report.Verdict(&w, test, res, r.report)
	}
	report.Warnings(&w, warnings, r.report)
	if len(t.sequences) > 0 {
		t.conflicts = outcome.Classify(t.sequences, r.optionsOf(test).unorderedOutput.Re, res)
		report.Conflicts(&w, t.conflicts, r.report)
	}
	if r.o.verbose && r.replayed == nil {
		report.Outcomes(&w, res)
		report.Orders(&w, res, r.report)
	}
	for _, n := range t.notes {
		if w.Len() == 0 {
			fmt.Fprintf(&w, "%s: ", printable.Line(test))
		} else {
			w.WriteString("    ")
		}
		w.WriteString(printable.Line(r.report.Shorten(n)) + "\n")
	}
	r.emit.text(test, w.String())
	r.tips(t, res)
	for _, x := range r.watchers {
		x.ended(r, test, t, res, w.String())
	}
	for i := range res.Properties {
		res.Properties[i].Pos = r.inPlace(res.Properties[i].Pos)
	}
	if o := res.Orders; o != nil {
		for i := range o.Never {
			p := &o.Never[i]
			p.First.Pos, p.Second.Pos = r.inPlace(p.First.Pos), r.inPlace(p.Second.Pos)
		}
	}
	for i := range res.Warnings {
		res.Warnings[i] = shortened(res.Warnings[i], r.inPlace)
	}
	own := func() {
		if t.conflicts != nil {
			r.emit.conflicts(test, t.conflicts, r.inPlace)
		}
		r.emit.result(test, res)
	}
	// An attribute is of a test that runs. For an action that a reader does not know the test is
	// over, so it would have no output.
	if r.o.test2json {
		own()
	}
	r.subtests(t, res)
	r.emit.action(testAction(res.Verdict), test, res.Seconds)
	if !r.o.test2json {
		own()
	}
}

// untold are the warnings to print: those of all tests of the package are said of the first one.
func (r *run) untold(all []wire.Warning) []wire.Warning {
	return slices.DeleteFunc(slices.Clone(all), func(w wire.Warning) bool {
		told := w.Package && r.told[w.Message]
		r.told[w.Message] = true
		return told
	})
}

// indented is a text whose first line stands after the indent of a test's report.
func indented(s string) string { return strings.ReplaceAll(s, "\n", "\n    ") }

// tips prints the tips on what has just been printed.
func (r *run) tips(t *testState, res *wire.Result) {
	about := t.tips
	if r.replayed == nil || res.Verdict != "incomplete" {
		about = append(about, tips.Verdict(res), tips.Orders(res))
	}
	for _, w := range res.Warnings {
		about = append(about, tips.Warning(w.Kind))
	}
	for _, a := range about {
		r.emit.tip(a)
	}
}

// shortened is a warning with paths relative to where the user is.
func shortened(w wire.Warning, shorten func(string) string) wire.Warning {
	w.Message, w.Pos = shorten(w.Message), shorten(w.Pos)
	for i, d := range w.Details {
		w.Details[i] = shorten(d)
	}
	return w
}

// printed is a failure with what is said around it.
func (r *run) printed(t *testState, f *found, res *wire.Result) report.Failed {
	p := report.Failed{Failure: f.Failure, Of: res.Executions, Alike: f.alike, Notes: f.notes}
	for _, by := range res.Sampled {
		p.Of += by.Executions
	}
	if len(t.failures) == 1 && res.Failing > 1 {
		p.Alike = res.Failing - 1 // which the binary has not sent one by one
	}
	if r.replayed != nil {
		p.Of = 0 // there is one
	} else if f.file != "" {
		p.Rerun = r.o.rerun(relative(r.dir, f.file))
	}
	return p
}

// rerun is the command that replays a schedule, with the flags that say what its test is.
func (o *options) rerun(file string) string {
	words := []string{"gocheck replay"}
	if o.tags != "" {
		words = append(words, "-tags="+printable.Word(o.tags))
	}
	if o.short {
		words = append(words, "-short")
	}
	words = append(words, printable.Word(file))
	return strings.Join(append(words, printable.Args(o.args)...), " ")
}

// testAction is test2json's word for a verdict: its readers know three. What
// was not explored to the end has not failed; what could not be explored was
// left out.
func testAction(verdict string) string {
	switch verdict {
	case "pass", "incomplete":
		return "pass"
	case "unsupported", "skip":
		return "skip"
	default:
		return "fail"
	}
}

// end prints the package's line.
func (r *run) end() {
	r.totals.Seconds = time.Since(r.started).Seconds()
	var w strings.Builder
	report.Package(&w, r.binary.ImportPath, &r.totals)
	r.emit.text("", w.String())
	action := "pass"
	if r.totals.Failed > 0 || r.totals.Errors > 0 || r.errors > 0 || r.totals.Interrupted {
		action = "fail"
	}
	r.emit.action(action, "", wire.Number(r.totals.Seconds))
}
