package progress

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

const (
	// Nothing is shown of what is over sooner.
	patience = time.Second
	// drawEvery is the time between two looks at what there is to show.
	drawEvery = 200 * time.Millisecond
	// plainEvery is the time between two lines in a log.
	plainEvery = 5 * time.Second
	// Nobody watches: a first run builds for longer than people wait for a word, and what it
	// builds is said after buildPatience, then every buildEvery.
	buildPatience = 3 * time.Second
	buildEvery    = 10 * time.Second
)

// A Line is the progress line. A nil *Line shows nothing.
type Line struct {
	mu    sync.Mutex
	w     io.Writer
	width func() int // columns of the terminal; nil: whole lines instead of one that is overwritten
	now   func() time.Time
	over  chan struct{}
	brief bool // whole lines, only of building

	began    time.Time // the run
	shown    string    // what stands on the terminal now
	last     time.Time // when a whole line was written
	said     bool      // what is built, where nobody watches
	building string
	jobs     map[string]*job
	all      int // packages
	done     int
}

// New makes a progress line for a mode of the flag -progress: auto, plain, off.
// width is asked whenever the line is drawn, since a terminal may be resized;
// nil: there is no terminal. Then auto says only what is built, if that takes long.
// Close ends it.
func New(w io.Writer, mode string, width func() int) *Line {
	switch mode {
	case "plain":
		width = nil
	case "auto":
	default:
		return nil
	}
	l := newLine(w, width, time.Now)
	l.brief = mode == "auto" && width == nil
	over := make(chan struct{})
	l.over = over
	go func() {
		tick := time.NewTicker(drawEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				l.look()
			case <-over:
				return
			}
		}
	}()
	return l
}

func newLine(w io.Writer, width func() int, now func() time.Time) *Line {
	return &Line{w: w, width: width, now: now, began: now(), last: now(), jobs: map[string]*job{}}
}

// locked calls f if there is a line.
func (l *Line) locked(f func()) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// Building sets the step of building, or "" if there is none any more.
func (l *Line) Building(what string) { l.locked(func() { l.building = what }) }

// Packages sets the number of packages to be explored.
func (l *Line) Packages(n int) { l.locked(func() { l.all, l.done = n, 0 }) }

// PackageDone notes that one of them is over.
func (l *Line) PackageDone() { l.locked(func() { l.done++ }) }

// Start notes that a test has begun. budget is its bound of time, 0: none.
func (l *Line) Start(test string, budget time.Duration) {
	l.locked(func() { l.jobs[test] = &job{name: test, began: l.now(), budget: budget} })
}

// End notes that a test is over.
func (l *Line) End(test string) { l.locked(func() { delete(l.jobs, test) }) }

// Update notes how far a test has come.
func (l *Line) Update(test string, p *wire.Progress) {
	l.locked(func() {
		if j := l.jobs[test]; j != nil {
			j.update(p)
		}
	})
}

// Phase sets the work on a test besides exploring it.
func (l *Line) Phase(test, what string) {
	l.locked(func() {
		if j := l.jobs[test]; j != nil {
			j.phase, j.began, j.budget = what, l.now(), 0
		}
	})
}

// look draws what there is to show.
func (l *Line) look() {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if l.brief {
		l.lookAtBuilding(now)
		return
	}
	text := ""
	if now.Sub(l.began) >= patience {
		text = l.text(now)
	}
	if l.width == nil {
		if text != "" && now.Sub(l.last) >= plainEvery {
			l.last = now
			fmt.Fprintln(l.w, printable.Line(text))
		}
		return
	}
	// The last column stays free: some terminals go to the next line there.
	text = report.Cut(printable.Line(text), l.width()-1)
	if text != l.shown {
		l.shown = text
		io.WriteString(l.w, "\r"+text+"\x1b[K")
	}
}

// lookAtBuilding writes what is being built, where nobody watches.
func (l *Line) lookAtBuilding(now time.Time) {
	spent := now.Sub(l.began)
	if l.building == "" || spent < buildPatience || l.said && now.Sub(l.last) < buildEvery {
		return
	}
	l.said, l.last = true, now
	fmt.Fprintln(l.w, printable.Line(fmt.Sprintf("gocheck: %s (after %s)", l.building, spent.Round(time.Second))))
}

// text is the line.
func (l *Line) text(now time.Time) string {
	var parts []string
	if l.building != "" {
		parts = append(parts, l.building)
	}
	if len(l.jobs) > 0 {
		// What takes longest is what people ask about.
		longest := slices.MinFunc(slices.Collect(maps.Values(l.jobs)), func(a, b *job) int {
			return cmp.Or(a.began.Compare(b.began), strings.Compare(a.name, b.name))
		})
		parts = append(parts, longest.text(now))
		if n := len(l.jobs) - 1; n > 0 {
			parts = append(parts, fmt.Sprintf("%d more running", n))
		}
	}
	if len(parts) > 0 && l.all > 1 {
		parts = append(parts, fmt.Sprintf("%d of %d packages done", l.done, l.all))
	}
	return strings.Join(parts, "; ")
}

// clear takes the line away.
func (l *Line) clear() {
	if l.shown != "" {
		io.WriteString(l.w, "\r\x1b[K")
		l.shown = ""
	}
}

// Writer writes to w, whole lines, after it has taken the line away: it is
// drawn anew below them.
func (l *Line) Writer(w io.Writer) io.Writer {
	if l == nil {
		return w
	}
	return &between{l, w}
}

type between struct {
	line *Line
	w    io.Writer
}

func (b *between) Write(p []byte) (int, error) {
	b.line.mu.Lock()
	defer b.line.mu.Unlock()
	b.line.clear()
	return b.w.Write(p)
}

// Close takes the line away for good. It may be called more than once.
func (l *Line) Close() {
	l.locked(func() {
		l.clear()
		l.building, l.jobs = "", map[string]*job{}
		if l.over != nil {
			close(l.over)
			l.over = nil
		}
	})
}
