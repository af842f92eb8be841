package outcome

import (
	"cmp"
	"regexp"
	"slices"

	"gocheck.dev/internal/wire"
)

// Report is the result of all sequences of a test.
type Report struct {
	Sequences []Sequence         // in the order of exploration
	Events    int                // of the first
	Depth     int                // of the deepest
	Classes   [Different + 1]int // sequences by how they compare with their parents
	Conflicts []Conflict         // the worst first

	Enabled, Explored int64 // events that were possible in the states on the way, and those that were explored
}

// Pruned is the percentage of possible events that were not explored.
func (r *Report) Pruned() int64 { return (r.Enabled - r.Explored) * 100 / max(r.Enabled, 1) }

// Sequence is a sequence and how it compares with its parent.
type Sequence struct {
	*wire.Sequence
	Class Class // of the first: Equal
}

// Conflict is a pair of accesses that was reversed in some sequences.
type Conflict struct {
	wire.Conflict
	Comparison                // of the sequence that is shown
	Times      int            // sequences that reverse it
	Harmful    int            // of them, those that differ from their parents
	Parent     *wire.Sequence // of the sequence that is shown
	Sequence   *wire.Sequence // the worst; of equals the one with the fewest reversals
}

// severities are the parts of outcomes, the worst to differ first.
var severities = []string{"failure", "observed", "state", "output", "messages", "timers"}

// severity ranks comparisons: the lower, the worse.
func (c *Comparison) severity() int {
	if len(c.Parts) == 0 {
		return len(severities)
	}
	return slices.Index(severities, c.Parts[0].Name)
}

// worse orders conflicts.
func worse(a, b *Conflict) int {
	return cmp.Or(
		-cmp.Compare(a.Class, b.Class),
		cmp.Compare(a.severity(), b.severity()),
		cmp.Compare(a.Sequence.Depth, b.Sequence.Depth),
		cmp.Compare(a.Sequence.Index, b.Sequence.Index),
	)
}

// conflictKey is what a conflict is known by: the same pair in the other order is
// the same.
type conflictKey struct{ object, a, b string }

func keyOf(c *wire.Conflict) conflictKey {
	a, b := at(c.First, c.FirstAt), at(c.Second, c.SecondAt)
	return conflictKey{c.Object, min(a, b), max(a, b)}
}

// at is where an event comes to be in conflict.
func at(e wire.Event, a wire.Access) string {
	if a.Pos != "" {
		return a.Pos
	}
	return e.Pos
}

// Classify compares every sequence with its parent, which comes before it. The order of output
// lines that unordered matches means nothing; nil matches none. res is the result of the
// exploration.
func Classify(sequences []wire.Sequence, unordered *regexp.Regexp, res *wire.Result) *Report {
	r := &Report{}
	if v := res.Reversals; v != nil {
		r.Enabled, r.Explored = v.Enabled, v.Explored
	}
	byIndex := make(map[int64]*wire.Sequence)
	finals := make(map[int64]*wire.Final)
	conflicts := make(map[conflictKey]*Conflict)
	for i := range sequences {
		s := &sequences[i]
		byIndex[s.Index] = s
		r.Depth = max(r.Depth, s.Depth)
		parent := byIndex[s.Parent]
		final := s.Final
		if final == nil {
			final = finals[s.Parent]
		}
		finals[s.Index] = final
		if parent == nil || s.Pair == nil {
			r.Events = max(r.Events, len(s.Events))
			r.Sequences = append(r.Sequences, Sequence{s, Equal})
			continue
		}
		c := &Conflict{Conflict: *s.Pair, Times: 1, Parent: parent, Sequence: s}
		if s.Final != nil {
			c.Comparison = Compare(finals[s.Parent], final, unordered)
		}
		r.Sequences = append(r.Sequences, Sequence{s, c.Class})
		r.Classes[c.Class]++
		if c.Class == Different {
			c.Harmful = 1
		}
		key := keyOf(s.Pair)
		old := conflicts[key]
		if old == nil {
			conflicts[key] = c
			continue
		}
		times, harmful := old.Times+1, old.Harmful+c.Harmful
		if worse(c, old) < 0 {
			*old = *c
		}
		old.Times, old.Harmful = times, harmful
	}
	for _, c := range conflicts {
		r.Conflicts = append(r.Conflicts, *c)
	}
	slices.SortFunc(r.Conflicts, func(a, b Conflict) int { return worse(&a, &b) })
	return r
}
