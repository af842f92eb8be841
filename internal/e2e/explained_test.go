package e2e

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gocheck.dev/internal/longtest"
)

var explainedOut = flag.String("explained.out", "", "write docs/measured/explained.md: how the failures of the kernels and of the real bugs are explained")

// explained is a failure with what is said of it.
type explained struct {
	test, kind              string
	steps, preemptions      int // of what is shown
	wasSteps, wasPreempting int // of what was found
	sentence                string
}

// TestExplained: whatever is said to make the difference for a buggy kernel has
// been judged by hand, and is right. With -explained.out it takes the real bugs
// as well, and writes the page.
func TestExplained(t *testing.T) {
	longtest.Only(t)
	r := explore(t, root, "-save=false", "-executions=1000", "-run=Buggy$", "./testdata/kernels/...")
	var kernels, asked, bugs []explained
	for name := range r.failures {
		kernels = append(kernels, explainedBy(t, &r, name, strings.TrimPrefix(name, "gocheck.dev/testdata/kernels/")))
	}
	if len(kernels) < 90 {
		t.Errorf("%d kernels fail", len(kernels))
	}
	others := filepath.Join(t.TempDir(), "asked")
	if err := os.CopyFS(others, os.DirFS(filepath.Join(root, "testdata", "asked"))); err != nil {
		t.Fatal(err)
	}
	r = explore(t, others, "-save=false", ".")
	for name := range r.failures {
		asked = append(asked, explainedBy(t, &r, name, strings.Replace(name, "gctest/asked.Test", "asked.", 1)))
	}
	if *explainedOut != "" {
		entries, err := os.ReadDir(filepath.Join("testdata", "bugs"))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !e.IsDir() {
				continue
			}
			r := explore(t, module(t, "bugs/"+e.Name()), "-save=false", ".")
			for name := range r.failures {
				bugs = append(bugs, explainedBy(t, &r, name, e.Name()))
			}
		}
	}
	var page strings.Builder
	page.WriteString(explainedHead)
	for _, part := range []struct {
		title string
		rows  []explained
	}{{"Kernels", kernels}, {"Others", asked}, {"Real bugs", bugs}} {
		slices.SortFunc(part.rows, func(a, b explained) int { return strings.Compare(a.test, b.test) })
		explainedPart(t, &page, part.title, part.rows)
	}
	if *explainedOut == "" {
		return
	}
	path := *explainedOut
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	}
	if err := os.WriteFile(path, []byte(page.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

const explainedHead = `# What is said of failures

The failure that gocheck reports, with its default flags, of each buggy kernel (` + "`testdata/kernels`" + `),
of tests in other domains (` + "`testdata/asked`" + `), and of each real bug
(` + "`internal/e2e/testdata/bugs`" + `). This command writes the page:

    go test ./internal/e2e -run TestExplained -explained.out docs/measured/explained.md

The sentence "passes when …" was judged by hand against the cause. *right*: it names the order, the
choice or the place on which the bug depends, or says that the bug needs no order. *true*: it is
correct, but says little about the cause. *wrong*: it misleads. All sentences and judgements are in
` + "`internal/e2e/explained_judged_test.go`" + `.
`

// everySentence is said where nothing passes.
const everySentence = "every execution fails: no order of its steps makes a difference"

// explainedPart writes the figures of some failures, and complains of what nobody has judged.
func explainedPart(t *testing.T, w *strings.Builder, title string, rows []explained) {
	counts := map[string]int{}
	every := map[string]int{} // by kind, how many fail in every execution
	always := 0
	fmt.Fprintf(w, "\n## %s\n", title)
	var others []string
	for _, e := range rows {
		j := judged[e.test]
		verdict := j.verdict
		switch {
		case e.sentence == "":
			verdict = "none"
		case j.sentence != e.sentence || verdict == "":
			verdict = "not judged"
			t.Errorf("%s: nobody has judged %q", e.test, e.sentence)
		case verdict == "wrong":
			t.Errorf("%s: %q is wrong: %s", e.test, e.sentence, j.why)
		}
		counts[verdict]++
		if e.sentence == everySentence && verdict == "right" {
			every[e.kind]++
			always++
			continue
		}
		if verdict == "right" {
			continue
		}
		others = append(others, e.test)
	}
	fmt.Fprintf(w, "\n%d failures: %d right, %d true, %d wrong, %d not judged, %d without a sentence.\n",
		len(rows), counts["right"], counts["true"], counts["wrong"], counts["not judged"], counts["none"])
	if always > 0 {
		var kinds []string
		for _, kind := range slices.Sorted(maps.Keys(every)) {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, every[kind]))
		}
		fmt.Fprintf(w, "\nOf %d it is said, rightly, \"%s\" (%s).\n", always, everySentence, strings.Join(kinds, ", "))
	}
	if len(others) > 0 {
		fmt.Fprintf(w, "\nNot judged right: %s.\n", strings.Join(others, ", "))
	}
	if len(rows) == 0 {
		return
	}
	figures := func(of func(e *explained) int) string {
		var all []int
		for i := range rows {
			all = append(all, of(&rows[i]))
		}
		slices.Sort(all)
		return fmt.Sprintf("%d (%d)", all[len(all)/2], all[len(all)-1])
	}
	fmt.Fprintf(w, "\nMedian (maximum): of steps %s, as found %s; of preemptions %s, as found %s.\n",
		figures(func(e *explained) int { return e.steps }), figures(func(e *explained) int { return e.wasSteps }),
		figures(func(e *explained) int { return e.preemptions }), figures(func(e *explained) int { return e.wasPreempting }))
}

// sizes are what a failure's report says of the schedule.
var sizes = regexp.MustCompile(`^    execution .*, ([\d,]+) steps?, (\d+) preemptions?(?:, \d+ faults?)?(?: \(minimised from ([\d,]+) steps?, (\d+) preemptions?\))?\n$`)

// explainedBy takes from a run what it says of the failure of a test.
func explainedBy(t *testing.T, r *report, name, as string) explained {
	f := r.failures[name]
	e := explained{test: strings.Replace(strings.TrimSuffix(as, "Buggy"), ".Test", ".", 1), kind: f.Kind, sentence: f.Difference, steps: -1}
	for _, l := range r.output[name] {
		m := sizes.FindStringSubmatch(l)
		if m == nil || e.steps >= 0 {
			continue
		}
		number := func(s string) int {
			n, err := strconv.Atoi(strings.ReplaceAll(s, ",", ""))
			if err != nil {
				t.Fatalf("%s: %q: %v", name, l, err)
			}
			return n
		}
		e.steps, e.preemptions = number(m[1]), number(m[2])
		e.wasSteps, e.wasPreempting = e.steps, e.preemptions
		if m[3] != "" {
			e.wasSteps, e.wasPreempting = number(m[3]), number(m[4])
		}
	}
	if e.steps < 0 {
		t.Errorf("%s: the report does not say how long the schedule is", name)
	}
	return e
}
