package runtime

// diagnose looks at an execution that ended because nothing was enabled.
func (x *execution) diagnose() {
	if x.tasks[mainTask].life == alive {
		x.fail("deadlock", "all tasks are blocked", Site(x.tasks[mainTask].op.Pos))
	}
}
