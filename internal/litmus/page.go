package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// page writes the document.
func page(w *bytes.Buffer, all []*litmus) {
	total, runs, missed := 0, 0, 0
	for _, l := range all {
		total++
		runs += l.native.runs
		if len(l.native.seen) < len(l.permits) {
			missed++
		}
	}
	fmt.Fprintf(w, `# Litmus tests

Small programs of testdata/litmus, each for a row and a choice of semantics.md. `+"`make litmus`"+` writes this page; how it compares is in internal/litmus/doc.go.

- **executions**: of gocheck, which has explored each to the end, every trace once. Where they are at most %d, all interleavings (`+"`-algo=dfs`"+`) came to the same outcomes.
- **outcomes**: those that Go permits, and that gocheck came to: they are the same, in all %d litmus, but where it is said below. `+"`!deadlock`"+`, `+"`!panic`"+` and so on: the program fails.
- What rests on durations (`+"`time`"+`, deadlines) is explored with `+"`-time=free`"+`, too, where timers may go ahead of the clock: to the end, and to these outcomes among others.
- **native**: how many of these were seen in how many runs (%d in all), disturbed, on one, two and four processors, some of them under the race detector. No other was seen. In %d litmus some outcome never came up.

`, fewTraces, total, runs, missed)
	file := ""
	for _, l := range all {
		if l.file != file {
			file = l.file
			fmt.Fprintf(w, "\n## %s\n\n| litmus | executions | outcomes | native |\n| --- | ---: | --- | --- |\n", file)
		}
		native := fmt.Sprintf("%d of %d, %d runs", len(l.native.seen), len(l.permits), l.native.runs)
		if l.skip != "" {
			native = "not run: " + l.skip
		}
		shown := strings.Join(l.permits, ", ")
		if len(l.permits) > 16 {
			shown = fmt.Sprintf("%d", len(l.permits))
		}
		if len(l.free) > len(l.permits) {
			shown += "; with `-time=free` also "
			var more []string
			for _, o := range l.free {
				if !slices.Contains(l.permits, o) {
					more = append(more, o)
				}
			}
			shown += strings.Join(more, ", ")
		}
		says := escape(l.says)
		if l.why != "" {
			says += fmt.Sprintf(" **gocheck: %s**; %s", escape(strings.Join(l.gocheck, ", ")), escape(l.why))
		}
		fmt.Fprintf(w, "| %s: %s | %d | %s | %s |\n", strings.TrimPrefix(l.name, "Test"), says, l.got.executions, escape(shown), native)
	}
}

// escape is a text for a cell.
func escape(s string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`).Replace(s)
}
