package report

import (
	"maps"
	"slices"
)

// layOut finds the widths of the columns, and the file that positions leave out. It
// reports whether that can be read: cells that take many lines each, and words that are
// broken, are worse than a list.
func (t *table) layOut() bool {
	if !t.fits() {
		return false
	}
	best := t.layOutWith(t.fittingFile())
	if best.squeezed && best.file == "" {
		widths := t.widths
		for _, file := range t.mostNamed() {
			if l := t.layOutWith(file); l.lines+l.broken+leftOut <= best.lines+best.broken {
				best, widths = l, t.widths
			}
		}
		t.file, t.widths = best.file, widths
	}
	return len(t.widths) == 1 || best.broken == 0 && best.lines <= best.rows*mostLines/10
}

// fittingFile looks for a file whose name, left out of positions, makes the table fit, or
// at least nearly so: mostly most of them are in one file.
func (t *table) fittingFile() string {
	t.file = ""
	room := t.room()
	least := t.measure() - room
	if least <= 0 {
		return ""
	}
	least /= 2
	best := ""
	names := t.mostNamed()
	slices.Sort(names)
	for _, t.file = range names {
		if excess := t.measure() - room; excess <= least {
			best, least = t.file, excess-1
		}
	}
	return best
}

const (
	leftOut   = 2  // lines that are to be saved where positions leave out a file
	mostLines = 17 // of ten rows
)

// A layout is what the table comes to with the widths that were found for it.
type layout struct {
	file        string
	squeezed    bool // columns are narrower than they want to be
	rows, lines int
	broken      int // words
}

// layOutWith finds the widths where positions leave out a file.
func (t *table) layOutWith(file string) layout {
	t.file = file
	room, total := t.room(), t.measure()
	t.shrink(total, room)
	l := layout{file: file, squeezed: total > room}
	for i := range t.l.all {
		l.broken += broken(sizes(t.words(t.created(&t.l.all[i]))), t.widths[i])
	}
	for i := range t.rows[:min(len(t.rows), mostMeasured)] {
		lines := 1
		for _, c := range t.rows[i].cells {
			width := t.widths[c.lane] - t.railWidth(c.rail)
			words := sizes(t.words(c))
			lines = max(lines, height(words, width))
			l.broken += broken(words, width)
		}
		l.rows++
		l.lines += lines
	}
	return l
}

// sizes are the widths of words.
func sizes(words []span) []sized {
	all := make([]sized, len(words))
	for i, w := range words {
		all[i] = sized{w.blanks, textWidth(w.text)}
	}
	return all
}

// broken is how many of the words do not fit into a line.
func broken(words []sized, width int) int {
	n := 0
	for i, w := range words {
		if w.width > width || i > 0 && w.width > max(width-hang, 1) && height(words[:i+1], width) > 1 {
			n++
		}
	}
	return n
}

// fits reports whether there is room for columns.
func (t *table) fits() bool { return len(t.l.all)*(minColumn+frame)+1 <= t.width }

// room is what the columns' widths may come to.
func (t *table) room() int { return t.width - len(t.l.all)*frame - 1 }

// measure finds the widths that the columns want to have, and their sum.
func (t *table) measure() int {
	t.widths = make([]int, len(t.l.all))
	for i, c := range t.l.all {
		t.widths[i] = max(textWidth(c.Name), spansWidth(t.words(t.created(&c))))
	}
	for i := range t.rows {
		for _, c := range t.rows[i].cells {
			t.widths[c.lane] = max(t.widths[c.lane], t.railWidth(c.rail)+spansWidth(t.words(c)))
		}
	}
	total := 0
	for _, x := range t.widths {
		total += x
	}
	return total
}

// mostTried bounds how many files are tried.
const mostTried = 16

// mostNamed are the files that are named most often.
func (t *table) mostNamed() []string {
	files := map[string]int{} // how often it is named
	for i := range t.rows[:min(len(t.rows), mostMeasured)] {
		for _, c := range t.rows[i].cells {
			for _, pos := range []string{c.pos, c.from} {
				if file, line := splitPos(pos); line != "" {
					files[file]++
				}
			}
		}
	}
	names := slices.Sorted(maps.Keys(files))
	slices.SortStableFunc(names, func(a, b string) int { return files[b] - files[a] })
	return names[:min(len(names), mostTried)]
}

// shrink makes columns that take total fit into room: narrower where it makes the
// fewest lines, of several the widest, and never narrower than minColumn. A column in
// which little happens is better broken than one in which much does.
func (t *table) shrink(total, room int) {
	excess := total - room
	for lane, width := range t.widths { // none can be wider than all
		if excess > 0 && width > t.width {
			t.widths[lane] = t.width
			excess -= width - t.width
		}
	}
	cost := make([]func(width int) int, len(t.widths))
	for lane := range cost {
		cost[lane] = t.linesOf(lane)
	}
	for ; excess > 0; excess-- {
		best, least := -1, 0
		for lane, width := range t.widths {
			if width <= minColumn {
				continue
			}
			if more := cost[lane](width-1) - cost[lane](width); best < 0 || more < least || more == least && width > t.widths[best] {
				best, least = lane, more
			}
		}
		if best < 0 {
			return
		}
		t.widths[best]--
	}
}

// mostMeasured bounds the work that is done for looks: cells of a lane, and words of
// them.
const (
	mostMeasured = 500
	mostWords    = 10_000
)

// brokenCost is how many lines it is worth to leave a word whole.
const brokenCost = 2

// linesOf tells how many lines a lane's cells take, each by itself, in a width; words
// that are broken there count as lines.
func (t *table) linesOf(lane int) func(width int) int {
	var cells [][]sized
	var rails []int
	left := mostWords
	add := func(words []span, rail int) {
		words = words[:min(len(words), left)]
		left -= len(words)
		cells, rails = append(cells, sizes(words)), append(rails, rail)
	}
	add(t.words(t.created(&t.l.all[lane])), 0)
	for i := range t.rows {
		if c := t.rows[i].cell(lane); c != nil && len(cells) < mostMeasured && left > 0 {
			add(t.words(*c), t.railWidth(c.rail))
		}
	}
	known := map[int]int{}
	return func(width int) int {
		n, ok := known[width]
		if !ok {
			for i, words := range cells {
				n += height(words, width-rails[i]) + brokenCost*broken(words, width-rails[i])
			}
			known[width] = n
		}
		return n
	}
}
