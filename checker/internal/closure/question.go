package closure

import (
	"slices"

	"gocheck.dev/checker/internal/flat"
	"gocheck.dev/checker/internal/trace"
)

// This file looks for a question that divides what is left of an exploration (split.go).

// mostSets is of how many sets a question is, if firstSets do not hold half of what is
// pending. The tests take less.
var firstSets, mostSets = 16, 256

// asking is what split looks for a question with.
type asking struct {
	*Search
	tree *owners
	of   []*question // of the tree: where each fragment comes to
	leaf *question   // what is to become a question
	sets *owners     // of one question: what is asked for so far
	// unsure are by set the fragments of which it is not known that they contain it, but of
	// their traces.
	unsure [][]trace.Step
}

// ask adds sets to the question, up to a number of them, and returns the rest of the list. Of
// two fragments one is given away, in turns that with fewer events and that with more.
func (a *asking) ask(list []int, most int) []int {
	root := a.sets.root
	for ; len(list) > 1 && len(root.sets) < most && a.x.Stopped == ""; list = list[2:] {
		pair := [2]int{list[0], list[1]}
		if len(list)&2 == 0 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		for _, at := range pair {
			latest := a.tryOut(at)
			if latest == nil {
				continue
			}
			a.sets.ask(root, latest)
			a.unsure = append(a.unsure, nil)
			if !a.stack[at].result.certain {
				a.unsure[len(root.sets)-1] = slices.Clone(a.Cur[:a.planned])
			}
			break
		}
	}
	return list
}

// candidates are fragments of the leaf that most fragments come to, those first that have
// the fewest events: the less one has, the more others contain it.
func (a *asking) candidates() []int {
	a.of = make([]*question, len(a.stack))
	some := map[*question]int{}
	a.each(a.tree, func(i int, in flat.Set, more flat.Key) {
		q, f := a.tree.leaf(in, more), &a.stack[i]
		a.of[i] = q
		if f.result.whole || f.result.end {
			return
		}
		if some[q]++; some[q] > some[a.leaf] {
			a.leaf = q
		}
	})
	var list []int
	sizes := make([]int, len(a.stack))
	for i := range a.stack {
		if f := &a.stack[i]; a.of[i] == a.leaf && !f.result.whole && !f.result.end {
			list = append(list, i)
			sizes[i] = a.set(f).Size()
		}
	}
	slices.SortStableFunc(list, func(i, j int) int { return sizes[i] - sizes[j] })
	return list[:min(len(list), 2*mostSets)]
}

// each goes through what is pending, with each placed, and says what of it is to be asked for.
func (a *asking) each(o *owners, f func(i int, in flat.Set, more flat.Key)) {
	placed := int32(-1)
	for i := range a.stack {
		in, more := o.place(&a.pending, i, a.stack[i].made == placed)
		placed = a.stack[i].made
		f(i, in, more)
	}
}

// tryOut runs a fragment, and returns what is to be asked for if its trace is to be
// another's, or nil if it is already.
func (a *asking) tryOut(at int) []flat.Key {
	x, t, f := a.x, &a.Trace, &a.stack[at]
	given := false
	in, more := a.sets.place(&a.pending, at, false)
	a.sets.contained(in, more, func(asked) { given = true })
	if given {
		return nil
	}
	same := a.plan(f)
	before := x.Result.Events
	out, ok := a.run(same)
	x.Result.Events = before
	if !ok || x.Stopped != "" || out.Failure != nil || x.Driver.Cut {
		return nil // it comes again, when it is its turn
	}
	t.Finish(true)
	if a.alike != nil {
		return a.weakestUpToNames()
	}
	return a.weakest(a.planned)
}

// half is how many of the sets, from the first on, hold no more than half of what is
// pending: at least one, but none if that holds everything.
func (a *asking) half() int {
	hold := make([]int, len(a.sets.root.sets)) // of each, what those before it do not
	a.each(a.sets, func(i int, in flat.Set, more flat.Key) {
		if a.of[i] != a.leaf {
			return
		}
		first := len(hold)
		a.sets.contained(in, more, func(s asked) { first = min(first, int(s.set)) })
		if first < len(hold) {
			hold[first]++
		}
	})
	all := len(a.stack)
	if len(hold) == 0 || hold[0] == all {
		return 0
	}
	sets, some := 1, hold[0]
	for sets < len(hold) && some+hold[sets] <= all/2 {
		some += hold[sets]
		sets++
	}
	return sets
}

// weakest finds a set of events of the present trace that no explored trace has, in the
// first n, which are such a set: one of which no event can be spared. It returns the keys
// of its latest events: none if some explored trace has the first n, too.
func (c *Search) weakest(n int) (latest []flat.Key) {
	t := &c.Trace
	nums := make([]trace.Member, n)
	known := make([]bool, n)
	for i := range nums {
		e := &t.Events[i]
		var lead trace.Member
		p := t.Leader(e)
		if p >= 0 {
			lead = nums[p]
		}
		if p < 0 || known[p] {
			nums[i], known[i] = c.ids.Find(e.Key, lead, p >= 0)
		}
	}
	in, rest := make(flat.Set, t.Words), make(flat.Set, t.Words)
	in.Fill(n)
	var tops []int32
	explored := func() bool {
		c.latest = c.latest[:0]
		tops = latestOf(t, in, rest, tops[:0])
		for _, i := range tops {
			if !known[i] {
				return false
			}
			c.latest = append(c.latest, nums[i].ID)
		}
		return c.store.Contains(c.latest, 0)
	}
	if explored() {
		return nil
	}
	for i := int32(n) - 1; i >= 0; i-- {
		// The newest first: what is left is a set as it is asked for as long as nothing
		// after it is there.
		if !in.Has(i) {
			continue
		}
		in.Remove(i)
		if in.Meets(t.AfterOf(i)) || explored() {
			in.Add(i)
		}
	}
	explored()
	for _, i := range tops {
		latest = append(latest, t.Events[i].Key)
	}
	return latest
}
