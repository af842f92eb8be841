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
	times := map[int]int{} // programs, by how many native runs they had
	usual := 0
	for _, l := range all {
		if n := l.native.runs; l.skip == "" {
			if times[n]++; times[n] > times[usual] {
				usual = n
			}
		}
		total++
		runs += l.native.runs
		if len(l.native.seen) < len(l.permits) {
			missed++
		}
	}
	fmt.Fprintf(w, `# Litmus tests

%d small programs (testdata/litmus), each for a row and a choice of [semantics.md](../semantics.md).
`+"`make litmus`"+` writes this page; internal/litmus/doc.go says how it compares. The comment of each
program, behind the headings, says what it is about.

- **executions**: gocheck's. It explored each program to the end, every trace once. Up to %d
  executions, all interleavings (`+"`-algo=dfs`"+`) came to the same outcomes.
- **outcomes**: Go permits these, and gocheck came to exactly these, unless a row says otherwise.
  `+"`!deadlock`"+`, `+"`!panic`"+` and so on: the program fails. What rests on durations is also explored to the
  end with `+"`-time=free`"+`, where timers may go ahead of the clock: to these outcomes and maybe others.
- **native**: how many of the outcomes native runs came to, in %d disturbed runs a program unless
  noted, %d in all, on one, two and four processors, some under the race detector. No run came to
  another outcome. In %d programs some outcome never came up.

`, total, fewTraces, usual, runs, missed)
	file := ""
	for _, l := range all {
		if l.file != file {
			file = l.file
			fmt.Fprintf(w, "\n## [%s](../../testdata/litmus/%[1]s_test.go)\n\n| litmus | executions | outcomes | native |\n| --- | ---: | --- | --- |\n", file)
		}
		native := fmt.Sprintf("%d of %d", len(l.native.seen), len(l.permits))
		if l.native.runs != usual {
			native += fmt.Sprintf(", %d runs", l.native.runs)
		}
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
		shown = escape(shown)
		if l.why != "" {
			shown += fmt.Sprintf("; **gocheck: %s**: %s", escape(strings.Join(l.gocheck, ", ")), escape(l.why))
		}
		fmt.Fprintf(w, "| %s | %d | %s | %s |\n", strings.TrimPrefix(l.name, "Test"), l.got.executions, shown, native)
	}
}

// escape is a text for a cell.
func escape(s string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`).Replace(s)
}
