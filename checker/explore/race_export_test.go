package explore

import "gocheck.dev/checker"

// FirstRace feeds an execution's events to a detector, for tests outside of
// the package: lang imports checker.
type FirstRace struct{ r *raceDetector }

// NewFirstRace returns a detector.
func NewFirstRace() FirstRace { return FirstRace{newRaceDetector()} }

// Reset begins another execution.
func (f FirstRace) Reset() { f.r.reset() }

// Add adds an event.
func (f FirstRace) Add(st checker.State, ev *checker.Event) { f.r.add(st, ev) }

// Found returns the accesses of the first race.
func (f FirstRace) Found() (first, second checker.Effect, found bool) {
	rep, ok := f.r.found()
	return rep.First, rep.Second, ok
}

// Failure is the race as a failure of the program.
func (f FirstRace) Failure(p checker.Program) checker.Failure { return f.r.report.failure(p) }
