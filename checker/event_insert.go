package checker

// eventWakeup is a node of a wakeup tree (Definition 7): the sequence from the
// root to it ends with step. The children are in the order of their exploration.
type eventWakeup struct {
	step     eventStep
	children []*eventWakeup
	parked   []eventWuS // parkedWuS at the prefix that ends with step
}

// insert is Algorithm 3 for the wakeup tree at the prefix of the given number
// of steps, whose first branch is being explored. u are the children of its
// present node; those before from have been looked at.
func (x *eventDPOR) insert(v eventWuS, prefix int, u *[]*eventWakeup, from int) {
	root := u == &x.nodes[prefix].wut
	for i := from; i < len(*u); i++ {
		c := (*u)[i]
		p := &c.step
		switch {
		case !p.starts():
			if !x.initial(p, v) {
				continue
			}
		case x.firstOnHandler(p, v):
			x.checks.simple++
		case v.complete(p.dec.Task):
			ok, order := x.startsFirst(p, v, nil)
			if !ok {
				continue
			}
			v = order
		case root && i == 0:
			// p is in this execution: there is nothing to wait for.
			if ok, _ := x.weakInitialExecuted(p, v); !ok {
				continue
			}
		default:
			x.checks.parked++
			c.parked = append(c.parked, v)
			return
		}
		if root && i == 0 || v.next(p.dec.Task) < 0 {
			return // the exploration of p, which goes on or is to come, has what v asks for
		}
		if v = v.without(p.dec.Task); len(v) == 0 || len(c.children) == 0 {
			return
		}
		x.insert(v, prefix, &c.children, 0)
		return
	}
	for i := range v {
		c := &eventWakeup{step: v[i]}
		*u = append(*u, c)
		u = &c.children
	}
}

// insertParked is Algorithm 4 for the prefix E' of the given number of steps.
// Its last step p is in the execution E now, with all that it does.
func (x *eventDPOR) insertParked(v eventWuS, prefix int) {
	for first := prefix; len(v) > 0 && prefix <= len(x.nodes); prefix++ {
		n := &x.nodes[prefix-1]
		// Line 4, but not where v comes from: that a branch was begun there does not
		// say that v has what it needs in it.
		if n.leaf && prefix > first {
			return
		}
		ok, order := x.weakInitialExecuted(&n.step, v)
		if !ok {
			for j := range n.done {
				if x.weakInitialDone(&n.done[j], v) {
					return
				}
			}
			x.insert(v, prefix-1, &n.wut, 1)
			return
		}
		v = order.without(n.step.dec.Task)
	}
}

// weakInitialExecuted says whether p, a step of the present execution, is a
// weak initial of w. If so it returns w in an order that can come after p's step.
func (x *eventDPOR) weakInitialExecuted(p *eventStep, w eventWuS) (bool, eventWuS) {
	switch {
	case !p.starts():
		return x.initial(p, w), w
	case x.firstOnHandler(p, w):
		x.checks.simple++
		return true, w
	}
	rest, ok := x.afterExecution(p.dec.Task, w)
	if !ok {
		return false, nil
	}
	return x.startsFirst(p, w, rest)
}
