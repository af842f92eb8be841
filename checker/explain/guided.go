package explain

import (
	"math"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/dfs"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// onward in Decision.Choice of a plan's item stands for: the task goes on as far
// as it can by itself.
const onward = math.MinInt32

// guided is the strategy that makes an execution as much like a plan as can be:
// a schedule of which some steps were moved, taken out or exchanged, so that
// what stands there may not be possible any more. It makes the first step of
// the plan that is possible now, each task's in the plan's order; where there is
// none the default scheduler decides, which replaces what the plan had for that
// task. Demands it keeps in any case, or ends the execution.
type guided struct {
	plan    []checker.Decision
	demands []demand
	done    []bool // by position in the plan
	from    int    // all before are done
	held    []bool // by Task, of one look at the plan: an earlier step of it was not possible

	// What has been made of it.
	trace   *trace.Trace
	cost    dfs.Deviations // counts preemptions
	alts    []checker.Decision
	allowed []checker.Decision // of alts, by the demands
	turns   []uint32           // by Task: the number of its next event
	spent   []int              // by step: preemptions, the step's own included
	choices []choicePoint
	ended   bool // nothing could be done any more
	stuck   bool // the demands left nothing that could be done
}

// choicePoint is a choice of the program, not of the scheduler, and another one
// that was possible.
type choicePoint struct {
	step  int
	turn  turn
	pick  pick
	other checker.Decision
}

func newGuided(t *trace.Trace) *guided {
	return &guided{trace: t, cost: dfs.Deviations{Limit: math.MaxInt}}
}

// begin prepares an execution.
func (g *guided) begin(plan []checker.Decision, demands []demand) {
	g.plan, g.from, g.demands = plan, 0, demands
	g.done = append(g.done[:0], make([]bool, len(plan))...)
	g.spent, g.choices, g.ended, g.stuck = g.spent[:0], g.choices[:0], false, false
	clear(g.turns)
	g.cost.Begin()
}

// Next implements engine.Strategy.
func (g *guided) Next(d *engine.Driver, st checker.State) (checker.Decision, bool) {
	if len(d.Decisions) == 0 {
		g.trace.Reset()
		g.trace.Begin(st)
	}
	g.alts = g.alts[:0]
	for _, t := range st.Tasks() {
		g.alts = st.Decisions(t, g.alts)
	}
	if len(g.alts) == 0 {
		g.ended = true
		return checker.Decision{}, false
	}
	g.allowed = g.allow(st, g.allowed[:0], g.alts)
	dec, ok := g.planned()
	if !ok {
		if dec, ok = d.Fallback.Next(demanded{st, g}); !ok {
			g.stuck = true
			return checker.Decision{}, false
		}
		g.replaces(dec.Task)
	}
	spent := g.cost.Of(st, g.alts, &dec)
	g.chosen(st, &dec)
	if n := len(g.spent); n > 0 {
		spent += g.spent[n-1]
	}
	g.spent = append(g.spent, spent)
	return dec, true
}

// chosen notes what else could have been chosen where the decision makes a
// choice.
func (g *guided) chosen(st checker.State, dec *checker.Decision) {
	for _, t := range [2]checker.Task{dec.Task, engine.Receiver(st, dec)} {
		if t == checker.NoTask || !choosing(st.Op(t).Kind) {
			continue
		}
		k := st.Op(t).Kind
		made := pickOf(t, k, dec)
		for i := range g.alts {
			if alt := &g.alts[i]; alt.Task == t || engine.Receiver(st, alt) == t {
				if p := pickOf(t, k, alt); p != made {
					g.choices = append(g.choices, choicePoint{len(g.spent), turn{t, g.turn(t)}, p, *alt})
				}
			}
		}
	}
}

// planned takes the first step of the plan that is possible now.
func (g *guided) planned() (checker.Decision, bool) {
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
		if slices.Contains(g.allowed, dec) {
			g.done[i] = true
			return dec, true
		}
		g.hold(dec.Task)
	}
	return checker.Decision{}, false
}

// any is what the task would do by the default scheduler.
func (g *guided) any(t checker.Task) (checker.Decision, bool) {
	found, ok := checker.Decision{}, false
	for _, dec := range g.allowed {
		if dec.Task == t && (!ok || found.Choice == checker.DefaultCase) {
			found, ok = dec, true
		}
	}
	return found, ok
}

func (g *guided) isHeld(t checker.Task) bool { return int(t) < len(g.held) && g.held[t] }

func (g *guided) hold(t checker.Task) {
	for int(t) >= len(g.held) {
		g.held = append(g.held, false)
	}
	g.held[t] = true
}

// replaces takes the task's next step out of the plan.
func (g *guided) replaces(t checker.Task) {
	for i := g.from; i < len(g.plan); i++ {
		if !g.done[i] && g.plan[i].Task == t {
			g.done[i] = true
			return
		}
	}
}

// Did implements engine.Strategy.
func (g *guided) Did(_ *engine.Driver, st checker.State, ev *checker.Event) {
	g.trace.Record(st, ev)
	g.cost.Did(ev)
	g.advance(ev.Task, ev.Index)
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		g.advance(ev.Partner, ev.PartnerIndex)
	}
}
