package linear

import (
	"fmt"
	"slices"
	"strings"
)

// said is how many orders a report has, at most.
const said = 3

// report says what the operations have come to, and why no order explains it.
func (j *judging) report(s *scenario) string {
	var b strings.Builder
	kind := map[order]string{inTime: "linearizable", ofProgram: "sequentially consistent", ofQuietness: "quiescently consistent"}
	fmt.Fprintf(&b, "not %s: no order of these operations has these results\n\n", kind[j.r.p.order])
	j.columns(&b)
	b.WriteString("\n")
	j.reasons(&b)
	b.WriteString("\n" + j.test(s))
	return strings.TrimRight(b.String(), "\n")
}

// columns writes the operations and their results, a column for each goroutine.
func (j *judging) columns(b *strings.Builder) {
	r := j.r
	line := func(what string, ops []*done) {
		if len(ops) == 0 {
			return
		}
		var all []string
		for _, d := range ops {
			all = append(all, d.result())
		}
		fmt.Fprintf(b, "    %-7s %s\n", what, strings.Join(all, ", "))
	}
	line("before:", r.ops[0][:r.first])
	table := [][]string{nil, nil}
	width := make([]int, len(r.ops))
	for g := 1; g < len(r.ops); g++ {
		column := []string{fmt.Sprintf("goroutine %d", g)}
		for _, d := range r.ops[g] {
			column = append(column, d.result())
		}
		for i, text := range column {
			for len(table) <= i+1 {
				table = append(table, nil)
			}
			at := i
			if i > 0 {
				at = i + 1
			}
			for len(table[at]) < g-1 {
				table[at] = append(table[at], "")
			}
			table[at] = append(table[at], text)
			width[g] = max(width[g], len([]rune(text)))
		}
	}
	for g := 1; g < len(r.ops); g++ {
		table[1] = append(table[1], strings.Repeat("-", width[g]))
	}
	for _, row := range table {
		if len(row) == 0 {
			continue
		}
		b.WriteString("    |")
		for g := 1; g < len(r.ops); g++ {
			text := ""
			if g <= len(row) {
				text = row[g-1]
			}
			fmt.Fprintf(b, " %-*s |", width[g], text)
		}
		b.WriteString("\n")
	}
	line("after:", r.ops[0][r.first:])
}

// result is the operation with what it has come to.
func (d *done) result() string {
	switch {
	case !d.over && !d.called:
		return d.String() + " is not called"
	case !d.over:
		return d.String() + " waits for ever"
	case d.panicked != "":
		return d.String() + " panics: " + d.panicked
	case len(d.results) == 0:
		return d.String()
	}
	return d.String() + " = " + list(d.results)
}

// outcome is what the operation has come to, without its name.
func (d *done) outcome() string {
	if text, ok := strings.CutPrefix(d.result(), d.String()+" = "); ok {
		return text
	}
	return strings.TrimPrefix(d.result(), d.String()+" ")
}

// reasons writes why the orders do not explain the results: first those that do so longest.
func (j *judging) reasons(b *strings.Builder) {
	type reason struct {
		length int
		text   string
	}
	var all []reason
	var walk func(at *node, before []string)
	walk = func(at *node, before []string) {
		if at.tried && at.other != "" {
			all = append(all, reason{len(before) + 1, strings.Join(before, ", ") + ": then " + at.other})
		}
		for _, d := range j.all {
			n := at.next[d]
			switch {
			case n == nil:
			case n.same:
				walk(n, append(before[:len(before):len(before)], d.result()))
			default:
				first := "at the beginning"
				if len(before) > 0 {
					first = "after " + strings.Join(before, ", ")
				}
				n.instead.called = true
				all = append(all, reason{len(before), fmt.Sprintf("%s: %s would be %s, not %s", first, d, n.instead.outcome(), d.outcome())})
			}
		}
	}
	walk(j.root, nil)
	slices.SortStableFunc(all, func(a, b reason) int { return b.length - a.length })
	kept := map[order]string{inTime: "the order in time", ofProgram: "the order of each goroutine", ofQuietness: "what quiet moments divide"}
	fmt.Fprintf(b, "Of the orders that keep %s, those that come nearest:\n", kept[j.r.p.order])
	for i, x := range all {
		if i == said {
			fmt.Fprintf(b, "    and %d more\n", len(all)-said)
			break
		}
		b.WriteString("    " + x.text + "\n")
	}
}
