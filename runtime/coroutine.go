package runtime

import (
	"iter"
	"runtime"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/innards"
)

// coroutine is a goroutine that runs one task after another.
type coroutine struct {
	x      *Execution
	task   *task
	resume func() (struct{}, bool) // by the driver, or a task that waits for its turn
	back   func(struct{}) bool     // by the task, to the caller that resumed it
	stop   func()                  // by the driver, of an idle one
	g      uintptr                 // its goroutine
	gone   bool                    // its task ended by Goexit: it can only be finished
}

func newCoroutine(x *Execution) *coroutine {
	c := &coroutine{x: x}
	c.resume, c.stop = iter.Pull(c.loop)
	return c
}

// yield gives control back to the caller that resumed the coroutine, until it is resumed again.
func (c *coroutine) yield() {
	c.back(struct{}{})
	c.enter(c.task)
}

// enter makes t the running task.
func (c *coroutine) enter(t *task) {
	process.running = t
	process.runningG.Store(c.g)
}

// park ends the task that runs but keeps its stack: it goes on as the task that
// adopts the coroutine. It is called by the task.
func (c *coroutine) park() {
	x := c.x
	c.task.free()
	next := x.end(c.task)
	x.parked = append(x.parked, c)
	x.next = next
	c.yield()
	if c.task.dying {
		runtime.Goexit()
	}
}

// adopt makes a task that has not begun the one that goes on where the
// coroutine was parked.
func (c *coroutine) adopt(t *task) {
	c.x.parked = slices.DeleteFunc(c.x.parked, func(p *coroutine) bool { return p == c })
	c.task, t.co = t, c
}

// loop runs tasks as long as they end by returning or by a panic.
func (c *coroutine) loop(back func(struct{}) bool) {
	c.back, c.g = back, innards.G()
	c.enter(c.task)
	stopped := false
	defer func() {
		if stopped {
			return
		}
		// Else only a Goexit comes here. Whoever resumes the coroutine after
		// this gets the Goexit passed on by iter.Pull.
		defer func() {
			c.gone = true
			innards.Unlock(c.g)
			c.x.next = c.x.end(c.task)
			c.back(struct{}{})
		}()
		c.task.exits()
	}()
	for over := false; ; over = true {
		if stopped = c.run(over); stopped {
			return
		}
	}
}

// run runs the functions of its task and those after it; over says that the first one
// has been. One may be of another task at its end (see park). A panic ends the task,
// not the coroutine: then run returns. True says that there are no more tasks.
func (c *coroutine) run(over bool) (stopped bool) {
	within := false // a function of the program's
	defer func() {
		if within {
			c.task.panicked(recover())
		}
	}()
	for {
		if !over {
			within = true
			if c.task.resolved == checker.TimerFire {
				c.task.fired()
			}
			if r := c.x.record; r != nil {
				r.resumes(c.task)
			}
			c.task.f()
			within = false
			c.task.exits()
		}
		over = false
		innards.Unlock(c.g) // natively the thread would end with the goroutine
		next := c.x.end(c.task)
		if next != nil && next.co == nil {
			// A task that begins needs no other coroutine than this one.
			c.task, next.co = next, c
			process.running = next
			continue
		}
		c.task = nil
		c.x.free = append(c.x.free, c)
		c.x.next = next
		if !c.back(struct{}{}) {
			return true
		}
		c.enter(c.task)
	}
}

// finish lets the goroutine of a coroutine end whose task has called Goexit.
// iter.Pull passes the Goexit on to the caller of resume, so that another
// goroutine has to be sacrificed.
func (c *coroutine) finish() {
	c.task = nil
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.resume()
	}()
	<-done
}
