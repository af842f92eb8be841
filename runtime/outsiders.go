package runtime

import (
	"gocheck.dev/internal/wire"
	"gocheck.dev/runtime/internal/calls"
)

// Outsiders are goroutines of code that is not rewritten: what such code does
// for real, at its own time. Tasks that wait for ever, as far as the checker
// sees, may be waiting for one of them, and then nothing that a schedule could
// be blamed for has happened.

// PlainCode is what is known about code that is not rewritten.
type PlainCode struct {
	packages map[string]bool // those that -instrument leaves out
	timer    string          // a place in them where a timer is set; or ""
	// before are the goroutines that were there before the first test. Those of
	// package initialisation and of TestMain serve other objects than the
	// executions have, which make all package state anew: but for the packages
	// above, whose state stays.
	before map[string]bool
}

// NewPlainCode is asked before the first test.
func NewPlainCode(cfg *wire.Config) PlainCode {
	p := PlainCode{packages: make(map[string]bool), timer: cfg.PlainTimer, before: make(map[string]bool)}
	for _, path := range cfg.Plain {
		p.packages[path] = true
	}
	for _, g := range calls.Goroutines() {
		p.before[g.ID] = true
	}
	return p
}

// awaitsOutsiders says whether t, which waits for ever as far as the checker
// sees, may be waiting for an outsider. Then the test is unsupported.
func (x *Execution) awaitsOutsiders(t *task) bool {
	if x.came.Failure != nil {
		return false // there is something else to be said
	}
	who := x.outsider()
	if who == "" && x.Plain.timer != "" {
		who = "a timer set at " + x.Plain.timer + leftOut
	}
	if who != "" {
		x.came.Uncontrolled = &Uncontrolled{who + ", for which this may be waiting,", Site(t.op.Pos)}
	}
	return who != ""
}

const leftOut = ", in a package that -instrument leaves out"

// outsider names an outsider that is there, or is "".
func (x *Execution) outsider() string {
	for _, g := range calls.Goroutines() {
		function, at := g.Creator()
		if function == "" || g.State == "coroutine" {
			continue
		}
		if calls.IsOwnCall(function, at) {
			if function != calls.Machine+"Go" {
				continue
			}
			// Rewritten code that an outsider has called.
			at = calls.UserFrame(g.Calls)
		}
		from := calls.PackageOf(function)
		if x.Plain.packages[from] {
			return "a goroutine started at " + at + leftOut
		}
		switch from {
		case "runtime", "iter", "unique", "testing": // theirs serve Go itself
			continue
		}
		if !x.Plain.before[g.ID] {
			return "a goroutine started at " + at
		}
	}
	return ""
}
