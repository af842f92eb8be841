package report

import (
	"strings"
	"unicode/utf8"
)

// table lays rows out in columns of at most the given width, or, where so many
// columns cannot be had in it, as one list with the columns' names in front.
func table(w *strings.Builder, indent string, l *Lanes, rows []row, width int) {
	n := len(l.all)
	if n == 0 {
		return
	}
	const frame = len("| ") + len(" ") // of each column; and one bar at the end
	if n*(minColumn+frame)+1 > width {
		list(w, indent, l, rows)
		return
	}
	widths := make([]int, n)
	for i, c := range l.all {
		widths[i] = max(textWidth(c.Name), textWidth(createdText(c)))
	}
	total := 0
	for _, r := range rows {
		if r.lane != gap {
			widths[r.lane] = max(widths[r.lane], textWidth(r.cell()))
		}
		if r.partner != gap {
			widths[r.partner] = max(widths[r.partner], textWidth(r.partnerText))
		}
		for _, i := range r.also {
			widths[i] = max(widths[i], textWidth(r.cell()))
		}
	}
	for _, x := range widths {
		total += x
	}
	shrink(widths, total-(width-n*frame-1))

	cells := make([]string, n)
	for i, c := range l.all {
		cells[i] = c.Name
	}
	line(w, indent, cells, widths)
	made := false
	for i, c := range l.all {
		cells[i] = createdText(c)
		made = made || c.Created != ""
	}
	if made {
		line(w, indent, cells, widths)
	}
	for i := range cells {
		cells[i] = strings.Repeat("-", widths[i])
	}
	line(w, indent, cells, widths)
	for _, r := range rows {
		if r.lane == gap {
			w.WriteString(indent + "| " + r.text + "\n")
			continue
		}
		clear(cells)
		cells[r.lane] = r.cell()
		if r.partner != gap {
			cells[r.partner] = r.partnerText
		}
		for _, i := range r.also {
			cells[i] = r.cell()
		}
		line(w, indent, cells, widths)
	}
}

func createdText(c Lane) string {
	if c.Created == "" {
		return ""
	}
	return "(" + shortPos(c.Created) + ")"
}

// cell is a row's text with its position.
func (r *row) cell() string {
	if r.pos == "" {
		return r.text
	}
	return r.text + "  " + r.pos
}

// shrink takes the excess off the widest columns, and never makes one narrower
// than minColumn.
func shrink(widths []int, excess int) {
	for ; excess > 0; excess-- {
		widest := 0
		for i := range widths {
			if widths[i] > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= minColumn {
			return
		}
		widths[widest]--
	}
}

// line writes one row, on as many lines as its fullest cell needs.
func line(w *strings.Builder, indent string, cells []string, widths []int) {
	wrapped := make([][]string, len(cells))
	height := 1
	for i, c := range cells {
		wrapped[i] = wrap(c, widths[i])
		height = max(height, len(wrapped[i]))
	}
	for h := range height {
		w.WriteString(indent)
		for i, lines := range wrapped {
			text := ""
			if h < len(lines) {
				text = lines[h]
			}
			w.WriteString("| " + text + strings.Repeat(" ", widths[i]-textWidth(text)) + " ")
		}
		w.WriteString("|\n")
	}
}

// wrap breaks a text at blanks into lines of at most width, lines after the
// first indented; words longer than a line are broken anywhere.
func wrap(text string, width int) []string {
	if textWidth(text) <= width {
		return []string{text}
	}
	const hang = "  "
	var lines []string
	current, empty := "", true // empty: but for the indentation
	for _, word := range strings.Fields(text) {
		if !empty && textWidth(current)+1+textWidth(word) <= width {
			current += " " + word
			continue
		}
		if !empty {
			lines = append(lines, current)
			current = hang
		}
		for textWidth(current)+textWidth(word) > width {
			runes := []rune(word)
			n := width - textWidth(current)
			lines = append(lines, current+string(runes[:n]))
			word, current = string(runes[n:]), hang
		}
		current += word
		empty = false
	}
	return append(lines, current)
}

// list writes a line a step: the lane's name, then what it does.
func list(w *strings.Builder, indent string, l *Lanes, rows []row) {
	width := 0
	for _, c := range l.all {
		width = max(width, textWidth(c.Name))
	}
	for _, r := range rows {
		name, text := "", r.text
		if r.lane != gap {
			name, text = l.all[r.lane].Name, r.cell()
		}
		if r.partner != gap {
			text += " (" + l.all[r.partner].Name + " receives)"
		}
		w.WriteString(indent + name + strings.Repeat(" ", width-textWidth(name)) + "  " + text + "\n")
		for _, i := range r.also {
			name = l.all[i].Name
			w.WriteString(indent + name + strings.Repeat(" ", width-textWidth(name)) + "  " + text + "\n")
		}
	}
}

func textWidth(s string) int { return utf8.RuneCountInString(s) }
