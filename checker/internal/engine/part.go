package engine

import (
	"errors"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/trace"
)

// What is left of an exploration can be run elsewhere: in another process, or later. Each
// algorithm that can be divided has a kind of work of its own: revisit the nodes of its stack,
// what samples the numbers of executions, closure all that it knows, or what is asked of one of
// several owners. docs/design/cores.md.

// Part is the Part of every algorithm.
type Part struct {
	Work    Work
	Tasks   []string // the names of the numbers of tasks in it
	Folding *folding // nil: every step of the program is an event
	Alike   bool     // traces that differ in the names of tasks that are alike are one
}

// Work is what a part consists of.
type Work interface {
	Kind() WorkKind
	Write(w *PartWriter)
}

// WorkKind is what begins the data of a part.
type WorkKind int

// The kinds: nodes of revisit, numbers of samples, all that closure knows, and what another owner
// is asked for.
const (
	WorkNodes WorkKind = iota
	WorkSamples
	WorkSearch
	WorkJoins
)

// Kind is which algorithms can go on with the part.
func (p *Part) Kind() Parts {
	switch p.Work.Kind() {
	case WorkSamples:
		return Numbered
	case WorkNodes:
		return Subtrees
	}
	return Questions
}

// Whole implements Part.
func (p *Part) Whole() bool { return p.Work.Kind() == WorkSearch }

// UpToNames implements Part.
func (p *Part) UpToNames() bool { return p.Alike }

// Division is the Divided of every algorithm that can be divided.
type Division struct{ Of Dividable }

// Dividable is the state of an algorithm that can be.
type Dividable interface {
	Exploration() *Exploration
	Rest() *Part
	Give() *Part
	Stop()
}

// Owned is one whose parts ask each other, and so are owned by processes: closure's.
type Owned interface {
	Dividable
	SplitFor(to int) (letter []byte, ok bool)
	Joining(as int) *Part
	Unrun() int
	Letters() []checker.Letter
	Receive(data []byte) error
}

// Result implements Divided.
func (d *Division) Result() checker.Result {
	x := d.Of.Exploration()
	r := x.Progress.Result
	r.Bound, r.UpToNames = x.Bound(), x.Apart != nil
	return r
}

// SetMemory implements Divided.
func (d *Division) SetMemory(bytes int64) { d.Of.Exploration().Options.Memory = bytes }

// Rest implements Divided.
func (d *Division) Rest() checker.Part { return aPart(d.Of.Rest()) }

// Give implements Divided.
func (d *Division) Give() checker.Part { return aPart(d.Of.Give()) }

// Stop implements Divided.
func (d *Division) Stop() { d.Of.Stop() }

// Whole implements Divided.
func (d *Division) Whole() bool {
	_, ok := d.Of.(Owned)
	return ok
}

// Split implements Divided.
func (d *Division) Split(to int) (letter []byte, ok bool) {
	if o, is := d.Of.(Owned); is {
		return o.SplitFor(to)
	}
	return nil, false
}

// Joining implements Divided.
func (d *Division) Joining(as int) checker.Part {
	if o, is := d.Of.(Owned); is {
		return aPart(o.Joining(as))
	}
	return nil
}

// Pending implements Divided.
func (d *Division) Pending() int {
	if o, is := d.Of.(Owned); is {
		return o.Unrun()
	}
	return 0
}

// Letters implements Divided.
func (d *Division) Letters() []checker.Letter {
	if o, is := d.Of.(Owned); is {
		return o.Letters()
	}
	return nil
}

// Receive implements Divided.
func (d *Division) Receive(data []byte) error {
	if o, is := d.Of.(Owned); is {
		return o.Receive(data)
	}
	return ErrNotDivided
}

// aPart is p, or nil.
func aPart(p *Part) checker.Part {
	if p == nil {
		return nil
	}
	return p
}

// ErrNotDivided is what comes of a letter for an exploration that has no owners.
var ErrNotDivided = errors.New("a letter for an exploration that is not divided")

// Numbers are those that the tasks of a part have here, by those that they have in it.
type Numbers []checker.Task

// NumbersHere makes the tasks known. It says whether the numbers are the same.
func NumbersHere(p checker.Program, tasks []string) (here Numbers, same bool) {
	here, same = make(Numbers, len(tasks)), true
	for i, name := range tasks {
		here[i] = p.(checker.Namer).TaskNamed(name)
		same = same && here[i] == checker.Task(i)
	}
	return here, same
}

// Task translates the number of a task, unless it is NoTask.
func (n Numbers) Task(q *checker.Task) {
	if *q != checker.NoTask {
		*q = n[*q]
	}
}

// Decision translates the tasks of a decision.
func (n Numbers) Decision(d *checker.Decision) {
	n.Task(&d.Task)
	n.Task(&d.Partner)
}

// Steps translates those of steps; their keys have tasks by name.
func (n Numbers) Steps(steps []trace.Step) {
	for i := range steps {
		n.Decision(&steps[i].Dec)
	}
}
