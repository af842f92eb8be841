package explore

import (
	"math/rand/v2"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/closure"
	"gocheck.dev/checker/internal/engine"
	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/pairs"
	"gocheck.dev/checker/internal/revisit"
	"gocheck.dev/checker/internal/sample"
	"gocheck.dev/checker/internal/surw"
	"gocheck.dev/checker/internal/tapctcp"
)

// autoAlgorithm is auto.
var autoAlgorithm = engine.Algorithm{Algorithm: checker.Algorithm{Name: "auto", What: "revisit, then closure; bounded with -preemptions, -delays", Commutes: true, Pauses: true, Faults: true, Symmetry: true, Searches: true},
	Explore: auto, Besides: search, Folds: true, Skims: true, Parts: engine.Subtrees | engine.Questions}

// auto explores by revisit as long as the program does nothing that revisit is
// not exact for, which may turn out in the first execution or in a late one. Then
// closure takes over, with that execution as its first. It cannot begin from what
// revisit has left to do: closure's fragments are of races, revisit's children of
// trees. So it finds everything again, but counts no trace twice: the keys of
// what revisit has counted are kept for this.
func auto(x *engine.Exploration) {
	c := closure.NewSearch(x)
	if p := x.Part; p != nil && p.Kind() == engine.Questions {
		c.Take(p)
		c.Explore()
		return
	}
	lost := false // keys, for want of memory
	r := &revisit.Search{Engine: x, Trace: &c.Trace, Lend: true}
	r.Counted = func(k flat.Key) {
		if x.Part != nil {
			return // closure does not take over here
		}
		if m := x.Options.Memory; r.Given || m > 0 && c.Booked.Bytes() > max(m, engine.LeastMemory) {
			c.Booked, lost = flat.KeyTable{}, true
		}
		if !lost {
			c.Booked.Number(k)
		}
	}
	x.Result.Algorithm = "revisit"
	out := r.Explore()
	r.Leave()
	switch {
	case r.Outside.What == "" || x.Stopped != "" || x.Void:
		return
	case x.Part != nil || r.Given:
		x.Stop("divided")
		return
	case lost:
		x.Stop("memory") // what comes now could not be counted rightly
		return
	case x.Result.Executions > 0:
		x.Result.Algorithm = "revisit+closure"
	default:
		x.Result.Algorithm = "closure"
	}
	*r = revisit.Search{}
	c.Cur = c.Trace.Steps(c.Cur[:0])
	c.Look(out, closure.Request{})
	c.Explore()
}

// searchers search beside auto, for bugs that are far from its first executions.
var searchers = []sample.Searcher{
	{Name: "surw", New: surw.New},
	{Name: "pos", New: sample.NewPOS},
	{Name: "pairs", New: pairs.New},
	{Name: "pct", New: func(r *rand.Rand) sample.Sampler { return sample.NewPCT(r, checker.Depths) }},
	{Name: "tapctcp", New: func(r *rand.Rand) sample.Sampler { return tapctcp.New(r, checker.Depths) }},
}

// turns are whose turn it is of the searchers. docs/measured/search.md has what each finds.
var turns = []int{0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 3, 0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 4}

// search lets them take turns, after closure's second execution.
func search(x *engine.Exploration) engine.Besides {
	return sample.NewBeside(x, sample.First{Name: "closure", Make: second}, searchers, turns)
}

// searchBesideClosure is the same where auto is closure: its second execution is made anyway.
func searchBesideClosure(x *engine.Exploration) engine.Besides {
	return sample.NewBeside(x, sample.First{}, searchers, turns)
}

// second is the execution that closure would make after its first one. It turns round the last
// race of that, and revisit comes to it late: of 52 failing programs three fail there.
func second(x *engine.Exploration) (out checker.Outcome, schedule []checker.Decision, ok bool) {
	o := x.Options
	o.Executions, o.KeepGoing, o.Initial, o.Part = 2, true, nil, nil
	o.CountRedundant, o.OnSampled, o.OnRestart, o.Between, o.Wait = false, nil, nil, nil, nil
	o.OnExecution = func(p *checker.Progress) bool {
		if ok = p.Executions == 2; ok {
			out, schedule = p.Outcome, slices.Clone(p.Decisions)
		}
		return true
	}
	y := &engine.Exploration{Program: x.Program, Options: o}
	y.Explore(&closure.Algorithm)
	return out, schedule, ok
}
