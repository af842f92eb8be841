package revisit

import (
	"cmp"
	"slices"

	"gocheck.dev/checker"
)

// ranks orders tasks by their stable names: shorter ones first, then by the
// alphabet, so that creators come before what they create and in most programs
// the order is that of the numbers. Numbers are given out as a process meets the
// tasks, which depends on what it has executed before. Names do not: parts of one
// exploration in different processes, or in one that was begun again, agree on
// what the default scheduler of revisit does.
type ranks struct {
	names []string // by number
	by    []int32  // by number: how many tasks come before it
}

// of is the place of a task in the order of those that were met. That of two tasks
// never changes.
func (k *ranks) of(p checker.Program, q checker.Task) int32 {
	if int(q) >= len(k.by) {
		k.grow(p, q)
	}
	return k.by[q]
}

func (k *ranks) grow(p checker.Program, q checker.Task) {
	for int(q) >= len(k.names) {
		k.names = append(k.names, p.TaskName(checker.Task(len(k.names))))
	}
	order := make([]checker.Task, len(k.names))
	for i := range order {
		order[i] = checker.Task(i)
	}
	slices.SortStableFunc(order, func(a, b checker.Task) int {
		m, n := k.names[a], k.names[b]
		return cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n))
	})
	k.by = make([]int32, len(order))
	for i, t := range order {
		k.by[t] = int32(i)
	}
}
