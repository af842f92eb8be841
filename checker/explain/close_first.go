package explain

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/trace"
)

// ledMost bounds the sends that are tried.
const ledMost = 8

// CloseFirst looks for what a race of a send and a close leads to: an execution much
// like the failing one in which the close comes first, so that the send is one on a
// closed channel. leads tells the failure that it comes to by that; nil: none, as where
// the panic is recovered. False: there is no such execution, or it was not found.
//
// An exploration that goes on comes to it by itself: the two orders are two traces.
// This one is had at once, also of an execution that was sampled or cut.
func CloseFirst(p checker.Program, f checker.Found, o checker.Options, leads func(*checker.Replayed) *checker.Failure) (checker.Found, bool) {
	if !f.Failure.Closes() {
		return f, false
	}
	x := &engine.Exploration{Program: p, Options: o}
	begun := x.LeaveOut(len(f.Decisions))
	x.Begin()
	g := newGuided(x.Traced())
	g.begin(begun.Short(f.Decisions), nil)
	out := x.Run(g)
	out.Prefer("race")
	t, race := g.trace, out.Failure
	if race == nil || !race.Closes() || race.At >= len(t.Events) || x.Void {
		return f, false
	}
	t.Finish(true)
	var tries []try
	for _, s := range sendsBefore(t, int32(race.At), race.Race.First.Task) {
		tries = append(tries, closeBefore(t, s, int32(race.At)))
	}
	for _, this := range tries {
		for _, plan := range this.plans {
			g.begin(plan, this.demands)
			out := x.Run(g)
			if g.stuck || x.Void || !sendsClosed(t, this.demands[0].a) {
				continue
			}
			again := &checker.Replayed{Outcome: out, Decisions: x.Driver.Decisions, Diverged: -1, Truncated: x.Driver.Cut}
			if led := leads(again); led != nil {
				return checker.Found{Failure: *led, Decisions: slices.Clone(begun.Whole(x.Driver.Decisions)), Execution: f.Execution, By: f.By}, true
			}
		}
	}
	return f, false
}

// try is what may lead to a send on a closed channel.
type try struct {
	demands []demand
	plans   [2][]checker.Decision
}

// closeBefore makes the close c come before the send, which is made next. Either the rest
// stays as it was as far as it can, or the task that sends is left behind until then.
func closeBefore(t *trace.Trace, s sendTurn, c int32) try {
	this := try{demands: []demand{{a: s.turn, b: turnOf(t, c)}}}
	if s.choosing { // it has to be the case that sends
		this.demands = append(this.demands, demand{a: s.turn, choice: true, pick: pick{s.choice, checker.NoTask}})
	}
	after, sender := t.AfterOf(s.event), s.turn.task
	for i := range this.plans {
		var plan, rest []checker.Decision
		for e := range int32(len(t.Events)) {
			d := t.Events[e].Decision
			switch {
			case e == c || e == s.event:
			case e < s.event || e < c && (i == 0 && !after.Has(e) || i == 1 && d.Task != sender):
				plan = append(plan, d)
			default:
				rest = append(rest, d)
			}
		}
		plan = append(plan, t.Events[c].Decision, checker.Decision{Task: sender, Choice: onward})
		this.plans[i] = append(plan, rest...)
	}
	return this
}

// sendTurn is an operation that sends, or a select that could have.
type sendTurn struct {
	turn     turn
	event    int32
	choosing bool
	choice   int32 // the case
}

// sendsBefore lists the last sends of other tasks on the channel that event c closes,
// before it: that of the task first, then the latest.
func sendsBefore(t *trace.Trace, c int32, first checker.Task) []sendTurn {
	var all []sendTurn
	seen := map[int32]bool{t.Events[c].Task: true}
	for e := c - 1; e >= 0; e-- {
		for _, o := range opsOf(t, e) {
			op := &t.Ops[o]
			if seen[op.Task] {
				continue
			}
			s := sendTurn{turn: turn{t.Tasks[op.Task].Name, op.Index}, event: e}
			sends := op.Kind == checker.Send && op.Obj == t.Events[c].Obj
			if op.Kind == checker.Select {
				i := slices.IndexFunc(t.Cases[op.CaseOff:op.CaseOff+op.CaseLen], func(cs checker.Case) bool {
					return cs.Kind == checker.Send && cs.Obj == t.Events[c].Obj
				})
				sends, s.choosing, s.choice = i >= 0, true, int32(i)
			}
			switch {
			case !sends:
				continue
			case s.turn.task == first:
				all = slices.Insert(all, 0, s)
			default:
				all = append(all, s)
			}
			seen[op.Task] = true
		}
	}
	return all[:min(len(all), ledMost)]
}

// sendsClosed says whether a turn was a send on a closed channel.
func sendsClosed(t *trace.Trace, a turn) bool {
	for e := range int32(len(t.Events)) {
		if t.Events[e].Kind == checker.SendClosed && turnOf(t, e) == a {
			return true
		}
	}
	return false
}
