package checker

import "math"

// onward in Decision.Choice of a plan's item stands for: the task goes on as far
// as it can by itself.
const onward = math.MinInt32

// guided is the strategy that makes an execution as much like a plan as can be:
// a schedule of which some steps were moved, taken out or exchanged, so that
// what stands there may not be possible any more. It makes the first step of
// the plan that is possible now, each task's in the plan's order; where there is
// none the default scheduler decides, which replaces what the plan had for that
// task.
type guided struct {
	plan []Decision
	done []bool // by position in the plan
	from int    // all before are done
	held []bool // by Task, of one look at the plan: an earlier step of it was not possible

	// What has been made of it.
	trace   *trace
	cost    deviations // counts preemptions
	alts    []Decision
	costs   []int
	spent   []int // by step: preemptions, the step's own included
	choices []choicePoint
}

// choicePoint is a decision that was the program's choice, not the scheduler's.
type choicePoint struct {
	step  int
	other []Decision // what could have been chosen instead
}

func newGuided(t *trace) *guided {
	return &guided{trace: t, cost: deviations{limit: math.MaxInt}}
}

// begin prepares an execution.
func (g *guided) begin(plan []Decision) {
	g.plan, g.from = plan, 0
	g.done = append(g.done[:0], make([]bool, len(plan))...)
	g.spent, g.choices = g.spent[:0], g.choices[:0]
	g.cost.begin()
}

func (g *guided) next(d *driver, st State) (Decision, bool) {
	if len(d.decisions) == 0 {
		g.trace.reset()
		g.trace.begin(st)
	}
	g.alts = g.alts[:0]
	for _, t := range st.Tasks() {
		g.alts = st.Decisions(t, g.alts)
	}
	if len(g.alts) == 0 {
		return Decision{}, false
	}
	dec, ok := g.planned()
	if !ok {
		if dec, ok = d.fallback.Next(st); !ok {
			return Decision{}, false
		}
		g.replaces(dec.Task)
	}
	g.costs = g.cost.weigh(st, g.alts, g.costs[:0])
	spent := 0
	var other []Decision
	chosen := st.Op(dec.Task).Kind == Choose || st.Op(dec.Task).Kind == Select || st.Op(dec.Task).Kind == Signal
	for i := range g.alts {
		switch {
		case g.alts[i] == dec:
			spent = g.costs[i]
		case chosen && g.alts[i].Task == dec.Task:
			other = append(other, g.alts[i])
		}
	}
	if other != nil {
		g.choices = append(g.choices, choicePoint{len(g.spent), other})
	}
	if n := len(g.spent); n > 0 {
		spent += g.spent[n-1]
	}
	g.spent = append(g.spent, spent)
	return dec, true
}

// planned takes the first step of the plan that is possible now.
func (g *guided) planned() (Decision, bool) {
	clear(g.held)
	for g.from < len(g.plan) && g.done[g.from] {
		g.from++
	}
	for i := g.from; i < len(g.plan); i++ {
		dec := g.plan[i]
		if g.done[i] || g.isHeld(dec.Task) {
			continue
		}
		if dec.Choice == onward {
			if own, ok := g.any(dec.Task); ok {
				return own, true
			}
			g.done[i] = true
			continue
		}
		for j := range g.alts {
			if g.alts[j] == dec {
				g.done[i] = true
				return dec, true
			}
		}
		g.hold(dec.Task)
	}
	return Decision{}, false
}

// any is what the task would do by the default scheduler.
func (g *guided) any(t Task) (Decision, bool) {
	found, ok := Decision{}, false
	for _, dec := range g.alts {
		if dec.Task == t && (!ok || found.Choice == DefaultCase) {
			found, ok = dec, true
		}
	}
	return found, ok
}

func (g *guided) isHeld(t Task) bool { return int(t) < len(g.held) && g.held[t] }

func (g *guided) hold(t Task) {
	for int(t) >= len(g.held) {
		g.held = append(g.held, false)
	}
	g.held[t] = true
}

// replaces takes the task's next step out of the plan.
func (g *guided) replaces(t Task) {
	for i := g.from; i < len(g.plan); i++ {
		if !g.done[i] && g.plan[i].Task == t {
			g.done[i] = true
			return
		}
	}
}

func (g *guided) did(_ *driver, st State, ev *Event) {
	g.trace.record(st, ev)
	g.cost.did(ev)
}
