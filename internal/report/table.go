package report

import (
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wording"
)

// A table lays rows out in columns of at most the given width, or, where so
// many columns cannot be had in it, as one list with the columns' names in
// front.
type table struct {
	w      *strings.Builder
	indent string
	l      *Lanes
	rows   []row
	o      *Options
	width  int

	file   string // positions in it are shown without it
	widths []int
}

const frame = len("| ") + len(" ") // of each column; and one bar at the end

func (t *table) write() {
	if len(t.l.all) == 0 {
		return
	}
	out := t.onlyShown()
	n := len(t.l.all)
	columns := t.layOut()
	if out > 0 {
		t.w.WriteString(t.indent + t.o.painted("… "+Plural(int64(out), "column")+" of goroutines whose steps are all left out", dim) + "\n")
	}
	if !columns {
		t.file = ""
		t.list()
		return
	}
	if t.file != "" {
		t.w.WriteString(t.indent + t.o.painted("positions without a file are in "+printable.Line(t.file), dim) + "\n")
	}
	t.head()
	cells := make([]cell, n)
	for i := range t.rows {
		r := &t.rows[i]
		if r.cells == nil {
			t.span(r.span)
			continue
		}
		clear(cells)
		for _, lane := range r.open {
			cells[lane].rail = "│"
		}
		for _, c := range r.cells {
			cells[c.lane] = c
		}
		t.line(cells)
	}
}

func (t *table) head() {
	cells := make([]cell, len(t.l.all))
	for i, c := range t.l.all {
		cells[i] = cell{text: c.Name, look: head}
	}
	t.line(cells)
	made := false
	for i, c := range t.l.all {
		cells[i] = t.created(&c)
		made = made || cells[i].text != "" || cells[i].pos != ""
	}
	if made {
		t.line(cells)
	}
	t.w.WriteString(t.indent)
	for _, width := range t.widths {
		t.w.WriteString("| " + strings.Repeat("-", width) + " ")
	}
	t.w.WriteString("|\n")
}

// longestRuns bounds the name of a function in a column's head.
const longestRuns = 30

// created is the cell that says where a lane's task was created.
func (t *table) created(c *Lane) cell {
	if c.Created == "" {
		return cell{}
	}
	at := ""
	if place := t.place(shortPos(c.Created)); place != "" {
		at = "(" + place + ")"
	}
	if labels := printable.Line(c.Labels); labels != "" {
		return cell{text: shortened(labels, longestRuns), pos: at, joined: true}
	}
	if name := printable.Line(c.Runs); name != "" && textWidth(name) <= longestRuns {
		return cell{text: "go " + name, pos: at, joined: true}
	}
	return cell{pos: at}
}

// place is a position as the table shows it.
func (t *table) place(pos string) string {
	if file, line := splitPos(pos); t.file != "" && file == t.file {
		return ":" + line
	}
	return pos
}

// words are the parts of a cell that must not be broken, with the blanks that
// stand before them.
func (t *table) words(c cell) []span {
	var words []span
	add := func(text string, l look, blanks int) {
		for i, word := range strings.Fields(printable.Line(text)) {
			if i > 0 || len(words) == 0 {
				blanks = min(i, 1)
			}
			words = append(words, span{blanks: blanks, text: word, look: l})
		}
	}
	add(c.mark, mark, 0)
	add(c.text, c.look, 1)
	between := 2
	if c.joined || c.text == "" {
		between = 1
	}
	add(t.place(c.pos), dim, between)
	if c.from != "" {
		add(strings.TrimPrefix(wording.CalledAt, ",")+t.place(c.from), dim, 1)
	}
	return words
}

func (t *table) railWidth(rail string) int {
	if rail == "" {
		return 0
	}
	return 2
}

// line writes one row, on as many lines as its fullest cell needs.
func (t *table) line(cells []cell) {
	wrapped := make([][][]span, len(cells))
	height := 1
	for i, c := range cells {
		wrapped[i] = wrap(t.words(c), t.widths[i]-t.railWidth(c.rail))
		height = max(height, len(wrapped[i]))
	}
	for h := range height {
		t.w.WriteString(t.indent)
		for i, lines := range wrapped {
			t.w.WriteString("| ")
			width := t.widths[i]
			if rail := railAt(cells[i].rail, h); rail != "" {
				t.o.paint(t.w, rail, dim)
				t.w.WriteByte(' ')
				width -= 2
			}
			if h < len(lines) {
				t.o.paintSpans(t.w, lines[h])
				width -= spansWidth(lines[h])
			}
			t.w.WriteString(strings.Repeat(" ", width+1))
		}
		t.w.WriteString("|\n")
	}
}

// railAt is what stands in front of the h-th line of a cell.
func railAt(rail string, h int) string {
	switch {
	case h == 0 || rail == "":
		return rail
	case rail == "┌" || rail == "│":
		return "│"
	}
	return " "
}

// span writes a row that concerns everybody.
func (t *table) span(text string) {
	width := -frame
	for _, x := range t.widths {
		width += x + frame
	}
	for _, line := range wrap(t.words(cell{text: text, look: dim}), width) {
		t.w.WriteString(t.indent + "| ")
		t.o.paintSpans(t.w, line)
		t.w.WriteString(strings.Repeat(" ", width-spansWidth(line)) + " |\n")
	}
}
