package wire

import (
	"cmp"
	"slices"
)

// Came is a list of properties to whose calls executions have come, with one more call. It is
// cut short where there are too many.
func Came(all []Property, p Property) []Property {
	if i := slices.IndexFunc(all, func(q Property) bool { return q.Kind == p.Kind && q.Name == p.Name }); i >= 0 {
		all[i].Seen = all[i].Seen || p.Seen
		return all
	}
	if len(all) < MaxProperties {
		p.Name = Bounded(p.Name, MaxText)
		all = append(all, p)
	}
	return all
}

// WithCalls are the properties of a list and those of calls that nobody may have come to, by their
// names.
func WithCalls(came, calls []Property) []Property {
	all := slices.Clone(came)
	for _, p := range calls {
		if !slices.ContainsFunc(all, func(q Property) bool { return q.Pos == p.Pos || q.Kind == p.Kind && q.Name == p.Name }) {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b Property) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}

// Chosen are the phases in which an exploration to the end has tried some values of chance, and not
// all: with others that may come which none has shown.
func (r *Result) Chosen() []string {
	var names []string
	for _, p := range r.Phases {
		if p.Name == PhaseSeeds || p.Name == PhaseOrders || !p.Exhaustive && p.Name != PhasePauses {
			names = append(names, p.Name)
		}
	}
	return names
}
