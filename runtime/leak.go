package runtime

import (
	"fmt"

	"gocheck.dev/checker"
)

// blockedForEver says whether a task that is left over at the end of an
// execution is blocked, rather than at rest. At rest are those who wait for a
// time, since time has stopped, and the messages behind one that is blocked,
// which are not to blame.
func (t *task) blockedForEver() bool {
	switch t.op.Kind {
	case checker.Await:
		return !t.settling
	case checker.Sleep, checker.TimerRecv, checker.TimerFire, checker.Begin:
		return false
	case checker.Recv:
		return !t.x.timed(t.op.Obj)
	case checker.Select:
		for _, c := range t.op.Cases {
			if c.Kind == checker.TimerRecv || c.Kind == checker.Recv && t.x.timed(c.Obj) {
				return false
			}
		}
	}
	return true
}

// timed says whether a timer may still send to the channel.
func (x *execution) timed(o checker.Object) bool {
	c, ok := x.list[o].sh.(*chanShadow)
	return ok && c.timer != nil && c.timer.armed
}

// findLeaks notes the tasks that are blocked for ever after the test has
// ended. Whether that is a failure by itself depends on -leaks.
func (x *execution) findLeaks() {
	if x.leaks == "off" || x.failure != nil {
		return
	}
	var first *task
	var details []string
	n := 0
	for _, t := range x.live {
		if !t.blockedForEver() {
			continue
		}
		if first == nil {
			first = t
		}
		n++
		details = append(details, t.holding())
		details = append(details, t.servers()...)
	}
	if n == 0 || x.record != nil && x.awaitsOutsiders(first) {
		return // looked at before it is reported: that takes longer than an execution
	}
	message := "1 goroutine is blocked for ever after the end of the test"
	if n > 1 {
		message = fmt.Sprintf("%d goroutines are blocked for ever after the end of the test", n)
	}
	x.leaked = &checker.Failure{Kind: "leak", Message: message, Pos: Site(first.op.Pos).position(), Details: details}
	if x.leaks == "all" {
		x.failure = x.leaked
	}
}
