package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gocheck.dev/internal/report"
)

// results are all columns.
type results struct{ columns []*column }

// tidy leaves out what does not fail: that some algorithm has explored to its end, and none has
// seen fail.
func (r *results) tidy() {
	for _, name := range r.programs("") {
		passed, found := false, false
		for _, c := range r.columns {
			passed = passed || c.passed[name]
			found = found || slices.ContainsFunc(c.found[name], func(at int64) bool { return at > 0 })
		}
		if passed && !found {
			for _, c := range r.columns {
				delete(c.found, name)
			}
		}
	}
}

// programs are the names of those of a group, in order; "": of all.
func (r *results) programs(group string) []string {
	names := slices.Sorted(maps.Keys(r.columns[0].found))
	return slices.DeleteFunc(names, func(name string) bool { return group != "" && !strings.HasPrefix(name, group+"/") })
}

// head is the head of a summary.
func head(of string, programs int, more ...string) string {
	cells := []string{fmt.Sprintf("%s (%d)", of, programs)}
	for _, n := range within {
		if n <= *most {
			cells = append(cells, report.Number(n))
		}
	}
	cells = append(cells, more...)
	return "\n| " + strings.Join(cells, " | ") + " |\n|" + strings.Repeat(" --- |", len(cells)) + "\n"
}

// within are the numbers of executions that the summary is of, as far as so many are made.
var within = []int64{10, 100, 1000, 10000}

// mean is how many of the bugs were found within n executions, over the seeds.
func (c *column) mean(programs []string, n int64) float64 {
	sum := 0.0
	for _, name := range programs {
		some := 0
		for _, at := range c.found[name] {
			if at > 0 && at <= n {
				some++
			}
		}
		sum += float64(some) / float64(max(1, len(c.found[name])))
	}
	return sum
}

// summary is the line of the searcher.
func (c *column) summary(programs []string) string {
	var b strings.Builder
	for _, n := range within {
		if n <= *most {
			fmt.Fprintf(&b, " %.1f |", c.mean(programs, n))
		}
	}
	return b.String()
}

// seconds is the processor time for all programs of all groups with one seed.
func (c *column) seconds() float64 { return (c.cpu / time.Duration(c.seeds())).Seconds() }

// median is that of the executions that a program took; 0: it was not found in half of the runs.
func median(found []int64) int64 {
	if len(found) == 0 {
		return 0
	}
	list := slices.Clone(found)
	for i := range list {
		if list[i] == 0 {
			list[i] = 1 << 62
		}
	}
	slices.Sort(list)
	if m := list[(len(list)-1)/2]; m < 1<<62 {
		return m
	}
	return 0
}

// behind is how many times as many executions the first column needs as the best of
// the others, in the median of the programs that one of them finds.
func (r *results) behind(programs []string, others ...*column) float64 {
	var ratios []float64
	for _, name := range programs {
		best := int64(0)
		for _, c := range others {
			if m := median(c.found[name]); m > 0 && (best == 0 || m < best) {
				best = m
			}
		}
		if best == 0 {
			continue
		}
		ratio := 1e9 // it was not found
		if m := median(r.columns[0].found[name]); m > 0 {
			ratio = float64(m) / float64(best)
		}
		ratios = append(ratios, ratio)
	}
	if len(ratios) == 0 {
		return 0
	}
	slices.Sort(ratios)
	return ratios[(len(ratios)-1)/2]
}

// best is the searcher beside which the first column needs most executions, if a user had
// to take the same one for all programs, and how many times as many.
func (r *results) best(programs []string) (name string, times float64) {
	for _, c := range r.columns[1:] {
		if b := r.behind(programs, c); b > times {
			name, times = c.name, b
		}
	}
	return name, times
}

// soonest is how many executions are too few to tell the algorithms apart, firstSoonest how many
// of the first one are.
const soonest, firstSoonest = 50, 100

// soon reports whether all find the bug of a program within so few, or the first one does.
func (r *results) soon(program string) bool {
	if m := median(r.columns[0].found[program]); m != 0 && m <= firstSoonest {
		return true
	}
	return !slices.ContainsFunc(r.columns, func(c *column) bool {
		m := median(c.found[program])
		return m == 0 || m > soonest
	})
}

// page is docs/measured/search.md.
func (r *results) page() []byte {
	var b bytes.Buffer
	all := r.programs("")
	var of []string
	for i := range groups {
		if len(r.programs(groups[i].name)) > 0 {
			of = append(of, groups[i].name)
		}
	}
	fmt.Fprintf(&b, `# How soon bugs are found

Made by %s: %d programs with a bug each (testdata/%s), %d seeds,
at most %d executions and %v for each. Counted are executions up to the first that fails;
of %s those of the searchers beside it, too ([bounds](../bounds.md)).

Bugs found within so many executions, on average over the seeds, and processor time for all programs
with one seed:
`, "`make search`", len(all), strings.Join(of, ", testdata/"), *seeds, *most, *budget, "`auto`")
	if len(of) == 1 {
		of = nil // all are of that
	}
	for _, name := range of {
		programs := r.programs(name)
		b.WriteString(head(name, len(programs)))
		for _, c := range r.columns {
			fmt.Fprintf(&b, "| `%s` |%s\n", c.name, c.summary(programs))
		}
	}
	b.WriteString(head("all", len(all), "processor time"))
	for _, c := range r.columns {
		fmt.Fprintf(&b, "| `%s` |%s %.1f s |\n", c.name, c.summary(all), c.seconds())
	}
	if len(r.columns) > 1 {
		name, times := r.best(all)
		fmt.Fprintf(&b, "\nIn the median of the programs `%s` needs %.2f times as many executions as `%s`,\n"+
			"the best of the others, and %.2f times as many as whichever of them is best for the same program.\n",
			r.columns[0].name, times, name, r.behind(all, r.columns[1:]...))
	}
	far := slices.DeleteFunc(slices.Clone(all), r.soon)
	fmt.Fprintf(&b, "\nMedian of the executions up to the first failure; –: not found with half of the seeds. The %d\n"+
		"programs in which `%s` finds it within %d, or all within %d, are left out:\n\n| |",
		len(all)-len(far), r.columns[0].name, firstSoonest, soonest)
	for _, c := range r.columns {
		fmt.Fprintf(&b, " `%s` |", c.name)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(r.columns)) + "\n")
	for _, p := range far {
		group, test, _ := strings.Cut(p, "/")
		_, test, _ = strings.Cut(test, ".")
		if test = strings.TrimSuffix(strings.TrimPrefix(test, "Test"), "Buggy"); group != "search" {
			test += " (" + group + ")"
		}
		fmt.Fprintf(&b, "| %s |", test)
		for _, c := range r.columns {
			if m := median(c.found[p]); m > 0 {
				fmt.Fprintf(&b, " %d |", m)
			} else {
				b.WriteString(" – |")
			}
		}
		b.WriteString("\n")
	}
	return b.Bytes()
}
