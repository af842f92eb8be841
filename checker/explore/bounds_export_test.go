package explore

import "time"

// SetClock makes the engine ask now for the time, until the function that it
// returns is called.
func SetClock(now func() time.Time) (reset func()) {
	old := timeNow
	timeNow = now
	return func() { timeNow = old }
}

// SetLeastMemory bounds the memory for what cannot be forgotten, until the
// function that it returns is called.
func SetLeastMemory(n int64) (reset func()) {
	old := leastMemory
	leastMemory = n
	return func() { leastMemory = old }
}

// SetLeastFilter makes closure's filter larger, until the function that it returns is
// called.
func SetLeastFilter(n int) (reset func()) {
	old := leastFilter
	leastFilter = n
	return func() { leastFilter = old }
}
