package em

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// emThread is a thread of the paper: a goroutine, by its number, or a handler,
// by its object, which is as stable as the prefix of executions that a state
// stands for. Messages are its events.
type emThread int64

func emHandler(o checker.Object) emThread { return -1 - emThread(o) }

// transition is a transition of a sequence.
type transition struct {
	task    checker.Task
	thread  emThread
	kind    checker.Kind // a CAS is a Write here even if it fails: what it would be elsewhere is not known
	obj     checker.Object
	number  uint32       // in its task
	val     uint64       // memory: the value after it
	child   checker.Task // Post: the message
	effects []checker.Effect
	preds   []int32  // immediate: of its task, or what created that, first
	past    flat.Set // the transition and all that happens before it
}

// sequence is a transition sequence w that is explored, with its
// happens-before relation (Definition 3.1). Indices count from 0.
type sequence struct {
	transitions []transition
	tasks       []emTask // by Task
	queues      map[emThread]*emQueue
}

// emTask is a task in w: (t, e), or (t, nil).
type emTask struct {
	handler bool
	thread  emThread
	from    int32 // the transition that created it, -1
	last    int32 // its newest transition, -1
	made    uint32
	ended   bool
}

// emQueue has the messages of a handler in order of their posts, all that were
// ever posted; the first so many have ended.
type emQueue struct {
	messages []checker.Task
	ended    int
}

func (w *sequence) taskOf(t checker.Task) *emTask {
	for int(t) >= len(w.tasks) {
		n := checker.Task(len(w.tasks))
		w.tasks = append(w.tasks, emTask{thread: emThread(n), from: -1, last: -1})
	}
	return &w.tasks[t]
}

func (w *sequence) thread(t checker.Task) emThread { return w.taskOf(t).thread }
func (w *sequence) handler(t checker.Task) bool    { return w.taskOf(t).handler }

func (w *sequence) queue(t emThread) *emQueue {
	q := w.queues[t]
	if q == nil {
		if w.queues == nil {
			w.queues = map[emThread]*emQueue{}
		}
		q = &emQueue{}
		w.queues[t] = q
	}
	return q
}

// front is the first message of the handler that has not ended: it runs, or is
// the next to do so.
func (w *sequence) front(t emThread) checker.Task {
	if q := w.queue(t); q.ended < len(q.messages) {
		return q.messages[q.ended]
	}
	return checker.NoTask
}

// getPost is the transition that posted the message.
func (w *sequence) getPost(message checker.Task) int32 { return w.tasks[message].from }

// extend appends a transition. reordered is the newest of its reordered posts,
// or -1. apart: see search.
func (w *sequence) extend(th emThread, ev *checker.Event, reordered int32, apart bool) {
	n := len(w.transitions)
	if n < cap(w.transitions) {
		w.transitions = w.transitions[:n+1]
	} else {
		w.transitions = append(w.transitions, transition{})
	}
	r := &w.transitions[n]
	*r = transition{task: ev.Task, thread: th, kind: ev.Kind, obj: ev.Obj, val: ev.Val, child: checker.NoTask, effects: r.effects[:0], preds: r.preds[:0], past: r.past[:0]}
	if ev.WasCAS {
		r.kind = checker.Write
	}
	r.number = w.taskOf(ev.Task).made
	if ev.Child != checker.NoTask {
		r.child = ev.Child
	}
	w.depend(int32(n), ev.Op.Partner, apart)
	if reordered >= 0 {
		r.preds = append(r.preds, reordered)
	}
	for range n>>6 + 1 {
		r.past = append(r.past, 0)
	}
	w.order(int32(n), r.past, w.pastOf)
	w.book(int32(n), ev.Last)
}

// book notes what transition n did to its task, its child and the queues.
func (w *sequence) book(n int32, last bool) {
	r := &w.transitions[n]
	t := w.taskOf(r.task)
	t.last, t.ended = n, last
	t.made++
	if last && t.handler {
		w.queue(t.thread).ended++
	}
	if r.child == checker.NoTask {
		return
	}
	c := w.taskOf(r.child)
	*c = emTask{thread: emThread(r.child), from: n, last: -1}
	if r.kind == checker.Post {
		c.handler, c.thread = true, emHandler(r.obj)
		q := w.queue(c.thread)
		q.messages = append(q.messages, r.child)
	}
}

// truncate forgets all transitions but the first n.
func (w *sequence) truncate(n int) {
	for i := len(w.transitions) - 1; i >= n; i-- {
		r := &w.transitions[i]
		t := &w.tasks[r.task]
		if t.ended && t.handler {
			w.queue(t.thread).ended--
		}
		t.ended = false
		t.made--
		t.last = w.previous(int32(i))
		if r.child == checker.NoTask {
			continue
		}
		if c := &w.tasks[r.child]; c.handler {
			q := w.queue(c.thread)
			q.messages = q.messages[:len(q.messages)-1]
		}
		w.tasks[r.child] = emTask{thread: emThread(r.child), from: -1, last: -1}
	}
	w.transitions = w.transitions[:n]
}

// reordered is the newest member of reorderedPosts(r, w.r) for the post r that
// was executed in the state, or -1.
func (w *sequence) reordered(state *emState, ev *checker.Event) int32 {
	newest := int32(-1)
	for _, p := range state.rp {
		if p.first != ev.Child || int(p.second) >= len(w.tasks) {
			continue
		}
		if c := &w.tasks[p.second]; c.handler && c.from > newest && c.thread == emHandler(ev.Obj) {
			newest = c.from
		}
	}
	return newest
}

// holds says whether a task has taken lock o and not released it.
func (w *sequence) holds(t checker.Task, o checker.Object) bool {
	for i := w.tasks[t].last; i >= 0; i = w.previous(i) {
		if r := &w.transitions[i]; r.obj == o && (r.kind == checker.Lock || r.kind == checker.Unlock) {
			return r.kind == checker.Lock
		}
	}
	return false
}

// holding says whether a task has some lock.
func (w *sequence) holding(t checker.Task) bool {
	for i := w.tasks[t].last; i >= 0; i = w.previous(i) {
		if r := &w.transitions[i]; r.kind == checker.Lock && w.holds(t, r.obj) {
			return true
		}
	}
	return false
}

// previous is the transition of the same task before i, or -1.
func (w *sequence) previous(i int32) int32 {
	if w.transitions[i].number == 0 {
		return -1
	}
	return w.transitions[i].preds[0]
}

func (w *sequence) pastOf(i int32) flat.Set { return w.transitions[i].past }

// before says whether i happens before k.
func (w *sequence) before(i, k int32) bool { return i <= k && w.transitions[k].past.Has(i) }

// depend sets the immediate predecessors of transition n by rule 1 of
// Definition 3.1: the transitions that it is dependent with.
func (w *sequence) depend(n int32, joined checker.Task, apart bool) {
	r := &w.transitions[n]
	t := &w.tasks[r.task]
	if prev := t.last; prev >= 0 {
		r.preds = append(r.preds, prev)
	} else if t.from >= 0 {
		r.preds = append(r.preds, t.from)
	}
	if r.kind == checker.Join {
		if end := w.tasks[joined].last; end >= 0 {
			r.preds = append(r.preds, end)
		}
	}
	for i := n - 1; i >= 0; i-- {
		f := &w.transitions[i]
		if f.dependent(r, apart) {
			r.preds = append(r.preds, i)
			if f.access(r.obj) == trace.Writes {
				return // it comes after all older accesses
			}
		}
	}
}

// affect adds accesses to the newest transition.
func (w *sequence) affect(effects []checker.Effect) {
	n := int32(len(w.transitions)) - 1
	r := &w.transitions[n]
	for _, e := range effects {
		for i := n - 1; i >= 0; i-- {
			f := &w.transitions[i]
			if f.task != r.task && f.conflicts(e.Obj, e.Write) {
				r.preds = append(r.preds, i)
			}
			if f.access(e.Obj) == trace.Writes {
				break // it comes after all older accesses
			}
		}
	}
	r.effects = append(r.effects, effects...)
	w.order(n, r.past, w.pastOf)
}

// order computes the past of transition n from those of older ones: what its
// predecessors come after and, by rule 2 of Definition 3.1 (FIFO), for the
// first transition of a message the ends of the messages whose posts happen
// before its own.
func (w *sequence) order(n int32, past flat.Set, pastOf func(int32) flat.Set) {
	past.Add(n)
	r := &w.transitions[n]
	for _, p := range r.preds {
		o := pastOf(p)
		past[:len(o)].Union(o)
	}
	t := &w.tasks[r.task]
	if r.kind != checker.Begin || !t.handler {
		return
	}
	posts := pastOf(t.from)
	for _, m := range w.queue(t.thread).messages {
		if m == r.task {
			return
		}
		if posts.Has(w.tasks[m].from) {
			o := pastOf(w.tasks[m].last)
			past[:len(o)].Union(o)
		}
	}
}
