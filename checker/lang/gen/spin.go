package gen

import "gocheck.dev/checker/lang"

// wait makes a loop that goes on until it has read something. All of its rounds
// but the last one change nothing. Many wait for what never comes.
func (g *generator) wait(int) []lang.Stmt {
	g.spins++
	type maker func() (body, after []lang.Stmt)
	options := []maker{g.waitForValue, g.waitForValue, g.waitForTwo, g.waitForCAS}
	offer := func(f feature, makers ...maker) {
		if g.has(f) {
			options = append(options, makers...)
		}
	}
	offer(mutex, g.waitInside, g.waitInside)
	offer(rw, g.waitInside)
	offer(try, g.waitForLock, g.waitForLock)
	offer(selecting, g.waitForCase, g.waitForCase, g.waitForCase)
	offer(lengths, g.waitForLength)
	offer(timers, g.waitForTime)
	body, after := options[g.src(len(options))]()
	if !g.chance(3, 4) {
		body = append(body, lang.Stmt{Kind: lang.Yield})
	}
	return append(one(lang.Stmt{Kind: lang.Spin, Then: body}), after...)
}

// until ends the loop if a register has that value.
func until(reg int, n int64) lang.Stmt {
	return lang.Stmt{Kind: lang.If, X: lang.Reg(int64(reg)), Rel: "==", Y: lang.Const(n), Then: one(lang.Stmt{Kind: lang.Break})}
}

func (g *generator) load(reg int) lang.Stmt {
	s := lang.Stmt{Kind: lang.Load, Obj: g.src(g.vars), Reg: reg}
	if g.has(coarse) && !g.chance(1, 2) {
		s.Kind = lang.AtomicLoad
	}
	return s
}

func (g *generator) waitForValue() (body, after []lang.Stmt) {
	return []lang.Stmt{g.load(1), until(1, int64(1+g.src(2)))}, nil
}

func (g *generator) waitForTwo() (body, after []lang.Stmt) {
	return []lang.Stmt{g.load(1), until(1, int64(1+g.src(2))), g.load(2), until(2, int64(1+g.src(2)))}, nil
}

func (g *generator) waitForCAS() (body, after []lang.Stmt) {
	s := lang.Stmt{Kind: lang.CAS, Obj: g.src(g.vars), X: lang.Const(int64(g.src(3))), Y: lang.Const(int64(g.src(3))), Reg: 1}
	return []lang.Stmt{s, until(1, 1)}, nil
}

// waitInside reads in a critical section of each round.
func (g *generator) waitInside() (body, after []lang.Stmt) {
	in, out := lang.Stmt{Kind: lang.Lock, Obj: g.src(g.locks)}, lang.Stmt{Kind: lang.Unlock}
	if g.has(rw) && !g.chance(1, 2) {
		in.RW, in.Obj, out.RW = true, 0, true
		if g.chance(1, 2) {
			in.Kind, out.Kind = lang.RLock, lang.RUnlock
		}
	}
	out.Obj = in.Obj
	body = []lang.Stmt{in, g.load(1), out, until(1, int64(1+g.src(2)))}
	if !g.chance(2, 3) {
		body = append(body, g.load(2), until(2, 1))
	}
	return body, nil
}

// waitForLock waits by TryLock.
func (g *generator) waitForLock() (body, after []lang.Stmt) {
	in := g.try(0)[0]
	in.Reg = 1
	out := lang.Stmt{Kind: lang.Unlock, Obj: in.Obj, RW: in.RW}
	if in.Kind == lang.TryRLock {
		out.Kind = lang.RUnlock
	}
	return []lang.Stmt{in, until(1, 1)}, append(g.access(0), out)
}

// waitForCase is a select, with default or not, some of whose cases go on.
func (g *generator) waitForCase() (body, after []lang.Stmt) {
	s := lang.Stmt{Kind: lang.Select, Default: g.has(defaults) && g.chance(2, 3)}
	for i := range 1 + g.src(2) {
		var c lang.Stmt
		switch {
		case g.chans == 0 || g.has(flags) && !g.chance(2, 3):
			if !g.has(flags) {
				return g.waitForValue()
			}
			c = g.await()
		default:
			c = g.communication()
		}
		if i == 0 || g.chance(1, 2) {
			c.Then = one(lang.Stmt{Kind: lang.Break})
		} else if c.Kind == lang.Send {
			c = lang.Stmt{Kind: lang.Recv, Obj: c.Obj} // cannot go on for ever
		}
		s.Cases = append(s.Cases, c)
	}
	if s.Default && len(s.Cases) == 1 && g.chance(1, 3) && g.lasting(&s.Cases[0]) {
		s.Else = []lang.Stmt{g.load(1), until(1, 1)}
	}
	return one(s), nil
}

// lasting says whether that the case is not ready is something that a loop can see
// change.
func (g *generator) lasting(c *lang.Stmt) bool {
	return c.Kind == lang.Await || g.p.Caps[c.Obj] > 0
}

func (g *generator) waitForLength() (body, after []lang.Stmt) {
	if g.chans == 0 {
		return g.waitForValue()
	}
	return []lang.Stmt{{Kind: lang.Len, Obj: g.src(g.chans), Reg: 1}, until(1, int64(g.src(2)))}, nil
}

// waitForTime asks for the time, and may read a variable or see a timer, too.
func (g *generator) waitForTime() (body, after []lang.Stmt) {
	late := lang.Stmt{Kind: lang.If, X: lang.Reg(1), Rel: ">=", Y: lang.Const(int64(1 + g.src(3))), Then: one(lang.Stmt{Kind: lang.Break})}
	body = []lang.Stmt{{Kind: lang.Now, Reg: 1}, late}
	switch g.src(3) {
	case 0:
		return body, nil
	case 1:
		return append(body, g.load(2), until(2, 1)), nil
	}
	c := lang.Stmt{Kind: lang.TimerRecv, Obj: 0, Reg: 2, Then: one(lang.Stmt{Kind: lang.Break})}
	s := lang.Stmt{Kind: lang.Select, Default: true, Cases: one(c)}
	if g.chance(1, 2) {
		return append(body, s), nil
	}
	return []lang.Stmt{s, g.load(2), until(2, 1)}, nil
}
