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

`+"`make native`"+` (internal/native) writes this page. Programs of [testdata/native](../../testdata/native)
that are wrong, each with a correct twin; %s, %s/%s. The comment of a program says what is wrong.

- *natively*: how the first failing run of `+"`go test -race`"+` fails, of at most %d.
- *gocheck*: its verdict, or the kind of the failure.
- *runs*, *executions*: the most that one of these programs took to fail.

gocheck does not fail the twins, nor do %d native runs of each. Of %d programs gocheck fails %d. Of %d
the result is not what it has to be; these stand at the end.

| natively | gocheck | programs | runs | executions |
| --- | --- | ---: | ---: | ---: |
`, runtime.Version(), runtime.GOOS, runtime.GOARCH, *runs, *twins, len(all), failed, short)
	type group struct{ programs, runs, executions int }
	groups := map[[2]string]*group{} // of programs that fail alike, natively and by gocheck
	var order [][2]string
	for _, p := range all {
		by := [2]string{p.bad.manner(), p.bad.verdict()}
		g := groups[by]
		if g == nil {
			g = &group{}
			groups[by], order = g, append(order, by)
		}
		g.programs++
		g.runs = max(g.runs, p.bad.tried)
		if p.bad.checked != nil {
			g.executions = max(g.executions, int(p.bad.checked.Executions))
		}
	}
	for _, by := range order {
		g := groups[by]
		fmt.Fprintf(w, "| %s | %s | %d | %d | %d |\n", by[0], by[1], g.programs, g.runs, g.executions)
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

// manner is how the runs of go test -race fail, in a few words.
func (h *half) manner() string {
	switch {
	case h.failed == 0:
		return "passes"
	case strings.HasPrefix(h.how, "DATA RACE"), strings.HasPrefix(h.how, "it does not end"), strings.HasPrefix(h.how, "exit status"):
		return h.how
	case strings.HasPrefix(h.how, "panic: "):
		return "panic"
	case strings.HasPrefix(h.how, "fatal error: "):
		return "fatal error"
	}
	return "the test fails"
}

// verdict is what gocheck says, in a word.
func (h *half) verdict() string {
	switch c := h.checked; {
	case c == nil:
		return "none"
	case c.Verdict == "fail":
		return c.Kind()
	default:
		return c.Verdict
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
