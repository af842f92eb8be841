package engine

import (
	"gocheck.dev/checker"
)

// knows is what a folder has found out in the present execution.
func (f *folder) knows() (all []any) {
	all = append(all, append([]checker.Decision{}, f.full...), append([]foldRow{}, f.rows...), append([]checker.Object{}, f.touched...))
	for i := range f.tasks {
		if t := &f.tasks[i]; len(t.number) > 0 {
			all = append(all, i, t.events, append([]int32{}, t.number...))
		}
	}
	for o, use := range f.objects {
		if use != unused {
			all = append(all, o, use)
		}
	}
	return all
}

// Knows is what the folder of an exploration has found out in the present execution.
func Knows(x *Exploration) []any { return x.Driver.fold.knows() }
