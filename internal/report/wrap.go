package report

// A span is a piece of a line in one look, after some blanks.
type span struct {
	blanks int
	text   string
	look   look
}

func spansWidth(spans []span) int {
	n := 0
	for _, s := range spans {
		n += s.blanks + textWidth(s.text)
	}
	return n
}

// hang is by how much lines after the first are indented.
const hang = 2

// wrap breaks words into lines of at most width, lines after the first
// indented; words longer than a line are broken anywhere.
func wrap(words []span, width int) [][]span {
	if spansWidth(words) <= width {
		return [][]span{words}
	}
	var lines [][]span
	var line []span
	used := 0
	next := func() {
		lines = append(lines, line)
		line, used = nil, 0
	}
	put := func(s span) {
		if len(line) == 0 && len(lines) > 0 {
			s.blanks = hang
		}
		line = append(line, s)
		used += s.blanks + textWidth(s.text)
	}
	for _, s := range words {
		s.blanks = min(s.blanks, 1)
		if len(line) > 0 && used+s.blanks+textWidth(s.text) > width {
			next()
		}
		for {
			room := width - used
			if len(line) == 0 && len(lines) > 0 {
				room -= hang
			}
			if textWidth(s.text) <= room || len(line) > 0 {
				break
			}
			n := fitting(s.text, room)
			put(span{s.blanks, s.text[:n], s.look})
			next()
			s.text = s.text[n:]
		}
		if s.text != "" {
			put(s)
		}
	}
	if len(line) > 0 {
		next()
	}
	return lines
}
