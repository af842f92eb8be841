package runtime

import (
	"runtime"

	"gocheck.dev/internal/wire"
)

// Debug records what run executes, with each step announced to AtStep for a debugger; nil: nobody
// looks.
func (x *Execution) Debug(d *wire.Debug, run func()) *Recording {
	x.record = &Recording{x: x, debugging: d, labels: map[*task]string{}}
	defer func() { x.record = nil }()
	r := x.record
	defer x.Observe(r)()
	run()
	return r
}

// Reached is the step that is announced. A debugger reads it.
var Reached int

// AtStep is called when a task is about to make step n, by itself; debug.star knows its name. Who
// has come here by delve's continue is at the end of the schedule: "where" shows the goroutines,
// "stack" this one's frames, "back" the last step, another "continue" how the test fails.
//
//go:noinline
func AtStep(n int) { runtime.KeepAlive(n) }

// resumes is called by a task whose turn has come, before it goes on.
func (r *Recording) resumes(t *task) {
	if r.debugging == nil || !r.x.inEvent || r.x.ev.Task != t.id {
		return // nobody looks, or it takes part in the step of another
	}
	r.announce()
}

// announce announces the next step, or the end: then all tasks are where they have come to.
func (r *Recording) announce() {
	if r.debugging == nil {
		return
	}
	n := len(r.Steps) + 1
	Reached = n
	AtStep(n)
	if n == r.debugging.At {
		runtime.Breakpoint()
	}
}
