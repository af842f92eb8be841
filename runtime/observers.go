package runtime

import (
	"slices"

	"gocheck.dev/checker"
)

// Observer looks at executions step by step.
type Observer interface {
	// Begin is called before each execution, and says whether it looks at this one.
	Begin() bool
	// Did is called after each event, which is reused.
	Did(ev *checker.Event)
}

// Performer is an Observer that looks at the operation of a task before it is performed, too.
type Performer interface{ Performing(t checker.Task) }

// Rester is one that looks at what is there when nothing can run any more, before
// anything is undone.
type Rester interface{ Rested() }

// Bytewise is one that asks for the accesses of bytes, not of stretches.
type Bytewise interface{ Bytewise() }

// watching are the observers of executions.
type watching struct {
	observers []Observer
	looking   []Observer                 // at the present execution
	bytewise  bool                       // one of these is Bytewise
	record    *Recording                 // one of them; nil: this is no replay whose steps are recorded
	touched   map[checker.Object][]*task // with record: the tasks that have operated on an object
}

// Observe lets o look at executions until stop is called.
func (x *Execution) Observe(o Observer) (stop func()) {
	x.observers = append(x.observers, o)
	return func() { x.observers = slices.DeleteFunc(x.observers, func(p Observer) bool { return p == o }) }
}

// watched says whether anybody looks at the execution that begins.
func (x *Execution) watched() bool {
	x.looking, x.bytewise = x.looking[:0], false
	for _, o := range x.observers {
		if o.Begin() {
			x.looking = append(x.looking, o)
			if _, ok := o.(Bytewise); ok {
				x.bytewise = true
			}
		}
	}
	return len(x.looking) > 0
}

// performing is called before t's operation is performed.
func (x *Execution) performing(t *task) {
	for _, o := range x.looking {
		if p, ok := o.(Performer); ok {
			p.Performing(t.id)
		}
	}
}

// did is called after each event.
func (x *Execution) did() {
	for _, o := range x.looking {
		o.Did(&x.ev)
	}
}

// rested is called when nothing can run any more.
func (x *Execution) rested() {
	for _, o := range x.looking {
		if r, ok := o.(Rester); ok {
			r.Rested()
		}
	}
}
