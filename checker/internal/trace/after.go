package trace

import (
	"slices"

	"gocheck.dev/checker/internal/flat"
)

// after has, for each event of a finished trace, the event and all after it. Of a long execution
// most of that is never asked for, as exploration goes on near its end: there rows are made from
// the last event back to the one that somebody asks for.
type after struct {
	rows  []uint64 // as Trace.Hist
	from  int32    // the rows from here on are complete
	begun flat.Set // of the others, those that have something in them
}

// AfterOf is event e and all after it. The trace has to be finished.
func (t *Trace) AfterOf(e int32) flat.Set {
	if e < t.after.from {
		t.lookBack(e)
	}
	return t.after.row(e, t.Words)
}

func (a *after) row(e int32, words int) flat.Set { return a.rows[int(e)*words : (int(e)+1)*words] }

// beginAfter begins with the transpose of Hist. If its rows are words it is made at once.
func (t *Trace) beginAfter() {
	a, n := &t.after, len(t.Hist)
	if cap(a.rows) < n {
		a.rows = make([]uint64, n, n+n/8) // of a long execution this and Hist are the most
	}
	a.rows = a.rows[:n]
	if t.Words > 1 {
		a.from = int32(len(t.Events))
		a.begun = slices.Grow(a.begun[:0], t.Words)[:t.Words]
		clear(a.begun)
		return
	}
	a.from = 0
	clear(a.rows)
	preds, rows := t.Preds, a.rows // those of the last event are the last ones
	for e := len(t.Events) - 1; e >= 0; e-- {
		row := rows[e] | 1<<(e&63)
		rows[e] = row
		from := int(t.Events[e].predOff)
		for i := from; i < len(preds); i++ {
			rows[preds[i]] |= row
		}
		preds = preds[:from]
	}
}

// lookBack completes the rows down to that of event e.
func (t *Trace) lookBack(e int32) {
	a := &t.after
	for a.from > e {
		a.from--
		f := a.from
		row := a.row(f, t.Words)
		if !a.begun.Has(f) {
			clear(row)
		}
		row.Add(f)
		w := f >> 6 // there is nothing in the words before
		for _, p := range t.PredsOf(f) {
			if before := a.row(p, t.Words); a.begun.Has(p) {
				before[w:].Union(row[w:])
			} else {
				a.begun.Add(p)
				clear(before[:w])
				copy(before[w:], row[w:])
			}
		}
	}
}
