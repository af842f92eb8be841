package explore

// SetAlone bounds executions of one task, and what algorithms see of them, until the
// function that it returns is called.
func SetAlone(most, shown int) (reset func()) {
	oldMost, oldShown := aloneMost, leastShown
	aloneMost, leastShown = most, shown
	return func() { aloneMost, leastShown = oldMost, oldShown }
}

// Skimming has the names of the algorithms that need not see the steps of a task that is alone.
func Skimming() (names []string) {
	for _, a := range algorithms {
		if a.skims {
			names = append(names, a.Name)
		}
	}
	return names
}
