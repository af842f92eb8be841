package lang

import (
	"fmt"
	"strings"

	"gocheck.dev/checker"
)

var kindNames = [checker.NumKinds]string{"", "begin", "spawn", "post", "postfront", "hclose", "postclosed", "join",
	"read", "write", "cas", "store", "inc", "mask", "merge", "await", "lock", "unlock", "arrive", "rlock", "runlock", "trylock", "tryrlock", "busy", "badunlock",
	"send", "recv", "recvclosed", "close", "sendclosed", "select", "default", "len", "add", "addnegative", "wait",
	"enqueue", "wake", "signal", "broadcast", "once", "oncefirst", "onceend", "oncedone",
	"tick", "sleep", "timerset", "timerstop", "timerfire", "timerrecv", "spin", "choose", "yield"}

// Schedule executes the decisions and prints the events, one after the other:
// task, what it did, to which object, with which partner.
func Schedule(p *Program, ds []checker.Decision) string {
	m := NewMachine(p)
	var b strings.Builder
	for i, d := range ds {
		ev := m.Step(d)
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s", p.TaskName(d.Task), kindNames[ev.Kind])
		switch ev.Kind {
		case checker.Spawn, checker.Join, checker.Choose, checker.Yield, checker.Tick, checker.Sleep, checker.Default, checker.Spin:
		case checker.Begin:
			if m.IsMessage(d.Task) {
				b.WriteString(" " + p.ObjectName(ev.Obj))
			}
		default:
			b.WriteString(" " + p.ObjectName(ev.Obj))
		}
		if d.Partner != checker.NoTask {
			b.WriteString("→" + p.TaskName(d.Partner))
		}
		if d.Choice != 0 {
			fmt.Fprintf(&b, " #%d", d.Choice)
		}
		for _, f := range ev.Effects {
			c := "r"
			if f.Write {
				c = "w"
			}
			b.WriteString(" {" + c + " " + p.ObjectName(f.Obj) + "}")
		}
	}
	return b.String()
}
