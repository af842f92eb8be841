package runtime

import (
	"iter"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/calls"
)

// roster is the list of goroutines that exist.
type roster struct {
	tasks   []*task        // by number; all that any execution had
	started []checker.Task // in this execution, without the clock
	// those of them that have not ended, in order of creation; behind its end there is room
	// for the clock
	live       []checker.Task
	clock      *task
	begun      int64 // tasks, over all executions
	goroutines int   // that have begun
	census     census
}

func (r *roster) reset() {
	for _, id := range r.started {
		t := r.tasks[id]
		t.life, t.made = unborn, 0
	}
	r.started, r.live = r.started[:0], r.live[:0]
	r.goroutines = 0
}

// spawn makes a new task that has announced its first operation, normally
// Begin. It is called when the creator's operation is performed.
func (x *Execution) spawn(creator *task, f func(), site Site, first checker.Kind, obj checker.Object, sh shadow) *task {
	t := creator.child()
	if t.creator != creator { // nearly never
		t.creator = creator
	}
	if x.alone {
		x.alone = false
		quiet.Store(false)
	}
	x.start(t, f, site, first, obj, sh)
	if x.dated {
		t.ahead = creator.ahead
	}
	t.lateAt, t.begunAt = creator.lateAt, creator.index
	return t
}

func (x *Execution) start(t *task, f func(), site Site, first checker.Kind, obj checker.Object, sh shadow) {
	t.life, t.dying, t.index, t.random, t.orders, t.threads = alive, false, 0, 0, 0, 0
	if x.dated {
		t.dates = dates{dues: t.dues[:0]}
	}
	if x.record != nil {
		t.unwinds, t.calledAt, t.says = calls.Unwinding{}, "", nil
	}
	if x.Symmetry {
		t.elder = elder{}
	}
	t.rounds.reset()
	if t.doze.w != nil || t.nap.w != nil { // else they are zero, which is not worth to be written
		t.doze, t.nap = dozing{}, napping{}
	}
	if t.errand.w != nil {
		t.errand = errand{}
	}
	t.movedIn = x.ticks
	t.f, t.created, t.named, t.resumes, t.awaited, t.title, t.payload = f, site, false, false, false, "", nil
	t.counted, t.calls, t.lateAt = false, t.calls[:0], nil
	t.announce(first, obj, 0, site, sh)
	t.op.Loop, t.op.User = false, false
	t.co, t.handler, t.held = nil, nil, t.held[:0]
	x.started = append(x.started, t.id)
	x.begun++
	x.live = append(x.live, t.id)
}

// Tasks lists the live tasks, in order of creation.
func (x *Execution) Tasks() []checker.Task {
	if x.Pause > 0 || x.ticking() {
		all := append(x.live, clockTask)
		x.live = all[:len(x.live)]
		return all
	}
	return x.live
}

// living yields the tasks that have not ended, in order of creation.
func (x *Execution) living() iter.Seq[*task] {
	return func(yield func(*task) bool) {
		for _, id := range x.live {
			if !yield(x.tasks[id]) {
				return
			}
		}
	}
}
