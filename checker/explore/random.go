package explore

import (
	"math/rand/v2"

	"gocheck.dev/checker"
)

// random samples by a random walk: each enabled decision is as probable as any
// other. That is uniform over the steps, and far from uniform over executions,
// let alone over traces.
func random(x *exploration) { sampleBy(x, func(r *rand.Rand) sampler { return walk{r} }) }

type walk struct{ *rand.Rand }

func (walk) begin(*driver, int) {}

func (walk) counts() bool { return true }

func (w walk) pick(_ checker.State, enabled []checker.Decision) checker.Decision {
	return enabled[w.IntN(len(enabled))]
}

func (walk) did(*driver, checker.State, *checker.Event) {}
