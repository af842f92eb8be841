package checker

import "slices"

// wakeupTree is a wakeup tree (source-sets, Definition 6.1): the initial
// fragments that are still to be explored after an execution E, in order. The
// root is E, and each child a step with the tree that comes after it. A node
// without children is a leaf: after it the exploration is free.
type wakeupTree []*wakeupNode

type wakeupNode struct {
	step  procStep
	after wakeupTree
	// doubted says that there is a later branch of which only the execution of
	// step can tell whether step is a weak initial of it.
	doubted bool
	// vague is a leaf that is in such a branch.
	vague bool
	// guessed says that the step may turn out to depend on one before it that it was
	// taken to be independent of. Then what comes after is void: there the
	// exploration is free, and the race of the two is found by it.
	guessed bool
}

// insert adds v unless the tree has a leaf that v is consistent with
// (source-sets, section 6.2): it follows the first branch whose step is a weak
// initial of what is left of v, and so finds the smallest sequence of the tree
// that is consistent with v.
//
// Where it is likely that the step is a weak initial, it is followed, too: if it is
// none, the last step of v depends on it, and that race will be found.
//
// A vague leaf may be removed again, so that it cannot stand for v: it is made
// longer by v. vague says whether v is in doubt itself.
func (t *wakeupTree) insert(v []procStep, vague bool, o *objectNames) {
	guessed := false
next:
	for _, n := range *t {
		o.local(&n.step)
		a, at := weakInitial(&n.step, v)
		switch a {
		case no:
			continue
		case unsure:
			n.doubted = true
			vague = true
			continue
		}
		guessed = guessed || n.step.guessed
		v = after(&n.step, v, at)
		if len(n.after) == 0 {
			if !n.vague || len(v) == 0 {
				n.vague = n.vague && vague
				return
			}
			n.vague = false // not a leaf any more
		}
		t = &n.after
		goto next
	}
	// v is in scratch memory, and what is left of it a chain of new nodes.
	for i := range v {
		n := &wakeupNode{step: v[i], vague: vague && i == len(v)-1, guessed: guessed || v[i].guessed}
		if !n.step.kept {
			o.keep(&n.step)
		}
		*t = append(*t, n)
		t = &n.after
	}
}

// settle takes out of the tree the leaves that p is a weak initial of, now that
// p has been executed, and hands what is left of each to move: it belongs into the
// tree that comes after p. path is the way to the tree.
func (t wakeupTree) settle(p *procStep, path []procStep, o *objectNames, move func(v []procStep)) wakeupTree {
	keep := t[:0]
	for _, n := range t {
		o.local(&n.step)
		v := append(path, n.step)
		if len(n.after) == 0 {
			if a, at := weakInitial(p, v); a == yes || a == likely {
				move(after(p, slices.Clone(v), at))
				continue
			}
		} else if n.after = n.after.settle(p, v, o, move); len(n.after) == 0 {
			continue
		}
		keep = append(keep, n)
	}
	return keep
}
