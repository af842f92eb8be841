package checker

// Patience is how many steps in a row a task may make while others could go on. It has to be
// finite: a task that waits in a loop must not starve the task that it waits for. A small
// number cuts long local loops into pieces; a large number makes executions with spin loops
// long.
const Patience = 128

// Fair is the default scheduler. It decides if no algorithm and no schedule does. It goes on
// with the task that made the last step, so that executions have few context switches, until
// the task yields or has made too many steps. The zero value is ready for one execution.
type Fair struct {
	task  Task
	steps int  // in a row
	yield bool // the last step was a Yield
	buf   []Decision
}

// Reset begins another execution.
func (f *Fair) Reset() { *f = Fair{buf: f.buf} }

// Did implements Scheduler.
func (f *Fair) Did(_ State, ev *Event) {
	if ev.Task != f.task {
		f.task, f.steps = ev.Task, 0
	}
	f.steps++
	f.yield = ev.Kind == Yield
}

// Made takes the place of calls of Did for these decisions, which f did not make. last is the
// kind of the last event.
func (f *Fair) Made(decisions []Decision, last Kind) {
	for n := len(decisions); f.steps < n && decisions[n-1-f.steps].Task == decisions[n-1].Task; {
		f.steps++
	}
	if n := len(decisions); n > 0 {
		f.task, f.yield = decisions[n-1].Task, last == Yield
	}
}

// Next implements Scheduler: false when nothing is enabled.
func (f *Fair) Next(st State) (Decision, bool) {
	tasks := st.Tasks()
	at := -1 // the present task
	for i, t := range tasks {
		if t == f.task {
			at = i
		}
	}
	if at >= 0 && !f.yield && f.steps < Patience {
		if dec, ok := f.pick(st, f.task); ok && st.Op(f.task).Kind != Tick {
			return dec, true
		}
	}
	// Round robin from the task after the present one, which comes last. It holds nobody up: the
	// clock comes after all others.
	var tick Decision
	ticks := false
	for i := 1; i <= len(tasks); i++ {
		t := tasks[(at+i)%len(tasks)]
		if dec, ok := f.pick(st, t); ok {
			if st.Op(t).Kind == Tick {
				tick, ticks = dec, true
				continue
			}
			if t == f.task {
				f.steps = 0
			}
			return dec, true
		}
	}
	return tick, ticks
}

// pick prefers a ready case to default.
func (f *Fair) pick(st State, t Task) (Decision, bool) {
	f.buf = st.Decisions(t, f.buf[:0])
	if len(f.buf) == 0 {
		return Decision{}, false
	}
	for _, dec := range f.buf {
		if dec.Choice != DefaultCase {
			return dec, true
		}
	}
	return f.buf[0], true
}
