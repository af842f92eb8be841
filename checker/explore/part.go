package explore

import (
	"errors"

	"gocheck.dev/checker"
)

// What is left of an exploration can be run elsewhere: in another process, or later. Each
// algorithm that can be divided has a kind of work of its own: revisit the nodes of its stack,
// what samples the numbers of executions, closure all that it knows, or what is asked of one of
// several owners. docs/design/cores.md.

// part is the Part of every algorithm.
type part struct {
	work  work
	tasks []string // the names of the numbers of tasks in it
	by    *folding // nil: every step of the program is an event
}

// work is what a part consists of.
type work interface {
	is() workKind
	write(w *partWriter)
}

// workKind is what begins the data of a part.
type workKind int

const (
	workNodes workKind = iota
	workSamples
	workSearch
	workJoins
)

// kind is which algorithms can go on with the part.
func (p *part) kind() parts {
	switch p.work.is() {
	case workSamples:
		return numbered
	case workNodes:
		return subtrees
	}
	return questions
}

// Whole implements Part.
func (p *part) Whole() bool { return p.work.is() == workSearch }

// division is the Divided of every algorithm that can be divided.
type division struct{ of divided }

// divided is the state of an algorithm that can be.
type divided interface {
	exploration() *exploration
	rest() *part
	give() *part
	stop()
}

// owned is one whose parts ask each other, and so are owned by processes: closure's.
type owned interface {
	divided
	splitFor(to int) (letter []byte, ok bool)
	joining(as int) *part
	unrun() int
	letters() []checker.Letter
	receive(data []byte) error
}

// Result implements Divided.
func (d *division) Result() checker.Result {
	x := d.of.exploration()
	r := x.progress.Result
	r.Bound = x.bound()
	return r
}

// SetMemory implements Divided.
func (d *division) SetMemory(bytes int64) { d.of.exploration().o.Memory = bytes }

// Rest implements Divided.
func (d *division) Rest() checker.Part { return aPart(d.of.rest()) }

// Give implements Divided.
func (d *division) Give() checker.Part { return aPart(d.of.give()) }

// Stop implements Divided.
func (d *division) Stop() { d.of.stop() }

// Whole implements Divided.
func (d *division) Whole() bool {
	_, ok := d.of.(owned)
	return ok
}

// Split implements Divided.
func (d *division) Split(to int) (letter []byte, ok bool) {
	if o, is := d.of.(owned); is {
		return o.splitFor(to)
	}
	return nil, false
}

// Joining implements Divided.
func (d *division) Joining(as int) checker.Part {
	if o, is := d.of.(owned); is {
		return aPart(o.joining(as))
	}
	return nil
}

// Pending implements Divided.
func (d *division) Pending() int {
	if o, is := d.of.(owned); is {
		return o.unrun()
	}
	return 0
}

// Letters implements Divided.
func (d *division) Letters() []checker.Letter {
	if o, is := d.of.(owned); is {
		return o.letters()
	}
	return nil
}

// Receive implements Divided.
func (d *division) Receive(data []byte) error {
	if o, is := d.of.(owned); is {
		return o.receive(data)
	}
	return errNotDivided
}

// aPart is p, or nil.
func aPart(p *part) checker.Part {
	if p == nil {
		return nil
	}
	return p
}

// errNotDivided is what comes of a letter for an exploration that has no owners.
var errNotDivided = errors.New("a letter for an exploration that is not divided")

// numbers are those that the tasks of a part have here, by those that they have in it.
type numbers []checker.Task

// numbersHere makes the tasks known. It says whether the numbers are the same.
func numbersHere(p checker.Program, tasks []string) (here numbers, same bool) {
	here, same = make(numbers, len(tasks)), true
	for i, name := range tasks {
		here[i] = p.(checker.Namer).TaskNamed(name)
		same = same && here[i] == checker.Task(i)
	}
	return here, same
}

func (n numbers) task(q *checker.Task) {
	if *q != checker.NoTask {
		*q = n[*q]
	}
}

func (n numbers) decision(d *checker.Decision) {
	n.task(&d.Task)
	n.task(&d.Partner)
}

func (n numbers) steps(steps []step) {
	for i := range steps {
		n.decision(&steps[i].dec)
	}
}
