package checker

import "errors"

// What is left of an exploration can be run elsewhere: in another process, or later. Each
// algorithm that can be divided has a kind of work of its own: revisit the nodes of its stack,
// what samples the numbers of executions, closure all that it knows, or what is asked of one of
// several owners. docs/design/cores.md.

// A Part is what is still to be run of an exploration. It does not belong to the exploration that
// it was taken from, nor to its process: see Encode.
type Part struct {
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
func (p *Part) kind() parts {
	if p.work == nil {
		return 0
	}
	switch p.work.is() {
	case workSamples:
		return numbered
	case workNodes:
		return subtrees
	}
	return questions
}

// Whole says whether the part is all that is left of an exploration. It may be large,
// is to be written before the exploration goes on, and can be run once.
func (p *Part) Whole() bool { return p.work != nil && p.work.is() == workSearch }

// Divided is an exploration, between two executions, of which parts can be taken.
type Divided struct{ of divided }

// divided is the state of an algorithm that can be.
type divided interface {
	exploration() *exploration
	rest() *Part
	give() *Part
	stop()
}

// owned is one whose parts ask each other, and so are owned by processes: closure's.
type owned interface {
	divided
	splitFor(to int) (letter []byte, ok bool)
	joining(as int) *Part
	unrun() int
	letters() []Letter
	receive(data []byte) error
}

// Result is what has come of the exploration so far.
func (d *Divided) Result() Result {
	x := d.of.exploration()
	r := x.progress.Result
	r.Bound = x.bound()
	return r
}

// SetMemory changes Options.Memory.
func (d *Divided) SetMemory(bytes int64) { d.of.exploration().o.Memory = bytes }

// Rest is all that is still to be run: a copy, unless it is Whole.
func (d *Divided) Rest() *Part { return d.of.rest() }

// Give takes a part away that comes last in the sequential order; nil if none can be
// spared. Who gives something away has to see that it is run.
func (d *Divided) Give() *Part { return d.of.give() }

// Stop ends the exploration. What is still to be run is in Result.Rest.
func (d *Divided) Stop() { d.of.stop() }

// Whole says whether Rest is, and nothing can be given away.
func (d *Divided) Whole() bool {
	_, ok := d.of.(owned)
	return ok
}

// Letter is what a process has for another one with which it shares an exploration.
type Letter struct {
	To   int // an owner
	Data []byte
}

// Split gives some of what is left to another owner, which may be new (see Joining) or have
// leaves already; the process that began is owner 0. It makes some executions itself, which
// do not count. The letter tells all others of it, the new owner included; they may get letters
// in any order. What that one has to run is among Letters. False: there is nothing to be
// gained, or the exploration is one that cannot be divided, or not now.
func (d *Divided) Split(to int) (letter []byte, ok bool) {
	if o, is := d.of.(owned); is {
		return o.splitFor(to)
	}
	return nil, false
}

// Joining is what a process explores that is to be that owner from now on: nothing, until it
// gets letters; owner 0 begins with the first execution. Before it makes one it has to be
// told of all splits. Nil: owner 0 cannot be begun anew, as revisit had counted traces.
func (d *Divided) Joining(as int) *Part {
	if o, is := d.of.(owned); is {
		return o.joining(as)
	}
	return nil
}

// Pending is how much there is to be run.
func (d *Divided) Pending() int {
	if o, is := d.of.(owned); is {
		return o.unrun()
	}
	return 0
}

// Letters is what has to be sent, since it was asked for the last time.
func (d *Divided) Letters() []Letter {
	if o, is := d.of.(owned); is {
		return o.letters()
	}
	return nil
}

// Receive takes a letter. It may be one that came before, or is not for this owner any
// more.
func (d *Divided) Receive(data []byte) error {
	if o, is := d.of.(owned); is {
		return o.receive(data)
	}
	return errNotDivided
}

// errNotDivided is what comes of a letter for an exploration that has no owners.
var errNotDivided = errors.New("a letter for an exploration that is not divided")

// numbers are those that the tasks of a part have here, by those that they have in it.
type numbers []Task

// numbersHere makes the tasks known. It says whether the numbers are the same.
func numbersHere(p Program, tasks []string) (here numbers, same bool) {
	here, same = make(numbers, len(tasks)), true
	for i, name := range tasks {
		here[i] = p.(Namer).TaskNamed(name)
		same = same && here[i] == Task(i)
	}
	return here, same
}

func (n numbers) task(q *Task) {
	if *q != NoTask {
		*q = n[*q]
	}
}

func (n numbers) decision(d *Decision) {
	n.task(&d.Task)
	n.task(&d.Partner)
}

func (n numbers) steps(steps []step) {
	for i := range steps {
		n.decision(&steps[i].dec)
	}
}
