package repro

import (
	"strings"
	"time"
)

// held is how long who has added to a WaitGroup is held up, so that who waits for it does wait.
const held = 20 * time.Millisecond

// misused is the gate that shows that a WaitGroup is added to and waited for without order. The
// race detector is told of a Wait only if it has to wait, and of an Add only if it is the first
// one. So whatever came first in the execution, here who adds comes first, and is then held up.
func (r *repro) misused() []gate {
	if !r.races || !strings.HasPrefix(r.Schedule.Failure.Message, "WaitGroup misuse") {
		return nil
	}
	g := gate{first: -1, then: -1, pair: true, pause: held}
	at := r.trace.steps(r.Schedule.Steps)
	for k := range r.Schedule.Steps {
		if len(r.Schedule.Steps[k].Racing) == 0 || at[k] < 0 {
			continue
		}
		switch r.trace.ops[at[k]].Op {
		case "add":
			g.first = at[k]
		case "wait":
			g.then = at[k]
		}
	}
	if g.first < 0 || g.then < 0 {
		return nil
	}
	return []gate{g}
}

// patience is how long a gate waits, and how often it looks where it may not synchronise what the
// race detector sees: there it looks again and again.
func (r *repro) patience() (limit, polls string) {
	const clock = " // of a bubble's clock, which moves when all wait"
	switch {
	case r.bubble && r.races:
		return "time.Minute" + clock, "time.Millisecond"
	case r.bubble:
		return "time.Hour" + clock, ""
	}
	return "time.Second", "50 * time.Microsecond"
}
