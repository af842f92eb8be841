package testbin

import (
	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// garbagePhase collects garbage while others could go on. A collection takes a moment, in which
// others are held up like in a pause. But that is no question of time: what fails is a failure.
var garbagePhase = phase{
	name: wire.PhaseGarbage,
	met: func(r *testRun) bool {
		return r.x.Known.Ends&wire.Collects != 0 && !r.x.Known.Bubbles && r.x.Pause == 0
	},
	without: func(r *testRun) string {
		if a := explore.AlgorithmOf(r.options()); !a.Pauses {
			return "-algo " + a.Name + " does not know it"
		}
		return ""
	},
	explore: func(r *testRun, t *further) wire.Phase {
		within := r.x.Within
		defer func() { r.x.Pause, r.x.Within = 0, within }()
		r.x.Pause, r.x.Within = wire.Moments, 0
		return r.once(wire.PhaseGarbage, t)
	},
}
