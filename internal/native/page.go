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

Written by `+"`make native`"+`: see package internal/native. Programs of `+"`testdata/native`"+` that are wrong, each with a correct twin; %s, %s/%s.

*natively*: what the first failing run of `+"`go test -race`"+` says, and which run it was, of at most %d. *gocheck*: its verdict, and after how many executions. *twin*: gocheck's verdict of the correct twin, which passes %d native runs.

Of %d programs gocheck fails %d; %d are not as they have to be, which is said of each.

| class | program | what is wrong | natively | gocheck | twin |
| --- | --- | --- | --- | --- | --- |
`, runtime.Version(), runtime.GOOS, runtime.GOARCH, *runs, *twins, len(all), failed, short)
	for _, p := range all {
		native := fmt.Sprintf("%s (%d)", p.bad.how, p.bad.tried)
		if p.bad.failed == 0 {
			native = "passes"
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", p.class, p.name, p.about, cell(native), p.bad.verdict(), p.good.verdict())
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
