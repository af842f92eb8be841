package runtime

import (
	"regexp"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/runtime/internal/calls"
)

// eventMarks are what -algo=r4 wants to know of operations beyond what they do
// (checker.Op.Loop and User); no other algorithm looks at it.
type eventMarks struct {
	loops map[Site]bool  // sites that were asked for: whether a round of an event loop begins there
	user  *regexp.Regexp // -user; nil: nothing comes from outside
}

// note marks the operation that a task has announced.
func (m *eventMarks) note(t *task) {
	op := &t.op
	op.Loop, op.User = false, false
	switch op.Kind {
	case checker.Recv, checker.Select, checker.Await, checker.TimerRecv:
		s := Site(op.Pos)
		loop, known := m.loops[s]
		if !known {
			loop = s.Loop()
			m.loops[s] = loop
		}
		op.Loop = loop
	}
	if m.user != nil {
		op.User = m.fromOutside(t)
	}
}

// fromOutside says whether what a task is about to post or send is the user's:
// because of where it goes, or of a function that is being called.
func (m *eventMarks) fromOutside(t *task) bool {
	op := &t.op
	sends := false
	to := func(obj checker.Object) bool {
		sends = true
		return m.user.MatchString(t.x.Thing(obj))
	}
	switch op.Kind {
	case checker.Post, checker.PostFront, checker.Send:
		if to(op.Obj) {
			return true
		}
	case checker.Select:
		if slices.ContainsFunc(op.Cases, func(c checker.Case) bool { return c.Kind == checker.Send && to(c.Obj) }) {
			return true
		}
	}
	return sends && calls.Within(m.user.MatchString)
}
