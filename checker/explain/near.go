package explain

import (
	"encoding/binary"
	"iter"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// Near makes executions like the given one, until accept says so of one, and
// reports how many it made. Of the options Executions and Deadline bound the
// search; Races and Steps are used, too. The Replayed is reused.
//
// What is tried, the nearest first:
//
//   - one switch from task to task comes a few steps earlier or later;
//   - one choice (select, Choose, whom a Signal wakes) is another one;
//   - two runs of steps that follow each other change places;
//   - two switches come earlier or later;
//   - another task goes on, for as long as it can, between two steps.
//
// Then the same of the executions in which one of these was done, as long as
// the bounds allow.
func Near(p checker.Program, decisions []checker.Decision, o checker.Options, accept func(*checker.Replayed) bool) (runs int) {
	x := &engine.Exploration{Program: p, Options: o}
	begun := x.LeaveOut(len(decisions))
	x.Begin()
	n := &near{x: x, begun: begun, accept: accept, tried: map[string]bool{}}
	n.run = newGuided(x.Traced())
	var queue []nearBy
	n.try(begun.Short(decisions), &queue)
	for ; len(queue) > 0 && !n.over(); queue = queue[1:] {
		for plan := range moves(queue[0]) {
			n.try(plan, &queue)
			if n.over() {
				break
			}
		}
	}
	return n.runs
}

// nearBy is an execution that was made.
type nearBy struct {
	decisions []checker.Decision
	choices   []choicePoint
}

// near is the state of Near.
type near struct {
	x      *engine.Exploration
	run    *guided
	begun  *engine.Begun
	accept func(*checker.Replayed) bool
	runs   int
	found  bool
	tried  map[string]bool // plans and what they came to, by their decisions
	key    []byte
}

func (n *near) over() bool {
	return n.found || n.x.Late(engine.LateWork) || n.x.Options.Executions > 0 && int64(n.runs) >= n.x.Options.Executions
}

// fresh says whether these decisions have not been seen before.
func (n *near) fresh(decisions []checker.Decision) bool {
	n.key = n.key[:0]
	for _, d := range decisions {
		for _, v := range [4]uint32{uint32(d.Task), uint32(d.Choice), uint32(d.Partner), uint32(d.PartnerChoice)} {
			n.key = binary.AppendUvarint(n.key, uint64(v))
		}
	}
	if n.tried[string(n.key)] {
		return false
	}
	n.tried[string(n.key)] = true
	return true
}

// try executes a plan, and appends what it has led to if that is new.
func (n *near) try(plan []checker.Decision, queue *[]nearBy) {
	if !n.fresh(plan) {
		return
	}
	n.runs++
	n.run.begin(plan, nil)
	out := n.x.Run(n.run)
	made := slices.Clone(n.x.Driver.Decisions)
	n.found = n.accept(&checker.Replayed{Outcome: out, Decisions: n.begun.Whole(made), Diverged: -1, Truncated: n.x.Driver.Cut})
	if slices.Equal(made, plan) || n.fresh(made) {
		*queue = append(*queue, nearBy{made, slices.Clone(n.run.choices)})
	}
}

// shift is how far a switch is moved.
const shift = 4

// plans are made one by one: of an execution of a thousand switches they would be
// gigabytes.
type plans = iter.Seq[[]checker.Decision]

// moves are the plans near an execution, the nearest first.
func moves(e nearBy) plans {
	return func(yield func([]checker.Decision) bool) {
		d := e.decisions
		at := switches(d)
		for _, some := range []plans{oneSwitch(d, at), otherChoices(e), runsExchanged(d, at), twoSwitches(d, at), othersOnward(d)} {
			for plan := range some {
				if !yield(plan) {
					return
				}
			}
		}
	}
}

// switches are the steps before which another task made the one before.
func switches(d []checker.Decision) []int {
	var at []int
	for i := 1; i < len(d); i++ {
		if d[i].Task != d[i-1].Task {
			at = append(at, i)
		}
	}
	return at
}

// oneSwitch: one switch comes earlier or later.
func oneSwitch(d []checker.Decision, switches []int) plans {
	return func(yield func([]checker.Decision) bool) {
		for by := 1; by <= shift; by++ {
			for _, at := range switches {
				if !yield(moved(d, at, by)) || !yield(moved(d, at, -by)) {
					return
				}
			}
		}
	}
}

// otherChoices: one choice is another one.
func otherChoices(e nearBy) plans {
	return func(yield func([]checker.Decision) bool) {
		d := e.decisions
		for _, c := range e.choices {
			rest := d[c.step:]
			if c.other.Task == d[c.step].Task {
				rest = rest[1:]
			}
			if !yield(plan(d[:c.step], []checker.Decision{c.other}, rest)) {
				return
			}
		}
	}
}

// runsExchanged: two runs of steps that follow each other change places.
func runsExchanged(d []checker.Decision, switches []int) plans {
	return func(yield func([]checker.Decision) bool) {
		for i, at := range switches {
			start, end := 0, len(d)
			if i > 0 {
				start = switches[i-1]
			}
			if i+1 < len(switches) {
				end = switches[i+1]
			}
			if !yield(plan(d[:start], d[at:end], d[start:at], d[end:])) {
				return
			}
		}
	}
}

// twoSwitches: two switches come earlier or later.
func twoSwitches(d []checker.Decision, switches []int) plans {
	return func(yield func([]checker.Decision) bool) {
		for i, at := range switches {
			for _, by := range []int{1, -1, 2, -2} {
				first := moved(d, at, by)
				for _, other := range switches[i+1:] {
					for _, far := range []int{1, -1, 2, -2} {
						if !yield(moved(first, other, far)) {
							return
						}
					}
				}
			}
		}
	}
}

// othersOnward: another task goes on between two steps.
func othersOnward(d []checker.Decision) plans {
	return func(yield func([]checker.Decision) bool) {
		var tasks []checker.Task
		for _, dec := range d {
			if !slices.Contains(tasks, dec.Task) {
				tasks = append(tasks, dec.Task)
			}
		}
		for i := 1; i < len(d); i++ {
			for _, t := range tasks {
				if t != d[i].Task && !yield(plan(d[:i], []checker.Decision{{Task: t, Choice: onward}}, d[i:])) {
					return
				}
			}
		}
	}
}

// moved is the plan in which the switch at a step comes later (by > 0: the task
// before makes so many more of its steps) or earlier.
func moved(d []checker.Decision, at, by int) []checker.Decision {
	task := d[at-1].Task
	if by < 0 {
		start := at
		for start > 0 && by < 0 && d[start-1].Task == task {
			start, by = start-1, by+1
		}
		end := at
		for end < len(d) && d[end].Task != task {
			end++
		}
		return plan(d[:start], d[at:end], d[start:at], d[end:])
	}
	out := slices.Clone(d[:at])
	var rest []checker.Decision
	for _, dec := range d[at:] {
		if by > 0 && dec.Task == task {
			out = append(out, dec)
			by--
			continue
		}
		rest = append(rest, dec)
	}
	return append(out, rest...)
}
