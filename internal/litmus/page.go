package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// page writes the document: what was compared, and the programs of which more is to be
// said than that all is as Go permits.
func page(w *bytes.Buffer, all []*litmus) {
	usual := usualRuns(all)
	runs, missed, skipped := 0, 0, 0
	executions := int64(0)
	for _, l := range all {
		runs, executions = runs+l.native.runs, executions+l.got.executions
		if l.skip != "" {
			skipped++
		} else if len(l.native.seen) < len(l.permits) {
			missed++
		}
	}
	fmt.Fprintf(w, `# Litmus tests

%d small programs (testdata/litmus), each for a row and a choice of [semantics.md](../semantics.md).
`+"`make litmus`"+` writes this page and the [list of all programs](../../testdata/litmus/README.md).
internal/litmus/doc.go says how it compares.

gocheck explored each program to the end, every trace once (%d executions), and came to exactly the
outcomes that Go permits, except where the table says otherwise. For programs of up to %d executions, all
interleavings (`+"`-algo=dfs`"+`) came to the same outcomes. Native runs, %d disturbed ones a program unless
noted, %d in all, came to no other outcome. They were on one, two and four processors, some under
the race detector. In %d programs they did not come to every outcome; %d were not run natively.
`, len(all), executions, fewTraces, usual, runs, missed, skipped)
	fmt.Fprint(w, "\nWhere gocheck deliberately comes to other outcomes:\n\n"+header)
	for _, l := range all {
		if l.why != "" {
			l.row(w, usual)
		}
	}
}

// list writes all programs.
func list(w *bytes.Buffer, all []*litmus) {
	fmt.Fprint(w, `# The litmus tests

`+"`make litmus`"+` writes this list, and [its summary](../../docs/measured/litmus.md).

- **executions**: gocheck's.
- **outcomes**: Go permits these. `+"`!deadlock`"+`, `+"`!panic`"+` and so on: the program fails. What rests on
  durations is also explored with `+"`-time=free`"+`, where timers may go ahead of the clock.
- **native**: how many of the outcomes native runs came to.
`)
	usual, file := usualRuns(all), ""
	for _, l := range all {
		if l.file != file {
			file = l.file
			fmt.Fprintf(w, "\n## [%s](%[1]s_test.go)\n\n%s", file, header)
		}
		l.row(w, usual)
	}
}

const header = "| litmus | executions | outcomes | native |\n| --- | ---: | --- | --- |\n"

// usualRuns is how many native runs most programs had.
func usualRuns(all []*litmus) int {
	times := map[int]int{} // programs, by how many native runs they had
	usual := 0
	for _, l := range all {
		if n := l.native.runs; l.skip == "" {
			if times[n]++; times[n] > times[usual] {
				usual = n
			}
		}
	}
	return usual
}

// row is what there is to say of one program.
func (l *litmus) row(w *bytes.Buffer, usual int) {
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

// escape is a text for a cell.
func escape(s string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`).Replace(s)
}
