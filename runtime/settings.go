package runtime

import (
	"regexp"
	"testing"
	"time"

	"gocheck.dev/runtime/internal/calls"
	"gocheck.dev/runtime/internal/environ"
	"gocheck.dev/runtime/internal/match"
)

// RaceMode is the meaning of plain accesses (-races).
type RaceMode uint8

// The modes of -races.
const (
	RacesReport  RaceMode = iota // effects of the step, races are failures
	RacesExplore                 // each access is a step
	RacesOff                     // effects, races are no failures
)

// Settings are the same for all executions of a test, unless testbin changes them in between.
type Settings struct {
	Races     RaceMode
	Unordered bool   // -queue=unordered: of handlers that do not say
	Leaks     string // schedule, all, off
	Chance
	Net       string        // -net: loopback, async, split
	Faults    int           // -faults: so many in one execution
	Symmetry  bool          // -symmetry
	FreeTime  bool          // -time=free
	Pause     time.Duration // -pause: see pause.go
	Within    time.Duration // of interest: Known.Overtakes
	Hurries   bool          // -algo=r4: timers are due when they are set
	Commute   bool          // -commute=on: see wordop.Op.Kind
	Plain     calls.PlainCode
	Only      int             // of scenarios, counted from 1; 0: all (linear.go)
	Selection match.Selection // of subtests
	User      *regexp.Regexp  // -user, with Hurries; nil: nothing comes from outside
}

// Test is a test of the package under test.
type Test struct {
	Name string
	Run  func(*testing.T)
	Site Site
	NewT func() *testing.T // nil: it gives its T to nobody, and does not use it but by itself

	M        *testing.M
	Main     func(*testing.M) // the user's TestMain; nil: there is none
	Bypassed bool             // there is one that can not be called in executions
}

// NewExecution makes what executes a test.
func NewExecution(s Settings, test Test) *Execution {
	x := newExecution(s, nil)
	x.body = func() { x.fromTheBeginning(&test) }
	x.at = test.Site
	if s.Hurries {
		x.marks = &eventMarks{loops: map[Site]bool{}, user: s.User}
	}
	return x
}

// fromTheBeginning is what the main task does: it makes the state of all packages anew,
// and runs the test.
func (x *Execution) fromTheBeginning(test *Test) {
	x.resetting = true
	for _, restore := range process.restores {
		restore()
	}
	complete := environ.FreshFlags()
	for _, reset := range process.resets {
		reset()
	}
	complete(test.Main == nil)
	x.resetting = false

	x.suite.newT = test.NewT
	if test.Bypassed {
		x.note("testmain", bypassedMain, 0)
	}
	if test.Main == nil {
		runTest(test.Name, test.Run)
		return
	}
	runMain(test)
}
