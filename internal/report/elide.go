package report

import (
	"fmt"
	"slices"
	"strings"
)

// How much of a schedule is shown.
const (
	stretch       = 6  // steps of one task in a row that are shown without gaps
	stretchEnds   = 2  // of a longer stretch: so many at both ends
	tallest       = 64 // rows; of more:
	tallestTop    = 16 // so many at the top
	tallestBottom = 40 // and at the bottom, where the failure is
	latest        = 16 // rows after the failure; of more:
	latestEnds    = 6  // so many at both ends
	around        = 2  // rows on both sides of one that tells what went wrong, in the middle of a schedule
)

// afterFailure stands above what came after the failure.
const afterFailure = "after the failure:"

// elide leaves out what a reader would skip: what libraries do inside, rounds of a loop, the
// inside of long stretches of one task, and the middle of a schedule that
// remains too long, and of what came after the failure.
func (l *Lanes) elide(rows []row) []row {
	about := map[string]bool{} // the libraries that the failure is about
	for i := range rows {
		if rows[i].telling {
			about[rows[i].library] = true
		}
	}
	rows = stretches(rows, func(r *row) bool { return r.library != "" && !about[r.library] }, foldedCalls)
	rows = l.rounds(rows)
	rows = stretches(rows, func(*row) bool { return true }, func(rows []row) []row { return cut(rows, stretch, stretchEnds, stretchEnds, 0) })
	at := slices.IndexFunc(rows, func(r row) bool { return r.span == afterFailure })
	if at < 0 {
		at = len(rows)
	}
	return append(cut(rows[:at:at], tallest, tallestTop, tallestBottom, around), cut(rows[at:], latest, latestEnds, latestEnds, 0)...)
}

// stretches shortens what one task does alone, as far as it is wanted.
func stretches(rows []row, wanted func(*row) bool, shorten func([]row) []row) []row {
	var out []row
	alone := func(r *row) bool { return len(r.cells) == 1 && r.cells[0].look == plain && !r.telling && wanted(r) }
	for start := 0; start < len(rows); {
		end := start + 1
		if alone(&rows[start]) {
			for end < len(rows) && alone(&rows[end]) && rows[start].cells[0].task == rows[end].cells[0].task {
				end++
			}
		}
		out = append(out, shorten(rows[start:end])...)
		start = end
	}
	return out
}

// foldedCalls is one row for each call of the user's of code that is not.
func foldedCalls(rows []row) []row {
	var out []row
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && rows[end].from == rows[start].from {
			end++
		}
		out = append(out, folded(rows[start:end])...)
		start = end
	}
	return out
}

// folded is one row for several steps in code that is not the user's, which says how they
// begin, and where the user's calls it.
func folded(rows []row) []row {
	if len(rows) == 1 {
		return rows
	}
	r := rows[0]
	c := r.cells[0]
	var libraries []string
	named := map[string]bool{}
	for i := range rows {
		if l := rows[i].library; !named[l] {
			named[l], libraries = true, append(libraries, l)
		}
	}
	c.text, c.pos, c.look = fmt.Sprintf("%s … %s in %s", c.text, Plural(int64(len(rows)), "step"), strings.Join(libraries, ", ")), shortPos(rows[0].from), dim
	c.from = ""
	c.rail = railOf(rows)
	r.cells, r.hidden = []cell{c}, len(rows)
	return []row{r}
}

// railOf is the rail of one row for several of one event.
func railOf(rows []row) string {
	first, last := rows[0].cells[0].rail, rows[len(rows)-1].cells[0].rail
	switch {
	case first == "┌" && last == "└":
		return "─"
	case last == "└":
		return last
	}
	return first
}

// cut replaces the inside of rows by one row if there are more than limit, or
// by several around those that tell what went wrong, and as many rows beside them.
func cut(rows []row, limit, top, bottom, beside int) []row {
	// A gap that hides a single row would save nothing.
	if len(rows) <= limit || len(rows) <= top+bottom+1 {
		return rows
	}
	out := append([]row(nil), rows[:top]...)
	var hidden []row
	hide := func() {
		if len(hidden) > 1 {
			hidden = []row{gap(hidden)}
		}
		out, hidden = append(out, hidden...), nil
	}
	tells := func(r row) bool { return r.telling && r.span == "" }
	for i := top; i < len(rows)-bottom; i++ {
		if rows[i].telling || beside == 0 && rows[i].keeps || slices.ContainsFunc(rows[max(0, i-beside):min(len(rows), i+beside+1)], tells) {
			hide()
			out = append(out, rows[i])
			continue
		}
		hidden = append(hidden, rows[i])
	}
	hide()
	return append(out, rows[len(rows)-bottom:]...)
}

// gap is a row that stands for others: in the column of a task if they are all
// its own.
func gap(rows []row) row {
	n, task := 0, ""
	one := true
	for i := range rows {
		n += rows[i].steps()
		switch {
		case len(rows[i].cells) != 1 || task != "" && rows[i].cells[0].task != task:
			one = false
		default:
			task = rows[i].cells[0].task
		}
	}
	text := "… " + Plural(int64(n), "more step")
	if until := timeIn(rows); until != "" {
		text += ", until " + until + " of virtual time"
	}
	if !one {
		return row{span: text, hidden: n}
	}
	c := rows[0].cells[0]
	return row{cells: []cell{{lane: c.lane, task: task, text: text, look: dim, rail: railOf(rows)}}, open: rows[0].open, hidden: n}
}

// steps is how many steps a row stands for.
func (r *row) steps() int {
	switch {
	case r.hidden > 0:
		return r.hidden
	case r.step:
		return 1
	}
	return 0
}
