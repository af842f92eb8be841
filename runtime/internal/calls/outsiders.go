package calls

import "gocheck.dev/internal/wire"

// Outsiders are goroutines of code that is not rewritten: what such code does
// for real, at its own time. Tasks that wait for ever, as far as the checker
// sees, may be waiting for one of them, and then nothing that a schedule could
// be blamed for has happened.

// PlainCode is what is known about code that is not rewritten.
type PlainCode struct {
	Packages map[string]bool // those that -instrument leaves out
	timer    string          // a place in them where a timer is set; or ""
	// Before are the goroutines that were there before the first test. Those of
	// package initialisation and of TestMain serve other objects than the
	// executions have, which make all package state anew: but for the packages
	// above, whose state stays.
	Before map[string]bool
}

// NewPlainCode is asked before the first test.
func NewPlainCode(cfg *wire.Config) PlainCode {
	p := PlainCode{Packages: make(map[string]bool), timer: cfg.PlainTimer, Before: make(map[string]bool)}
	for _, path := range cfg.Plain {
		p.Packages[path] = true
	}
	for _, g := range Goroutines() {
		p.Before[g.ID] = true
	}
	return p
}

const leftOut = ", in a package that -instrument leaves out"

// Outsider names an outsider that is there, or a timer that may start one, or is "".
func (p *PlainCode) Outsider() string {
	for _, g := range Goroutines() {
		function, at := g.Creator()
		if function == "" || g.State == "coroutine" {
			continue
		}
		if IsOwnCall(function, at) {
			if function != Machine+"Go" {
				continue
			}
			// Rewritten code that an outsider has called.
			at = UserFrame(g.Calls)
		}
		from := PackageOf(function)
		if p.Packages[from] {
			return "a goroutine started at " + at + leftOut
		}
		switch from {
		case "runtime", "iter", "unique", "testing": // theirs serve Go itself
			continue
		}
		if !p.Before[g.ID] {
			return "a goroutine started at " + at
		}
	}
	if p.timer != "" {
		return "a timer set at " + p.timer + leftOut
	}
	return ""
}
