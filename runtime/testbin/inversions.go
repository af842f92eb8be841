package testbin

import (
	"maps"
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

const (
	maxTries     = 20  // executions that are run again for a cycle
	maxInversion = 100 // cycles that are looked into
)

// inversions are what is known of the cycles of a test.
type inversions struct {
	tries    map[rt.Cycle]int
	warnings map[rt.Cycle]wire.Warning
	order    []rt.Cycle // in which they were confirmed
}

// unsure says whether an execution has a cycle that may be an inversion, and
// counts it as looked into.
func (v *inversions) unsure(cycles []rt.Cycle) bool {
	unsure := false
	for _, c := range cycles {
		n := v.tries[c]
		if _, sure := v.warnings[c]; sure || n == maxTries || n == 0 && len(v.tries) == maxInversion {
			continue
		}
		if v.tries == nil {
			v.tries = map[rt.Cycle]int{}
		}
		v.tries[c]++
		unsure = true
	}
	return unsure
}

// confirm runs an execution again to find out which of its cycles are
// inversions.
func (v *inversions) confirm(x *rt.Execution, decisions []checker.Decision) {
	cycles, warnings := x.Inversions(decisions)
	if v.warnings == nil {
		v.warnings = map[rt.Cycle]wire.Warning{}
	}
	maps.Copy(v.warnings, warnings)
	for _, c := range cycles {
		if !slices.Contains(v.order, c) {
			v.order = append(v.order, c)
		}
	}
}

// list has the warnings, with what became of them in the executions explored.
func (v *inversions) list(exhaustive bool) []wire.Warning {
	var all []wire.Warning
	for _, c := range v.order {
		w := v.warnings[c]
		end := "None of the executions explored has come to a deadlock by it."
		if exhaustive {
			end = "It is no deadlock in this test, of which all executions were explored: something else keeps them apart."
		}
		w.Details = append(slices.Clip(w.Details), end)
		all = append(all, w)
	}
	return all
}
