package testbin

import (
	"cmp"
	"reflect"
	"runtime"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/wording"
	rt "gocheck.dev/runtime"
	"gocheck.dev/runtime/internal/kinds"
)

// leavings are what an execution leaves behind, and what its steps access.
type leavings struct {
	state        []string // of packages
	sent, timers []string
	accesses     [][]deed // of variables, atomic ones too, and of channels, by step

	x *rt.Execution
}

// deed is what a step does to a variable, or to a channel: op.
type deed struct {
	checker.Effect
	op string
}

// left notes what run, which executes once, leaves behind.
func left(x *rt.Execution, run func()) *leavings {
	l := &leavings{x: x}
	defer x.Observe(l)()
	run()
	return l
}

// Begin implements rt.Observer.
func (l *leavings) Begin() bool { return true }

// Did implements rt.Observer.
func (l *leavings) Did(ev *checker.Event) {
	x := l.x
	var step []deed
	at := checker.Effect{Task: ev.Task, Obj: ev.Obj, Pos: ev.Pos}
	pos := x.Position(ev.Pos)
	switch ev.Kind {
	case checker.Read:
		step = append(step, deed{Effect: at})
	case checker.Write, checker.Inc, checker.Mask, checker.Merge:
		at.Write = true
		step = append(step, deed{Effect: at})
	case checker.Post, checker.PostFront:
		if x.Standing(ev.Task).Fires {
			l.timers = append(l.timers, "message to "+x.Thing(ev.Obj)+" of a timer at "+pos)
		} else {
			l.sent = append(l.sent, "message to "+x.Thing(ev.Obj)+" at "+pos)
		}
	case checker.Send:
		l.sent = append(l.sent, "element of "+x.Thing(ev.Obj)+" at "+pos)
	case checker.TimerSet:
		l.timers = append(l.timers, "timer set at "+pos)
	}
	switch ev.Kind {
	case checker.Send, checker.Recv, checker.Close, checker.SendClosed, checker.RecvClosed:
		at.Write = true // of what is in the channel, or whether it is closed
		step = append(step, deed{at, kinds.Names[ev.Kind]})
	}
	for _, e := range ev.Effects {
		step = append(step, deed{Effect: e})
	}
	l.accesses = append(l.accesses, step)
}

// Rested implements rt.Rester: it takes down the state of packages.
func (l *leavings) Rested() { l.state = rt.PackageState() }

// described is the access in stable names.
func (a *deed) described(x *rt.Execution) wire.Access {
	return wire.Access{Task: x.TaskName(a.Task), Op: cmp.Or(a.op, wording.Access(&checker.Race{}, &a.Effect, false)), Pos: x.Position(a.Pos)}
}

// message says of a task that runs a message of which handler that is, and the name of
// the function without the way to its package.
func message(x *rt.Execution, id checker.Task) (handler, function string, ok bool) {
	s := x.Standing(id)
	if !s.Message {
		return "", "", false
	}
	name := runtime.FuncForPC(reflect.ValueOf(s.F).Pointer()).Name()
	return x.Thing(s.Handler), strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], "-fm"), true
}
