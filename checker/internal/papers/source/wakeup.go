package source

import (
	"slices"

	"gocheck.dev/checker/internal/trace"
)

// wakeupTree is a wakeup tree (source-sets, Definition 6.1): the initial
// fragments that are still to be explored after an execution E, in order. The
// root is E, and each child a step with the tree that comes after it. A node
// without children is a leaf: after it the exploration is free.
type wakeupTree []*wakeupNode

type wakeupNode struct {
	step  trace.ProcStep
	after wakeupTree
	// doubted says that there is a later branch of which only the execution of
	// step can tell whether step is a weak initial of it.
	doubted bool
	// vague is a leaf that is in such a branch.
	vague bool
	// guessed says that the step may turn out to depend on one before it that it was
	// taken to be independent of. Then what comes after it is void, and what it was
	// part of is inserted again.
	guessed bool
	origin  *wakeupSequence // of a guessed leaf
	// stands are sequences that the node has been taken to lead to, by a guess: woken
	// again when step has been executed, and the guess is none any more.
	stands []*wakeupSequence
}

// wakeupSequence is a sequence with the level at which it was inserted.
type wakeupSequence struct {
	v  []trace.ProcStep
	at int
}

// rebase is the sequence from level at on, if it begins deeper: path leads there,
// from that level.
func (s *wakeupSequence) rebase(path []trace.ProcStep, at int) *wakeupSequence {
	if s == nil || s.at <= at {
		return s
	}
	return &wakeupSequence{append(slices.Clone(path[:s.at-at]), s.v...), at}
}

// origins appends those of a tree.
func (t wakeupTree) origins(list []*wakeupSequence) []*wakeupSequence {
	for _, n := range t {
		if n.origin != nil {
			list = append(list, n.origin)
		}
		list = append(list, n.stands...)
		list = n.after.origins(list)
	}
	return list
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
//
// at is the level that the tree belongs to. origin is what v was before the first
// guess; nil if there was none. insert returns the leaf that leads to v, nil if
// that is the root.
func (t *wakeupTree) insert(v []trace.ProcStep, at int, vague bool, origin *wakeupSequence, o *trace.ObjectNames) (leaf *wakeupNode) {
	for i := range v {
		if !v[i].Kept {
			o.Keep(&v[i])
		}
	}
next:
	for _, n := range *t {
		o.Local(&n.step)
		a, k := trace.WeakInitial(&n.step, v)
		switch a {
		case trace.No:
			continue
		case trace.Unsure:
			n.doubted = true
			vague = true
			continue
		}
		if origin == nil && (n.guessed || guesses(&n.step, v)) {
			origin = &wakeupSequence{slices.Clone(v), at}
		}
		leaf = n
		at++
		v = trace.After(&n.step, v, k)
		if len(n.after) == 0 {
			if !n.vague && origin == nil || len(v) == 0 {
				n.vague = n.vague && vague
				if origin != nil {
					n.stands = append(n.stands, origin)
				}
				return leaf
			}
			n.vague = false // not a leaf any more
		}
		t = &n.after
		goto next
	}
	// v is in scratch memory, and what is left of it a chain of new nodes.
	for i := range v {
		n := &wakeupNode{step: v[i], guessed: origin != nil}
		if i == len(v)-1 {
			n.vague, n.origin = vague, origin
		}
		*t = append(*t, n)
		t = &n.after
		leaf = n
	}
	return leaf
}

// guesses says whether that p and v are independent is a guess.
func guesses(p *trace.ProcStep, v []trace.ProcStep) bool {
	if p.Guessed {
		return true
	}
	for i := range v {
		if v[i].Guessed {
			return true
		}
	}
	return false
}

// settle takes out of the tree the leaves that p is a weak initial of, now that
// p has been executed, and hands what is left of each to move: it belongs into the
// tree that comes after p. path is the way to the tree, which is that of level at.
func (t wakeupTree) settle(p *trace.ProcStep, path []trace.ProcStep, at int, o *trace.ObjectNames, move func(v []trace.ProcStep, n *wakeupNode)) wakeupTree {
	keep := t[:0]
	for _, n := range t {
		o.Local(&n.step)
		v := append(path, n.step)
		if len(n.after) == 0 {
			if a, k := trace.WeakInitial(p, v); a == trace.Yes || a == trace.Likely {
				if n.origin = n.origin.rebase(v, at); n.origin == nil && guesses(p, v) {
					n.origin = &wakeupSequence{slices.Clone(v), at}
				}
				for i, s := range n.stands {
					n.stands[i] = s.rebase(v, at)
				}
				move(trace.After(p, slices.Clone(v), k), n)
				continue
			}
		} else if n.after = n.after.settle(p, v, at, o, move); len(n.after) == 0 {
			continue
		}
		keep = append(keep, n)
	}
	return keep
}
