package event

// wakeup is a node of a wakeup tree (Definition 7): the sequence from the
// root to it ends with step. The children are in the order of their exploration.
type wakeup struct {
	step     eventStep
	children []*wakeup
	parked   []wuS // at step, until it has been explored
}

// insert is Algorithm 3 for the wakeup tree at the prefix E' of the given number
// of steps, whose first branch is being explored: u are the children of its
// present node, which path leads to.
func (x *dpor) insert(v, path wuS, prefix int, u *[]*wakeup) {
	now := u == &x.nodes[prefix].wut && !x.returning // the first child is being explored
	for i := 0; i < len(*u); i++ {                   // narrow may add to them
		c := (*u)[i]
		p := &c.step
		w := v
		switch {
		case !p.starts():
			if !x.initial(p, v) {
				continue
			}
		case x.firstOnHandler(p, v):
			x.checks.simple++
		case v.complete(p.dec.Task) && x.startsFirst(p, v, nil, false):
			w = x.order.linear()
		default:
			if !now || i > 0 {
				x.narrow(p, v, path, prefix)
			}
			if v.complete(p.dec.Task) && !x.startsFirst(p, v, nil, true) {
				continue
			}
			x.checks.parked++
			c.parked = append(c.parked, v)
			return
		}
		if now && i == 0 || v.next(p.dec.Task) < 0 {
			return // the exploration of p, which goes on or is to come, has what v asks for
		}
		if v = w.without(p.dec.Task); len(v) == 0 || len(c.children) == 0 {
			return
		}
		x.insert(v, append(path[:len(path):len(path)], *p), prefix, &c.children)
		return
	}
	for i := range v {
		c := &wakeup{step: v[i]}
		*u = append(*u, c)
		u = &c.children
	}
}

// unpark inserts the sequences that were parked at c, which has been explored
// from the prefix of the given number of steps.
func (x *dpor) unpark(c *wakeup, prefix int) {
	x.returning = true
	defer func() { x.returning = false }()
	for _, v := range c.parked {
		if x.Late(len(v)) {
			break
		}
		if !x.contained(v, prefix) {
			x.insert(v, nil, prefix, &x.nodes[prefix].wut)
		}
	}
}
