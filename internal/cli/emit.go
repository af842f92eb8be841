package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"time"

	"gocheck.dev/internal/inturn"
	"gocheck.dev/internal/outcome"
	"gocheck.dev/internal/printable"
	"gocheck.dev/internal/report"
	"gocheck.dev/internal/tips"
	"gocheck.dev/internal/wire"
)

// An emitter prints what happens to a package and its tests: as text, or as lines of JSON in
// the manner of test2json.
type emitter interface {
	text(test, s string) // s is whole lines
	action(action, test string, elapsed wire.Number)
	failure(test string, f *wire.Failure, pos, schedule string)
	conflicts(test string, r *outcome.Report, shorten func(string) string)
	result(test string, r *wire.Result)
	tip(about tips.Topic)
	saved(test, schedule string, s *wire.Saved, steps int)
}

// A textEmitter writes the text, and tips.
type textEmitter struct{ w *inturn.Slot }

func (e textEmitter) text(_, s string)                                     { io.WriteString(e.w, s) }
func (textEmitter) action(string, string, wire.Number)                     {}
func (textEmitter) failure(_ string, _ *wire.Failure, _, _ string)         {}
func (textEmitter) result(string, *wire.Result)                            {}
func (textEmitter) conflicts(string, *outcome.Report, func(string) string) {}
func (e textEmitter) tip(about tips.Topic)                                 { e.w.Tip(about) }
func (textEmitter) saved(string, string, *wire.Saved, int)                 {}

// A jsonEmitter writes an object a line. Readers of test2json take an action that they do not
// know for the end of a test, and count one more. For them it writes gocheck's own actions as
// attributes of the test, which test2json has.
type jsonEmitter struct {
	w         io.Writer
	pkg       string
	test2json bool
}

// An event is an object of test2json.
type event struct {
	Time    time.Time `json:",omitzero"`
	Action  string
	Package string
	Test    string       `json:",omitempty"`
	Elapsed *wire.Number `json:",omitempty"`
	Output  string       `json:",omitempty"`
	Key     string       `json:",omitempty"` // of an attribute
	Value   string       `json:",omitempty"`
}

// A failureEvent is documented in docs/manual.md, "JSON". The names and the order of its fields
// stay, except the last.
type failureEvent struct {
	Action, Package, Test        string
	Kind, Message, Pos, Schedule string
	Execution                    int64
	Difference                   string `json:",omitempty"` // what makes it pass
	By                           string `json:",omitempty"` // the searcher beside the exploration that has found it
	Steps                        int    `json:",omitempty"`
	Preemptions                  *int   `json:",omitempty"`
}

// A savedEvent is the result of running a saved schedule: whether it has failed, whether in the
// same way, after how many executions, and how many of its steps were made. Left is the first
// step that was not made, counted from 1.
type savedEvent struct {
	Action, Package, Test, Schedule   string
	Failed, Same, Exact               bool
	Steps, Followed, New, Left, Tried int
	Why                               string `json:",omitempty"`
}

// A sequenceEvent is an execution by -algo=r4: its parent's with the order of First
// and Second reversed, and what came of it.
type sequenceEvent struct {
	Action, Package, Test string
	Sequence, Parent      int64 // from 0; -1: the first has none
	Reversals             int
	First, Second         string   `json:",omitempty"` // tasks
	Class                 string   // compared with the parent
	Skipped               int      // events of the parent that could not take place
	Events                []string // tasks, in their order
}

// A conflictEvent is a pair of events whose order was reversed by -algo=r4, and
// what came of it. The worst come first.
type conflictEvent struct {
	Action, Package, Test string
	Class                 string // equal, approximately equal, different
	Reversals             int    // of the sequence that is shown
	Times, Different      int    // sequences that reverse the pair, and those of them that differ from their parents
	Object                string // that both access; "": none is known
	First, Second         conflictSide
	Parent, Sequence      int64
	Parts                 []outcome.Part `json:",omitempty"`
}

// A conflictSide is one event of a conflict, and its access.
type conflictSide struct{ Task, Handler, Posted, Access, Pos string }

// A resultEvent is fixed in the same way, except its last fields.
type resultEvent struct {
	Action, Package, Test                           string
	Verdict, Algorithm                              string
	Exhaustive                                      bool
	Executions, Blocked, Redundant, Failing, Events int64
	Elapsed                                         wire.Number
	UpToNames                                       bool                  `json:",omitempty"` // -symmetry: of executions that differ in names of goroutines one was made
	Estimate                                        wire.Number           `json:",omitempty"` // of the executions in all, of an exploration that was not exhaustive
	Outcomes                                        []wire.Outcome        `json:",omitempty"` // if the test calls gocheck.Observe
	MoreOutcomes                                    bool                  `json:",omitempty"`
	Properties                                      []wire.Property       `json:",omitempty"` // if it calls gocheck.Sometimes and the like
	Warnings                                        []wire.Warning        `json:",omitempty"` // lock-order inversions
	Reversals                                       *wire.Reversals       `json:",omitempty"` // -algo=r4
	Bound                                           string                `json:",omitempty"` // that has ended it, or left something out
	Timing                                          bool                  `json:",omitempty"` // some execution fails that needs a pause: see Warnings
	Stands                                          string                `json:",omitempty"` // what a pass stands for, in words
	Phases                                          map[string]wire.Phase `json:",omitempty"` // explorations after the first, by name
	Sampled                                         []wire.Sampled        `json:",omitempty"` // executions beside these, by searchers
	Orders                                          *wire.Orders          `json:",omitempty"` // of pairs of operations, of an exploration that was not exhaustive
	Cached                                          bool                  `json:",omitempty"` // it is of an earlier run
}

func (e *jsonEmitter) write(v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // strings and numbers that JSON has
	}
	e.w.Write(printable.JSON(b.Bytes()))
}

// own writes an action of gocheck's own.
func (e *jsonEmitter) own(action, test string, v any) {
	if !e.test2json {
		e.write(v)
		return
	}
	value, err := json.Marshal(v)
	if err != nil {
		panic(err) // as above
	}
	e.write(event{Time: time.Now(), Action: "attr", Package: e.pkg, Test: test, Key: "gocheck." + action, Value: string(value)})
}

func (e *jsonEmitter) text(test, s string) {
	for line := range strings.Lines(s) {
		e.write(event{Time: time.Now(), Action: "output", Package: e.pkg, Test: test, Output: line})
	}
}

func (e *jsonEmitter) action(action, test string, elapsed wire.Number) {
	ev := event{Time: time.Now(), Action: action, Package: e.pkg, Test: test}
	if action != "start" && action != "run" {
		elapsed = rounded(elapsed)
		ev.Elapsed = &elapsed
	}
	e.write(ev)
}

func (e *jsonEmitter) failure(test string, f *wire.Failure, pos, schedule string) {
	s := f.Schedule
	if s == nil {
		s = &wire.Schedule{}
	}
	e.own("failure", test, failureEvent{
		Action: "failure", Package: e.pkg, Test: test, Kind: f.Kind, Message: f.Message, Pos: pos, Schedule: schedule, Execution: f.Execution,
		Difference: report.Difference(s), By: f.By, Steps: len(s.Steps), Preemptions: s.Preemptions,
	})
}

func (e *jsonEmitter) saved(test, schedule string, s *wire.Saved, steps int) {
	e.own("saved", test, savedEvent{
		Action: "saved", Package: e.pkg, Test: test, Schedule: schedule, Failed: s.Failed, Same: s.Same, Exact: s.Exact,
		Steps: steps, Followed: s.Followed, New: s.New, Left: s.Left, Tried: s.Runs, Why: s.Why,
	})
}

func (e *jsonEmitter) conflicts(test string, r *outcome.Report, shorten func(string) string) {
	side := func(e wire.Event, a wire.Access) conflictSide {
		return conflictSide{e.Task, e.Handler, shorten(e.Pos), a.Op, shorten(a.Pos)}
	}
	for _, s := range r.Sequences {
		ev := sequenceEvent{
			Action: "sequence", Package: e.pkg, Test: test, Sequence: s.Index, Parent: s.Parent, Reversals: s.Depth,
			Class: s.Class.String(), Skipped: s.Skipped,
		}
		if s.Pair != nil {
			ev.First, ev.Second = s.Pair.First.Task, s.Pair.Second.Task
		}
		for _, x := range s.Events {
			ev.Events = append(ev.Events, x.Task)
		}
		e.own(ev.Action, test, ev)
	}
	for i := range r.Conflicts {
		c := &r.Conflicts[i]
		ev := conflictEvent{
			Action: "conflict", Package: e.pkg, Test: test, Class: c.Class.String(), Reversals: c.Sequence.Depth, Times: c.Times, Different: c.Harmful,
			Object: c.Object, First: side(c.First, c.FirstAt), Second: side(c.Second, c.SecondAt), Parent: c.Parent.Index, Sequence: c.Sequence.Index,
		}
		for _, p := range c.Parts {
			part := outcome.Part{Name: p.Name}
			for _, line := range p.Diff {
				part.Diff = append(part.Diff, shorten(line))
			}
			ev.Parts = append(ev.Parts, part)
		}
		e.own(ev.Action, test, ev)
	}
}

func (e *jsonEmitter) result(test string, r *wire.Result) {
	ev := resultEvent{
		Action: "result", Package: e.pkg, Test: test, Verdict: r.Verdict, Algorithm: r.Algorithm, Exhaustive: r.Exhaustive,
		Executions: r.Executions, Blocked: r.Blocked, Redundant: r.Redundant, Failing: r.Failing, Events: r.Events, Elapsed: rounded(r.Seconds), UpToNames: r.UpToNames, Estimate: wire.Number(math.Round(float64(r.Estimate))),
		Outcomes: r.Outcomes, MoreOutcomes: r.MoreOutcomes, Properties: r.Properties, Warnings: r.Warnings, Reversals: r.Reversals, Bound: r.Bound, Sampled: r.Sampled, Orders: r.Orders, Cached: r.Cached,
	}
	ev.Timing = r.Timed()
	if r.Exhaustive && r.Verdict == "pass" && len(r.Phases) > 0 {
		ev.Stands = report.Stands(r)
	}
	for _, p := range r.Phases {
		if ev.Phases == nil {
			ev.Phases = map[string]wire.Phase{}
		}
		name := p.Name
		p.Name = "" // it is the key
		ev.Phases[name] = p
	}
	e.own("result", test, ev)
}

// tip: what is printed of a test is not to depend on what others came to before
// it, and who reads these lines is a program.
func (*jsonEmitter) tip(tips.Topic) {}

// rounded is a number of seconds in milliseconds' precision.
func rounded(seconds wire.Number) wire.Number {
	return wire.Number(math.Round(float64(seconds)*1000) / 1000)
}
