package worker

import (
	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// Algorithm is the one that a test binary explores by that has these settings.
func Algorithm(c *wire.Settings) checker.Algorithm { return explore.AlgorithmOf(options(c)) }

// algorithmOf names the one that the binary explores a test by.
func algorithmOf(c *wire.Config, test string) string {
	s := c.Of(test)
	return Algorithm(&s).Name
}

// options are as much of the checker's options as says how an exploration can be divided.
func options(c *wire.Settings) checker.Options {
	return checker.Options{
		Algorithm: c.Algorithm, Preemptions: c.Preemptions, Delays: c.Delays, Reversals: c.Reversals,
		Executions: c.Executions, CountRedundant: c.CountRedundant,
	}
}
