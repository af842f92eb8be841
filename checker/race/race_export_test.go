package race

import "gocheck.dev/checker"

// FirstRace feeds an execution's events to a detector, for tests outside of
// the package: lang imports checker.
type FirstRace struct{ r *Detector }

// NewFirstRace returns a detector.
func NewFirstRace() FirstRace { return FirstRace{NewDetector()} }

// Reset begins another execution.
func (f FirstRace) Reset() { f.r.Reset() }

// Add adds an event.
func (f FirstRace) Add(st checker.State, ev *checker.Event) { f.r.Add(st, ev) }

// Found returns the accesses of the first race.
func (f FirstRace) Found() (first, second checker.Effect, found bool) {
	rep, ok := f.r.Found()
	return rep.First, rep.Second, ok
}

// Failure is the race as a failure of the program.
func (f FirstRace) Failure(p checker.Program) checker.Failure { return f.r.Report.Failure(p) }
