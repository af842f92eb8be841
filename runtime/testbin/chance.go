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
	case "any":
		x.Pools = rt.PoolsAny
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
	case rt.PoolsAny:
		options["pools"] = "any"
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
	return unless(r.cfg.Rand == wire.DefaultRand, "-rand="+r.cfg.Rand)
}

// poolsPhase lets a task get from a sync.Pool what others have put there.
var poolsPhase = phase{
	name:    wire.PhasePools,
	met:     func(r *testRun) bool { return r.x.Known.Chance&wire.Pools != 0 },
	without: func(r *testRun) string { return unless(r.cfg.Pools == wire.DefaultPools, "-pools="+r.cfg.Pools) },
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.Pools = rt.PoolsAny
		return r.once(wire.PhasePools, t)
	},
}

// chosen are the phases that make choices, and what each needs.
var chosen = map[string]func(*rt.Chance){
	wire.PhaseRandom: func(c *rt.Chance) { c.ChooseRandom = true },
	wire.PhasePools:  func(c *rt.Chance) { c.Pools = rt.PoolsAny },
}

// allPhase makes all choices that phases before it have made one kind at a time.
var allPhase = phase{
	name:    wire.PhaseAll,
	met:     func(r *testRun) bool { return len(r.chosen()) > 1 },
	without: func(*testRun) string { return "" },
	explore: func(r *testRun, t *further) wire.Phase {
		for _, name := range r.chosen() {
			chosen[name](&r.x.Chance)
		}
		return r.once(wire.PhaseAll, t)
	},
}

// chosen are the phases that have made choices, to their end.
func (r *testRun) chosen() (names []string) {
	for _, p := range r.phased.said {
		if chosen[p.Name] != nil && p.Exhaustive {
			names = append(names, p.Name)
		}
	}
	return names
}

func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}
