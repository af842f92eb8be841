package runtime

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// recording turns the events of an execution into the steps of a schedule, in
// names that mean the same in another process.
type recording struct {
	steps  []wire.Step
	opaque bool                        // the value of the current event is not known
	plain  map[checker.Effect][]string // stacks of plain accesses
}

// performed is called when the event's operation has been performed.
func (r *recording) performed(t *task) {
	_, plain := t.sh.(accessShadow)
	r.opaque = t.sh == nil || plain && !t.leafKind.comparable()
}

// did is called after each event, when its task has announced its next
// operation.
func (r *recording) did(x *execution, ev *checker.Event) {
	t := x.tasks[ev.Task]
	step := wire.Step{
		Task:          t.String(),
		Op:            kindNames[ev.Kind],
		Pos:           x.Position(ev.Pos),
		Choice:        ev.Choice,
		PartnerChoice: ev.PartnerChoice,
	}
	if !r.opaque {
		step.Value = eventValue(ev)
	}
	if onObject[ev.Kind] || ev.Kind == checker.Begin && t.handler != nil {
		step.Object = x.objectName(ev.Obj)
		x.touch(ev.Obj, t)
	}
	if ev.Partner != checker.NoTask {
		step.Partner = x.TaskName(ev.Partner)
		if ev.Kind == checker.Send {
			x.touch(ev.Obj, x.tasks[ev.Partner])
		}
	}
	if ev.Index == 0 {
		step.Created = t.created.position()
	}
	for _, u := range x.blocked() {
		step.Blocked = append(step.Blocked, u.String())
	}
	r.steps = append(r.steps, step)
}

// accessed notes where a plain access is made, so that a race can show both
// stacks: the last time in each place.
func (r *recording) accessed(e checker.Effect) {
	if r.plain == nil {
		r.plain = map[checker.Effect][]string{}
	}
	r.plain[e] = userFrames()
}

// race words a race as people expect it, with the stacks of both accesses.
func (r *recording) race(x *execution, f *checker.Failure) {
	if len(f.Race) != 2 {
		return
	}
	f.Message = fmt.Sprintf("%s is accessed by two goroutines, with no synchronisation between them", x.thing(f.Race[0].Obj))
	f.Details = nil
	for _, e := range f.Race {
		what := "read"
		if e.Write {
			what = "write"
		}
		f.Details = append(f.Details, fmt.Sprintf("%s at %s by %s", what, Site(e.Pos).line(), x.tasks[e.Task].peopleAt()))
		for _, frame := range r.plain[e] {
			f.Details = append(f.Details, "    "+frame)
		}
	}
}

// touch notes that t has operated on an object.
func (x *execution) touch(obj checker.Object, t *task) {
	if x.touched == nil {
		x.touched = map[checker.Object][]*task{}
	}
	if !slices.Contains(x.touched[obj], t) {
		x.touched[obj] = append(x.touched[obj], t)
	}
}

// eventValue is what people want to know of an event besides its kind. A value
// that could be an address is left out: it differs from run to run, and saved
// schedules of the same failure should not.
func eventValue(ev *checker.Event) string {
	const small = 1 << 20
	switch ev.Kind {
	case checker.Read, checker.Write:
		if v := int64(ev.Val); -small < v && v < small {
			return strconv.FormatInt(v, 10)
		}
	case checker.Add:
		return strconv.FormatInt(ev.Arg, 10)
	case checker.Tick:
		return time.Duration(ev.Arg).String()
	}
	return ""
}

// blocked lists the tasks that cannot go on now. A receiver whose sender waits
// can, although the rendezvous is listed under the sender.
func (x *execution) blocked() []*task {
	var all []*task
	met := map[checker.Task]bool{}
	for _, t := range x.live {
		if t.sh == nil {
			continue
		}
		x.buf = t.sh.decisions(t, x.buf[:0])
		if len(x.buf) == 0 {
			all = append(all, t)
		}
		for _, d := range x.buf {
			if d.Partner != checker.NoTask {
				met[d.Partner] = true
			}
		}
	}
	return slices.DeleteFunc(all, func(t *task) bool { return met[t.id] })
}
