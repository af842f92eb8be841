package main

import (
	"fmt"
	"io"
	"runtime"

	"gocheck.dev/internal/report"
)

// write writes the page.
func write(w io.Writer, bugs []*bug) {
	fmt.Fprintf(w, `# Real bugs

Written by `+"`make bugs`"+`: see package internal/bugs. Each bug is one of a published version of a real package, with a test as its user would write one (`+"`internal/e2e/testdata/bugs`"+`).
gocheck ran on unmodified copies with its default flags and `+"`-p 1`"+`, on one core (GOMAXPROCS=1), %s, %s/%s. Each saved schedule was replayed %d times, with the same failure each time.

*executions* and *s* are those of the exploration up to the bug; *whole s* is the whole command, with nothing of the module in gocheck's cache: listing, rewriting, compiling, linking (the k8s packages: up to a hundred packages).
*steps* is the length of the saved schedule. *race detector* is how many of the native runs by `+"`go test -race -count=%d`"+` fail, by whatever the test or the detector reports (fewer runs where %v did not suffice).

`, runtime.Version(), runtime.GOOS, runtime.GOARCH, *replays, *runs, *native)
	fmt.Fprintln(w, "| package | bug | found as | executions | s | whole s | steps | race detector | fixed version |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
	for _, b := range bugs {
		fmt.Fprintf(w, "| %s %s | %s | %s | %d | %.3f | %.1f | %d | %d of %d | %s: %s |\n",
			b.module, b.buggy, b.about, b.found.Kind, b.found.Executions, b.found.Elapsed, b.seconds, b.steps,
			b.failed, b.tried, b.fixed, b.repaired.verdict())
	}
	fmt.Fprint(w, `
The tests have a watchdog for hangs, as plain go test needs it: under virtual time it fires when nothing else can go on, so a hang is found `+
		"as `fatal`"+` by the test's own words, in no time.
`)
}

// verdict is what became of the fixed version.
func (o *outcome) verdict() string {
	if o.Exhaustive {
		return fmt.Sprintf("%s, %s in all", o.Verdict, report.Plural(o.Executions, "execution"))
	}
	return fmt.Sprintf("%s, %d executions in %.0f s", o.Verdict, o.Executions, o.Elapsed)
}
