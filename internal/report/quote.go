package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wording"
)

// quotes are the lines of source that are shown under the details which name
// them: that of the failure, of a race both.
type quotes struct {
	places []string
	race   bool // places are of its sides, which stand before their stacks
}

// mostQuotes bounds how many places are looked for in details: a race has two.
const mostQuotes = 32

func quotesOf(f *Failed) *quotes {
	q := &quotes{}
	if f.Schedule != nil {
		for i := range f.Schedule.Steps {
			for _, a := range f.Schedule.Steps[i].Racing {
				if len(q.places) < mostQuotes {
					q.places = append(q.places, a.Pos)
				}
			}
		}
	}
	q.race = q.places != nil
	if q.places == nil && f.Pos != "" {
		q.places = []string{f.Pos}
	}
	return q
}

// under writes the line that a detail names, if it is the first to do so. The
// sides of a race may both be in that line: then each has its own detail.
func (q *quotes) under(w *strings.Builder, detail string, o *Options) {
	if _, _, frame := cutFrame(detail); frame && q.race {
		return
	}
	for i, pos := range q.places {
		if !names(detail, withoutColumn(pos)) {
			continue
		}
		q.places = append(q.places[:i:i], q.places[i+1:]...)
		if _, from, ok := strings.Cut(detail, wording.CalledAt); ok {
			pos = from // the library's line says less
		}
		quote(w, pos, o)
		return
	}
}

// names reports whether a text says of something that it is at file:line, and not
// as the beginning of another number. (Where a task was created is in
// brackets.)
func names(text, place string) bool {
	_, after, ok := strings.Cut(" "+text, " at "+place)
	return ok && (after == "" || after[0] < '0' || after[0] > '9')
}

// quote writes a line of source with a caret under the column.
func quote(w *strings.Builder, pos string, o *Options) {
	file, rest := splitPos(pos)
	number, column, _ := strings.Cut(rest, ":")
	n, err := strconv.Atoi(number)
	if err != nil || o.Source == nil {
		return
	}
	lines := bytes.Split(o.Source(file), []byte("\n"))
	if n < 1 || n > len(lines) {
		return
	}
	line := strings.TrimRight(string(lines[n-1]), "\r")
	if rest, ok := strings.CutPrefix(line, "\ufeff"); ok && n == 1 {
		line = "   " + rest // a byte order mark, whose bytes columns count
	}
	text := printable.Text(strings.TrimLeft(line, " \t"))
	if text == "" {
		return
	}
	head := fmt.Sprintf("%d | ", n)
	room := max(o.Width-len(indent2)-len(indent1)-len(head), minColumn)
	end, cut := len(text), ""
	if textWidth(text) > room {
		end, cut = fitting(text, room-1), "…"
	}
	w.WriteString(indent2 + indent1 + o.painted(head, dim) + strings.ReplaceAll(text[:end], "\t", " ") + cut + "\n")
	at, err := strconv.Atoi(column)
	if at -= 1 + len(line) - len(strings.TrimLeft(line, " \t")); err != nil || at < 0 || at >= end {
		return
	}
	w.WriteString(indent2 + indent1 + strings.Repeat(" ", len(head)+textWidth(text[:at])) + o.painted("^", failing) + "\n")
}

// cutStack replaces the frames of libraries in a stack by one line, but for the
// one that failed.
func (o *Options) cutStack(details []string) []string {
	if o.Verbose {
		return details
	}
	var out, from []string
	n, first := 0, true // first: no frame of this stack has been seen
	indent := ""
	flush := func() {
		if n > 0 {
			out = append(out, fmt.Sprintf("%s… %s in %s", indent, Plural(int64(n), "frame"), strings.Join(from, ", ")))
			n, from = 0, nil
		}
	}
	for _, d := range details {
		_, pos, frame := cutFrame(d)
		lib := ""
		if frame {
			lib = o.library(pos)
		}
		if lib == "" || first {
			flush()
			out = append(out, d)
			first = !frame
			continue
		}
		n++
		indent = d[:len(d)-len(strings.TrimLeft(d, " "))]
		if len(from) == 0 || from[len(from)-1] != lib {
			from = append(from, lib)
		}
	}
	flush()
	return foldWaits(foldFrames(out))
}

// How a recursion is folded.
const (
	longestCycle = 8 // calls
	fewestCycles = 3
)

// foldFrames replaces the calls of a recursion by one line, but for the first.
func foldFrames(details []string) []string {
	likes := make([]Likeness, len(details))
	for i := range details {
		likes[i].Same(details[i])
	}
	var out []string
	for i := 0; i < len(details); {
		length, times := repeated(likes[i:], longestCycle, fewestCycles)
		if _, _, frame := cutFrame(details[i]); !frame || times == 0 {
			out = append(out, details[i])
			i++
			continue
		}
		out = append(out, details[i:i+length]...)
		indent := details[i][:len(details[i])-len(strings.TrimLeft(details[i], " "))]
		of := strings.TrimPrefix(Plural(int64(length), "frame"), "1 ")
		out = append(out, fmt.Sprintf("%s… the same %s, %s times more", indent, of, Number(int64(times-1))))
		i += length * times
	}
	return out
}

// foldWaits leaves out most of many goroutines that wait for the same, or take turns in it.
func foldWaits(details []string) []string {
	likes := make([]Likeness, len(details))
	for i, d := range details {
		_, _, likes[i].Alone = cutFrame(d)
		likes[i].Count(d)
	}
	var out []string
	at := 0
	for _, r := range Folded(likes, "line") {
		indent := details[r.From][:len(details[r.From])-len(strings.TrimLeft(details[r.From], " "))]
		out = append(append(out, details[at:r.From]...), indent+r.Text)
		at = r.To
	}
	return append(out, details[at:]...)
}

// cutFrame takes a line of a stack apart: "f at x.go:12".
func cutFrame(detail string) (function, pos string, ok bool) {
	function, pos, ok = strings.Cut(strings.TrimLeft(detail, " "), " at ")
	if !ok || strings.Contains(function, " ") || strings.Contains(pos, " ") || strings.Contains(pos, ",") {
		return "", "", false
	}
	return function, pos, true
}
