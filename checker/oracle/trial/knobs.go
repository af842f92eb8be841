package trial

import (
	"time"

	"gocheck.dev/checker/internal/alike"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/reversal"
	"gocheck.dev/checker/internal/revisit"
	"gocheck.dev/checker/race"
)

// SetClock makes the engine ask now for the time, until the function that it
// returns is called.
func SetClock(now func() time.Time) (reset func()) {
	old := engine.TimeNow
	engine.TimeNow = now
	return func() { engine.TimeNow = old }
}

// SetLeastMemory bounds the memory for what cannot be forgotten, until the
// function that it returns is called.
func SetLeastMemory(n int64) (reset func()) {
	old := engine.LeastMemory
	engine.LeastMemory = n
	return func() { engine.LeastMemory = old }
}

// SetLeastFilter makes closure's filter larger, until the function that it returns is
// called.
func SetLeastFilter(n int) (reset func()) {
	old := reversal.LeastFilter
	reversal.LeastFilter = n
	return func() { reversal.LeastFilter = old }
}

// FoldAtOnce lets explorations that have OnRestart fold from the second one on,
// however little that saves, until the function that it returns is called.
func FoldAtOnce() func() { return FoldFrom(0) }

// FoldFrom is FoldAtOnce after n executions; if n is not 0, where it saves enough.
func FoldFrom(n int64) func() {
	old := engine.FoldFrom
	engine.FoldFrom = n
	return func() { engine.FoldFrom = old }
}

// SetAlone bounds what algorithms see of executions of one task, until the function that it returns
// is called.
func SetAlone(shown int) (reset func()) {
	old := engine.LeastShown
	engine.LeastShown = shown
	return func() { engine.LeastShown = old }
}

// SetBegins has explorations that have OnRestart look for what can be left out of beginnings of
// more than n steps, until the function that it returns is called.
func SetBegins(n int) (reset func()) {
	old := engine.BeginsFrom
	engine.BeginsFrom = n
	return func() { engine.BeginsFrom = old }
}

// SetBegun has what explains failures leave out beginnings of n steps and more, until the function
// that it returns is called.
func SetBegun(n int) (reset func()) {
	old := engine.BegunFrom
	engine.BegunFrom = n
	return func() { engine.BegunFrom = old }
}

// SetRepeated makes executions of so many steps the longest that are kept in any case, and bounds
// what the race detector keeps of them, until the function that it returns is called.
func SetRepeated(steps, bytes int) (reset func()) {
	oldSteps, oldBytes := engine.RepeatedMost, race.KeptMost
	engine.RepeatedMost, race.KeptMost = steps, bytes
	return func() { engine.RepeatedMost, race.KeptMost = oldSteps, oldBytes }
}

// SetNameSteps bounds the search for names, until the function that it returns is called.
func SetNameSteps(n int) (reset func()) {
	old := alike.MaxSteps
	alike.MaxSteps = n
	return func() { alike.MaxSteps = old }
}

// SetRevisitBatch sets how many children of a trace revisit keeps at once. The
// function that it returns takes that back.
func SetRevisitBatch(n int) func() {
	old := revisit.Batch
	revisit.Batch = n
	return func() { revisit.Batch = old }
}
