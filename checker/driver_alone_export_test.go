package checker

// SetAlone bounds executions of one task, and what algorithms see of them, until the
// function that it returns is called.
func SetAlone(most, shown int) (reset func()) {
	oldMost, oldShown := aloneMost, leastShown
	aloneMost, leastShown = most, shown
	return func() { aloneMost, leastShown = oldMost, oldShown }
}
