package sample

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// Searcher is an algorithm that samples, as one of several that search beside an exploration.
type Searcher struct {
	Name string
	New  func(*rand.Rand) Sampler
}

// Beside lets searchers sample beside an exploration that does not end soon. Such an
// exploration changes the end of its executions first, and so stays near the first one; samples
// are spread. They are no part of the exploration, which stays as exact as it is without them.
//
// When it is whose turn is a function of what was explored, so that the same is found again.
type Beside struct {
	x         *engine.Exploration
	aside     *engine.Aside
	source    *rand.PCG
	searchers []searcher
	turns     []int // indexes of searchers, who take turns
	first     First
	opened    int64 // executions that first has made: 0 or 1
	sampled   int64 // by searchers
	events    int64
}

// First makes the execution that comes before all samples, which is by an algorithm of that name.
// It is no sample; false: there is none.
type First struct {
	Name string
	Make func(x *engine.Exploration) (out checker.Outcome, schedule []checker.Decision, ok bool)
}

type searcher struct {
	Searcher
	walker
	made    int64
	longest int
}

const (
	// besideFrom is how many executions there are without samples. Most tests end within them. If
	// they are long, samples make half as many events meanwhile: eight of 6,000 events were all that
	// there was time for where each searcher finds the failure at once.
	besideFrom = 8
	besideSoon = 1 << 13 // events
	// Samples make as many events as the exploration up to besideEarly, then a share of them, and
	// from besideLate on a small one. An event of a sample costs more than one of the exploration,
	// which repeats most of an execution: with a half all along, posters(5) took 1.8 times as long.
	// What ends within a minute is to take at most 1.5 times as long as without samples.
	besideEarly = 1 << 15
	// Up to so many executions they make half as many beyond that. This is for long executions,
	// whose events cost the exploration as much as samples: it has many of them to turn round.
	besideFew   = 512
	besideLate  = 1 << 20
	besideShare = 4
	besideRest  = 32
	// besideLong is how many events executions have that are too long for what comes first.
	besideLong = 1 << 11
)

// besideDue is how many events samples have made when the exploration has made so many.
func besideDue(executions, events int64) int64 {
	switch {
	case executions < 2: // there may be no other one
		return 0
	case executions < besideFrom:
		return max(0, events-besideSoon) / 2
	}
	due := min(events, besideEarly)
	if executions <= besideFew {
		return due + (events-due)/2
	}
	due += max(0, min(events, besideLate)-besideEarly) / besideShare
	return due + max(0, events-besideLate)/besideRest
}

// NewBeside lets searchers take turns, after first: the i-th of a round is the one with number
// turns[i].
func NewBeside(x *engine.Exploration, first First, list []Searcher, turns []int) *Beside {
	b := &Beside{x: x, first: first, aside: x.NewAside(true), source: rand.NewPCG(0, 0), turns: turns}
	for _, s := range list {
		b.searchers = append(b.searchers, searcher{Searcher: s, walker: newWalker(s.New, b.source)})
	}
	return b
}

// Catch implements engine.Besides.
func (b *Beside) Catch(executions, events int64) {
	due := besideDue(executions, events)
	if b.first.Make != nil && due > 0 {
		b.open(events / executions)
	}
	for b.x.Stopped == "" && b.events < due {
		if !b.sample() {
			return
		}
	}
}

// Made implements engine.Besides.
func (b *Beside) Made() []checker.Sampled {
	var list []checker.Sampled
	if b.opened > 0 {
		list = append(list, checker.Sampled{Algorithm: b.first.Name, Executions: b.opened})
	}
	for i := range b.searchers {
		if s := &b.searchers[i]; s.made > 0 {
			list = append(list, checker.Sampled{Algorithm: s.Name, Executions: s.made})
		}
	}
	return list
}

// open makes the execution that comes first, unless the exploration's are so long.
func (b *Beside) open(length int64) {
	first := b.first.Make
	if b.first.Make = nil; length > besideLong || b.x.Folding != nil {
		return // before it has begun anew, it was made
	}
	if out, schedule, ok := first(b.x); ok {
		b.opened++
		b.note(b.first.Name, out, schedule)
	}
}

// sample makes an execution; false if that could not be done.
func (b *Beside) sample() bool {
	x, s := b.x, &b.searchers[b.turns[b.sampled%int64(len(b.turns))]]
	seed := x.Options.Seed
	if x.Folding != nil {
		seed = ^seed // not those again that were made before the exploration has begun anew
	}
	chance(b.source, seed, uint64(b.sampled))
	d := b.aside.Driver()
	s.begin(d, s.longest)
	out, ok := b.aside.Run(x.Orders.Over(&s.walker, b.sampled+1))
	if !ok {
		return false
	}
	x.Orders.Sampled()
	b.sampled++
	s.made++
	if !d.Cut && s.how.Counts() {
		s.longest = max(s.longest, len(d.Decisions))
	}
	b.note(s.Name, out, b.aside.Schedule())
	return true
}

// note books an execution that was made beside the exploration.
func (b *Beside) note(by string, out checker.Outcome, schedule []checker.Decision) {
	x := b.x
	b.events += max(1, int64(len(schedule)))
	number := x.Result.Executions + b.opened + b.sampled
	if f := out.Failure; f != nil {
		x.FailAside(checker.Found{Failure: *f, Decisions: schedule, Execution: number, By: by})
	}
	if x.Options.OnSampled != nil {
		p := &x.Progress
		p.Outcome, p.Decisions, p.By, p.Number = out, schedule, by, number
		if !x.Options.OnSampled(p) {
			x.Stop("stopped")
		}
		p.By, p.Number = "", 0
	}
	x.Late(1<<8 + len(schedule))
}
