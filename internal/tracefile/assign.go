package tracefile

import (
	"fmt"
	"slices"
)

// assigner tells which task each operation belongs to, and refuses what cannot
// have been recorded.
type assigner struct {
	t       *Trace
	threads map[string]*threadState
	tasks   map[string]int // messages: index of the task
	awaited map[string]bool
	forks   map[string]int // threads that are forked somewhere: the operation
}

type threadState struct {
	task    int // index of the thread's own task
	current int // the message that it runs, or -1
	exited  int // THREADEXIT, or -1
	held    map[string]int
}

// assign fills in Trace.Tasks and Op.Task.
func (t *Trace) assign() error {
	a := &assigner{t: t, threads: map[string]*threadState{}, tasks: map[string]int{}, awaited: map[string]bool{}, forks: map[string]int{}}
	for i := range t.Ops {
		if op := &t.Ops[i]; op.Name == "FORK" || op.Name == "AFTER-FUNC" {
			if first, ok := a.forks[op.Get("child-tid")]; ok {
				return a.fault(i, "thread %s is forked a second time, after line %d", op.Get("child-tid"), t.Ops[first].Line)
			}
			a.forks[op.Get("child-tid")] = i
		}
	}
	for i := range t.Ops {
		if err := a.op(i); err != nil {
			return err
		}
	}
	return nil
}

func (a *assigner) fault(i int, format string, args ...any) error {
	op := &a.t.Ops[i]
	return &Error{a.t.File, op.Line, fmt.Sprintf("%s: %s", op.Name, fmt.Sprintf(format, args...))}
}

// thread is the state of a thread that operation i is by or for.
func (a *assigner) thread(i int, name string) (*threadState, error) {
	if s := a.threads[name]; s != nil {
		return s, nil
	}
	created := -1
	if at, ok := a.forks[name]; ok {
		if at > i {
			return nil, a.fault(i, "thread %s is forked only later, on line %d", name, a.t.Ops[at].Line)
		}
		created = at
	}
	s := &threadState{task: a.newTask(Task{Thread: name, Created: created}), current: -1, exited: -1, held: map[string]int{}}
	a.threads[name] = s
	return s, nil
}

func (a *assigner) newTask(t Task) int {
	t.Queue, t.Loop = -1, -1
	a.t.Tasks = append(a.t.Tasks, t)
	return len(a.t.Tasks) - 1
}

func (a *assigner) op(i int) error {
	op := &a.t.Ops[i]
	switch op.Name {
	case "START":
		return a.start(i)
	case "OBJECT":
		return a.object(i)
	}
	if err := a.known(i); err != nil {
		return err
	}
	name := op.Get(grammar[op.Name].task)
	th, err := a.thread(i, name)
	if err != nil {
		return err
	}
	own := &a.t.Tasks[th.task]
	switch {
	case own.Created == i:
		return a.fault(i, "thread %s forks itself", name)
	case th.exited >= 0:
		return a.fault(i, "thread %s has ended before, on line %d", name, a.t.Ops[th.exited].Line)
	case op.Name == "CALL":
		return a.call(i, th)
	case own.Loop >= 0 && th.current < 0 && op.Name == "THREADEXIT" && a.t.Ops[own.Loop].Name == "OBJECT":
		return a.fault(i, "%s is a handler", name)
	case own.Loop >= 0 && th.current < 0 && op.Name != "THREADEXIT":
		return a.fault(i, "thread %s serves its queue since line %d: what it does has to be in a message, between CALL and RET", name, a.t.Ops[own.Loop].Line)
	}
	op.Task = th.task
	if th.current >= 0 {
		op.Task = th.current
	}
	a.t.Tasks[op.Task].Ops = append(a.t.Tasks[op.Task].Ops, i)
	inside := th.current >= 0
	switch {
	case IsPost(op.Name):
		return a.post(i)
	case op.Name == "FORK" || op.Name == "AFTER-FUNC":
		_, err := a.thread(i, op.Get("child-tid"))
		return err
	case op.Name == "JOIN":
		_, err := a.thread(i, op.Get("child-tid"))
		return err
	case op.Name == "RET":
		if !inside || a.t.Tasks[th.current].Message != op.Get("msg") {
			return a.fault(i, "thread %s does not run message %s here: its CALL is missing", name, op.Get("msg"))
		}
		th.current = -1
	case inside && slices.Contains([]string{"ATTACH-Q", "LOOP", "THREADINIT", "THREADEXIT"}, op.Name):
		return a.fault(i, "thread %s is in message %s: its RET is missing", name, a.t.Tasks[th.current].Message)
	case op.Name == "ATTACH-Q":
		if own.Created >= 0 && a.t.Ops[own.Created].Name == "AFTER-FUNC" {
			return a.fault(i, "thread %s is the function of a timer, which has no queue", name)
		}
		if own.Queue >= 0 {
			return a.fault(i, "thread %s has a queue since line %d", name, a.t.Ops[own.Queue].Line)
		}
		own.Queue = i
	case op.Name == "LOOP":
		if own.Queue < 0 {
			return a.fault(i, "thread %s has no queue: its ATTACH-Q is missing", name)
		}
		own.Loop = i
	case op.Name == "THREADEXIT":
		th.exited = i
	case op.Name == "LOCK":
		th.held[op.Get("lock-obj")]++
	case op.Name == "UNLOCK" && a.t.Monitor(op.Get("lock-obj")):
		if th.held[op.Get("lock-obj")] == 0 {
			return a.fault(i, "thread %s does not hold %s: its LOCK is missing", name, op.Get("lock-obj"))
		}
		th.held[op.Get("lock-obj")]--
	}
	return nil
}

// post makes the task of a message.
func (a *assigner) post(i int) error {
	op := &a.t.Ops[i]
	msg, dest := op.Get("msg"), op.Get("dest")
	if old, ok := a.tasks[msg]; ok {
		return a.fault(i, "message %s is posted a second time, after line %d: each post needs a message of its own", msg, a.t.Ops[a.t.Tasks[old].Created].Line)
	}
	th, err := a.thread(i, dest)
	if err != nil {
		return err
	}
	if a.t.Tasks[th.task].Queue < 0 {
		return a.fault(i, "thread %s has no queue yet: its ATTACH-Q is missing", dest)
	}
	a.tasks[msg] = a.newTask(Task{Thread: dest, Message: msg, Created: i})
	return nil
}

// call begins a message.
func (a *assigner) call(i int, th *threadState) error {
	op := &a.t.Ops[i]
	name, msg := op.Get("tid"), op.Get("msg")
	k, ok := a.tasks[msg]
	switch {
	case !ok:
		return a.fault(i, "message %s has not been posted: its POST is missing", msg)
	case a.t.Tasks[k].Thread != name:
		return a.fault(i, "message %s was posted to thread %s, not to %s, on line %d", msg, a.t.Tasks[k].Thread, name, a.t.Ops[a.t.Tasks[k].Created].Line)
	case len(a.t.Tasks[k].Ops) > 0:
		return a.fault(i, "message %s was called before, on line %d", msg, a.t.Ops[a.t.Tasks[k].Ops[0]].Line)
	case th.current >= 0:
		return a.fault(i, "thread %s is in message %s: its RET is missing", name, a.t.Tasks[th.current].Message)
	case a.t.Tasks[th.task].Loop < 0:
		return a.fault(i, "thread %s does not serve its queue yet: its LOOP is missing", name)
	}
	op.Task, th.current = k, k
	a.t.Tasks[k].Ops = append(a.t.Tasks[k].Ops, i)
	return nil
}
