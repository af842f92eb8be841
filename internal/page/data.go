package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"

	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
)

//go:embed page.html
var pageHTML string

//go:embed colors.css
var colorsCSS string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

//go:embed find.js
var findJS string

var tmpl = template.Must(template.New("page").Parse(pageHTML))

// data is what the script draws. The names of its fields are those that
// page.js uses.
type data struct {
	Package, Test string
	Size          string // 8 steps, 1 preemption
	Options       map[string]string
	Kind          string `json:",omitempty"`
	Message       string `json:",omitempty"`
	Pos           string `json:",omitempty"`
	Details       []string
	Difference    string // the sentence, "" if there is none
	Otherwise     bool   `json:",omitempty"` // the other run does not pass, but fails in another way
	Runs          []run  // the failing one, or the only one, first
	Sources       map[string]map[int]string
	// Editor is the address of a place in an editor, with {file}, {line} and {column}; Files
	// are where the files of Sources are on this machine, if there is an editor.
	Editor string            `json:",omitempty"`
	Files  map[string]string `json:",omitempty"`
}

// run is an execution.
type run struct {
	Name  string // fails, passes, ""
	Lanes []report.Lane
	Steps []drawn
	Edges []edge
	// Marks are the steps that make the difference: in the failing execution those
	// that come too early, in the passing one what comes before them. Others are the
	// steps that the other execution marks, -1 where one is not reached here.
	Marks, Others []int
	// Rounds are of loops: further ones that are as the first.
	Rounds []report.Rounds
}

// drawn is a step as it is shown.
type drawn struct {
	Lane    int // -1: it concerns all lanes
	With    int // of a rendezvous: the lane of the other, else -1
	Task    string
	Event   int    `json:",omitempty"` // of a handler: the number of its event, from 1
	Created string `json:",omitempty"` // of the beginning of an event: where it was posted
	Library bool   `json:",omitempty"` // it is in code that is not the user's
	Index   int    // of the step in its task, by which the two executions are compared
	Text    string // what it does, without its place
	Object  string
	Pos     string
	Value   string      `json:",omitempty"`
	Blocked *[]string   `json:",omitempty"` // lanes that cannot go on after it; nil: those of the step before,
	Frees   []string    `json:",omitempty"` // without these,
	Blocks  []string    `json:",omitempty"` // and with these
	Waits   [][2]string `json:",omitempty"` // who is blocked by it, and in what
	Holds   []string    `json:",omitempty"` // locks that its task holds after it
	Sign    string      `json:",omitempty"` // by which the sentence names it
	Failed  bool        `json:",omitempty"`
	Fault   bool        `json:",omitempty"` // something fails in it: -faults
	Race    []string    `json:",omitempty"` // sides of a data race in it
}

// A Source returns the content of the file that a position names, nil if it is not
// there, and where it is on this machine, "" if the page is not to say it.
type Source func(file string) (text []byte, path string)

// Write makes the page. editor is the address by which an editor is asked for a place, with
// {file}, {line} and {column} in it, "" if there is none.
func Write(s *wire.Schedule, editor string, read Source) ([]byte, error) {
	difference, sign := report.Signed(s)
	d := data{Package: s.Package, Test: s.Test, Size: report.Size(s), Options: maps.Clone(s.Options), Details: []string{}, Difference: difference, Editor: editor}
	if f := s.Failure; f != nil {
		d.Kind, d.Message, d.Pos = wording.Kind(f.Kind), report.Said(f.Message), f.Pos
		d.Details = append(d.Details, f.Details...)
	}
	lanes := report.LanesOf(s)
	for _, f := range report.Faults(s.Steps) {
		d.Details = append(d.Details, "a fault, in "+lanes.Name(f.Task)+" at "+f.Pos+": "+report.Fault(f))
	}
	name, marks := "", [2][]int{}
	if s.Failure != nil {
		name = "fails"
	}
	if s.Passing != nil {
		for _, pair := range s.Passing.Pairs {
			marks[0], marks[1] = append(marks[0], pair.First), append(marks[1], pair.Second)
		}
	}
	d.Runs = []run{draw(name, s.Steps, lanes, marks[0], sign)}
	if p := s.Passing; p != nil {
		d.Otherwise = p.Fails != ""
		fails, passes := &d.Runs[0], draw("passes", p.Steps, lanes.And(p.Steps), marks[1], sign)
		inFails, inPasses := fails.numbers(), passes.numbers()
		for i := range p.Pairs {
			fails.Others = append(fails.Others, inFails.of(passes.Steps[passes.Marks[i]]))
			passes.Others = append(passes.Others, inPasses.of(fails.Steps[fails.Marks[i]]))
		}
		d.Runs = append(d.Runs, passes)
	}
	for i := range d.Runs {
		d.Runs[i].fold(lanes)
	}
	d.Sources, d.Files = excerpts(&d, read)
	printable.All(&d)
	text, err := json.Marshal(d) // escapes <, >, & and the line separators of JavaScript
	if err != nil {
		return nil, fmt.Errorf("writing a schedule as data of a page: %w", err)
	}
	text = []byte(report.ForReading(string(text))) // but for Files, which an editor opens
	var b bytes.Buffer
	err = tmpl.Execute(&b, map[string]any{
		"Title": printable.Line(s.Test + " of " + s.Package),
		"CSS":   template.CSS(colorsCSS + pageCSS),
		"JS":    template.JS(findJS + pageJS),
		"Data":  template.JS(text),
	})
	if err != nil {
		return nil, fmt.Errorf("making a page: %w", err)
	}
	return b.Bytes(), nil
}

// numbers are those of the steps of an execution, by what they are in another one: a
// task's and which of it.
func (r *run) numbers() numbers {
	all := make(numbers, len(r.Steps))
	for i := len(r.Steps) - 1; i >= 0; i-- {
		s := &r.Steps[i]
		all[numbered{s.Task, s.Index}] = i
	}
	return all
}

type numbers map[numbered]int

type numbered struct {
	task  string
	index int
}

// of is the number of a step that another execution has, -1 if this one does not reach
// it.
func (n numbers) of(s drawn) int {
	if i, ok := n[numbered{s.Task, s.Index}]; ok {
		return i
	}
	return -1
}

// draw prepares an execution.
func draw(name string, steps []wire.Step, lanes *report.Lanes, marks []int, sign func(task string, index int) string) run {
	r := run{Name: name, Steps: make([]drawn, len(steps)), Edges: edges(steps), Marks: append([]int{}, marks...), Others: []int{}}
	count, held := map[string]int{}, holders{}
	events, event := map[string]int{}, map[string]int{} // of a handler, and of a task
	for i := range steps {
		s := &steps[i]
		w := drawn{
			Lane: lanes.Of(s.Task), With: -1, Task: s.Task, Index: count[s.Task], Text: lanes.Describe(s),
			Object: s.Object, Pos: s.Pos, Value: s.Value, Failed: s.Failed != "", Fault: s.Fails(),
			Library: report.Library(s) || s.Aside, Sign: sign(s.Task, count[s.Task]), Holds: held.after(s),
		}
		if s.Op == "begin" && s.Object != "" {
			events[s.Object]++
			event[s.Task] = events[s.Object]
			w.Created = s.Created
		}
		w.Event = event[s.Task]
		count[s.Task]++
		if s.Joint() {
			w.With = lanes.Of(s.Partner)
			count[s.Partner]++
		}
		if i == 0 {
			names := lanes.Names(s.Blocked)
			w.Blocked = &names
		} else if !sameList(s.Blocked, steps[i-1].Blocked) {
			w.Frees = lanes.Names(without(steps[i-1].Blocked, s.Blocked))
			w.Blocks = lanes.Names(without(s.Blocked, steps[i-1].Blocked))
		}
		for _, a := range s.Waits {
			w.Waits = append(w.Waits, [2]string{lanes.Name(a.Task), report.Wait(&a)})
		}
		for _, a := range s.Racing {
			w.Race = append(w.Race, fmt.Sprintf("%s of %s at %s by %s", a.Op, a.Object, a.Pos, lanes.Name(a.Task)))
		}
		r.Steps[i] = w
	}
	r.Lanes = lanes.All()
	return r
}

// fold finds the rounds of loops. What the page has to show ends a round.
func (r *run) fold(lanes *report.Lanes) {
	telling := func(i int) bool {
		s := &r.Steps[i]
		return s.Sign != "" || s.Failed || len(s.Race) > 0 || slices.Contains(r.Marks, i) || slices.Contains(r.Others, i)
	}
	likes := make([]report.Likeness, len(r.Steps))
	for i := range r.Steps {
		s, k := &r.Steps[i], &likes[i]
		k.Alone = telling(i)
		k.Lane(lanes, s.Lane)
		k.Lane(lanes, s.With)
		k.Count(s.Text)
		k.Same(s.Pos)
	}
	r.Rounds = report.Folded(likes, "step")
}

// What a step shows of the locks that are held: the last ones, and how much of a name.
const mostHeld, longestHeld = 8, 60

// holders are the locks that tasks hold, in the order in which they took them.
type holders map[string][]string

// after is what the task of a step holds when the step is made.
func (h holders) after(s *wire.Step) []string {
	held := h[s.Task]
	switch s.Op {
	case "lock", "rlock", "trylock", "tryrlock":
		held = append(held, report.Cut(s.Object, longestHeld))
	case "unlock", "runlock":
		for i, name := len(held)-1, report.Cut(s.Object, longestHeld); i >= max(0, len(held)-10*mostHeld); i-- {
			if held[i] == name {
				held = slices.Delete(held, i, i+1)
				break
			}
		}
	}
	h[s.Task] = held
	return slices.Clone(held[max(0, len(held)-mostHeld):])
}

// sameList reports whether two lists are equal. Mostly they are one, and long.
func sameList(a, b []string) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// without are those of a list that are not in another one.
func without(all, others []string) []string {
	is := map[string]bool{}
	for _, x := range others {
		is[x] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(x string) bool { return is[x] })
}
