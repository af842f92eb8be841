package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
)

// page writes the page.
func page(w io.Writer, bugs []*bug) {
	fmt.Fprintf(w, `# Bugs found in current releases

Made by `+"`make found`"+`. The tests of testdata/found use published modules as their documentation
says; each fails under some schedule. *executions*: up to gocheck's failure, with default flags and
`+"`-p 1`"+`. *-race*: failures of %d runs of `+"`go test -race`"+` (%s, %s/%s). One of
them: `+"`gocheck -run '^TestX$' ."+"`"+` in testdata/found; then `+"`gocheck repro`"+` makes a native
reproduction. The comment of each test says what the bug is. Six more: [linear.md](linear.md).

| test | module | gocheck says | executions | -race |
| --- | --- | --- | ---: | ---: |
`, *runs, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, b := range bugs {
		fmt.Fprintf(w, "| %s | %s %s | ", b.test, short(b.module), version(b.version))
		if b.checked != nil {
			fmt.Fprintf(w, "%s | %d | ", kind(b), execution(b))
		} else {
			fmt.Fprint(w, "– | – | ")
		}
		fmt.Fprintf(w, "%d |\n", b.failed)
	}
	var known []string
	for _, b := range bugs {
		if said, ok := strings.CutPrefix(b.known, "Known"); ok {
			known = append(known, b.test+strings.TrimSuffix(said, "."))
		}
	}
	fmt.Fprint(w, "\n")
	lines(w, "Known to the trackers of their modules: "+strings.Join(known, "; ")+".")
}

// kind is the failure's, or the verdict if there is none.
func kind(b *bug) string {
	if k := b.checked.Kind(); k != "" {
		return k
	}
	return b.checked.Verdict
}

func execution(b *bug) int64 {
	if len(b.checked.Failures) > 0 {
		return b.checked.Failures[0].Execution
	}
	return b.checked.Executions
}

func short(module string) string { return strings.TrimPrefix(module, "github.com/") }

// version leaves out the time and the commit of a version that has no tag.
func version(v string) string {
	if i := strings.LastIndexByte(v, '-'); i >= 0 && strings.Count(v, "-") >= 2 {
		return "at " + v[i+1:][:7]
	}
	return strings.TrimSuffix(v, "+incompatible")
}

// lines writes a paragraph with lines of at most 100 characters.
func lines(w io.Writer, text string) {
	n := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i > 0 && n+1+len(word) > 98:
			fmt.Fprint(w, "\n")
			n = 0
		case i > 0:
			fmt.Fprint(w, " ")
			n++
		}
		fmt.Fprint(w, word)
		n += len(word)
	}
	fmt.Fprintln(w)
}
