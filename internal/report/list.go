package report

import "strings"

// list writes a line a cell: the lane's name, then what happens.
func (t *table) list() {
	width := 0
	for _, c := range t.l.all {
		width = max(width, textWidth(c.Name))
	}
	t.items(width, t.heads())
	for i := range t.rows {
		r := &t.rows[i]
		if r.cells == nil {
			t.item(width, "", cell{text: r.span, look: dim})
		}
		items := make([]item, len(r.cells))
		for j, c := range r.cells {
			items[j] = item{t.l.all[c.lane].Name, c}
		}
		t.items(width, items)
	}
}

// An item is a line of a list.
type item struct {
	name string // of the lane
	cell cell
}

// heads says where the lanes' tasks were created: of many alike once.
func (t *table) heads() []item {
	var all []item
	for i, end := 0, 0; i < len(t.l.all); i = end {
		c := &t.l.all[i]
		made := t.created(c)
		made.lane = i
		if end = t.alike(i); end > i+2 {
			made.text = "to " + strings.TrimPrefix(t.l.all[end-1].Name, "goroutine ") + " " + made.text
			all = append(all, item{c.Name, made})
			continue
		}
		if end = i + 1; made.pos != "" {
			all = append(all, item{c.Name, made})
		}
	}
	return all
}

// items writes lines, of many that are alike in rounds the first and the last.
func (t *table) items(width int, all []item) {
	var found []Rounds
	if !t.o.Verbose {
		likes := make([]Likeness, len(all))
		for i := range all {
			c := &all[i].cell
			likes[i].Alone = c.mark != ""
			likes[i].Lane(t.l, c.lane)
			likes[i].Count(c.text)
			likes[i].Same(c.pos)
		}
		found = Folded(likes, "line")
	}
	at := 0
	for _, r := range append(found, Rounds{From: len(all), To: len(all)}) {
		for _, x := range all[at:r.From] {
			t.item(width, x.name, x.cell)
		}
		if r.From < r.To {
			t.item(width, "", cell{text: r.Text, look: dim})
		}
		at = r.To
	}
}

func (t *table) item(width int, name string, c cell) {
	t.w.WriteString(t.indent)
	t.o.paint(t.w, name, head)
	t.w.WriteString(strings.Repeat(" ", width-textWidth(name)+2))
	if c.rail != "" {
		t.o.paint(t.w, c.rail, dim)
		t.w.WriteByte(' ')
	}
	t.o.paintSpans(t.w, t.words(c))
	t.w.WriteByte('\n')
}
