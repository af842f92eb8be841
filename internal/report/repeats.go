package report

import (
	"fmt"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// How rounds of a loop are folded.
const (
	longestRound = 12 // rows
	fewestRounds = 4
)

// rounds replaces what is the same again and again by one row, behind the first time.
func rounds(rows []row) []row {
	var out []row
	for i := 0; i < len(rows); {
		left := rows[i:]
		length, times := repeated(len(left), longestRound, fewestRounds, func(a, b int) bool { return alike(&left[a], &left[b]) })
		if times == 0 {
			out = append(out, rows[i])
			i++
			continue
		}
		out = append(out, rows[i:i+length]...)
		out = append(out, furtherRounds(rows[i+length:i+length*times], length, times-1))
		i += length * times
	}
	return out
}

// Rounds are steps that repeat those before them.
type Rounds struct {
	From, To int    // the steps: From up to To, which is not one of them
	Text     string // what stands for them
}

// Folded finds the rounds of loops among n steps.
func Folded(n int, alike func(i, j int) bool) []Rounds {
	all := []Rounds{}
	for i := 0; i < n; {
		length, times := repeated(n-i, longestRound, fewestRounds, func(a, b int) bool { return alike(i+a, i+b) })
		if times == 0 {
			i++
			continue
		}
		all = append(all, Rounds{i + length, i + length*times, roundsText(length, times-1)})
		i += length * times
	}
	return all
}

// roundsText stands for further rounds.
func roundsText(length, times int) string {
	if length == 1 {
		return fmt.Sprintf("… %s times more", Number(int64(times)))
	}
	return fmt.Sprintf("… %s of this", Plural(int64(times), "more round"))
}

// repeated is how long a round is that a list of n begins with, and how often it comes, at
// least fewest times: 0 if there is none. Of several the shortest is taken.
func repeated(n, longest, fewest int, alike func(i, j int) bool) (length, times int) {
	for length = 1; length <= min(longest, n/fewest); length++ {
		same := 0
		for same+length < n && alike(same, same+length) {
			same++
		}
		if times = same/length + 1; times >= fewest {
			return length, times
		}
	}
	return 0, 0
}

// alike says whether two rows are the same in different rounds.
func alike(a, b *row) bool {
	if a.telling || b.telling || a.hidden != b.hidden || a.from != b.from || len(a.cells) != len(b.cells) || a.like != b.like || a.like == "" && a.span != b.span {
		return false
	}
	for i := range a.cells {
		x, y := &a.cells[i], &b.cells[i]
		if x.task != y.task || x.text != y.text || x.pos != y.pos || x.look != y.look || x.mark != "" || y.mark != "" {
			return false
		}
	}
	return true
}

// furtherRounds is the row that stands for the others.
func furtherRounds(rows []row, length, times int) row {
	r := gap(rows)
	text := roundsText(length, times)
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
