package closure

// SetStretches makes closure find the reversals of executions of so many events and more in
// stretches, of that work an event, until the function that it returns is called.
func SetStretches(events, work int) (reset func()) {
	oldEvents, oldWork := longTrace, stretchWork
	longTrace, stretchWork = events, work
	return func() { longTrace, stretchWork = oldEvents, oldWork }
}
