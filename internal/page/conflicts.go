package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
)

//go:embed conflicts.html
var conflictsHTML string

//go:embed conflicts.css
var conflictsCSS string

var conflictsTmpl = template.Must(template.New("conflicts").Parse(conflictsHTML))

// Explored is a test whose executions were compared with one another (-algo=r4).
type Explored struct {
	Package, Test, Verdict string
	Report                 *outcome.Report
	Options                report.Options // how positions are printed, and where source comes from
}

// The page in text, as conflicts.html has it.
type (
	conflictTest struct {
		Test, Package, Verdict string
		Head, Pruned           string
		Conflicts              []conflict
	}
	conflict struct {
		Number                             int
		Class, Name                        string // for the style, for people
		In, Times, On                      string
		Reversals                          int
		First, Then                        string
		Places                             []side
		Parts                              []outcome.Part
		Sequence, Parent                   int64
		ParentEvents, SequenceEvents       []item
		ParentReversals, SequenceReversals string
	}
	side struct {
		Sign, Event, What string
		Lines             []sourceLine
	}
	sourceLine struct {
		Number int
		Text   string
		Here   bool
	}
	item struct {
		Sign, Text string
		Class      string // first, then: of the pair; only: the other sequence does not have it; gap: what is left out
	}
)

// The bounds of what is shown of a sequence: a long one is not shown whole, but
// around the pair.
const (
	wholeSequence = 60
	nearPair      = 10
	nearAccess    = 3 // lines of source
)

// Conflicts makes a page of the conflicts of tests: a table, the worst first, of
// which each row opens what the conflict is about and the two sequences, side by
// side. There is no script on it.
func Conflicts(tests []Explored) ([]byte, error) {
	var all []conflictTest
	for i := range tests {
		t := &tests[i]
		shown := conflictTest{
			Test: t.Test, Package: t.Package, Verdict: t.Verdict,
			Head: report.ConflictsHead(t.Report), Pruned: report.Pruned(t.Report),
		}
		names := report.EventNamesOf(t.Report, &t.Options)
		for n := range t.Report.Conflicts {
			shown.Conflicts = append(shown.Conflicts, conflictOf(n+1, &t.Report.Conflicts[n], names, &t.Options))
		}
		all = append(all, shown)
	}
	printable.All(&all)
	var b bytes.Buffer
	err := conflictsTmpl.Execute(&b, map[string]any{"CSS": template.CSS(colorsCSS + conflictsCSS), "Tests": all})
	if err != nil {
		return nil, fmt.Errorf("making a page of conflicts: %w", err)
	}
	return b.Bytes(), nil
}

// conflictOf is the data of a conflict for the page.
func conflictOf(n int, c *outcome.Conflict, names *report.EventNames, o *report.Options) conflict {
	s := conflict{
		Number: n, Class: strings.Fields(c.Class.String())[0], Name: c.Class.String(),
		In: report.DiffersIn(c), Times: report.Times(c), On: report.On(c), Reversals: c.Sequence.Depth,
		First: names.Side(c.First, c.FirstAt), Then: names.Side(c.Second, c.SecondAt),
		Sequence: c.Sequence.Index, Parent: c.Parent.Index,
		ParentReversals: report.Plural(int64(c.Parent.Depth), "reversal"), SequenceReversals: report.Plural(int64(c.Sequence.Depth), "reversal"),
		ParentEvents: items(c.Parent, c.Sequence, c, names), SequenceEvents: items(c.Sequence, c.Parent, c, names),
	}
	for _, at := range []struct {
		event  wire.Event
		access wire.Access
	}{{c.First, c.FirstAt}, {c.Second, c.SecondAt}} {
		pos := at.access.Pos
		if pos == "" {
			pos = at.event.Pos
		}
		s.Places = append(s.Places, side{report.Sign(at.event, c), names.Name(at.event), names.Side(at.event, at.access), sourceAt(pos, o)})
	}
	for _, p := range c.Parts {
		part := outcome.Part{Name: p.Name}
		for _, line := range p.Diff {
			part.Diff = append(part.Diff, report.DiffLine(line, o))
		}
		s.Parts = append(s.Parts, part)
	}
	return s
}

// items are the events of a sequence; other is the one beside it.
func items(s, other *wire.Sequence, c *outcome.Conflict, names *report.EventNames) []item {
	type id struct {
		task  string
		index uint32
	}
	there := map[id]bool{}
	for _, e := range other.Events {
		there[id{e.Task, e.Index}] = true
	}
	from, to := report.Around(s, c, nearPair)
	if len(s.Events) <= wholeSequence {
		from, to = 0, len(s.Events)
	}
	var all []item
	gap := func(n int) {
		if n > 0 {
			all = append(all, item{Text: "… " + report.Plural(int64(n), "event"), Class: "gap"})
		}
	}
	gap(from)
	for _, e := range s.Events[from:to] {
		it := item{Sign: report.Sign(e, c), Text: names.Name(e)}
		switch {
		case e.Same(c.First):
			it.Class = "first"
		case e.Same(c.Second):
			it.Class = "then"
		case !there[id{e.Task, e.Index}]:
			it.Class = "only"
		}
		all = append(all, it)
	}
	gap(len(s.Events) - to)
	return all
}

// sourceAt are the lines around a position, nil if they are not known.
func sourceAt(pos string, o *report.Options) []sourceLine {
	file, line := place(pos)
	if line == 0 || o.Source == nil {
		return nil
	}
	text := o.Source(file)
	if text == nil {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	var all []sourceLine
	for n := max(1, line-nearAccess); n <= min(line+nearAccess, len(lines)); n++ {
		all = append(all, sourceLine{n, beginning([]byte(lines[n-1])), n == line})
	}
	return all
}
