package page

import (
	"slices"

	"gocheck.dev/internal/wire"
)

// edge is an arrow from a step to a later one of another task, which has to do
// with it.
type edge struct {
	From, To int
	Kind     string // create, message, sync, order
}

// The kinds of edges, and what they connect. A schedule has names, not
// identities: two objects of one name are taken for one.
const (
	create  = "create"  // go, or the setting of a timer, with what it begins
	message = "message" // a value sent with its receive, a Post with the event that handles it
	sync    = "sync"    // what lets another go on: unlock with lock, done with wait, close with receive, signal with woken
	order   = "order"   // accesses of one object that would be another execution in another order
)

// edges finds the arrows of an execution.
func edges(steps []wire.Step) []edge {
	f := finder{steps: steps, objects: map[string]*object{}, begun: map[string]bool{}, woken: map[string]int{}, used: map[int]bool{}}
	for i := range steps {
		f.step(i)
	}
	slices.SortStableFunc(f.all, func(a, b edge) int { return a.To - b.To })
	return f.all
}

// object is what has been done to what goes by one name.
type object struct {
	sends, recvs []int // of values, in order
	close        int
	released     []int // unlocks since the last lock, Dones since the last Wait
	write        int   // the last step that is ordered with all others
	reads        []int // steps since that are ordered with writes only
}

type finder struct {
	steps   []wire.Step
	all     []edge
	objects map[string]*object
	begun   map[string]bool
	woken   map[string]int // task → the signal that chose it
	used    map[int]bool   // creating steps whose task has begun
}

func (f *finder) add(from, to int, kind string) {
	if from < 0 || from == to || f.steps[from].Task == f.steps[to].Task {
		return
	}
	if !slices.ContainsFunc(f.all, func(e edge) bool { return e.From == from && e.To == to }) {
		f.all = append(f.all, edge{from, to, kind})
	}
}

// step finds the arrows that end in a step.
func (f *finder) step(i int) {
	s := &f.steps[i]
	if !f.begun[s.Task] {
		f.begun[s.Task] = true
		f.created(i)
	}
	if s.Object == "" {
		return
	}
	o := f.objects[s.Object]
	if o == nil {
		o = &object{close: -1, write: -1}
		f.objects[s.Object] = o
	}
	switch s.Op {
	case "send", "recv", "close", "recvclosed", "sendclosed":
		f.channel(i, s, o)
	case "unlock", "runlock", "add", "onceend":
		o.released = append(o.released, i)
	case "lock", "arrive", "rlock", "wait", "oncedone", "join":
		for _, from := range o.released {
			f.add(from, i, sync)
		}
		if s.Op == "lock" || s.Op == "arrive" {
			o.released = nil
		}
		f.ordered(i, o, s.Op != "rlock" && s.Op != "wait" && s.Op != "oncedone")
	case "signal", "broadcast":
		if s.Op == "signal" && s.Partner != "" {
			f.woken[s.Partner] = i
		}
		f.ordered(i, o, true)
	case "wake":
		if from, ok := f.woken[s.Task]; ok {
			f.add(from, i, sync)
		} else if o.write >= 0 {
			f.add(o.write, i, sync) // a Broadcast
		}
		delete(f.woken, s.Task)
	case "await", "read", "len", "lockbusy", "enqueue", "post":
		f.ordered(i, o, false)
	case "write", "cas", "postfront", "closehandler", "postclosed", "timerset", "timerstop", "timerfire", "timerrecv":
		f.ordered(i, o, true)
	}
}

// created finds the step that made the task: the latest one of its creator at
// the place where it was made, which has made no other.
func (f *finder) created(i int) {
	s := &f.steps[i]
	for j := i - 1; j >= 0; j-- {
		switch c := &f.steps[j]; c.Op {
		case "spawn", "post", "postfront", "timerset":
			if !f.used[j] && c.Pos == s.Created && f.isChild(s.Task, c.Task) && !f.earlier(j, c) {
				f.used[j] = true
				kind := create
				if c.Op == "post" || c.Op == "postfront" {
					kind = message
				}
				f.add(j, i, kind)
				return
			}
		}
	}
}

// earlier says whether the same place made a task before that has not begun:
// they begin in that order, mostly.
func (f *finder) earlier(j int, c *wire.Step) bool {
	for k := range f.steps[:j] {
		if b := &f.steps[k]; !f.used[k] && b.Task == c.Task && b.Op == c.Op && b.Pos == c.Pos {
			return true
		}
	}
	return false
}

// isChild says whether a task's name is one of the creator's children: main/2/1
// of main/2.
func (f *finder) isChild(task, creator string) bool {
	return len(task) > len(creator) && task[:len(creator)] == creator && task[len(creator)] == '/' &&
		!slices.Contains([]byte(task[len(creator)+1:]), '/')
}

func (f *finder) channel(i int, s *wire.Step, o *object) {
	last := func(of []int) int {
		if len(of) == 0 {
			return -1
		}
		return of[len(of)-1]
	}
	switch s.Op {
	case "send":
		f.add(last(o.sends), i, order)
		if !s.Joint() { // else it is in the step itself
			o.sends = append(o.sends, i)
		}
	case "recv":
		if n := len(o.recvs); n < len(o.sends) {
			f.add(o.sends[n], i, message)
		}
		f.add(last(o.recvs), i, order)
		o.recvs = append(o.recvs, i)
	case "close":
		f.add(last(o.sends), i, order)
		o.close = i
	case "recvclosed", "sendclosed":
		f.add(o.close, i, sync)
	}
}

// ordered adds the arrows from what the step may not change places with.
func (f *finder) ordered(i int, o *object, writes bool) {
	if !writes {
		f.add(o.write, i, order)
		o.reads = append(o.reads, i)
		return
	}
	if len(o.reads) == 0 {
		f.add(o.write, i, order)
	}
	for _, r := range o.reads {
		f.add(r, i, order)
	}
	o.write, o.reads = i, nil
}
