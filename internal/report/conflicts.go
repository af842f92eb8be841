package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// How many conflicts are shown with all that is known of them, and how many events
// before and after their pairs; Verbose shows all.
const (
	shownConflicts = 5
	shownAround    = 2
)

// Conflicts writes what the sequences of a test have come to: which pairs of
// events are in conflict, and whether their order matters.
func Conflicts(w *strings.Builder, r *outcome.Report, o Options) {
	block(w, indent1, "conflicts: "+ConflictsHead(r))
	names := EventNamesOf(r, &o)
	conflictTable(w, r, names)
	if pruned := Pruned(r); pruned != "" {
		block(w, indent2, pruned)
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		if c.Class != outcome.Different && !o.Verbose {
			break
		}
		if i == shownConflicts && !o.Verbose {
			block(w, indent1, "and others: -v shows them all")
			break
		}
		w.WriteByte('\n')
		conflict(w, i+1, c, names)
	}
}

// conflictTable has a row for each conflict.
func conflictTable(w *strings.Builder, r *outcome.Report, names *EventNames) {
	rows := [][]string{{"", "outcome", "differs in", "reversals", "times", "on", "first", "then"}}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		rows = append(rows, []string{
			strconv.Itoa(i + 1), c.Class.String(), DiffersIn(c), strconv.Itoa(c.Sequence.Depth), Times(c),
			c.Object, names.Side(c.First, c.FirstAt), names.Side(c.Second, c.SecondAt),
		})
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], textWidth(printable.Line(text)))
		}
	}
	for i, row := range rows {
		line := indent2
		for k, text := range row {
			text = printable.Line(text)
			line += "| " + text + strings.Repeat(" ", widths[k]-textWidth(text)+1)
		}
		block(w, "", line+"|")
		if i == 0 {
			line = indent2
			for _, n := range widths {
				line += "| " + strings.Repeat("-", n) + " "
			}
			block(w, "", line+"|")
		}
	}
}

// conflict writes one conflict: the two events, what differs, and the sequences.
func conflict(w *strings.Builder, n int, c *outcome.Conflict, names *EventNames) {
	o := names.o
	block(w, indent1, fmt.Sprintf("%d. %s: %s", n, o.painted(c.Class.String(), important), On(c)))
	for i, s := range []struct {
		e wire.Event
		a wire.Access
	}{{c.First, c.FirstAt}, {c.Second, c.SecondAt}} {
		text := fmt.Sprintf("%s %s", signs[i], names.Name(s.e))
		if s.a.Op != "" {
			text += ": " + names.Side(s.e, s.a)
		}
		block(w, indent2, printable.Line(text))
	}
	for _, p := range c.Parts {
		block(w, indent2, fmt.Sprintf("%s, with %s first and with %s first:", p.Name, signs[0], signs[1]))
		for _, line := range p.Diff {
			block(w, indent2+"  ", DiffLine(line, o))
		}
	}
	block(w, indent2, fmt.Sprintf("sequence %d, of %s, and its parent, sequence %d:", c.Sequence.Index, Plural(int64(c.Sequence.Depth), "reversal"), c.Parent.Index))
	beside(w, events(c.Parent, c, names), events(c.Sequence, c, names), indent2+"  ")
}

// On is what a conflict is about.
func On(c *outcome.Conflict) string {
	if c.Object == "" {
		return "the events themselves"
	}
	return printable.Line(c.Object)
}

// DiffLine is a line of what differs between two outcomes.
func DiffLine(line string, o *Options) string { return printable.Text(o.shorten(line)) }

// ConflictsHead says in a line what the sequences have come to.
func ConflictsHead(r *outcome.Report) string {
	return fmt.Sprintf("%s of %s, up to %s: %d equal, %d approximately equal, %d different",
		Plural(int64(len(r.Sequences)), "sequence"), Plural(int64(r.Events), "event"), Plural(int64(r.Depth), "reversal"),
		r.Classes[outcome.Equal], r.Classes[outcome.Approximate], r.Classes[outcome.Different])
}

// Pruned says in a line how much of what was possible was not explored, "" if
// that is not known.
func Pruned(r *outcome.Report) string {
	if r.Enabled == 0 {
		return ""
	}
	return fmt.Sprintf("%d %% of enabled events pruned: of %s that could have been next in a state, %d were explored",
		r.Pruned(), Plural(r.Enabled, "event"), r.Explored)
}

// DiffersIn lists the parts of the outcomes that differ.
func DiffersIn(c *outcome.Conflict) string {
	var parts []string
	for _, p := range c.Parts {
		parts = append(parts, p.Name)
	}
	return strings.Join(parts, ", ")
}

// Times is how often a conflict was reversed, and how often that made a difference, if the
// numbers differ.
func Times(c *outcome.Conflict) string {
	if 0 < c.Harmful && c.Harmful < c.Times {
		return fmt.Sprintf("%d of %d", c.Harmful, c.Times)
	}
	return strconv.Itoa(c.Times)
}

// Sign marks an event of a sequence that is one of a conflict's pair, ① the one
// that comes first in the parent; "" marks no other.
func Sign(e wire.Event, c *outcome.Conflict) string {
	switch {
	case e.Same(c.First):
		return signs[0]
	case e.Same(c.Second):
		return signs[1]
	}
	return ""
}

// Around is the part of a sequence with the two events of a conflict, and n more before and
// after them.
func Around(s *wire.Sequence, c *outcome.Conflict, n int) (from, to int) {
	from = len(s.Events)
	for i, e := range s.Events {
		if Sign(e, c) != "" {
			from, to = min(from, i), max(to, i+1)
		}
	}
	if from > to {
		return 0, 0 // neither of them has taken place
	}
	return max(0, from-n), min(len(s.Events), to+n)
}

// events are those of a sequence around a conflict's pair, a line each.
func events(s *wire.Sequence, c *outcome.Conflict, names *EventNames) []string {
	from, to := Around(s, c, shownAround)
	if names.o.Verbose {
		from, to = 0, len(s.Events)
	}
	var lines []string
	if from > 0 {
		lines = append(lines, fmt.Sprintf("… %s", Plural(int64(from), "event")))
	}
	for i := from; i < to; i++ {
		e := s.Events[i]
		lines = append(lines, cmp.Or(Sign(e, c), " ")+" "+names.Name(e))
	}
	if n := len(s.Events) - to; n > 0 {
		lines = append(lines, fmt.Sprintf("… %s", Plural(int64(n), "event")))
	}
	return lines
}

// beside writes two lists next to each other.
func beside(w *strings.Builder, left, right []string, indent string) {
	width := 0
	for _, l := range left {
		width = max(width, textWidth(l))
	}
	for i := range max(len(left), len(right)) {
		var l, r string
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		block(w, indent, l+strings.Repeat(" ", width-textWidth(l))+" | "+r)
	}
}
