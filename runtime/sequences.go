package runtime

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// sequences tells the command of each sequence of -algo=r4 what it has left behind,
// for the two to be compared that are one reversal apart. An execution is made
// again for that: the exploration itself is not to wait for what is printed.
type sequences struct {
	sums  map[int64][sha256.Size]byte // by sequence: of its wire.Final
	known map[checker.EventID]wire.Event

	names  map[checker.Task]string // of EventID
	called map[string]bool
}

// note makes the execution again that has just been explored, and sends what it has
// left behind, unless that is what its parent has.
func (q *sequences) note(r *testRun, p *checker.Progress) {
	if q.sums == nil {
		q.sums, q.known = map[int64][sha256.Size]byte{}, map[checker.EventID]wire.Event{}
		q.names, q.called = map[checker.Task]string{}, map[string]bool{}
	}
	s := p.Sequence
	failure, leaked, quiescent := r.x.failure, r.x.leaked, r.x.quiescent
	l := &leavings{}
	final, printed := l.of(r, slices.Clone(p.Decisions))
	r.x.failure, r.x.leaked, r.x.quiescent = failure, leaked, quiescent
	if final == nil {
		return
	}
	if printed != "" {
		final.Output = strings.Split(strings.TrimSuffix(printed, "\n"), "\n")
	}
	m := wire.Sequence{Index: s.Index, Parent: s.Parent, Depth: s.Depth, Skipped: len(s.Skipped), Events: q.events(r.x, s)}
	if s.Parent >= 0 {
		m.Pair = q.conflict(r.x, l, s)
	}
	sum := sumOf(final)
	q.sums[s.Index] = sum
	if parent, ok := q.sums[s.Parent]; !ok || parent != sum {
		m.Final = final
	}
	r.send(wire.Message{Type: "sequence", Sequence: &m})
}

func sumOf(f *wire.Final) [sha256.Size]byte {
	text, err := json.Marshal(f)
	if err != nil {
		panic(fmt.Sprintf("encoding an outcome: %v", err)) // of strings
	}
	return sha256.Sum256(text)
}

// events are those of a sequence, in stable names.
func (q *sequences) events(x *execution, s *checker.Sequence) []wire.Event {
	all := make([]wire.Event, len(s.Events))
	for i, e := range s.Events {
		t := x.tasks[e.By]
		all[i] = wire.Event{Task: q.name(e.Task, t), Index: e.Index, Pos: x.Position(e.Pos)}
		if t.handler != nil {
			all[i].Handler, all[i].Runs = x.thing(t.home), functionName(t.f)
		}
		if !s.Whole || t.handler == nil {
			all[i].Op = kindNames[e.Kind]
		}
		q.known[e.EventID] = all[i]
	}
	return all
}

// name is what a task is called in all sequences: as in the first that has it, or
// if another one is called so already, with a mark.
func (q *sequences) name(id checker.Task, t *task) string {
	name, ok := q.names[id]
	if !ok {
		for name = t.String(); q.called[name]; {
			name += "'"
		}
		q.names[id], q.called[name] = name, true
	}
	return name
}

// conflict is the pair that was reversed. What they are in conflict for is looked
// for in the execution in which the other one came first.
func (q *sequences) conflict(x *execution, l *leavings, s *checker.Sequence) *wire.Conflict {
	c := &wire.Conflict{First: q.known[s.Reversed[0]], Second: q.known[s.Reversed[1]]}
	first, second := l.accessesOf(s, s.Reversed[0]), l.accessesOf(s, s.Reversed[1])
	on := map[checker.Object][]access{}
	for _, a := range first {
		on[a.Obj] = append(on[a.Obj], a)
	}
	for _, operations := range []bool{false, true} { // variables say more
		for _, b := range second {
			for _, a := range on[b.Obj] {
				if explore.Clash(&a.Effect, &b.Effect) && (a.op != "") == operations && (b.op != "") == operations {
					c.Object = x.thing(a.Obj)
					c.FirstAt, c.SecondAt = a.described(x), b.described(x)
					return c
				}
			}
		}
	}
	return c
}

// functionName is the name of a function without the way to its package.
func functionName(f func()) string {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], "-fm")
}

// access is what a step does to a variable; or to a channel: op.
type access struct {
	checker.Effect
	op string
}

func (a *access) described(x *execution) wire.Access {
	return wire.Access{Task: x.TaskName(a.Task), Op: cmp.Or(a.op, accessName(a.Write, false, false)), Pos: x.Position(a.Pos)}
}

// leavings is what an execution leaves behind, and what its steps access.
type leavings struct {
	state        []string
	sent, timers []string
	accesses     [][]access // of variables, atomic ones too, and of channels, by step
}

// of makes the execution again; nil if it is not the same again.
func (l *leavings) of(r *testRun, decisions []checker.Decision) (f *wire.Final, printed string) {
	x := r.x
	var out *checker.Replayed
	x.leavings = l
	printed = r.d.out.capture(func() {
		out = explore.Replay(x, decisions, checker.Options{
			Races: x.races == racesReport, Steps: max(r.cfg.Steps, len(decisions)),
		}, nil)
	})
	x.leavings = nil
	if out.Diverged >= 0 || x.uncontrolled != nil {
		return nil, ""
	}
	f = &wire.Final{State: l.state, Sent: slices.Sorted(slices.Values(l.sent)), Timers: slices.Sorted(slices.Values(l.timers))}
	if text := strings.TrimSuffix(out.Outcome.Observed, "\n"); text != "" {
		f.Observed = strings.Split(text, "\n")
	}
	failure := out.Outcome.Failure
	if failure == nil {
		failure = x.leaked
	}
	if failure != nil {
		f.Failure = failure.Message
		if !strings.HasPrefix(f.Failure, failure.Kind+":") {
			f.Failure = failure.Kind + ": " + f.Failure
		}
		if failure.Pos != "" {
			f.Failure += "\nat " + failure.Pos
		}
	}
	return f, printed
}

// did is called after each event.
func (l *leavings) did(x *execution, ev *checker.Event) {
	var step []access
	at := checker.Effect{Task: ev.Task, Obj: ev.Obj, Pos: ev.Pos}
	t := x.tasks[ev.Task]
	pos := x.Position(ev.Pos)
	switch ev.Kind {
	case checker.Read:
		step = append(step, access{Effect: at})
	case checker.Write, checker.Inc, checker.Mask, checker.Merge:
		at.Write = true
		step = append(step, access{Effect: at})
	case checker.Post, checker.PostFront:
		if t.fires {
			l.timers = append(l.timers, "message to "+x.thing(ev.Obj)+" of a timer at "+pos)
		} else {
			l.sent = append(l.sent, "message to "+x.thing(ev.Obj)+" at "+pos)
		}
	case checker.Send:
		l.sent = append(l.sent, "element of "+x.thing(ev.Obj)+" at "+pos)
	case checker.TimerSet:
		l.timers = append(l.timers, "timer set at "+pos)
	}
	switch ev.Kind {
	case checker.Send, checker.Recv, checker.Close, checker.SendClosed, checker.RecvClosed:
		at.Write = true // of what is in the channel, or whether it is closed
		step = append(step, access{at, kindNames[ev.Kind]})
	}
	for _, e := range ev.Effects {
		step = append(step, access{Effect: e})
	}
	l.accesses = append(l.accesses, step)
}

// over is called when nothing can run any more, before anything is undone.
func (l *leavings) over() { l.state = packageState() }

// accessesOf are those of an event, nil if it has not taken place.
func (l *leavings) accessesOf(s *checker.Sequence, id checker.EventID) []access {
	for _, e := range s.Events {
		if e.EventID == id {
			to := min(e.First+e.Steps, len(l.accesses))
			return slices.Concat(l.accesses[min(e.First, to):to]...)
		}
	}
	return nil
}
