package report

import (
	"fmt"

	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/wire"
)

// EventNames are what the events of -algo=r4 are called: a goroutine by its number, as in the
// columns of a failure, an event of a handler by what it runs, or by where it was posted, and
// which of these it is. The names of tasks are stable from one sequence to another, so they have
// the same name in all.
type EventNames struct {
	of    map[string]eventTask
	times map[string]int // tasks of a name
	o     *Options
}

// An eventTask is a task by its name, and which of that name.
type eventTask struct {
	name string
	nth  int // from 1; 0: there can be only one
}

// EventNamesOf names the tasks of all sequences, in the order in which they appear.
func EventNamesOf(r *outcome.Report, o *Options) *EventNames {
	n := &EventNames{of: map[string]eventTask{}, times: map[string]int{}, o: o}
	goroutines := 0
	for _, s := range r.Sequences {
		for _, e := range s.Events {
			if _, ok := n.of[e.Task]; ok {
				continue
			}
			switch {
			case e.Handler != "":
				name := n.handled(e)
				n.times[name]++
				n.of[e.Task] = eventTask{name, n.times[name]}
			case e.Task == "main":
				n.of[e.Task] = eventTask{name: e.Task}
			default:
				goroutines++
				n.of[e.Task] = eventTask{name: fmt.Sprintf("goroutine %d", goroutines)}
			}
		}
	}
	return n
}

// handled is an event of a handler, as far as others are like it.
func (n *EventNames) handled(e wire.Event) string {
	if e.Runs != "" {
		return e.Runs + " of " + e.Handler
	}
	return "event of " + e.Handler + " posted at " + n.place(e)
}

func (n *EventNames) place(e wire.Event) string { return n.o.shorten(withoutColumn(e.Pos)) }

// Name is what an event is called, with its place.
func (n *EventNames) Name(e wire.Event) string {
	t := n.of[e.Task]
	name := t.name
	if n.times[name] > 1 {
		name = ordinal(t.nth) + " " + name
	}
	switch e.Op {
	case "":
		if e.Handler != "" && e.Runs == "" {
			return printable.Line(name) // it has the place
		}
	case "begin":
		name = "start of " + name
	default:
		name = e.Op + " by " + name
	}
	if e.Pos != "" {
		name += " (" + n.place(e) + ")"
	}
	return printable.Line(name)
}

// Side describes the access of one event of a conflict, with its place. If the conflict is that
// an event makes the other possible or impossible, it describes the event.
func (n *EventNames) Side(e wire.Event, a wire.Access) string {
	if a.Op == "" {
		return n.Name(e)
	}
	return printable.Line(a.Op + " " + n.o.shorten(withoutColumn(a.Pos)))
}

// ordinal is 1st, 2nd, 3rd, 4th, 11th, 21st.
func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}
