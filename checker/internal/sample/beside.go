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
	made      int64
	events    int64
}

type searcher struct {
	Searcher
	walker
	made    int64
	longest int
}

const (
	// besideFrom is how many executions there are without samples. Most tests end within them.
	besideFrom = 10
	// Samples make as many events as the exploration up to besideEarly, then a share of them, and
	// from besideLate on a small one. An event of a sample costs more than one of the exploration,
	// which repeats most of an execution: with a half all along, posters(5) took 1.8 times as long.
	// What ends within a minute is to take at most 1.5 times as long as without samples.
	besideEarly = 1 << 16
	besideLate  = 1 << 20
	besideShare = 4
	besideRest  = 32
)

// besideDue is how many events samples have made when the exploration has made so many.
func besideDue(events int64) int64 {
	due := min(events, besideEarly)
	due += max(0, min(events, besideLate)-besideEarly) / besideShare
	return due + max(0, events-besideLate)/besideRest
}

// NewBeside lets searchers take turns: the i-th of a round is the one with number turns[i].
func NewBeside(x *engine.Exploration, list []Searcher, turns []int) *Beside {
	b := &Beside{x: x, aside: x.NewAside(true), source: rand.NewPCG(0, 0), turns: turns}
	for _, s := range list {
		b.searchers = append(b.searchers, searcher{Searcher: s, walker: walker{how: s.New(rand.New(b.source))}})
	}
	return b
}

// Catch implements engine.Besides.
func (b *Beside) Catch(executions, events int64) {
	if executions < besideFrom {
		return
	}
	due := besideDue(events)
	for b.x.Stopped == "" && b.events < due {
		if !b.sample() {
			return
		}
	}
}

// Made implements engine.Besides.
func (b *Beside) Made() []checker.Sampled {
	var list []checker.Sampled
	for i := range b.searchers {
		if s := &b.searchers[i]; s.made > 0 {
			list = append(list, checker.Sampled{Algorithm: s.Name, Executions: s.made})
		}
	}
	return list
}

// sample makes an execution; false if that could not be done.
func (b *Beside) sample() bool {
	x, s := b.x, &b.searchers[b.turns[b.made%int64(len(b.turns))]]
	seed := x.Options.Seed
	if x.Folding != nil {
		seed = ^seed // not those again that were made before the exploration has begun anew
	}
	chance(b.source, seed, uint64(b.made))
	d := b.aside.Driver()
	s.how.Begin(d, s.longest)
	out, ok := b.aside.Run(&s.walker)
	if !ok {
		return false
	}
	schedule := b.aside.Schedule()
	b.made++
	s.made++
	b.events += max(1, int64(len(schedule)))
	if !d.Cut && s.how.Counts() {
		s.longest = max(s.longest, len(d.Decisions))
	}
	number := x.Result.Executions + b.made
	if f := out.Failure; f != nil {
		x.FailAside(checker.Found{Failure: *f, Decisions: schedule, Execution: number, By: s.Name})
	}
	if x.Options.OnSampled != nil {
		p := &x.Progress
		p.Outcome, p.Decisions, p.By, p.Number = out, schedule, s.Name, number
		if !x.Options.OnSampled(p) {
			x.Stop("stopped")
		}
		p.By, p.Number = "", 0
	}
	x.Late(1<<8 + len(schedule))
	return true
}
