package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
)

// page writes the table.
func page(w io.Writer, all []*program) {
	failed, short := 0, 0
	for _, p := range all {
		if p.bad.checked != nil && p.bad.checked.Verdict == "fail" {
			failed++
		}
		if p.shortfall() != "" {
			short++
		}
	}
	fmt.Fprintf(w, `# What go test -race fails of

`+"`make native`"+` (internal/native) writes this page. Programs of `+"`testdata/native`"+` that are wrong, each with
a correct twin; %s, %s/%s. The comment of a program says what is wrong with it.

- *natively*: what the first failing run of `+"`go test -race`"+` says, and which run it was, of at most %d.
- *gocheck*: its verdict, and after how many executions.
- *twin*: gocheck's verdict of the correct twin, which passes %d native runs.

Of %d programs gocheck fails %d. Of %d the result is not what it has to be; these stand at the end.

| natively | gocheck | twin | class | programs |
| --- | --- | --- | --- | --- |
`, runtime.Version(), runtime.GOOS, runtime.GOARCH, *runs, *twins, len(all), failed, short)
	same := map[string][]string{} // programs of a class with equal results
	var rows []string
	for _, p := range all {
		native := fmt.Sprintf("%s (%d)", p.bad.how, p.bad.tried)
		if p.bad.failed == 0 {
			native = "passes"
		}
		row := fmt.Sprintf("| %s | %s | %s | %s", cell(native), p.bad.verdict(), p.good.verdict(), p.class)
		if same[row] == nil {
			rows = append(rows, row)
		}
		same[row] = append(same[row], p.name)
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%s | %s |\n", row, strings.Join(same[row], ", "))
	}
	if short == 0 {
		return
	}
	fmt.Fprint(w, "\n## Not as they have to be\n\n")
	for _, p := range all {
		if why := p.shortfall(); why != "" {
			fmt.Fprintf(w, "**%s**: %s. %s\n\n", p.name, strings.TrimSuffix(cell(why), "."), known[p.name])
		}
	}
}

// verdict is what gocheck says, in a few words.
func (h *half) verdict() string {
	switch c := h.checked; {
	case c == nil:
		return "none"
	case c.Verdict == "fail":
		return fmt.Sprintf("%s (%d)", c.Kind(), c.Executions)
	default:
		return fmt.Sprintf("%s (%d)", c.Verdict, c.Executions)
	}
}

// cell is a text for a table: in one line, and not too long.
func cell(s string) string {
	s = strings.NewReplacer("|", "/", "\n", " ", "*", `\*`, "_", `\_`, "<", `\<`).Replace(s)
	if runes := []rune(s); len(runes) > 160 {
		return string(runes[:160]) + "…"
	}
	return s
}
