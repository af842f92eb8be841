package sample

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// Random is a random walk.
var Random = engine.Algorithm{Algorithm: checker.Algorithm{Name: "random", What: "sampling: a random walk over what is enabled", Commutes: true, Samples: true},
	Explore: random, Skims: true, Parts: engine.Numbered}

// random samples by a random walk: each enabled decision is as probable as any
// other. That is uniform over the steps, and far from uniform over executions,
// let alone over traces.
func random(x *engine.Exploration) { sampleBy(x, func(r *rand.Rand) sampler { return walk{r} }) }

type walk struct{ *rand.Rand }

func (walk) begin(*engine.Driver, int) {}

func (walk) counts() bool { return true }

func (w walk) pick(_ checker.State, enabled []checker.Decision) checker.Decision {
	return enabled[w.IntN(len(enabled))]
}

func (walk) did(*engine.Driver, checker.State, *checker.Event) {}
