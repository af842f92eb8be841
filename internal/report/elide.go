package report

import (
	"fmt"
	"slices"
)

// How much of a schedule is shown.
const (
	stretch        = 6  // steps of one column in a row that are shown without gaps
	stretchEnds    = 2  // of a longer stretch: so many at both ends
	libraryStretch = 4  // the same for code that is not the user's
	libraryEnds    = 1  // and at its ends
	tallest        = 64 // rows; of more:
	tallestTop     = 16 // so many at the top
	tallestBottom  = 40 // and at the bottom, where the failure is
)

// elide leaves out what a reader would skip: the inside of long stretches of
// one column, and the middle of a schedule that remains too long.
func elide(rows []row) []row {
	rows = slices.DeleteFunc(rows, func(r row) bool { return r.own })
	var out []row
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && sameStretch(&rows[start], &rows[end]) {
			end++
		}
		limit, ends := stretch, stretchEnds
		if rows[start].library {
			limit, ends = libraryStretch, libraryEnds
		}
		out = append(out, cut(rows[start:end], limit, ends, ends, rows[start].lane)...)
		start = end
	}
	return cut(out, tallest, tallestTop, tallestBottom, gap)
}

// sameStretch: the same column alone, in code of the same kind.
func sameStretch(a, b *row) bool {
	return a.lane == b.lane && a.lane != gap && a.partner == gap && b.partner == gap && a.library == b.library && !a.telling && !b.telling
}

// cut replaces the inside of rows by one row if there are more than limit, or
// by several around those that tell what went wrong.
func cut(rows []row, limit, top, bottom, lane int) []row {
	// A gap that hides a single row would save nothing.
	if len(rows) <= limit || len(rows) <= top+bottom+1 {
		return rows
	}
	out := append([]row(nil), rows[:top]...)
	n := 0
	hide := func() {
		if n > 0 {
			out = append(out, row{lane: lane, partner: gap, text: fmt.Sprintf("… %d more steps", n), hidden: n})
			n = 0
		}
	}
	for _, r := range rows[top : len(rows)-bottom] {
		if r.telling {
			hide()
			out = append(out, r)
			continue
		}
		n += max(r.hidden, 1)
	}
	hide()
	return append(out, rows[len(rows)-bottom:]...)
}
