package report

import (
	"fmt"
	"slices"
)

// onlyShown leaves out the columns of those whose steps are all left out, and says how many
// they are.
func (t *table) onlyShown() int {
	if !slices.ContainsFunc(t.rows, func(r row) bool { return r.hidden > 0 }) {
		return 0
	}
	at := make([]int, len(t.l.all)) // where each lane comes to stand, from 1 on
	for i := range t.rows {
		for _, c := range t.rows[i].cells {
			at[c.lane] = 1
		}
	}
	shown := &Lanes{}
	for i, lane := range t.l.all {
		if at[i] > 0 {
			shown.all = append(shown.all, lane)
			at[i] = len(shown.all)
		}
	}
	out := len(t.l.all) - len(shown.all)
	if out == 0 {
		return 0
	}
	for i := range t.rows {
		r := &t.rows[i]
		for j := range r.cells {
			r.cells[j].lane = at[r.cells[j].lane] - 1
		}
		r.open = slices.DeleteFunc(r.open, func(lane int) bool { return at[lane] == 0 })
		for j := range r.open {
			r.open[j] = at[r.open[j]] - 1
		}
	}
	t.l = shown
	return out
}

// alike is the end of the lanes from i on that are goroutines which follow one another, all
// created at one place.
func (t *table) alike(i int) int {
	of := func(k int) (number int, lane Lane) {
		lane = t.l.all[k]
		fmt.Sscanf(lane.Name, "goroutine %d", &number)
		lane.Name = ""
		return number, lane
	}
	number, lane := of(i)
	end := i + 1
	for number > 0 && end < len(t.l.all) {
		if n, l := of(end); n != number+end-i || l != lane {
			break
		}
		end++
	}
	return end
}
