package checker

import (
	"fmt"
	"slices"
)

// This file divides an exploration by revisit. A node of the stack is a schedule
// whose subtree depends on nothing else, so any nodes, taken from anywhere and run
// anywhere, make a Part. In the order of the sequential exploration the nodes of a
// stack come from its top to its bottom: what is given away from the bottom comes
// after all that is kept. So a caller that keeps parts in that order can add up
// what came of them as if one exploration had done it all. docs/design/cores.md.

// Sampling divides, too: executions are numbered, each is a function of its number,
// and a part is those from one number to another (sample.go).

// A Part is what is still to be run: nodes, or samples. It does not belong to the exploration
// that it was taken from, nor to its process: see Encode.
type Part struct {
	nodes revisitStack
	tasks []string // the names of the numbers in it
	by    *folding // nil: every step of the program is one of the nodes

	samples *samples // nil: it is nodes

	search    *search  // nil: likewise
	joins     *owners  // nil: it does not join others in an exploration by closure
	booked    keyTable // of the others
	algorithm string   // that search is by, or the others are
}

// Nodes is how many nodes the part has.
func (p *Part) Nodes() int { return len(p.nodes.stack) }

// Divided is an exploration, between two executions, of which parts can be taken.
type Divided struct{ of divided }

// divided is the state of an algorithm that can be.
type divided interface {
	exploration() *exploration
	rest() *Part
	give() *Part
	stop()
}

// Result is what has come of the exploration so far.
func (d *Divided) Result() Result {
	x := d.of.exploration()
	r := x.progress.Result
	r.Bound = x.bound()
	return r
}

// Rest is all that is still to be run: a copy, unless it is Whole.
func (d *Divided) Rest() *Part { return d.of.rest() }

// Give takes a part away that comes last in the sequential order; nil if none can be
// spared. Who gives something away has to see that it is run.
func (d *Divided) Give() *Part { return d.of.give() }

// Stop ends the exploration. What is still to be run is in Result.Rest.
func (d *Divided) Stop() { d.of.stop() }

func (r *revisitor) exploration() *exploration { return r.x }

// rest implements divided.
func (r *revisitor) rest() *Part { return r.part(0, len(r.stack)) }

// give implements divided: half of the shallowest nodes, if there are two.
func (r *revisitor) give() *Part {
	n := len(r.stack)
	if n < 2 || r.x.rehearse { // maybe it begins anew
		return nil
	}
	same := 1
	for same < n && r.stack[same].steps == r.stack[0].steps {
		same++
	}
	give := max(1, same/2)
	part := r.part(0, give)
	r.revisitStack = r.part(give, n).nodes
	r.given, r.x.divided = true, true
	return part
}

// stop implements divided.
func (r *revisitor) stop() {
	r.ended = r.x.stopped == ""
	r.x.stop("stopped")
}

// ProbesFail says whether one of the probes that the sequential exploration makes
// beside its first so many executions fails: then that has ended there, whatever
// its parts have come to.
func ProbesFail(p Program, o Options, executions int64) bool {
	a := AlgorithmOf(o)
	if a.Samples {
		return false // there are none
	}
	o.KeepGoing, o.Between, o.OnExecution = true, nil, nil
	x := &exploration{p: p, o: o}
	if o.OnRestart != nil && executions >= probesFrom && a.folds {
		x.by = x.learn() // probes come after so many executions that it was tried
	}
	x.begin()
	e := newEstimator(x, false)
	e.count = float64(min(executions, maxKnown))
	e.probe()
	return len(e.found) > 0
}

// part copies the nodes from a to b.
func (r *revisitor) part(a, b int) *Part {
	var q revisitStack
	p := &r.revisitStack
	from := -1 // the parent that was copied last
	for i := a; i < b; i++ {
		n := p.stack[i]
		steps, marks := p.steps[n.steps:n.steps+n.events], p.marks[n.steps:n.steps+n.events]
		if n.steps != from {
			from = n.steps
			n.steps = len(q.steps)
			q.steps, q.marks = append(q.steps, steps...), append(q.marks, marks...)
		} else {
			n.steps = q.stack[len(q.stack)-1].steps
		}
		sets := p.sets[n.set : n.set+(n.events+63)/64]
		n.set = len(q.sets)
		q.sets = append(q.sets, sets...)
		kept := p.kept[n.holds:]
		if i+1 < len(p.stack) {
			kept = p.kept[n.holds:p.stack[i+1].holds]
		}
		n.holds = len(q.kept)
		q.kept = append(q.kept, kept...)
		q.stack = append(q.stack, n)
	}
	return &Part{nodes: q, tasks: slices.Clone(r.ranks.names), by: r.x.by}
}

// take makes a part the stack. Its tasks may have other numbers here.
func (r *revisitor) take(p *Part) {
	r.revisitStack = revisitStack{
		slices.Clone(p.nodes.stack), slices.Clone(p.nodes.steps), slices.Clone(p.nodes.marks), slices.Clone(p.nodes.sets), slices.Clone(p.nodes.kept),
	}
	here, same := numbersHere(r.x.p, p.tasks)
	for _, q := range here {
		r.ranks.of(r.x.p, q)
	}
	if same {
		return
	}
	parent := -1
	for i := range r.stack {
		n := &r.stack[i]
		if n.steps != parent {
			parent = n.steps
			for k := range r.steps[n.steps : n.steps+n.events] {
				here.decision(&r.steps[n.steps+k].dec)
			}
		}
		for k := range n.forced[:n.number] {
			here.decision(&n.forced[k])
		}
		here.task(&n.hold.task)
		here.task(&n.hold.by)
	}
	for i := range r.kept {
		here.task(&r.kept[i].task)
		here.task(&r.kept[i].by)
	}
}

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

// Namer is a Program whose tasks can be found by their names. Parts of other
// processes need one.
type Namer interface {
	// TaskNamed is the number of the task that TaskName calls so. One that was not
	// met yet gets its number now.
	TaskNamed(name string) Task
}

// Kept says whether what is left of an exploration by the options can be kept: without what
// counts over all executions in their order.
func (o *Options) Kept() bool { return o.has(numbered | subtrees | questions) }

// Divisible says whether an exploration by the options can be divided from its beginning, into
// parts that add up to what one process finds. (closure is divided in another way: see Split.)
func (o *Options) Divisible() bool { return o.has(numbered | subtrees) }

// has says whether an exploration by the options has parts of one of these kinds.
func (o *Options) has(kinds parts) bool {
	a := AlgorithmOf(*o)
	if o.Executions > 0 { // samples have numbers, by which they are bounded
		kinds &= numbered
	}
	return !o.CountRedundant && a.parts&kinds != 0
}

// kind is what the part consists of.
func (p *Part) kind() parts {
	switch {
	case p.closes():
		return questions
	case p.samples == nil:
		return subtrees
	}
	return numbered
}

// checkPart says whether the part is one of an exploration by the algorithm.
func (o *Options) checkPart(a *Algorithm) error {
	if o.Part != nil && (a.parts&o.Part.kind() == 0 || !o.Kept()) {
		return fmt.Errorf("an exploration by algorithm %s has no such parts", a.Name)
	}
	return nil
}

// SetMemory changes Options.Memory.
func (d *Divided) SetMemory(bytes int64) { d.of.exploration().o.Memory = bytes }
