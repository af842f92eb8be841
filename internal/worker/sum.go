package worker

import (
	"cmp"
	"slices"

	"gocheck.dev/internal/wire"
)

// add makes s what it and the executions of o, which come after it, have come to.
func add(s *wire.Sum, o *wire.Sum) {
	addFailures(s, o) // first: it counts the executions before o's
	addCounts(s, o)
	addFlags(s, o)
	keepFirst(s, o)
	takeLast(s, o)
	s.Bound = worse(s.Bound, o.Bound)
	addSampled(s, o)
	addOutcomes(s, o)
	addProperties(s, o)
	addWarnings(s, o)
}

// addFailures adds what failed in o; numbers of executions are those of the whole.
func addFailures(s, o *wire.Sum) {
	for _, f := range o.Failures {
		if !slices.ContainsFunc(s.Failures, func(g wire.Found) bool { return same(&f, &g) }) {
			f.Execution += s.Executions
			s.Failures = append(s.Failures, f)
		}
	}
	s.Aside = append(s.Aside[:len(s.Aside):len(s.Aside)], o.Aside...) // those of the first one: the others do not search
	if s.Leaking == nil && o.Leaking != nil {
		f := *o.Leaking
		f.Execution += s.Executions
		s.Leaking = &f
	}
}

// addCounts adds what is counted, and the reason of the first skip.
func addCounts(s, o *wire.Sum) {
	if s.Skips == 0 {
		s.Skip = o.Skip
	}
	s.Executions += o.Executions
	s.Blocked += o.Blocked
	s.Redundant += o.Redundant
	s.Repeated += o.Repeated
	s.Failing += o.Failing
	s.Truncated += o.Truncated
	s.CutShort += o.CutShort
	s.Alone += o.Alone
	s.Events += o.Events
	s.Leaks += o.Leaks
	s.Clean += o.Clean
	s.Tallied += o.Tallied
	s.Skips += o.Skips
}

// addFlags adds what holds of the whole if it holds of one part.
func addFlags(s, o *wire.Sum) {
	s.Failed = s.Failed || o.Failed
	s.Again = s.Again || o.Again
	s.Ends |= o.Ends
	s.Pools = s.Pools || o.Pools
	s.Chance |= o.Chance
	s.Overtakes = s.Overtakes || o.Overtakes
	s.Bubbles = s.Bubbles || o.Bubbles
	s.More = s.More || o.More
}

// keepFirst takes from o what no part before it has said.
func keepFirst(s, o *wire.Sum) {
	if s.Algorithm == "" {
		s.Way = o.Way
	}
	if s.Subtests == nil {
		s.Subtests = o.Subtests
	}
	if s.Orders == nil {
		s.Orders = o.Orders
	}
	if s.Refused == nil {
		s.Refused = o.Refused
	}
	if s.Outside == nil {
		s.Outside = o.Outside
	}
	if s.Unstable == nil {
		s.Unstable = o.Unstable
	}
	s.Outpaced = cmp.Or(s.Outpaced, o.Outpaced)
}

// takeLast takes from o what it says anew: the last part that does knows best.
func takeLast(s, o *wire.Sum) {
	if o.Works != 0 {
		s.Works = o.Works
	}
	if o.Estimate > 0 {
		s.Estimate = o.Estimate
	}
	if o.Longest != 0 {
		s.Longest = o.Longest
	}
}

// addSampled adds the executions of each algorithm that samples.
func addSampled(s, o *wire.Sum) {
	for _, by := range o.Sampled {
		if i := slices.IndexFunc(s.Sampled, func(x wire.Sampled) bool { return x.Algorithm == by.Algorithm }); i >= 0 {
			s.Sampled[i].Executions += by.Executions
		} else {
			s.Sampled = append(s.Sampled, by)
		}
	}
}

// addOutcomes adds outcomes, up to as many as are kept.
func addOutcomes(s, o *wire.Sum) {
	for _, w := range o.Outcomes {
		i := slices.IndexFunc(s.Outcomes, func(v wire.Outcome) bool { return v.Kind == w.Kind && slices.Equal(v.Observed, w.Observed) })
		switch {
		case i >= 0:
			s.Outcomes[i].Executions += w.Executions
		case len(s.Outcomes) == wire.MaxOutcomes:
			s.More = true
		default:
			s.Outcomes = append(s.Outcomes, w)
		}
	}
}

// addProperties adds what was seen of each property, up to as many as are kept.
func addProperties(s, o *wire.Sum) {
	for _, q := range o.Properties {
		i := slices.IndexFunc(s.Properties, func(p wire.Property) bool { return p.Kind == q.Kind && p.Name == q.Name })
		switch {
		case i >= 0:
			s.Properties[i].Seen = s.Properties[i].Seen || q.Seen
			s.Properties[i].Met = s.Properties[i].Met || q.Met
		case len(s.Properties) < wire.MaxProperties:
			s.Properties = append(s.Properties, q)
		}
	}
}

// addWarnings adds the cycles of locks and the notes that are new.
func addWarnings(s, o *wire.Sum) {
	for _, c := range o.Cycles {
		if !slices.ContainsFunc(s.Cycles, func(d wire.Cycle) bool { return slices.Equal(c.Key, d.Key) }) {
			s.Cycles = append(s.Cycles, c)
		}
	}
	for _, n := range o.Notes {
		if !slices.ContainsFunc(s.Notes, func(m wire.Warning) bool { return m.Kind == n.Kind && m.Message == n.Message }) {
			s.Notes = append(s.Notes, n)
		}
	}
}

// copied is a sum that can be added to without changing s.
func copied(s *wire.Sum) wire.Sum {
	c := *s
	c.Failures, c.Outcomes, c.Cycles, c.Notes = slices.Clone(s.Failures), slices.Clone(s.Outcomes), slices.Clone(s.Cycles), slices.Clone(s.Notes)
	c.Sampled, c.Properties = slices.Clone(s.Sampled), slices.Clone(s.Properties)
	return c
}

func same(f, g *wire.Found) bool {
	return alike(&wire.Failure{Kind: f.Kind, Message: f.Message, Pos: f.Pos}, &wire.Failure{Kind: g.Kind, Message: g.Message, Pos: g.Pos})
}

// bounds are the reasons why an exploration is not exhaustive, the worst first, in the
// checker's order.
var bounds = []string{"failure", "stopped", "refused", "divided", "blocked", "interrupted", "memory", "time", "executions", "sampling", "length", "steps", "searches"}

func worse(a, b string) string {
	for _, w := range bounds {
		if a == w || b == w {
			return w
		}
	}
	return ""
}

// ends reports whether what has ended a part ends the test: what comes after it is
// not executed by the sequential exploration.
func ends(s *wire.Sum) bool {
	switch s.Bound {
	case "failure", "refused", "divided":
		return true
	case "stopped":
		return s.Again || s.Outside != nil || s.Unstable != nil || s.Leaking != nil || s.Leaks > 0 || s.Clean > 0
	}
	return false
}
