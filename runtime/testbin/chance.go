package testbin

import (
	"fmt"
	"strconv"
	"time"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// chanceOf is what the settings say of chance in the first exploration.
func chanceOf(c *wire.Settings) rt.Chance {
	x := rt.Chance{ChooseRandom: c.Rand == "choose", ChooseStarts: c.Maps == "choose"}
	switch c.Pools {
	case "shared":
		x.Pools = rt.PoolsShared
	case "empty":
		x.Pools = rt.PoolsEmpty
	default:
		x.Pools = rt.PoolsOwn
	}
	return x
}

// noteChance writes what a schedule has to say of chance.
func noteChance(c rt.Chance, options map[string]string) {
	if c.ChooseRandom {
		options["rand"] = "choose"
	}
	if c.RandomSeed != 0 {
		options[wire.OptionSeed] = strconv.FormatUint(c.RandomSeed, 10)
	}
	if c.ChooseStarts {
		options["maps"] = "choose"
	}
	switch c.Pools {
	case rt.PoolsShared:
		options["pools"] = "shared"
	case rt.PoolsEmpty:
		options["pools"] = "empty"
	}
}

// chanceIn is what a schedule says.
func chanceIn(s *wire.Schedule) (rt.Chance, error) {
	c := chanceOf(&wire.Settings{Rand: s.Options["rand"], Maps: s.Options["maps"], Pools: s.Options["pools"]})
	if v, ok := s.Options[wire.OptionSeed]; ok {
		var err error
		if c.RandomSeed, err = strconv.ParseUint(v, 10, 64); err != nil {
			return c, fmt.Errorf("reading option %s: %w", wire.OptionSeed, err)
		}
	}
	return c, nil
}

// randomPhase chooses random numbers of which there are few.
var randomPhase = phase{
	name:    wire.PhaseRandom,
	met:     func(r *testRun) bool { return r.x.Known.Chance&wire.DrawsFew != 0 && r.cfg.Rand != "choose" },
	without: seeded,
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.ChooseRandom = true
		return r.once(wire.PhaseRandom, t)
	},
}

// once explores once.
func (r *testRun) once(name string, t *further) wire.Phase {
	before := t.total.Executions
	why := r.more(t)
	return wire.Phase{Name: name, Exhaustive: why == "" && !r.failed, Reason: why, Executions: t.total.Executions - before}
}

// allSeeds is how many sets of values the other random numbers get.
const allSeeds = 16

// seedsPhase explores with the values of further seeds; if there was time to choose the
// values of which there are few, those are chosen besides.
var seedsPhase = phase{
	name:    wire.PhaseSeeds,
	met:     func(r *testRun) bool { return r.x.Known.Chance&wire.DrawsMany != 0 },
	without: seeded,
	explore: func(r *testRun, t *further) wire.Phase {
		for _, p := range r.phased.said {
			if p.Name == wire.PhaseRandom && p.Exhaustive {
				r.x.ChooseRandom = true
			}
		}
		all := wire.Phase{Name: wire.PhaseSeeds, Done: 1}
		for seed := uint64(1); seed < allSeeds; seed++ {
			r.x.RandomSeed = seed
			p := r.once(wire.PhaseSeeds, t)
			all.Executions += p.Executions
			if !p.Exhaustive {
				all.Reason = p.Reason
				if r.failed || r.quits() || !t.until.IsZero() && !time.Now().Before(t.until) {
					break
				}
				continue
			}
			all.Done++
		}
		all.Exhaustive = all.Done == allSeeds
		return all
	},
}

// seeded is why random numbers are those of one seed.
func seeded(r *testRun) string {
	if r.cfg.Rand != wire.DefaultRand {
		return "-rand=" + r.cfg.Rand
	}
	return ""
}
