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
			n := fitting(s.text, room) // looks no further, so that long words take no longer
			if n == len(s.text) || len(line) > 0 {
				break
			}
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

// height is the number of lines that wrap makes of words of these widths, to compare columns:
// characters that are two columns wide count as two. Its time grows with the number of words,
// not with their length.
func height(words []sized, width int) int {
	total := 0
	for _, w := range words {
		total += w.blanks + w.width
	}
	if total <= width {
		return 1
	}
	lines, used, begun := 1, 0, false // begun: there is something in the line
	further := max(width-hang, 1)     // room in lines after the first
	for _, w := range words {
		if begun && used+min(w.blanks, 1)+w.width > width {
			lines, used, begun = lines+1, 0, false
		}
		room := width
		if lines > 1 {
			room = further
		}
		left := w.width
		if !begun && left > room {
			left -= room
			more := (left - 1) / further
			lines, left = lines+1+more, left-more*further
		}
		switch {
		case begun:
			used += min(w.blanks, 1) + left
		case lines > 1:
			used = hang + left
		default:
			used = min(w.blanks, 1) + left
		}
		begun = true
	}
	return lines
}

// A sized word is one of which only the size matters.
type sized struct{ blanks, width int }
