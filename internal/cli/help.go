package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"gocheck.dev/checker"
)

// topics are the texts of `gocheck help`.
var topics = map[string]string{
	"": `gocheck runs the tests of Go packages under every schedule that makes a difference.

Usage:

	gocheck [flags] [packages]            explore the tests of packages
	gocheck replay [flags] SCHEDULE...    run saved schedules again; with -v every step
	gocheck show [-html FILE] SCHEDULE    show a saved schedule in columns, or as a page
	gocheck instrument -o DIR [packages]  write the rewritten source, buildable
	gocheck record -o FILE [packages]     run one test once and write the trace of its operations
	gocheck explore [flags] TRACE...      explore the reorderings of recorded traces, without
	                                      their programs
	gocheck help [topic]
	gocheck version

Packages are named as for go test; none means the one in the current directory.

Exit status: 0 no failure; 1 at least one failure; 2 usage, load or build error;
3 no failure, but -exhaustive was given and some test could not be explored to
the end, or gocheck was interrupted.

Topics: flags, algorithms, verdicts, json, schedules, traces.
`,
	"flags": `Flags of gocheck [flags] [packages]; they precede the packages:

	-run REGEXP, -skip REGEXP   select tests, as in go test
	-tags LIST, -short, -v      as in go test; -v also says what is left plain
	-args ...                   the rest is passed to the tests
	-json                       print events as JSON (gocheck help json)

	-instrument LIST  packages to rewrite besides those that are named: patterns,
	                  separated by commas, as for go test -coverpkg; -PATTERN leaves
	                  out (-instrument=-example.com/big/...), and the last one that
	                  matches decides; default all that the tests depend on, but the
	                  standard library

	-algo NAME        how to explore (gocheck help algorithms); default auto
	-seed N           seed of the algorithms that sample; default 1
	-depth N          depth of the bugs that pct is to find; default 3
	-memory SIZE      bound of the trace store of closure; default 1GiB
	-queue MODE       delivery of handlers that do not say: fifo or unordered; default fifo
	-races MODE       report: a data race is a failure; explore: every access to a
	                  shared variable is a scheduling point, and a race is no failure;
	                  off; default report
	-leaks MODE       goroutines blocked for ever when the test is over: schedule (a
	                  failure where some executions leak and others do not), all, off;
	                  default schedule
	-time MODE        idle: virtual time advances only when nothing else can run; free: a
	                  timer may fire at any time after it is set; default idle
	-pools MODE       what a sync.Pool holds: own (what the task itself has put there),
	                  shared (what any has, all orders explored), empty; default own
	-rand MODE        what functions of math/rand return: seeded (numbers from a source of
	                  the task's own), choose (all of up to 8 values are explored);
	                  default seeded
	-maps MODE        where a loop over a map begins: sorted (at the first key), choose
	                  (all keys of up to 8 are explored); default sorted
	-commute MODE     off: plain read/write traces

	-preemptions N    explore what has an execution with no more preemptions; default none
	-delays N         the same for delays of a scheduler without preemptions; default none
	-executions N     bound of a test's executions; default none
	-steps N          bound of the steps of one execution; default 10000
	-budget D         bound of a test's time; default 30s; 0: none
	-keep-going       explore on after the first failure of a test
	-minimize=off     report the schedule that failed as it was found, not the smallest
	                  that fails the same way
	-exhaustive       exit status 3 if some test could not be explored to the end
	-count-redundant  count executions that are equivalent to an earlier one

	-p N              worker processes; default the number of CPUs
	-save=false       do not write failing schedules to testdata/gocheck
	-progress MODE    auto (on a terminal only), plain (lines for a log), off

Not implemented yet, and refused: -commute=on, -reversals.
`,
	"algorithms": "Values of -algo:\n\n" + algorithmsText() + `
The algorithms that sample go on until -executions or -budget ends them, and
never prove that a test passes: its verdict is incomplete at best.
`,
	"verdicts": `Every test ends in exactly one of these:

	pass          explored to the end: every inequivalent execution
	incomplete    no failure within the bounds; it says which bound, and how far
	fail          some execution fails; it is printed with its schedule
	unsupported   the test uses something outside gocheck's control; it says what and where
	error         gocheck's own fault

A package is "ok" only if all of its tests pass.
`,
	"json": `With -json gocheck prints one object a line in the manner of go tool test2json:
Time, Action (start, run, output, pass, fail, skip), Package, Test, Elapsed,
Output. A test that is incomplete counts as passed there, one that is
unsupported as skipped; the verdict itself is in two actions of gocheck's own:

	{"Action":"failure","Package":…,"Test":…,"Kind":…,"Message":…,"Pos":…,"Schedule":…,"Execution":…}
	{"Action":"result","Package":…,"Test":…,"Verdict":…,"Algorithm":…,"Exhaustive":…,"Executions":…,
	 "Blocked":…,"Redundant":…,"Failing":…,"Events":…,"Elapsed":…,"Estimate":…,
	 "Outcomes":[{"Observed":["name=value"],"Kind":…,"Executions":…}],"MoreOutcomes":true,
	 "Warnings":[{"Kind":"lock-order","Message":…,"Pos":…,"Details":[…]}]}

Estimate is of the executions in all; it is left out where there is none.
Outcomes are there if the test calls gocheck.Observe: what was observed, the Kind
of failure, and how often; MoreOutcomes where there were too many to tell apart.
Warnings are there if locks are taken in orders that could make a deadlock, and
no execution made one of them.
Kind is one of panic, fatal, assert, deadlock, leak, race, close, unlock, steps,
divergence.
`,
	"schedules": `A failing schedule is saved in testdata/gocheck/<TestName>/ beneath the package: plain
text, one decision a line. It is run first the next time, as long as it is there.

	gocheck replay [-v] [-json] [-tags LIST] SCHEDULE...   builds the package and runs the
	        schedule again; exit status 1 if it fails again, 0 if it passes
	gocheck show [-v] SCHEDULE                             shows it from the file alone

With -v no step is left out. Where the program has changed since, a replay skips
what is not enabled and says at which step it left the saved path.
`,
	"traces": `A trace is the record of one execution: a numbered operation a line, as EM-Explorer
has it. Its reorderings are explored without the program: each thread and each
message does what it did in the record, in every order that makes a difference.

	gocheck record -o FILE [flags] [packages]   runs one test once, and writes its trace:
	        -run, -skip, -tags, -short, -queue, -races, -steps, -budget as for packages
	gocheck explore [flags] TRACE...            explores it; TRACE is a file, or a folder
	        with trace.txt

Flags of explore:

	-dependence FILE  further orders, lines like "src:25 dest:39": operation 39 comes
	                  after operation 25; default dependence.txt beside the trace
	-v                say more of traces that pass, and all of the order that fails
	-algo, -seed, -depth, -memory, -executions, -steps, -budget, -preemptions, -delays,
	-count-redundant, -exhaustive, -json                   as for packages

A line for each trace says how many executions were explored, and how many
transitions (operations) they took in all. An execution at whose end somebody
waits is a deadlock: it fails, and the exploration goes on. Of a Go test it is
the test itself that has to end; data races fail, too, unless the trace was
recorded with another -races. What the program would have done where a value
is another one than in the record is not known: the record goes on.
docs/trace-format.md describes the format.
`,
}

// algorithmsText has a line for each value of -algo.
func algorithmsText() string {
	var w strings.Builder
	for _, a := range checker.Algorithms() {
		fmt.Fprintf(&w, "\t%-13s %s\n", a.Name, a.What)
	}
	return w.String()
}

// help is `gocheck help [topic]`.
func (a *App) help(_ context.Context, args []string) (int, error) {
	if len(args) > 1 {
		return exitUsage, usagef("one topic at a time")
	}
	topic := strings.Join(args, "")
	switch {
	case topic == "replay" || topic == "show":
		topic = "schedules"
	case topic == "explore" || topic == "record":
		topic = "traces"
	case slices.Contains(commandNames(), topic):
		topic = ""
	}
	text, ok := topics[topic]
	if !ok {
		return exitUsage, usagef("no help on %q: topics are flags, algorithms, verdicts, json, schedules, traces", topic)
	}
	fmt.Fprint(a.Stdout, text)
	return exitOK, nil
}

// version is `gocheck version`.
func (a *App) version(_ context.Context, args []string) (int, error) {
	if len(args) > 0 {
		return exitUsage, usagef("gocheck version takes no arguments")
	}
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	fmt.Fprintf(a.Stdout, "gocheck version %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitOK, nil
}
