package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/tracefile"
	"gocheck.dev/internal/tracerun"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// aTrace is a trace as the user named it.
type aTrace struct {
	path    string
	trace   *tracefile.Trace
	program *tracerun.Program
}

// exploreTraces is `gocheck explore [flags] TRACE...`. It always goes on after
// a failure: how many reorderings there are is what it is asked for.
func (a *App) exploreTraces(ctx context.Context, args []string) (int, error) {
	var o options
	paths, err := parse(flagsOf(commandOf("explore"), &o), &o, "trace", args)
	switch {
	case err != nil:
		return exitUsage, err
	case len(paths) == 0:
		return exitUsage, usagef("which trace? Like: gocheck explore trace.txt, or a folder with trace.txt and dependence.txt")
	case o.dependence != "" && len(paths) > 1:
		return exitUsage, usagef("-dependence belongs to one trace: explore them one by one, or put dependence.txt beside each")
	}
	// All files are read before any is explored.
	traces := make([]aTrace, len(paths))
	for i, p := range paths {
		if traces[i], err = a.loadTrace(p, o.dependence); err != nil {
			return exitUsage, err
		}
	}
	a.watch(&o)
	a.saySeed(&o, nil)
	var sum tally
	for i := range traces {
		if err := a.exploreTrace(ctx, &o, &traces[i], &sum); err != nil {
			return exitUsage, err
		}
		left := len(traces) - i - 1
		if ctx.Err() != nil && left > 0 {
			sum.interrupted = true
			fmt.Fprintf(a.Stderr, "gocheck: interrupted: %s not run\n", report.Plural(int64(left), "trace"))
			break
		}
	}
	return sum.status(&o), nil
}

// loadTrace reads a trace. Errors name files as the user did.
func (a *App) loadTrace(path, dependence string) (aTrace, error) {
	abs := func(p string) string {
		if p == "" || filepath.IsAbs(p) {
			return p
		}
		return filepath.Join(a.Dir, p)
	}
	asGiven := func(file string) string {
		if filepath.IsAbs(path) {
			return file
		}
		return relative(a.Dir, file)
	}
	t, err := tracefile.Load(abs(path), abs(dependence))
	var damaged *tracefile.Error
	if errors.As(err, &damaged) {
		damaged.File = asGiven(damaged.File)
	}
	if err != nil {
		return aTrace{}, a.noTrace(path, err)
	}
	t.File = asGiven(t.File)
	p, err := tracerun.New(t)
	return aTrace{path, t, p}, err
}

// exploreTrace explores one trace and prints what came of it.
func (a *App) exploreTrace(ctx context.Context, o *options, t *aTrace, sum *tally) error {
	start := time.Now()
	told := start
	a.line.Start(t.path, o.budget)
	defer a.line.End(t.path)
	var stop atomic.Bool
	stop.Store(ctx.Err() != nil) // AfterFunc may take a moment
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	opts := checker.Options{
		Algorithm: o.algo, Seed: o.seed, Depth: o.depth, Memory: int64(o.memory), KeepGoing: true, CountRedundant: o.countRedundant,
		Races: t.trace.Races, Executions: o.executions, Steps: o.steps, Preemptions: o.preemptions, Delays: o.delays, Reversals: o.reversals,
		OnExecution: func(p *checker.Progress) bool {
			if now := time.Now(); now.Sub(told) >= time.Second {
				told = now
				a.line.Update(t.path, &wire.Progress{
					Executions: p.Executions, Blocked: p.Blocked, Failing: p.Failing, Events: p.Events,
					Depth: len(p.Decisions), Seconds: wire.Number(now.Sub(start).Seconds()), Estimate: wire.Number(p.Estimate),
				})
			}
			return true
		},
		Stop: &stop,
	}
	if o.budget > 0 {
		opts.Deadline = start.Add(o.budget)
	}
	res, err := explore.Run(t.program, opts)
	if err != nil {
		return fmt.Errorf("exploring %s: %w", t.path, err)
	}
	for i := range res.Failures {
		wording.Complete(&res.Failures[i].Failure, t.program)
	}
	sum.interrupted = sum.interrupted || res.Bound == "stopped"
	r := traceResult(o, res)
	r.Seconds = wire.Number(time.Since(start).Seconds())
	var totals report.Totals
	totals.Count(r)
	sum.failed += totals.Failed
	sum.errors += totals.Errors + totals.Unsupported // what cannot be explored has not passed
	sum.notExhaustive += 1 - totals.Passed
	if o.json {
		out := &jsonEmitter{w: a.Stdout, test2json: o.test2json}
		for _, f := range res.Failures {
			w := &wire.Failure{Kind: f.Failure.Kind, Message: f.Failure.Message, Execution: f.Execution}
			out.failure(t.path, w, f.Failure.Pos, "")
		}
		out.result(t.path, r)
		return nil
	}
	var w strings.Builder
	if r.Verdict == "fail" {
		fmt.Fprintf(&w, "--- FAIL: %s (%.2fs)\n", printable.Line(t.path), r.Seconds)
		for _, f := range res.Failures {
			t.failure(&w, f, res, o.verbose)
		}
	} else if r.Verdict != "pass" || o.verbose {
		fmt.Fprintf(&w, "--- %s: %s (%.2fs)", strings.ToUpper(r.Verdict), printable.Line(t.path), r.Seconds)
		if r.Verdict == "pass" {
			fmt.Fprintf(&w, " %s, exhaustive", report.Plural(r.Executions, "execution"))
		}
		if r.Reason != "" {
			fmt.Fprintf(&w, "\n    %s%s", strings.TrimPrefix(r.Pos+": "+r.Reason, ": "), report.Share(r.Executions, float64(r.Estimate)))
		}
		w.WriteByte('\n')
	}
	fmt.Fprintf(&w, "%s\t%s\t%.1fs\t%s, %s", totals.Word(), printable.Line(t.path), r.Seconds, report.Plural(r.Executions, "execution"), report.Plural(r.Events, "transition"))
	for _, p := range []struct {
		n    int64
		what string
	}{{r.Failing, "failing"}, {r.Blocked, "blocked"}, {r.Redundant, "redundant"}} {
		if p.n > 0 {
			fmt.Fprintf(&w, ", %s %s", report.Number(p.n), p.what)
		}
	}
	w.WriteByte('\n')
	_, err = io.WriteString(a.Stdout, w.String())
	return err
}

// traceResult is the verdict on a trace.
func traceResult(o *options, res *checker.Result) *wire.Result {
	r := &wire.Result{
		Algorithm: res.Algorithm, Exhaustive: res.Exhaustive, Executions: res.Executions, Blocked: res.Blocked,
		Redundant: res.Redundant, Failing: res.Failing, Events: res.Events, Bound: res.Bound, Estimate: wire.Number(res.Estimate), Verdict: "incomplete",
	}
	explored := report.Plural(res.Executions, "execution")
	if o.reversals != nil && res.Reversals != nil {
		explored += fmt.Sprintf(" (%v)", res.Reversals)
	}
	explored += " explored"
	if res.CutShort > 0 {
		explored += ", and one more cut short"
	}
	switch {
	case res.Failing > 0:
		r.Verdict = "fail"
	case res.Refusal != nil:
		r.Verdict, r.Pos = "unsupported", res.Refusal.Pos
		r.Reason = res.Refusal.String()
	case res.Exhaustive:
		r.Verdict = "pass"
	case res.Bound == "blocked":
		r.Verdict = "error"
		r.Reason = fmt.Sprintf("in %d of %d executions a step that had to be possible was not: some may have been missed", res.Blocked, res.Blocked+res.Executions)
	case res.Bound == "stopped":
		r.Bound, r.Reason = "interrupted", "interrupted: "+explored
	case res.Bound == "time":
		r.Reason = fmt.Sprintf("-budget %v: %s", o.budget, explored)
	case res.Bound == "executions":
		r.Reason = fmt.Sprintf("-executions %d: %s", o.executions, explored)
	case res.Bound == "steps":
		r.Reason = fmt.Sprintf("-steps %d: %s, %d of them cut there", o.steps, explored, res.Truncated)
	case res.Bound == "preemptions":
		r.Reason = fmt.Sprintf("-preemptions %d: %s, all that have no more preemptions", *o.preemptions, explored)
	case res.Bound == "delays":
		r.Reason = fmt.Sprintf("-delays %d: %s, all that have no more delays", *o.delays, explored)
	case res.Bound == "reversals":
		r.Reason = fmt.Sprintf("-reversals %d: %s", *o.reversals, explored)
	case res.Bound == "memory":
		r.Reason = fmt.Sprintf("-memory %d MiB: %s, and there is no room for what is still to be run", o.memory>>20, explored)
	default:
		r.Reason = fmt.Sprintf("%s: %s", res.Bound, explored)
	}
	return r
}

// lastOperations is how many operations before a failure are printed.
const lastOperations = 20

// failure prints a failing execution: what happened, and the order that led
// there.
func (t *aTrace) failure(w *strings.Builder, f checker.Found, res *checker.Result, verbose bool) {
	details := f.Failure.Details
	if len(details) == 0 {
		details = []string{"at " + f.Failure.Pos}
	}
	report.Failure(w, report.Failed{Failure: &wire.Failure{
		Kind: f.Failure.Kind, Message: strings.TrimPrefix(f.Failure.Message, "data race: "), Details: details,
	}}, report.Options{})
	order := t.program.Order(f.Decisions)
	fmt.Fprintf(w, "    execution %s of %s, its operations in this order:\n\n", report.Number(f.Execution), report.Number(res.Executions))
	if left := len(order) - lastOperations; left > 1 && !verbose {
		fmt.Fprintf(w, "             (%s before, shown with -v)\n", report.Plural(int64(left), "operation"))
		order = order[left:]
	}
	name := func(i int) string { return printable.Line(t.program.Name(i)) }
	wide := 0
	for _, i := range order {
		wide = max(wide, len(name(i)))
	}
	for _, i := range order {
		op := &t.trace.Ops[i]
		words := []string{op.Name}
		for _, arg := range op.Args {
			if k := arg.Key; k != "tid" && k != "src" && k != "par-tid" {
				words = append(words, printable.Line(t.named(arg.Value)))
			}
		}
		fmt.Fprintf(w, "        %4d  %-*s  %s\n", op.Number, wide, name(i), strings.Join(words, " "))
	}
	w.WriteByte('\n')
}

// named is the name in the source of an object that the trace declares. If several objects have
// that name, the name in the trace is added. Other values stay as they are.
func (t *aTrace) named(value string) string {
	object, ok := t.trace.Objects[value]
	if !ok || object.Name == "" {
		return value
	}
	for id, other := range t.trace.Objects {
		if id != value && other.Name == object.Name {
			return object.Name + " (" + value + ")"
		}
	}
	return object.Name
}
