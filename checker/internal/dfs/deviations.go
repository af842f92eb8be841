package dfs

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
)

// Deviations counts what an execution deviates from a scheduler that leaves a
// task alone: preemptions (Musuvathi, Qadeer: Iterative Context Bounding, PLDI
// 2007) or delays (Emmi, Qadeer, Rakamarić: Delay-Bounded Scheduling, POPL
// 2011).
//
// A preemption is a step of another task than the one that made the last step,
// which could have gone on and did not yield. After a rendezvous that is either
// of its two tasks. A task that waits or has ended is not preempted, nor is a
// handler between two messages.
//
// Delays are counted against a default scheduler without preemptions: round
// robin in order of creation, each task for as long as it can go on, unless it
// yields; every patience-th step of the execution moves on, too, for programs
// that spin. To make a step of the task that comes n-th in its order costs n
// delays, from 0. Which of the decisions of a task is made is no matter of
// scheduling, and costs nothing.
type Deviations struct {
	delays bool // else preemptions
	Limit  int
	cut    bool // an alternative was too dear, in some execution

	// The present execution.
	spent     int
	steps     int
	now, with checker.Task // that made the last step; with: the other task of a rendezvous, else NoTask
	yielded   bool

	// What counts of the past, for the present state: see states.
	past flat.Key
	able []bool // by Task: takes part in an enabled decision

	costs []int // see Of
}

// deviationsOf is the bound that the options ask for, nil if none.
func deviationsOf(x *engine.Exploration) *Deviations {
	switch o := &x.Options; {
	case o.Preemptions != nil:
		return &Deviations{Limit: *o.Preemptions}
	case o.Delays != nil:
		return &Deviations{Limit: *o.Delays, delays: true}
	}
	return nil
}

func (b *Deviations) name() string {
	if b.delays {
		return "delays"
	}
	return "preemptions"
}

// Begin begins another execution.
func (b *Deviations) Begin() {
	b.spent, b.steps = 0, 0
	b.now, b.with, b.yielded = checker.NoTask, checker.NoTask, false
}

// left is how much the execution may still spend.
func (b *Deviations) left() int { return b.Limit - b.spent }

// Did tells of an event of the execution.
func (b *Deviations) Did(ev *checker.Event) {
	b.steps++
	b.yielded = ev.Kind == checker.Yield
	last := b.now
	b.now, b.with = ev.Task, checker.NoTask
	if ev.Kind == checker.Send && ev.Partner != checker.NoTask {
		b.with = ev.Partner
		if last == ev.Partner {
			b.now, b.with = b.with, b.now // the task that was running goes on
		}
	}
}

// Weigh appends the costs of the decisions.
func (b *Deviations) Weigh(st checker.State, alts []checker.Decision, costs []int) []int {
	clear(b.able)
	for i := range alts {
		b.takesPart(alts[i].Task)
		if t := engine.Receiver(st, &alts[i]); t != checker.NoTask {
			b.takesPart(t)
		}
	}
	if b.delays {
		return b.weighDelays(st, alts, costs)
	}
	on := !b.yielded && (b.can(b.now) || b.can(b.with))
	b.past = flat.Key{}
	if on {
		// Two states differ if another task goes on for free.
		for _, t := range [2]checker.Task{b.now, b.with} {
			if b.can(t) {
				b.past.Sum(flat.Key{}.And(uint64(t)))
			}
		}
	}
	for i := range alts {
		cost := 0
		if on && !b.goesOn(alts[i].Task) && !b.goesOn(engine.Receiver(st, &alts[i])) {
			cost = 1
		}
		costs = append(costs, cost)
	}
	return costs
}

// Of is what the decision costs, which is one of alts: all that are possible now.
func (b *Deviations) Of(st checker.State, alts []checker.Decision, dec *checker.Decision) int {
	b.costs = b.Weigh(st, alts, b.costs[:0])
	for i := range alts {
		if alts[i] == *dec {
			return b.costs[i]
		}
	}
	return 0
}

// weighDelays gives each task that can go on its place in the scheduler's
// order, from 0.
func (b *Deviations) weighDelays(st checker.State, alts []checker.Decision, costs []int) []int {
	tasks := st.Tasks()
	first := 0 // where the present task is, or the one after it
	b.past = flat.Key{}
	for i, t := range tasks {
		if t == b.now {
			first = i
			if b.yielded || !b.can(t) || b.steps%checker.Patience == 0 {
				first = (i + 1) % len(tasks)
			}
		}
		b.past = b.past.And(uint64(t)) // the order of creation is not in the trace
	}
	b.past = b.past.And(uint64(first))
	for i := range alts {
		cost, second := 0, engine.Receiver(st, &alts[i])
		for n := range tasks {
			t := tasks[(first+n)%len(tasks)]
			if t == alts[i].Task || t == second {
				break
			}
			if b.can(t) {
				cost++
			}
		}
		costs = append(costs, cost)
	}
	return costs
}

func (b *Deviations) takesPart(t checker.Task) {
	for int(t) >= len(b.able) {
		b.able = append(b.able, false)
	}
	b.able[t] = true
}

func (b *Deviations) can(t checker.Task) bool {
	return t != checker.NoTask && int(t) < len(b.able) && b.able[t]
}

func (b *Deviations) goesOn(t checker.Task) bool {
	return t != checker.NoTask && (t == b.now || t == b.with)
}
