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

// performer is an Observer that looks at an operation before it is performed, too.
type performer interface{ performing(t *task) }

// rester is one that looks at what is there when nothing can run any more, before
// anything is undone.
type rester interface{ rested() }

// watching are the observers of executions.
type watching struct {
	observers []Observer
	bytewise  bool                       // one asks for the accesses of bytes, not of stretches
	looking   []Observer                 // at the present execution
	record    *Recording                 // one of them; nil: this is no replay whose steps are recorded
	touched   map[checker.Object][]*task // with record: the tasks that have operated on an object
}

// Observe lets o look at executions until stop is called.
func (x *Execution) Observe(o Observer) (stop func()) {
	x.observers = append(x.observers, o)
	return func() { x.observers = slices.DeleteFunc(x.observers, func(p Observer) bool { return p == o }) }
}

// observing calls run, which executes, while o looks.
func (x *Execution) observing(o Observer, run func()) {
	defer x.Observe(o)()
	run()
}

// watched says whether anybody looks at the execution that begins.
func (x *Execution) watched() bool {
	x.looking = x.looking[:0]
	for _, o := range x.observers {
		if o.Begin() {
			x.looking = append(x.looking, o)
		}
	}
	return len(x.looking) > 0
}

// performing is called before t's operation is performed.
func (x *Execution) performing(t *task) {
	for _, o := range x.looking {
		if p, ok := o.(performer); ok {
			p.performing(t)
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
		if r, ok := o.(rester); ok {
			r.rested()
		}
	}
}
