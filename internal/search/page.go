package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
)

// results are all columns.
type results struct{ columns []*column }

// within are the numbers of executions that the summary is of.
var within = []int64{10, 100, 1000, 10000}

// mean is how many bugs were found within n executions, over the seeds.
func (c *column) mean(n int64) float64 {
	sum := 0.0
	for _, found := range c.found {
		some := 0
		for _, at := range found {
			if at > 0 && at <= n {
				some++
			}
		}
		sum += float64(some) / float64(len(found))
	}
	return sum
}

// summary is the line of the searcher.
func (c *column) summary() string {
	var b strings.Builder
	for _, n := range within {
		fmt.Fprintf(&b, " %.1f |", c.mean(n))
	}
	fmt.Fprintf(&b, " %.1f s", (c.cpu / time.Duration(c.seeds())).Seconds())
	return b.String()
}

// median is that of the executions that a program took; 0: it was not found in half of the runs.
func median(found []int64) int64 {
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

// soonest is how many executions are too few to tell the algorithms apart.
const soonest = 50

// soon reports whether all find the bug of a program within so few.
func (r *results) soon(program string) bool {
	return !slices.ContainsFunc(r.columns, func(c *column) bool {
		m := median(c.found[program])
		return m == 0 || m > soonest
	})
}

// page is docs/measured/search.md.
func (r *results) page() []byte {
	var b bytes.Buffer
	var programs []string
	for name := range r.columns[0].found {
		programs = append(programs, name)
	}
	slices.Sort(programs)
	fmt.Fprintf(&b, `# How soon bugs are found

Made by %s: %d programs of testdata/search with a bug each, %d seeds, at most %d
executions and %v for each. What is counted are executions up to the first that fails; those of
`+"`auto`"+` are its exploration's and those of the searchers beside it ([bounds](../bounds.md)).

Bugs found within so many executions, on average over the seeds, and processor time for all programs
with one seed:

| | 10 | 100 | 1,000 | 10,000 | time |
| --- | --- | --- | --- | --- | --- |
`, "`make search`", len(programs), *seeds, *most, *budget)
	for _, c := range r.columns {
		fmt.Fprintf(&b, "| `%s` |%s |\n", c.name, c.summary())
	}
	programs = slices.DeleteFunc(programs, r.soon)
	fmt.Fprintf(&b, "\nMedian of the executions up to the first failure; –: not found with half of the seeds. The %d\n"+
		"programs in which all find it within %d are left out:\n\n| |", len(r.columns[0].found)-len(programs), soonest)
	for _, c := range r.columns {
		fmt.Fprintf(&b, " `%s` |", c.name)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --- |", len(r.columns)) + "\n")
	for _, p := range programs {
		fmt.Fprintf(&b, "| %s |", strings.TrimPrefix(p, "Test"))
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
