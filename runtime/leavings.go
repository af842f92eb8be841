package runtime

import (
	"cmp"
	"reflect"
	"runtime"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
	"gocheck.dev/runtime/internal/kinds"
)

// Leavings are what an execution leaves behind, and what its steps access.
type Leavings struct {
	State        []string // of packages
	Sent, Timers []string
	Accesses     [][]Access // of variables, atomic ones too, and of channels, by step

	x *Execution
}

// Access is what a step does to a variable, or to a channel: Op.
type Access struct {
	checker.Effect
	Op string
}

// Leave notes what run, which executes once, leaves behind.
func (x *Execution) Leave(run func()) *Leavings {
	l := &Leavings{x: x}
	x.observing(l, run)
	return l
}

// Begin implements Observer.
func (l *Leavings) Begin() bool { return true }

// Did implements Observer.
func (l *Leavings) Did(ev *checker.Event) {
	x := l.x
	var step []Access
	at := checker.Effect{Task: ev.Task, Obj: ev.Obj, Pos: ev.Pos}
	t := x.tasks[ev.Task]
	pos := x.Position(ev.Pos)
	switch ev.Kind {
	case checker.Read:
		step = append(step, Access{Effect: at})
	case checker.Write, checker.Inc, checker.Mask, checker.Merge:
		at.Write = true
		step = append(step, Access{Effect: at})
	case checker.Post, checker.PostFront:
		if t.fires {
			l.Timers = append(l.Timers, "message to "+x.Thing(ev.Obj)+" of a timer at "+pos)
		} else {
			l.Sent = append(l.Sent, "message to "+x.Thing(ev.Obj)+" at "+pos)
		}
	case checker.Send:
		l.Sent = append(l.Sent, "element of "+x.Thing(ev.Obj)+" at "+pos)
	case checker.TimerSet:
		l.Timers = append(l.Timers, "timer set at "+pos)
	}
	switch ev.Kind {
	case checker.Send, checker.Recv, checker.Close, checker.SendClosed, checker.RecvClosed:
		at.Write = true // of what is in the channel, or whether it is closed
		step = append(step, Access{at, kinds.Names[ev.Kind]})
	}
	for _, e := range ev.Effects {
		step = append(step, Access{Effect: e})
	}
	l.Accesses = append(l.Accesses, step)
}

// rested takes down the state of packages when nothing can run any more.
func (l *Leavings) rested() { l.State = packageState() }

// Described is the access in stable names.
func (x *Execution) Described(a *Access) wire.Access {
	return wire.Access{Task: x.TaskName(a.Task), Op: cmp.Or(a.Op, wording.Access(&checker.Race{}, &a.Effect, false)), Pos: x.Position(a.Pos)}
}

// Message says of a task that runs a message of which handler that is, and the name of
// the function without the way to its package.
func (x *Execution) Message(id checker.Task) (handler, function string, ok bool) {
	t := x.tasks[id]
	if t.handler == nil {
		return "", "", false
	}
	name := runtime.FuncForPC(reflect.ValueOf(t.f).Pointer()).Name()
	return x.Thing(t.home), strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], "-fm"), true
}
