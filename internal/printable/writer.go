package printable

import (
	"crypto/rand"
	"io"
	"strings"
	"sync"
)

// mark is around what a Writer lets pass as it is. No other process can know it, so no text
// from outside has it.
var mark = "\xff" + rand.Text() + "\xff"

// Own marks a text that a Writer is to let pass as it is. It has to be written at once.
func Own(s string) string {
	if s == "" {
		return ""
	}
	return mark + s + mark
}

// WithoutOwn is a text without what is marked in it, for where there are no colours.
func WithoutOwn(s string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, mark) {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	return b.String()
}

// Writer makes what is written to it printable.
type Writer struct {
	mu    sync.Mutex
	w     io.Writer
	blank bool // there are only blanks in the line so far
}

// NewWriter makes a Writer that writes to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w, blank: true} }

// Write writes whole characters.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b strings.Builder
	for i, part := range strings.Split(string(p), mark) {
		if i%2 == 1 {
			b.WriteString(part)
			w.after(part)
			continue
		}
		for line := range strings.Lines(Text(part)) {
			b.WriteString(w.orderless(line))
			w.after(line)
		}
	}
	if _, err := io.WriteString(w.w, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w *Writer) after(part string) {
	_, last, ended := cutLast(part)
	w.blank = (w.blank || ended) && strings.Trim(last, " \t") == ""
}

// cutLast cuts around the last end of a line.
func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, '\n')
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

// GitHub's runner takes a line of a log that begins like the first of these for an
// order, and one that has the second anywhere. Annotations alone are meant to be any.
const (
	command = "::"
	order   = "##["
)

// orderless is a line, or its rest, that is no order.
func (w *Writer) orderless(line string) string {
	if text := strings.TrimLeft(line, " \t"); w.blank && strings.HasPrefix(text, command) {
		line = line[:len(line)-len(text)] + `\x3a` + text[1:]
	}
	return strings.ReplaceAll(line, order, `##\x5b`)
}
