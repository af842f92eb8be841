package testbin

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// poolsModes are what -pools and schedules may say of sync.Pools, but for what they say by default.
var poolsModes = map[string]rt.PoolsMode{"shared": rt.PoolsShared, "empty": rt.PoolsEmpty, "lossy": rt.PoolsLossy, "any": rt.PoolsAny}

// chanceOf is what the settings say of chance in the first exploration.
func chanceOf(c *wire.Settings) rt.Chance {
	x := rt.Chance{ChooseRandom: c.Rand == "choose", ChooseStarts: c.Maps == "choose", ChooseOrders: c.Maps == "orders"}
	x.Pools = cmp.Or(poolsModes[c.Pools], rt.PoolsOwn)
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
	switch {
	case c.ChooseStarts:
		options["maps"] = "choose"
	case c.ChooseOrders:
		options["maps"] = "orders"
	}
	if c.MapSeed != 0 {
		options[wire.OptionOrders] = strconv.FormatUint(c.MapSeed, 10)
	}
	if c.OrderStamps {
		options[wire.OptionStamps] = "ordered"
	}
	if c.Omit != 0 {
		options[wire.OptionOmit] = strconv.FormatUint(c.Omit, 10)
	}
	for name, mode := range poolsModes {
		if c.Pools == mode {
			options["pools"] = name
		}
	}
}

// chanceAsIn has what natively is chance be as a schedule says, which the caller has looked at.
func (r *testRun) chanceAsIn(s *wire.Schedule) {
	if c, err := chanceIn(s); err == nil {
		r.x.Chance = c
	}
	r.x.Known.Pools = s.Options[optionShared] == "pools"
}

// chanceIn is what a schedule says.
func chanceIn(s *wire.Schedule) (rt.Chance, error) {
	c := chanceOf(&wire.Settings{Rand: s.Options["rand"], Maps: s.Options["maps"], Pools: s.Options["pools"]})
	c.OrderStamps = s.Options[wire.OptionStamps] != ""
	for name, to := range map[string]*uint64{wire.OptionSeed: &c.RandomSeed, wire.OptionOrders: &c.MapSeed, wire.OptionOmit: &c.Omit} {
		if v, ok := s.Options[name]; ok {
			var err error
			if *to, err = strconv.ParseUint(v, 10, 64); err != nil {
				return c, fmt.Errorf("reading option %s: %w", name, err)
			}
		}
	}
	return c, nil
}

// randomPhase chooses random numbers of which there are few.
var randomPhase = phase{
	name:    wire.PhaseRandom,
	met:     func(r *testRun) bool { return r.x.Known.Chance&wire.DrawsFew != 0 && r.cfg.Rand != "choose" },
	without: ofOneSeed,
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.ChooseRandom = true
		return r.once(wire.PhaseRandom, t)
	},
}

// once explores once.
func (r *testRun) once(name string, t *further) wire.Phase {
	before := t.total.Executions
	why := r.more(t)
	return wire.Phase{Name: name, Exhaustive: why == "" && !r.ended(), Reason: why, Executions: t.total.Executions - before}
}

// allSeeds is how many sets of values the other random numbers get.
const allSeeds = 16

// seedsPhase explores with the values of further seeds; if there was time to choose the
// values of which there are few, those are chosen besides.
var seedsPhase = phase{
	name:    wire.PhaseSeeds,
	met:     func(r *testRun) bool { return r.x.Known.Chance&wire.DrawsMany != 0 },
	without: ofOneSeed,
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.ChooseRandom = slices.Contains(r.chosen(), wire.PhaseRandom)
		return r.seeded(wire.PhaseSeeds, allSeeds, &r.x.RandomSeed, t)
	},
}

// seeded explores once with each seed after the first, of that many. Where none of them is likely
// to come to its end, as the first has not, all get some of the time.
func (r *testRun) seeded(name string, seeds uint64, to *uint64, t *further) wire.Phase {
	all := wire.Phase{Name: name, Done: 1}
	defer func(until time.Time) { t.until = until }(t.until)
	end := t.until
	for seed := uint64(1); seed < seeds; seed++ {
		*to = seed
		if r.phased.early {
			t.until = time.Now().Add(time.Until(end) / time.Duration(seeds-seed))
		}
		p := r.once(name, t)
		all.Executions += p.Executions
		if p.Exhaustive {
			all.Done++
			continue
		}
		all.Reason = p.Reason
		if r.ended() || r.quits() || !end.IsZero() && !time.Now().Before(end) {
			break
		}
	}
	all.Exhaustive = all.Done == int(seeds)
	return all
}

// ofOneSeed is why random numbers are those of one seed.
func ofOneSeed(r *testRun) string {
	return unless(r.cfg.Rand == wire.DefaultRand, "-rand="+r.cfg.Rand)
}

// mapsPhase lets loops over maps of few keys go in each order.
var mapsPhase = phase{
	name:    wire.PhaseMaps,
	met:     func(r *testRun) bool { return r.x.Known.Chance&wire.LoopsFew != 0 && !r.x.ChooseOrders },
	without: sorted,
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.ChooseOrders = true
		return r.once(wire.PhaseMaps, t)
	},
}

// allOrders is how many orders loops over maps are tried in, where not all are.
const allOrders = 8

// ordersPhase tries some orders of all maps where not all were tried.
var ordersPhase = phase{
	name: wire.PhaseOrders,
	met: func(r *testRun) bool {
		return r.x.Known.Chance&wire.LoopsMany != 0 || r.x.Known.Chance&wire.LoopsFew != 0 && r.tried(wire.PhaseMaps) && !slices.Contains(r.chosen(), wire.PhaseMaps)
	},
	without: sorted,
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.ChooseOrders = slices.Contains(r.chosen(), wire.PhaseMaps)
		return r.seeded(wire.PhaseOrders, allOrders, &r.x.MapSeed, t)
	},
}

// sorted is why loops over maps have one order.
func sorted(r *testRun) string { return unless(r.cfg.Maps == wire.DefaultMaps, "-maps="+r.cfg.Maps) }

// tried says whether a phase was explored.
func (r *testRun) tried(name string) bool {
	return slices.ContainsFunc(r.phased.said, func(p wire.Phase) bool { return p.Name == name })
}

// poolsPhase lets a task get from a sync.Pool what others have put there.
var poolsPhase = phase{
	name:    wire.PhasePools,
	met:     func(r *testRun) bool { return r.x.Known.Chance&wire.Pools != 0 },
	without: ofOwnPools,
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.Pools = rt.PoolsAny
		return r.once(wire.PhasePools, t)
	},
}

// lossyPhase has each pool lose what lies there, once and at any time. In poolsPhase each Get may
// find nothing anyway.
var lossyPhase = phase{
	name:    wire.PhaseLossy,
	met:     func(r *testRun) bool { return r.x.Known.Chance&(wire.PoolsKept|wire.Pools) == wire.PoolsKept },
	without: ofOwnPools,
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.Pools = rt.PoolsLossy
		return r.once(wire.PhaseLossy, t)
	},
}

// ofOwnPools is why pools give a task what it has put there itself.
func ofOwnPools(r *testRun) string {
	return unless(r.cfg.Pools == wire.DefaultPools, "-pools="+r.cfg.Pools)
}

// stampsPhase lets readings of the clock that nothing orders come in each order.
var stampsPhase = phase{
	name:    wire.PhaseStamps,
	met:     func(r *testRun) bool { return r.x.Known.Chance&wire.Stamps != 0 },
	without: func(*testRun) string { return "" },
	explore: func(r *testRun, t *further) wire.Phase {
		r.x.OrderStamps = true
		return r.once(wire.PhaseStamps, t)
	},
}

// chosen are the phases that make choices, and what each needs.
var chosen = map[string]func(*rt.Chance){
	wire.PhaseRandom: func(c *rt.Chance) { c.ChooseRandom = true },
	wire.PhaseMaps:   func(c *rt.Chance) { c.ChooseOrders = true },
	wire.PhasePools:  func(c *rt.Chance) { c.Pools = rt.PoolsAny },
	wire.PhaseStamps: func(c *rt.Chance) { c.OrderStamps = true },
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
