package report

import (
	"strconv"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// deepestLoop is how deep loops in one another are folded.
const deepestLoop = 3

// rounds replaces what is the same again and again by one row, behind the first time; then what
// such rows are a part of.
func (l *Lanes) rounds(rows []row) []row {
	for range deepestLoop {
		likes := make([]Likeness, len(rows))
		for i := range rows {
			likes[i] = l.likeness(&rows[i])
		}
		found := Folded(likes, "row")
		if len(found) == 0 {
			break
		}
		var out []row
		at := 0
		for _, r := range found {
			for i := r.From - r.Length; i < r.From; i++ {
				rows[i].keeps = true // what the text speaks of
			}
			out = append(append(out, rows[at:r.From]...), furtherRounds(rows[r.From:r.To], r.Text))
			at = r.To
		}
		rows = append(out, rows[at:]...)
	}
	return rows
}

// likeness is by what a row is known in other rounds.
func (l *Lanes) likeness(r *row) Likeness {
	k := Likeness{Alone: r.telling && !r.stuck}
	k.Same(r.from)
	k.Same(strconv.Itoa(r.hidden))
	if r.like != "" {
		k.Count(r.like)
	} else {
		k.Count(r.span)
	}
	for i := range r.cells {
		c := &r.cells[i]
		k.Lane(l, c.lane)
		k.Count(c.text)
		k.Same(c.pos)
		k.Same(strconv.Itoa(int(c.look)))
		k.Alone = k.Alone || c.mark != ""
	}
	return k
}

// furtherRounds is the row that stands for others.
func furtherRounds(rows []row, text string) row {
	r := gap(rows)
	if until := timeIn(rows); until != "" {
		text += ", until " + until
	}
	if r.cells == nil {
		r.span = text
	} else {
		r.cells[0].text = text
	}
	return r
}

// timeIn is what the clock comes to in rows, "" if it stands.
func timeIn(rows []row) string {
	at := ""
	for i := range rows {
		if rows[i].time != "" {
			at = printable.Line(rows[i].time)
		}
	}
	return at
}

// longestTick is the step in which most virtual time passes, -1 if none does.
func (l *Lanes) longestTick(steps []wire.Step) int {
	at, most, now := -1, time.Duration(0), time.Duration(0)
	for i := range steps {
		if !l.isTick[steps[i].Task] {
			continue
		}
		to, err := time.ParseDuration(steps[i].Value)
		if err != nil {
			continue
		}
		if to-now > most {
			at, most = i, to-now
		}
		now = to
	}
	return at
}
