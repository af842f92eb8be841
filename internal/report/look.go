package report

import "strings"

// A look is the colour or weight of a text. The text has to be clear without it.
type look uint8

const (
	plain     look = iota
	head           // of a column
	dim            // positions, what is left out
	blocked        // a task that cannot go on
	woken          // and can again
	failing        // what went wrong
	mark           // ①, ②
	important      // a line's first words
)

// sgr are the terminal's codes of looks: of its own sixteen colours, which
// people have chosen to be readable.
var sgr = [...]string{head: "1", dim: "2", blocked: "33", woken: "32", failing: "1;31", mark: "1;36", important: "1"}

// own is a text that is to come out as it is.
func (o *Options) own(s string) string {
	if o.Own == nil {
		return s
	}
	return o.Own(s)
}

// paint writes a text in its look.
func (o *Options) paint(w *strings.Builder, s string, l look) {
	if !o.Color || l == plain || strings.TrimSpace(s) == "" {
		w.WriteString(s)
		return
	}
	w.WriteString(o.own("\x1b["+sgr[l]+"m") + s + o.own("\x1b[0m"))
}

// paintSpans writes a line, what is of one look in one piece.
func (o *Options) paintSpans(w *strings.Builder, line []span) {
	for start := 0; start < len(line); {
		w.WriteString(strings.Repeat(" ", line[start].blanks))
		var text strings.Builder
		text.WriteString(line[start].text)
		end := start + 1
		for end < len(line) && line[end].look == line[start].look {
			text.WriteString(strings.Repeat(" ", line[end].blanks) + line[end].text)
			end++
		}
		o.paint(w, text.String(), line[start].look)
		start = end
	}
}

// painted is the text itself.
func (o *Options) painted(s string, l look) string {
	var w strings.Builder
	o.paint(&w, s, l)
	return w.String()
}
