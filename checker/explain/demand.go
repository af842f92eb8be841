package explain

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// turn is what an event is called in any execution: its task, and its number
// in that.
type turn struct {
	task  checker.Task
	index uint32
}

// pick is a choice that a task makes in one of its events: of a Select the case,
// of a Choose the value, of a Signal the waiter.
type pick struct {
	value  int32
	waiter checker.Task
}

// demand is what an execution has to keep, whatever the plan says: an order of
// two events, or a choice.
type demand struct {
	a      turn // comes later than b; of a choice: makes it
	b      turn
	choice bool
	pick   pick
}

// choosing says whether an operation of that kind is a choice.
func choosing(k checker.Kind) bool {
	return k == checker.Select || k == checker.Choose || k == checker.Signal
}

// pickOf is the choice that the task, whose operation is of that kind, makes by
// a decision that it takes part in. The partner of a case is none.
func pickOf(t checker.Task, k checker.Kind, dec *checker.Decision) pick {
	switch {
	case t != dec.Task:
		return pick{dec.PartnerChoice, checker.NoTask}
	case k == checker.Signal:
		return pick{dec.Choice, dec.Partner}
	}
	return pick{dec.Choice, checker.NoTask}
}

// allow appends those of the decisions that the demands allow.
func (g *guided) allow(st checker.State, into, all []checker.Decision) []checker.Decision {
	for i := range all {
		if len(g.demands) == 0 || g.allows(st, &all[i]) {
			into = append(into, all[i])
		}
	}
	return into
}

func (g *guided) allows(st checker.State, dec *checker.Decision) bool {
	second := engine.Receiver(st, dec)
	makes := func(t turn) bool {
		return (t.task == dec.Task || t.task == second) && g.turn(t.task) == t.index
	}
	for i := range g.demands {
		d := &g.demands[i]
		switch {
		case !makes(d.a):
		case d.choice:
			if pickOf(d.a.task, st.Op(d.a.task).Kind, dec) != d.pick {
				return false
			}
		case g.turn(d.b.task) <= d.b.index:
			return false
		}
	}
	return true
}

// turn is the number of the task's next event.
func (g *guided) turn(t checker.Task) uint32 {
	if int(t) >= len(g.turns) {
		return 0
	}
	return g.turns[t]
}

func (g *guided) advance(t checker.Task, index uint32) {
	for int(t) >= len(g.turns) {
		g.turns = append(g.turns, 0)
	}
	g.turns[t] = index + 1
}

// demanded is a state in which only what the demands allow is enabled.
type demanded struct {
	checker.State
	g *guided
}

// Decisions implements State.
func (d demanded) Decisions(t checker.Task, buf []checker.Decision) []checker.Decision {
	n := len(buf)
	buf = d.State.Decisions(t, buf)
	return d.g.allow(d.State, buf[:n], buf[n:])
}
