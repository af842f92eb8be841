package testbin

import (
	"sort"
	"strings"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// tally counts what the executions of a test have come to: what they have
// observed (gocheck.Observe), and how they failed. It costs nothing where
// nothing is observed.
type tally struct {
	all      int64 // executions
	observed bool  // by any of them
	counts   map[outcome]int64
	more     bool // there were more than wire.MaxOutcomes
}

type outcome struct {
	observed string
	kind     string // of the failure
}

// count takes an execution into account.
func (o *tally) count(out checker.Outcome) {
	o.all++
	k := outcome{observed: out.Observed}
	if out.Failure != nil {
		k.kind = out.Failure.Kind
	}
	if k == (outcome{}) {
		return // they are the rest
	}
	o.observed = o.observed || k.observed != ""
	if o.counts == nil {
		o.counts = make(map[outcome]int64)
	}
	if _, known := o.counts[k]; !known && len(o.counts) == wire.MaxOutcomes {
		o.more = true
		return
	}
	o.counts[k]++
}

// raw is what was counted, the rest left out; restore is its inverse.
func (o *tally) raw() []wire.Outcome {
	var all []wire.Outcome
	for k, n := range o.counts {
		all = append(all, wire.Outcome{Observed: lines(k.observed), Kind: k.kind, Executions: n})
	}
	return all
}

func (o *tally) restore(all int64, outcomes []wire.Outcome, more bool) {
	*o = tally{all: all, more: more}
	for _, w := range outcomes {
		k := outcome{kind: w.Kind}
		for _, line := range w.Observed {
			k.observed += line + "\n"
		}
		if o.counts == nil {
			o.counts = map[outcome]int64{}
		}
		o.observed = o.observed || k.observed != ""
		o.counts[k] = w.Executions
	}
}

// list has the outcomes in a fixed order; none if nothing was observed.
func (o *tally) list() []wire.Outcome {
	if !o.observed {
		return nil
	}
	var all []wire.Outcome
	rest := o.all
	for k, n := range o.counts {
		rest -= n
		all = append(all, wire.Outcome{Observed: lines(k.observed), Kind: k.kind, Executions: n})
	}
	if rest > 0 && !o.more {
		all = append(all, wire.Outcome{Executions: rest})
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := strings.Join(all[i].Observed, "\n"), strings.Join(all[j].Observed, "\n")
		return a < b || a == b && all[i].Kind < all[j].Kind
	})
	return all
}

func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}
