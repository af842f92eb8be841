package repro

import (
	"fmt"
	"strings"
)

// A race is seen natively if nothing orders its two accesses. Often something does by chance: what
// a server does when one request is over has the locks of what it does when the next begins. So
// who comes to one of the accesses waits until another goroutine has come to the other one.

// met is the gate at which the goroutines of a race meet, at most one.
func (r *repro) met() []gate {
	if !r.races || strings.HasPrefix(r.Schedule.Failure.Message, "WaitGroup misuse") {
		return nil
	}
	var at []string
	for k := range r.Schedule.Steps {
		for _, a := range r.Schedule.Steps[k].Racing {
			at = append(at, a.Pos)
		}
	}
	if len(at) != 2 {
		return nil
	}
	return []gate{{first: -1, then: -1, meets: [2]string{at[0], at[1]}}}
}

// meet puts a meeting before both accesses.
func (d *drawing) meet(g gate) (placed, bool) {
	p := placed{gate: g, Name: g.name, Meets: true}
	if g.meets[0] == g.meets[1] {
		p.Says = "two goroutines meet at " + lineIn(g.meets[0])
		return p, d.meetAt(g.meets[0], "Meet", g.name)
	}
	p.Says = fmt.Sprintf("two goroutines meet, at %s and %s", lineIn(g.meets[0]), lineIn(g.meets[1]))
	return p, d.meetAt(g.meets[0], "MeetHere", g.name) && d.meetAt(g.meets[1], "MeetThere", g.name)
}

func (d *drawing) meetAt(pos, call, name string) bool {
	s, line, column, err := d.at(pos)
	if err != nil {
		return false
	}
	_, err = s.before(line, column, call, name, 1)
	return err == nil
}
