package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// text is the number of executions, with the blocked ones, as the papers print
// it.
func (c cell) text() string {
	switch c.state {
	case refused:
		return "refused"
	case failed:
		return "failed"
	case notTried:
		return "–"
	}
	s := strconv.FormatInt(c.executions, 10)
	if c.blocked > 0 {
		s += "+" + strconv.FormatInt(c.blocked, 10)
	}
	if c.state == incomplete {
		s = "> " + s
	}
	return s
}

// time is what a cell took, in seconds, if it is worth telling: half a second or more, and not
// the time that it was given.
func (c cell) time() string {
	if c.state != complete || c.seconds < 0.5 {
		return ""
	}
	return fmt.Sprintf(" (%.1fs)", c.seconds)
}

// A page writes the tables and remembers what has to be said at the end.
type page struct {
	w     io.Writer
	left  []string // what was not explored, where the cell does not say why
	run   int      // cells that were
	right int      // of them, those of exact columns that came to the right number
	wrong []error  // and those that did not
}

func (p *page) printf(format string, args ...any) { fmt.Fprintf(p.w, format, args...) }

func (p *page) head() {
	p.printf("# The papers' tables\n\n")
	p.printf("`make tables` (`internal/tables`) writes this page: numbers of executions, ours with bold heads, and\n"+
		"seconds from 0.5 on. *a+b*: a executions, and b blocked. *> a*: a executions when a cell's time, %v,\n"+
		"was over. –: not tried, as a smaller size was too large. ≠: another number than the paper, with a note.\n"+
		"Small sizes, on which all agree, are in `checker/lang` (`-run TestBenchmarks`).\n\n", *budget)
	p.printf("Ours are Go programs (`testdata/benchmarks`), run by the command on one core, %s, %s/%s. The papers\n"+
		"have other machines and languages, so their times are left out. %s\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, load())
}

// load says how busy the machine is before the first cell: times are not worth
// more than that.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	average, _, _ := strings.Cut(string(data), " ")
	return fmt.Sprintf("%d cores, %s processes running on average in the minute before.", runtime.NumCPU(), average)
}

func (p *page) section(title string) { p.printf("## %s\n\n", title) }

// table writes a table with its notes. Of a column that has what the paper has, in every row and
// in no time, it says so in one line.
func (p *page) table(t *table, cells [][]cell) {
	p.printf("### %s\n\n", t.title)
	if t.about != "" {
		p.printf("%s\n\n", t.about)
	}
	same := t.same(cells)
	head := append([]string{t.size}, t.paper...)
	for j, c := range t.ours {
		if same[j] {
			continue
		}
		head = append(head, "**"+c.algorithm+"**")
		if t.events {
			head = append(head, "steps")
		}
	}
	p.line(head)
	p.line(slices.Repeat([]string{"---"}, len(head)))
	sum := newSums(t)
	notes := map[string][]string{} // rows by the reason why their number is not the paper's
	var whys []string
	for i := range t.rows {
		w := &t.rows[i]
		line := append([]string{w.name}, w.paper...)
		differs := false
		for j, c := range t.ours {
			got := cells[i][j]
			s := got.text() + got.time()
			if p.check(w, c, got) {
				s, differs = "≠ "+s, true
			}
			if same[j] {
				continue
			}
			line = append(line, s)
			if t.events {
				line = append(line, got.steps())
			}
		}
		if !t.sum || differs || !sum.add(w, cells[i]) {
			p.line(line)
		}
		if differs && w.why != "" {
			if notes[w.why] == nil {
				whys = append(whys, w.why)
			}
			notes[w.why] = append(notes[w.why], w.name)
		}
	}
	if sum.rows > 0 {
		p.line(sum.line(same))
	}
	p.printf("\n")
	for k, head := range t.paper {
		var names []string
		for j, c := range t.ours {
			if same[j] && c.paper == k {
				names = append(names, "**"+c.algorithm+"**")
			}
		}
		if len(names) > 0 {
			p.printf("As in the column \"%s\", in every row: %s.\n\n", head, strings.Join(names, ", "))
		}
	}
	for _, why := range whys {
		p.printf("≠ %s: %s.\n\n", strings.Join(notes[why], ", "), why)
	}
}

// sums adds up rows.
type sums struct {
	rows  int
	paper []int64
	ours  []cell
}

func newSums(t *table) *sums {
	return &sums{paper: make([]int64, len(t.paper)), ours: slices.Repeat([]cell{{state: complete}}, len(t.ours))}
}

// add adds a row, unless the paper has no number, or some cell of it is not complete.
func (s *sums) add(w *row, cells []cell) bool {
	for k := range s.paper {
		if _, ok := w.published(k); !ok {
			return false
		}
	}
	for _, c := range cells {
		if c.state != complete {
			return false
		}
	}
	s.rows++
	for k := range s.paper {
		n, _ := w.published(k)
		s.paper[k] += n
	}
	for j, c := range cells {
		s.ours[j].executions += c.executions
		s.ours[j].blocked += c.blocked
	}
	return true
}

// line is the row, without the columns of which it is said elsewhere that they are the same.
func (s *sums) line(same []bool) []string {
	line := []string{fmt.Sprintf("%d", s.rows)}
	for _, n := range s.paper {
		line = append(line, strconv.FormatInt(n, 10))
	}
	for j, c := range s.ours {
		if !same[j] {
			line = append(line, c.text())
		}
	}
	return line
}

// same says which of our columns have the paper's number in every row, and nothing else to tell.
func (t *table) same(cells [][]cell) []bool {
	same := make([]bool, len(t.ours))
	for j, c := range t.ours {
		same[j] = !t.events && c.paper >= 0
		for i := range t.rows {
			got := cells[i][j]
			n, ok := t.rows[i].published(c.paper)
			if !ok || got.state != complete || got.executions != n || got.blocked > 0 || got.time() != "" {
				same[j] = false
			}
		}
	}
	return same
}

func (p *page) line(fields []string) { p.printf("| %s |\n", strings.Join(fields, " | ")) }

// steps is how many steps were executed.
func (c cell) steps() string {
	if c.state != complete && c.state != incomplete {
		return ""
	}
	return strconv.FormatInt(c.events, 10)
}

// check books a cell, and says whether it differs from the paper's where an
// exact algorithm should not.
func (p *page) check(w *row, c column, got cell) (differs bool) {
	switch got.state {
	case complete:
	case failed:
		p.wrong = append(p.wrong, fmt.Errorf("%s with %s failed: %s", w.name, c.algorithm, got.reason))
		fallthrough
	default:
		if got.state != incomplete && got.reason != "" {
			p.left = append(p.left, fmt.Sprintf("%s, %s: %s", w.name, c.algorithm, got.reason))
		}
		return false
	}
	p.run++
	if fails := got.failing > 0; fails != w.fails {
		p.wrong = append(p.wrong, fmt.Errorf("%s with %s: %d executions fail", w.name, c.algorithm, got.failing))
		return false
	}
	if !c.exact {
		return false
	}
	want, known := w.want(c)
	if got.blocked > 0 || known && got.executions != want {
		p.wrong = append(p.wrong, fmt.Errorf("%s with %s: %s executions, want %d and none blocked", w.name, c.algorithm, got.text(), want))
	} else if known {
		p.right++
	}
	published, ok := w.published(c.paper)
	return ok && (got.blocked > 0 || got.executions != published)
}

// end writes what was left out.
func (p *page) end() {
	p.printf("## What was run\n\n%d cells were explored to the end. In %d of them an algorithm promises every trace once, and has the right number with nothing blocked", p.run, p.right)
	if len(p.wrong) > 0 {
		p.printf("; **in %d it did not**:\n\n", len(p.wrong))
		for _, err := range p.wrong {
			p.printf("- %v\n", err)
		}
		p.printf("\n")
	} else {
		p.printf("; it never failed to.\n\n")
	}
	if len(p.left) > 0 {
		p.printf("Not explored:\n\n")
		for _, s := range p.left {
			p.printf("- %s\n", s)
		}
	}
}
