package runtime

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/kinds"
)

// Recording turns the events of an execution into the steps of a schedule, in
// names that mean the same in another process.
type Recording struct {
	x        *Execution
	Steps    []wire.Step
	ahead    bool             // the current event is a choice of -time=free
	stacks   [][]string       // by step, of the task whose it is
	frames   []string         // that of the current event
	opaque   bool             // the value of the current event is not known
	at       string           // where the current event's operation is called, if its site does not say
	says     func() string    // its words, if it has some
	failed   *task            // the task that failed in an event that is not in steps yet
	when     int              // which that is
	second   *task            // the one that has made the execution's second failure
	secondAt int              // the step in which it has
	waits    map[*task]uint32 // tasks known to wait: 1 + the index of the event that it waits for
	labels   map[*task]string // of tasks that have some
	plain    map[checker.Effect][]madeAt
	usedAt   []string // where the present access is made, if not here

	debugging *wire.Debug // nil: no debugger looks
}

// Record records the steps of what run executes.
func (x *Execution) Record(run func()) *Recording { return x.Debug(nil, run) }

// madeAt is where and when a plain access was made.
type madeAt struct {
	step   int
	frames []string
}

// performed is called when the event's operation has been performed.
func (r *Recording) performed(t *task) {
	_, plain := t.sh.(accessShadow)
	_, chosen := t.sh.(aheadShadow)
	_, hurried := t.sh.(hurryShadow)
	r.ahead = chosen || hurried
	_, end := t.sh.(*endShadow)
	r.opaque = t.sh == nil || end || plain && !t.leafKind.Comparable()
	r.at, t.calledAt = t.calledAt, ""
	r.says, t.says = t.says, nil
	r.frames, t.frames = t.frames, nil
	if t == r.x.clock { // which is no goroutine that would go on
		r.resumes(t)
	}
	if t.done.Kind != checker.Select {
		return
	}
	for _, c := range t.done.Cases {
		if c.Kind == checker.Send {
			r.note(checker.Effect{Task: t.id, Obj: c.Obj, Pos: c.Pos}, calls.StandingAt(Site(c.Pos).Line(), r.frames))
		}
	}
}

// AtCaller notes for a recording where the next operation is called: its site is none of the
// program's, or that of something else.
func AtCaller() { Saying(nil) }

// Saying is AtCaller with words for the operation, asked while it blocks and after it.
func Saying(words func() string) {
	if t := current(); t != nil && t.x.record != nil {
		t.calledAt, t.says = calls.UserCaller(), words
	}
}

// Recorded says whether a recording is made, which is when words are asked for.
func Recorded() bool {
	t := current()
	return t != nil && t.x.record != nil
}

// Labelled notes what the calling goroutine is labelled with for profiles from now on: programs
// name their goroutines like that, and reports show it. The first labels stay: a goroutine that
// goes from one job to the next is named by none of them any better.
func Labelled(labels string) {
	t := current()
	if t == nil || t.x.record == nil {
		return
	}
	r := t.x.record
	r.labels[t] = labels
	if i := slices.IndexFunc(r.Steps, func(s wire.Step) bool { return s.Task == t.String() }); i >= 0 {
		r.Steps[i].Labels = cmp.Or(r.Steps[i].Labels, labels)
	}
}

// Begin implements Observer.
func (r *Recording) Begin() bool { return true }

// Did implements Observer: the task of the event has announced its next operation. An
// execution that a Go program does not survive is at its end.
func (r *Recording) Did(ev *checker.Event) {
	x := r.x
	t := x.tasks[ev.Task]
	step := wire.Step{
		Task:          t.String(),
		Op:            kinds.Names[ev.Kind],
		Pos:           x.Position(ev.Pos),
		Choice:        ev.Choice,
		PartnerChoice: ev.PartnerChoice,
	}
	step.Pos = cmp.Or(r.at, step.Pos)
	if r.says != nil {
		step.Say(r.says())
	}
	if r.at == "" && ev.Index > 0 { // a goroutine's beginning is no call
		step.From = calls.Outside(r.frames)
	}
	if !r.opaque {
		step.Value = kinds.Value(ev, x.Unstamp)
	}
	if kinds.OnObject[ev.Kind] || ev.Kind == checker.Begin && t.handler != nil {
		step.Object = x.ObjectName(ev.Obj)
		x.touch(ev.Obj, t)
	}
	if t.done.Kind == checker.Select { // it has looked at all of them
		for _, c := range t.done.Cases {
			if c.Kind != checker.NoKind && c.Kind != checker.Tick {
				x.touch(c.Obj, t)
			}
		}
	}
	if ev.Op.Most > 0 {
		step.Object = wire.Fault
	}
	if r.ahead {
		step.Object = aheadName
	}
	if ev.Partner != checker.NoTask {
		step.Partner = x.TaskName(ev.Partner)
		if ev.Kind == checker.Send {
			x.touch(ev.Obj, x.tasks[ev.Partner])
		}
	}
	if ev.Index == 0 {
		step.Created = t.created.Position()
		step.Runs, step.Labels = cmp.Or(t.title, t.entry()), r.labels[t]
	}
	if l := r.labels[t]; l != "" && ev.Child != checker.NoTask {
		r.labels[x.tasks[ev.Child]] = l // as natively
	}
	if ev.Kind == checker.Tick {
		step.Held = x.heldUp()
	}
	r.blocks(x, &step)
	r.Steps = append(r.Steps, step)
	r.stacks = append(r.stacks, r.frames)
	if r.failed != nil {
		r.Steps[r.when].Failed = r.failed.String()
		r.failed = nil
	}
	if f := cmp.Or(x.came.Second, x.came.Failure); f != nil && kinds.EndsProgram(f.Kind) {
		x.stopped = true
	}
}

// entry is the function that the go statement calls which made the task, ""
// if that has no name.
func (t *task) entry() string {
	if name := t.created.Object(); t.named && !strings.ContainsAny(name, "(){ ") {
		return name
	}
	return ""
}

// blocks notes which tasks are blocked after a step, and of those that were not what they
// wait for. A task that could go on in between, but did not, waits for the same.
func (r *Recording) blocks(x *Execution, step *wire.Step) {
	for _, u := range x.blocked() {
		step.Blocked = append(step.Blocked, u.String())
		// A message waits for its turn, and a timer's function for the time,
		// without any doing of theirs.
		if r.waits[u] == u.index+1 || u.op.Kind == checker.Begin || u.op.Kind == checker.TimerFire {
			continue
		}
		if r.waits == nil {
			r.waits = map[*task]uint32{}
		}
		r.waits[u] = u.index + 1
		wait := wire.Access{Task: u.String(), Op: kinds.Names[u.op.Kind], Object: u.waitNames(), Pos: x.Position(u.op.Pos), From: calls.Outside(u.frames)}
		if u.says != nil {
			wait.Says, wait.Pos, wait.From = strings.TrimPrefix(u.says(), wire.Aside), cmp.Or(u.calledAt, wait.Pos), ""
		}
		step.Waits = append(step.Waits, wait)
	}
}

// waitNames are the names of what a task waits for.
func (t *task) waitNames() string {
	if t.op.Kind == checker.Join {
		return t.x.tasks[t.op.Partner].people()
	}
	var names []string
	for _, obj := range t.waitObjects() {
		if name := t.x.Thing(obj); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// accessed notes where a plain access is made, so that a race can show both
// stacks: the first time in each step.
func (r *Recording) accessed(e checker.Effect) {
	all := r.plain[e]
	if n := len(all); n == 0 || all[n-1].step < len(r.Steps) {
		frames := r.usedAt
		if frames == nil {
			frames, _ = calls.UserFrames()
		}
		if len(frames) > 0 {
			// The deferred read of a result stands at the return.
			if name, _, _ := strings.Cut(frames[0], " at "); strings.ReplaceAll(name, "[...]", "") == Site(e.Pos).Function() {
				frames[0] = name + " at " + Site(e.Pos).Line()
			}
		}
		r.note(e, frames)
	}
}

// note notes an access in the present step.
func (r *Recording) note(e checker.Effect, frames []string) {
	if r.plain == nil {
		r.plain = map[checker.Effect][]madeAt{}
	}
	r.plain[e] = append(r.plain[e], madeAt{len(r.Steps), frames})
}

// last is where an access was made the last time up to a step; atomic, if it
// was an operation, which is a step of its own.
func (r *Recording) last(x *Execution, e checker.Effect, step int) (made madeAt, atomic bool) {
	all := r.plain[e]
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].step <= step {
			return all[i], false
		}
	}
	if of := x.Object(e.Obj).Of; of != 0 { // before it was a part, it was of all
		for other, made := range r.plain {
			if other.Obj == e.Obj {
				step = min(step, made[0].step)
			}
		}
		e.Obj = of - 1
		return r.last(x, e, step)
	}
	task, pos := x.TaskName(e.Task), x.Position(e.Pos)
	for i := step; i >= 0; i-- {
		if s := &r.Steps[i]; s.Task == task && s.Pos == pos {
			return madeAt{i, r.stacks[i]}, true
		}
	}
	return madeAt{step: step}, true
}

// Race adds to a race its words, with the stacks of both accesses. It
// marks them in the steps, which end with the second: what the program does
// afterwards says nothing about the race.
func (r *Recording) Race(f *checker.Failure) {
	x := r.x
	if second := x.came.Second; r.second != nil && f.Kind == second.Kind && r.secondAt < len(r.Steps) {
		r.unmark()
		r.Steps[r.secondAt].Failed = r.second.String()
	}
	if f.Race == nil || f.At >= len(r.Steps) {
		return
	}
	r.Steps = r.Steps[:f.At+1]
	r.unmark()
	race := f.Race
	f.Message, f.Details = wording.RaceOf(race, wording.Raced(x.Thing(race.First.Obj), Site(race.First.Pos).Object(), Site(race.Second.Pos).Object())), nil
	for _, e := range []*checker.Effect{&race.First, &race.Second} {
		made, atomic := r.last(x, *e, f.At)
		what := wording.Access(race, e, atomic)
		if atomic && !race.Misuse && !race.Closes && x.Object(e.Obj).Kind != checker.VarObject {
			what = "operation " + r.Steps[made.step].Op // on a lock
		}
		frames, at, pos := calls.Place(made.frames, Site(e.Pos))
		f.Details = append(f.Details, fmt.Sprintf("%s at %s by %s", what, at, x.tasks[e.Task].peopleAt()))
		step := &r.Steps[made.step]
		step.Racing = append(step.Racing, wire.Access{
			Task: x.TaskName(e.Task), Op: what, Object: x.ObjectName(e.Obj), Pos: pos,
		})
		for _, frame := range frames {
			f.Details = append(f.Details, "    "+frame)
		}
	}
}

// unmark takes the marks from the steps in which tasks have failed: in another way.
func (r *Recording) unmark() {
	for i := range r.Steps {
		r.Steps[i].Failed = ""
	}
}

// touch notes that t has operated on an object.
func (x *Execution) touch(obj checker.Object, t *task) {
	if x.touched == nil {
		x.touched = map[checker.Object][]*task{}
	}
	if !slices.Contains(x.touched[obj], t) {
		x.touched[obj] = append(x.touched[obj], t)
	}
}

// blocked lists the tasks that cannot go on now. A receiver whose sender waits
// can, although the rendezvous is listed under the sender.
func (x *Execution) blocked() []*task {
	var all []*task
	met := map[checker.Task]bool{}
	for t := range x.living() {
		if t.sh == nil {
			continue
		}
		x.buf = t.sh.decisions(t, x.buf[:0])
		if len(x.buf) == 0 {
			all = append(all, t)
		}
		for _, d := range x.buf {
			if d.Partner != checker.NoTask && t.op.Kind != checker.Signal { // which lets one go on when it is performed
				met[d.Partner] = true
			}
		}
	}
	return slices.DeleteFunc(all, func(t *task) bool { return met[t.id] })
}
