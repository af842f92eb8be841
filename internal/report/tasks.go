package report

import (
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

// A Lane is a column: a goroutine, or a handler.
type Lane struct {
	Name    string // main, goroutine 2, handler "ui"
	Created string // site of its creation, of goroutines
	Runs    string // the function that the go statement calls, if that has a name
	Labels  string // what it has labelled itself with for profiles
}

// Lanes tells which lane each task of an execution belongs to.
type Lanes struct {
	all        []Lane
	of         map[string]int  // task → lane
	isTick     map[string]bool // the clock's task: its steps have no lane, they concern everybody
	isEvent    map[string]bool // a handler's
	handlers   map[string]int  // by object
	goroutines int
}

// LanesOf names the tasks of a schedule: goroutines are numbered in order of
// their first step, as in the failure's own text, messages share the lane of
// their handler.
func LanesOf(s *wire.Schedule) *Lanes {
	l := &Lanes{of: map[string]int{}, isTick: map[string]bool{}, isEvent: map[string]bool{}, handlers: map[string]int{}}
	return l.And(s.Steps)
}

// And adds lanes for what steps of another execution have besides.
func (l *Lanes) And(steps []wire.Step) *Lanes {
	for i := range steps {
		st := &steps[i]
		l.enter(st.Task, st)
		if st.Partner != "" {
			l.enter(st.Partner, nil)
		}
	}
	return l
}

// longestName bounds the name of a lane, which is said again and again.
const longestName = 80

// shortened is a text of at most so many columns.
func shortened(s string, columns int) string {
	if fitting(s, columns) == len(s) {
		return s
	}
	return s[:fitting(s, columns-1)] + "…"
}

// enter gives a task its lane; first is its first step, nil if it was met before
// that.
func (l *Lanes) enter(task string, first *wire.Step) {
	if _, ok := l.of[task]; ok || l.isTick[task] {
		return
	}
	switch {
	case first != nil && first.Op == "tick":
		l.isTick[task] = true
		return
	case first != nil && first.Op == "begin" && first.Object != "":
		l.isEvent[task] = true
		if i, ok := l.handlers[first.Object]; ok {
			l.of[task] = i
			return
		}
		l.handlers[first.Object] = len(l.all)
		l.of[task] = len(l.all)
		l.all = append(l.all, Lane{Name: "handler " + shortened(printable.Line(first.Object), longestName)})
	case first != nil && (strings.HasPrefix(first.Runs, wire.RunsSubtest) || first.Runs == wire.Collector || first.Runs == wire.Cleanup):
		// One that has waited for its turn goes on as another task: it is the same to people.
		name := shortened(printable.Line(first.Runs), longestName)
		if i := slices.IndexFunc(l.all, func(x Lane) bool { return x.Name == name }); i >= 0 {
			l.of[task] = i
			return
		}
		l.of[task] = len(l.all)
		l.all = append(l.all, Lane{Name: name, Created: first.Created})
	case task == "main":
		l.of[task] = len(l.all)
		l.all = append(l.all, Lane{Name: "main"})
	default:
		l.goroutines++
		name := fmt.Sprintf("goroutine %d", l.goroutines)
		lane := Lane{}
		if first != nil {
			lane.Created, lane.Runs, lane.Labels = first.Created, first.Runs, first.Labels
			if first.Op == "timerfire" {
				name = fmt.Sprintf("timer %d", l.goroutines)
			}
		}
		l.of[task] = len(l.all)
		lane.Name = name
		l.all = append(l.all, lane)
	}
}

// All are the lanes, in order.
func (l *Lanes) All() []Lane { return l.all }

// Of is the task's lane, -1 if it has none.
func (l *Lanes) Of(task string) int {
	if i, ok := l.of[task]; ok {
		return i
	}
	return -1
}

// Describe is what a step does, in a Go programmer's words, without its place.
func (l *Lanes) Describe(s *wire.Step) string { return describe(s, l) }

// Lines are steps as lines of text: number, who, what, where.
func (l *Lanes) Lines(steps []wire.Step) []string {
	width := 0
	for _, lane := range l.all {
		width = max(width, textWidth(lane.Name))
	}
	lines := make([]string, len(steps))
	for i := range steps {
		s := &steps[i]
		who := l.Name(s.Task)
		if l.isTick[s.Task] {
			who = "" // the time is nobody's
		}
		text := fmt.Sprintf("%4d  %s%s  %s", i+1, who, strings.Repeat(" ", max(0, width-textWidth(who))), l.Describe(s))
		if s.Joint() {
			text += " with " + l.Name(s.Partner)
		}
		if file, rest := splitPos(s.Pos); rest != "" && !nowhere(s.Pos) {
			line, _, _ := strings.Cut(rest, ":")
			text += " at " + file + ":" + line
		}
		if s.From != "" { // it is a library's
			text += wording.CalledAt + s.From
		}
		lines[i] = printable.Line(text)
	}
	return lines
}

// Library reports whether a step is in code that is not the user's.
func Library(s *wire.Step) bool { return libraryOf(s.Pos) != "" }

// Name is how a task is called.
func (l *Lanes) Name(task string) string {
	if i, ok := l.of[task]; ok {
		return l.all[i].Name
	}
	return task
}

// Names is how tasks are called.
func (l *Lanes) Names(tasks []string) []string {
	names := make([]string, len(tasks))
	for i, t := range tasks {
		names[i] = l.Name(t)
	}
	return names
}
