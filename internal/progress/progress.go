// Package progress shows on a terminal how far running explorations have come:
// one line that is overwritten, of the test that has reported last, and gone
// when there is something lasting to print. Where there is no terminal nothing
// is shown, unless lines are asked for.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

// A Line is the progress line. A nil *Line shows nothing.
type Line struct {
	mu      sync.Mutex
	w       io.Writer
	width   int
	plain   bool // whole lines instead of one that is overwritten
	shown   bool
	running map[string]bool
	last    time.Time
	now     func() time.Time
}

// plainEvery is the time between two lines in a log, where nobody is watching.
const plainEvery = 5 * time.Second

// New makes a progress line for a mode of the flag -progress: auto, plain, off.
func New(w io.Writer, mode string, terminal bool, width int) *Line {
	switch {
	case mode == "plain":
	case mode == "auto" && terminal:
	default:
		return nil
	}
	return &Line{w: w, width: width, plain: mode == "plain", running: map[string]bool{}, now: time.Now}
}

// Start notes that a test has begun.
func (l *Line) Start(test string) {
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.running[test] = true
	}
}

// End notes that a test is over.
func (l *Line) End(test string) {
	if l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.running, test)
	}
}

// Update shows how far a test has come.
func (l *Line) Update(test string, p *wire.Progress) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	text := Text(test, p)
	if n := len(l.running) - 1; n > 0 {
		text += fmt.Sprintf("; %d more running", n)
	}
	if l.plain {
		if now := l.now(); now.Sub(l.last) >= plainEvery {
			l.last = now
			fmt.Fprintln(l.w, text)
		}
		return
	}
	if r := []rune(text); len(r) >= l.width {
		text = string(r[:max(l.width-1, 0)])
	}
	fmt.Fprintf(l.w, "\r%s\x1b[K", text)
	l.shown = true
}

// Clear takes the line away, before other text is printed.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		io.WriteString(l.w, "\r\x1b[K")
		l.shown = false
	}
}

// Text is what is said of a running test.
func Text(test string, p *wire.Progress) string {
	s := fmt.Sprintf("%s: %s", test, report.Plural(p.Executions, "execution")) + report.Share(p.Executions, p.Estimate)
	if p.Seconds > 0 {
		s += fmt.Sprintf(", %s/s", report.Number(int64(float64(p.Executions)/p.Seconds)))
	}
	s += fmt.Sprintf(", depth %d, %.0fs", p.Depth, p.Seconds)
	if left := (p.Estimate/float64(p.Executions) - 1) * p.Seconds; p.Estimate > 0 && left >= 1 {
		s += ", " + remaining(left) + " left"
	}
	if p.Failing > 0 {
		s += fmt.Sprintf(", %s failing", report.Number(p.Failing))
	}
	return s
}

// remaining is a number of seconds that is known by estimate only.
func remaining(seconds float64) string {
	switch {
	case seconds < 100:
		return fmt.Sprintf("about %.0fs", seconds)
	case seconds < 100*60:
		return fmt.Sprintf("about %.0fm", seconds/60)
	case seconds < 100*3600:
		return fmt.Sprintf("about %.0fh", seconds/3600)
	case seconds < 1000*86400:
		return fmt.Sprintf("about %.0f days", seconds/86400)
	}
	return "years"
}
