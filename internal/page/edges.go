package page

import (
	"slices"
	"strings"

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
	f := finder{steps: steps, known: map[[2]int]bool{}, objects: map[string]*object{}, begun: map[string]bool{}, woken: map[string]int{}, makers: map[site][]int{}}
	for i := range steps {
		f.step(i)
	}
	slices.SortStableFunc(f.all, func(a, b edge) int { return a.To - b.To })
	return f.all
}

// object has the operations on the objects of one name.
type object struct {
	sends, recvs []int // of values, in order
	close        int
	released     []int // unlocks since the last lock, Dones since the last Wait
	write        int   // the last step that is ordered with all others
	reads        []int // steps since that are ordered with writes only
}

// mostEdges bounds the number of arrows: more cannot be told apart.
const mostEdges = 100_000

type finder struct {
	steps   []wire.Step
	all     []edge
	known   map[[2]int]bool // by their ends
	objects map[string]*object
	begun   map[string]bool
	woken   map[string]int // task → the signal that chose it
	makers  map[site][]int // creating steps whose task has not begun
}

// site is where a task creates others.
type site struct{ task, op, pos string }

func (f *finder) add(from, to int, kind string) {
	if from < 0 || from == to || len(f.all) == mostEdges || f.steps[from].Task == f.steps[to].Task {
		return
	}
	if pair := [2]int{from, to}; !f.known[pair] {
		f.known[pair] = true
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
	if slices.Contains(creating, s.Op) {
		at := site{s.Task, s.Op, s.Pos}
		f.makers[at] = append(f.makers[at], i)
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
			if f.add(from, i, sync); len(f.all) == mostEdges {
				break
			}
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

// creating are the operations that make a task.
var creating = []string{"spawn", "post", "postfront", "timerset"}

// created finds the step that made the task: the latest one of its creator at the place
// where it was made. What one place makes begins in the order in which it was made,
// mostly.
func (f *finder) created(i int) {
	s := &f.steps[i]
	cut := strings.LastIndexByte(s.Task, '/') // main/2/1 is made by main/2
	if cut < 0 {
		return
	}
	var from site
	last := -1
	for _, op := range creating {
		at := site{s.Task[:cut], op, s.Created}
		if first := f.makers[at]; len(first) > 0 && first[0] > last {
			from, last = at, first[0]
		}
	}
	if last < 0 {
		return
	}
	f.makers[from] = f.makers[from][1:]
	kind := create
	if from.op == "post" || from.op == "postfront" {
		kind = message
	}
	f.add(last, i, kind)
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
