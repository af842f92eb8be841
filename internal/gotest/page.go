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

`+"`make gotest`"+` (internal/gotest) writes this page. %s, %s/%s. Each test was run natively, and by
gocheck with its default flags, `+"`-budget=%v`"+` and, of packages, `+"`-short`"+`.

- *same*: it passes in both; programs print the same.
- *failing*: it fails in both, as it is a copy, elsewhere than where it belongs.
- *incomplete*: it passes natively, and gocheck found no failure within its bounds.
- *races*: gocheck finds a data race, and so does `+"`go test -race`"+`.
- *unsupported*: gocheck says that it cannot tell.
- *different*: each is explained below.

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

	fmt.Fprint(w, "\nThe packages of which some test is unsupported, racy or different. \\*: the package is rewritten,\nnot only its tests.\n\n"+
		"| package | compared | same | such |\n"+
		"| --- | ---: | ---: | ---: |\n")
	none, left := 0, 0   // packages of which no test is compared, and their tests
	equal, alike := 0, 0 // those with nothing but tests that are the same, fail or are incomplete
	for _, s := range p.packages {
		if len(s.Compared) == 0 {
			none, left = none+1, left+len(s.Left)
			continue
		}
		n := count(s.Compared)
		such := len(s.Compared) - n[same] - n[failing] - n[within]
		if such == 0 {
			equal, alike = equal+1, alike+n[same]
			continue
		}
		rewritten := ""
		if s.Whole {
			rewritten = `\*`
		}
		fmt.Fprintf(w, "| %s%s | %d | %d | %d |\n", s.Name, rewritten, len(s.Compared), n[same], such)
	}

	fmt.Fprintf(w, "\nOf %d other packages %d tests are the same, and the rest fail or are incomplete. Of %d no test is compared\n(%d left out).\n", equal, alike, none, left)

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
		fmt.Fprintf(w, "- **%s**: %s\n", c.Name, why)
	}
	fmt.Fprintln(w)
	if whole {
		for _, name := range slices.Sorted(maps.Keys(explained)) {
			if !known[name] {
				wrong = append(wrong, fmt.Errorf("%s is explained, but not different", name))
			}
		}
	}

	fmt.Fprint(w, "## Unsupported\n\nThe number of tests, and one of them.\n\n")
	reasons := map[string][]string{}
	for _, c := range all {
		if class, _ := c.class(); class == unsupported {
			why := strings.TrimSuffix(strings.TrimSuffix(withoutPlace(c.Checked.Reason), " is outside of gocheck's control"), ",")
			reasons[why] = append(reasons[why], c.Name)
		}
	}
	grouped(w, reasons)

	fmt.Fprint(w, "## Left out\n\n")
	outs := map[string][]string{}
	for _, l := range p.left {
		why := kindOf(l.Why)
		outs[why] = append(outs[why], l.Name)
	}
	for _, s := range p.packages {
		for _, l := range s.Left {
			why := kindOf(l.Why)
			outs[why] = append(outs[why], s.Name+"."+l.Name)
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

// A reason that no more than few tests have is counted only.
const few = 5

// grouped writes reasons with one name that has them, the most frequent first, but for those of
// few tests.
func grouped(w io.Writer, reasons map[string][]string) {
	order := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		if d := len(reasons[b]) - len(reasons[a]); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	rare := 0
	for _, why := range order {
		names := reasons[why]
		if len(names) <= few {
			rare++
			continue
		}
		fmt.Fprintf(w, "- %s (%d): %s\n", escape(why), len(names), slices.Min(names))
	}
	if rare > 0 {
		fmt.Fprintf(w, "- %d others, each of up to %d tests\n", rare, few)
	}
	fmt.Fprintln(w)
}

var needsStd = regexp.MustCompile(`^needs .*, which only the standard library has$`)

// kindOf is a reason without what is particular to a test.
func kindOf(why string) string {
	if needsStd.MatchString(why) {
		return "needs what only the standard library has"
	}
	kind, _, _ := strings.Cut(why, ": ")
	return kind
}

// escape keeps Markdown from reading what Go has printed.
func escape(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "`", "'").Replace(s)
}

var place = regexp.MustCompile(`^\S+\.go:\d+(:\d+)?: | at \S+\.go:\d+.*$`)

// withoutPlace is a reason without the position in the copy, so that equal ones are one.
func withoutPlace(reason string) string { return place.ReplaceAllString(reason, "") }
