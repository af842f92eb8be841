package sample

import (
	"math/rand/v2"

	"gocheck.dev/checker"
	"gocheck.dev/checker/internal/engine"
)

// Random is a random walk.
var Random = engine.Algorithm{Algorithm: checker.Algorithm{Name: "random", What: "sampling: a random walk over what is enabled", Commutes: true, Pauses: true, Faults: true, Samples: true},
	Explore: random, Skims: true, Parts: engine.Numbered}

// random samples by a random walk: each enabled decision is as probable as any
// other. That is uniform over the steps, and far from uniform over executions,
// let alone over traces.
func random(x *engine.Exploration) { By(x, NewRandom) }

// NewRandom samples by a random walk.
func NewRandom(r *rand.Rand) Sampler { return walk{r} }

type walk struct{ *rand.Rand }

func (walk) Begin(*engine.Driver, int) {}

func (walk) Counts() bool { return true }

func (w walk) Pick(_ checker.State, enabled []checker.Decision) checker.Decision {
	return enabled[w.IntN(len(enabled))]
}

func (walk) Did(*engine.Driver, checker.State, *checker.Event) {}
