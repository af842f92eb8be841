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

`+"`make bugs`"+` writes this page. Each bug is of a published version of a real package, with a
test as its user would write one (`+"`internal/e2e/testdata/bugs`"+`). gocheck ran on unmodified
copies with its default flags and `+"`-p 1`"+`, on one core, %s, %s/%s. Each saved
schedule was replayed %d times, with the same failure each time.

- *executions*, *s*: of the exploration, up to the bug.
- *whole s*: the whole command, with nothing of the module in gocheck's cache.
- *steps*: the length of the saved schedule.
- *race detector*: how many native runs of `+"`go test -race -count=%d`"+` fail, for whatever reason (fewer
  runs if %v did not suffice).

`, runtime.Version(), runtime.GOOS, runtime.GOARCH, *replays, *runs, *native)
	fmt.Fprintln(w, "| package | bug | found as | executions | s | whole s | steps | race detector | fixed version |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
	for _, b := range bugs {
		fmt.Fprintf(w, "| %s %s | %s | %s | %d | %.3f | %.1f | %d | %d of %d | %s: %s |\n",
			b.module, b.buggy, b.about, b.found.Kind, b.found.Executions, b.found.Elapsed, b.seconds, b.steps,
			b.failed, b.tried, b.fixed, b.repaired.verdict())
	}
	fmt.Fprint(w, `
The tests have a watchdog for hangs. Under virtual time it fires when nothing else can go on: gocheck
finds a hang as `+"`fatal`"+`.
`)
}

// verdict is what became of the fixed version.
func (o *outcome) verdict() string {
	if o.Exhaustive {
		return fmt.Sprintf("%s, %s in all", o.Verdict, report.Plural(o.Executions, "execution"))
	}
	return fmt.Sprintf("%s, %d executions in %.0f s", o.Verdict, o.Executions, o.Elapsed)
}
