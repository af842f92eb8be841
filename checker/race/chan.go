package race

import "gocheck.dev/checker"

// A send and a close of one channel that no synchronisation orders are reported as a
// race, in whatever order they were made: if the close comes first, the send panics. So
// does -race, to which a send reads the channel and a close writes it. The cases of a
// select that could have sent are sends, too: a select panics for each of them.
//
// Both orders are different traces, so that most programs come to the panic itself in
// another execution. But there the panic may be recovered, and what keeps the close from
// coming first may be no synchronisation but the clock.
//
// A send accesses the channel before it waits, and before it acquires anything.

// sends notes what an operation of the task sends, or could have sent.
func (r *Detector) sends(task checker.Task, op *checker.Op) {
	switch {
	case r.withoutLocks || op == nil:
	case op.Kind == checker.Send:
		r.sending(op.Obj, task, op.Pos)
	case op.Kind == checker.Select:
		for i := range op.Cases {
			if c := &op.Cases[i]; c.Kind == checker.Send {
				r.sending(c.Obj, task, c.Pos)
			}
		}
	}
}

func (r *Detector) sending(obj checker.Object, task checker.Task, pos checker.Pos) {
	t := r.Task(task)
	r.record(&r.sync(obj).reads, r.accessOf(t, &checker.Effect{Task: task, Pos: pos}))
}

// closes looks at a close: it races with the sends before it.
func (r *Detector) closes(ev *checker.Event, t *Task) {
	if r.withoutLocks {
		return
	}
	o := r.sync(ev.Obj)
	f := checker.Effect{Task: ev.Task, Obj: ev.Obj, Write: true, Pos: ev.Pos}
	for i := range o.reads {
		if a := &o.reads[i]; a.task != ev.Task {
			r.against(ev.Obj, a, &f, t, false, false)
		}
	}
	r.Report.Closes = r.Raced
}
