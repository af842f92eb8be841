package explore

// SetRepeated makes executions of so many steps the longest that are kept in any case, and bounds
// what the race detector keeps of them, until the function that it returns is called.
func SetRepeated(steps, bytes int) (reset func()) {
	oldSteps, oldBytes := repeatedMost, keptMost
	repeatedMost, keptMost = steps, bytes
	return func() { repeatedMost, keptMost = oldSteps, oldBytes }
}
