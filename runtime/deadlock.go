package runtime

import "gocheck.dev/checker"

// hold is a lock that a task holds.
type hold struct {
	obj  checker.Object
	site Site
	read bool
}

// diagnose looks at an execution that ended because nothing was enabled.
func (x *execution) diagnose() {
	if x.tasks[mainTask].life == alive {
		x.fail("deadlock", "all tasks are blocked", Site(x.tasks[mainTask].op.Pos))
	}
}
