package main

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// A left is what was left out, and why.
type left struct{ Name, Why string }

// A page is what the command writes.
type page struct {
	programs []*comparison
	left     []left
	packages []*packageResult
}

// write writes the page, and says what is wrong: differences that nobody has explained and, of a
// whole run, explanations of what does not differ.
func (p *page) write(w io.Writer, whole bool) (wrong []error) {
	fmt.Fprintf(w, `# Go's own tests

Written by `+"`make gotest`"+`: see package internal/gotest. %s, %s/%s. Each was run natively, and by gocheck with its default flags but `+"`-budget=%v`"+` and, of packages, `+"`-short`"+`.

*same*: it passes in both, and programs have printed the same. *failing*: it fails in both, since it is not what it was where it came from: a command, or in its package. *incomplete*: it passes natively, and gocheck found no failure within its bounds. *races*: gocheck finds a data race, and so does `+"`go test -race`"+`.
*unsupported*: gocheck says that it cannot tell. *different*: each is explained below.

|  | compared | same | failing | incomplete | races | unsupported | different |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`, runtime.Version(), runtime.GOOS, runtime.GOARCH, *budget)
	row := func(name string, compared []*comparison) {
		n := count(compared)
		fmt.Fprintf(w, "| %s | %d | %s |\n", name, len(compared), cells(n))
	}
	row("programs of Go's test directory", p.programs)
	all := slices.Clone(p.programs)
	var tests []*comparison
	for _, s := range p.packages {
		tests = append(tests, s.Compared...)
	}
	row("tests of standard packages", tests)
	all = append(all, tests...)

	fmt.Fprint(w, "\nThe packages. *rewritten*: the package is a copy, which gocheck rewrites; else its tests alone are, and it stays where it is.\n\n"+
		"| package | rewritten | compared | same | failing | incomplete | races | unsupported | different | left out |\n"+
		"| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, s := range p.packages {
		rewritten := ""
		if s.Whole {
			rewritten = "yes"
		}
		fmt.Fprintf(w, "| %s | %s | %d | %s | %d |\n", s.Name, rewritten, len(s.Compared), cells(count(s.Compared)), len(s.Left))
	}

	fmt.Fprint(w, "\n## Different\n\n")
	known := map[string]bool{}
	for _, c := range all {
		class, how := c.class()
		why := explained[c.Name]
		if class != differs {
			continue
		}
		known[c.Name] = true
		if why == "" {
			wrong = append(wrong, fmt.Errorf("%s is different, and not explained: %s", c.Name, how))
			why = "Not explained."
		}
		fmt.Fprintf(w, "**%s**: %s. %s\n\n", c.Name, strings.TrimSuffix(escape(how), "."), why)
	}
	if whole {
		for _, name := range slices.Sorted(maps.Keys(explained)) {
			if !known[name] {
				wrong = append(wrong, fmt.Errorf("%s is explained, but not different", name))
			}
		}
	}

	fmt.Fprint(w, "## Unsupported\n\nWhat gocheck says, and of which it says so.\n\n")
	reasons := map[string][]string{}
	for _, c := range all {
		if class, _ := c.class(); class == unsupported {
			why := withoutPlace(c.Checked.Reason)
			reasons[why] = append(reasons[why], c.Name)
		}
	}
	grouped(w, reasons)

	fmt.Fprint(w, "## Left out\n\n")
	outs := map[string][]string{}
	for _, l := range p.left {
		outs[l.Why] = append(outs[l.Why], l.Name)
	}
	for _, s := range p.packages {
		for _, l := range s.Left {
			outs[l.Why] = append(outs[l.Why], s.Name+"."+l.Name)
		}
	}
	grouped(w, outs)
	return wrong
}

// cells are the numbers of a row. That of a class that has none is empty.
func cells(n [classes]int) string {
	var row []string
	for _, of := range n {
		if of == 0 {
			row = append(row, "")
		} else {
			row = append(row, strconv.Itoa(of))
		}
	}
	return strings.Join(row, " | ")
}

// grouped writes reasons with what has them, the most frequent first.
func grouped(w io.Writer, reasons map[string][]string) {
	order := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		if d := len(reasons[b]) - len(reasons[a]); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, why := range order {
		names := reasons[why]
		slices.Sort(names)
		fmt.Fprintf(w, "- %s (%d): %s\n", escape(why), len(names), strings.Join(names, ", "))
	}
	fmt.Fprintln(w)
}

// escape keeps Markdown from reading what Go has printed.
func escape(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "`", "'").Replace(s)
}

var place = regexp.MustCompile(`^\S+\.go:\d+(:\d+)?: | at \S+\.go:\d+.*$`)

// withoutPlace is a reason without the position in the copy, so that equal ones are one.
func withoutPlace(reason string) string { return place.ReplaceAllString(reason, "") }
