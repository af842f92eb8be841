package report

import (
	"cmp"
	"fmt"
	"strings"

	"gocheck.dev/internal/wire"
)

// Stands says what an exploration to the end stands for: "exhaustive", and what it leaves
// out of what matters to the test.
func Stands(r *wire.Result) string {
	var limits []string
	for _, limit := range leaves {
		if text := limit(phasesOf(r)); text != "" {
			limits = append(limits, text)
		}
	}
	text := "exhaustive"
	if len(limits) > 0 {
		text += " for " + strings.Join(limits, " and ")
	}
	if p := phasesOf(r)[wire.PhasePauses]; p.Exhaustive {
		text += "; timers: pauses up to " + p.Pause + " explored to the end"
	}
	return text
}

// leaves are what phases may leave out.
var leaves = []func(all map[string]wire.Phase) string{
	randomLimit, mapsLimit, poolsLimit,
	short(wire.PhaseStamps, "readings of the clock at one time"),
	short(wire.PhaseAll, "one kind of chance at a time"),
	short(wire.PhaseGarbage, "garbage that is collected when others wait"),
}

func phasesOf(r *wire.Result) map[string]wire.Phase {
	all := map[string]wire.Phase{}
	for _, p := range r.Phases {
		all[p.Name] = p
	}
	return all
}

// randomLimit says of how many seeds the random values are that were tried, if not all
// values were.
func randomLimit(all map[string]wire.Phase) string {
	few, drawsFew := all[wire.PhaseRandom]
	many, drawsMany := all[wire.PhaseSeeds]
	if !drawsMany && (!drawsFew || few.Exhaustive) {
		return ""
	}
	return fmt.Sprintf("the random values drawn (%s)", Plural(int64(max(many.Done, 1)), "seed"))
}

// mapsLimit says in how many orders loops have gone through maps, if not in all.
func mapsLimit(all map[string]wire.Phase) string {
	few, loopsFew := all[wire.PhaseMaps]
	many, loopsMany := all[wire.PhaseOrders]
	if !loopsMany && (!loopsFew || few.Exhaustive) {
		return ""
	}
	return fmt.Sprintf("the orders of maps tried (%d)", max(many.Done, 1))
}

// poolsLimit says that a task has got only what it has put into a sync.Pool itself, or all of it.
func poolsLimit(all map[string]wire.Phase) string {
	return cmp.Or(
		short(wire.PhasePools, "pools that give a goroutine its own objects")(all),
		short(wire.PhaseLossy, "pools that keep what is put there")(all),
	)
}

// short is the limit that a phase leaves which has not come to its end.
func short(phase, limit string) func(all map[string]wire.Phase) string {
	return func(all map[string]wire.Phase) string {
		if p, met := all[phase]; met && !p.Exhaustive {
			return limit
		}
		return ""
	}
}

// left are the reasons why phases did not come to their end, a line each.
func left(r *wire.Result) []string {
	about := map[string]string{
		wire.PhaseRandom:  "each value of random numbers of which there are few",
		wire.PhaseSeeds:   "random values of other seeds",
		wire.PhaseMaps:    "each order of maps of few keys",
		wire.PhaseOrders:  "other orders of maps",
		wire.PhasePools:   "any object of a sync.Pool, or none",
		wire.PhaseLossy:   "sync.Pools that lose once what lies there",
		wire.PhaseStamps:  "each order of readings of the clock",
		wire.PhaseGarbage: "collections of garbage at any moment",
		wire.PhaseAll:     "all kinds of chance together",
	}
	var lines []string
	if p := phasesOf(r)[wire.PhasePauses]; p.Pause != "" {
		about[wire.PhasePauses] = "pauses up to " + p.Pause
	}
	for _, p := range r.Phases {
		if p.Reason != "" && r.Bound != p.Name {
			lines = append(lines, "not explored to the end: "+about[p.Name]+": "+p.Reason)
		}
	}
	return lines
}
