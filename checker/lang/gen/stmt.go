package gen

import "gocheck.dev/checker/lang"

// stmt makes one of the statements that the kind has, and what belongs to it:
// a critical section is a statement.
func (g *generator) stmt(depth int) []lang.Stmt {
	type choice struct {
		weight int
		make   func(depth int) []lang.Stmt
	}
	memory := 8
	if g.f&(channels|heavy|cond|group|rw|once|timers) != 0 {
		memory = 4
	}
	options := []choice{{memory, g.access}}
	offer := func(f feature, weight int, make func(int) []lang.Stmt) {
		if g.has(f) {
			options = append(options, choice{weight, make})
		}
	}
	if depth < 2 {
		offer(branch, 2, g.branch)
		offer(mutex, map[bool]int{false: 3, true: 6}[g.has(heavy)], g.section)
		offer(rw, 4, g.rwSection)
		offer(cond, 2, g.condWait)
		offer(once, 3, g.once)
		offer(selecting, 3, g.selecting)
		offer(looping, 5, g.eventLoop)
	}
	if g.spins < 2 {
		offer(waits, 4, g.wait)
	}
	offer(try, 1, g.try)
	offer(misuse, 1, g.badUnlock)
	offer(channels, 6, g.channel)
	offer(closing, 1, g.closeChan)
	offer(lengths, 1, g.length)
	offer(cond, 3, g.signal)
	offer(group, 5, g.group)
	offer(timers, 4, g.timer)
	offer(choices, 2, g.choose)
	offer(faults, 4, g.fault)
	offer(flags, 2, g.flag)
	offer(spawns, 2, g.spawn)
	offer(closeHandler, 1, g.closeHandler)
	total := 0
	for _, c := range options {
		total += c.weight
	}
	n := g.src(total)
	for _, c := range options {
		if n < c.weight {
			return c.make(depth)
		}
		n -= c.weight
	}
	return nil
}

func one(s lang.Stmt) []lang.Stmt { return []lang.Stmt{s} }

func (g *generator) access(int) []lang.Stmt {
	s := lang.Stmt{Obj: g.src(g.vars)}
	if g.has(updates) && g.chance(1, 2) {
		s.X = lang.Const(int64(1 + g.src(3)))
		s.Kind = [...]lang.StmtKind{lang.Inc, lang.Inc, lang.Put, lang.Inc, lang.Put, lang.Mask, lang.Merge}[g.src(7)]
		return one(s)
	}
	n := 8
	if g.has(cas) {
		n = 10
	}
	switch k := g.src(n); {
	case k < 3:
		s.Kind = lang.Load
		if g.has(coarse) && !g.chance(1, 2) {
			s.Kind = lang.AtomicLoad
		}
	case k < 6:
		s.Kind = lang.Store
		if g.has(coarse) && !g.chance(1, 2) {
			s.Kind = lang.AtomicStore
		}
		s.X = lang.Const(int64(1 + g.src(2)))
	case k < 8:
		s.Kind, s.X = lang.AddVar, lang.Const(1)
	default:
		s.Kind, s.X, s.Y = lang.CAS, lang.Const(int64(g.src(2))), lang.Const(int64(1+g.src(2)))
	}
	return one(s)
}

func (g *generator) branch(depth int) []lang.Stmt {
	s := lang.Stmt{Kind: lang.If, X: lang.Reg(0), Rel: "==", Y: lang.Const(int64(g.src(2)))}
	s.Then = g.block(depth + 1)
	if !g.chance(2, 3) {
		s.Else = g.block(depth + 1)
	}
	return one(s)
}

func (g *generator) section(depth int) []lang.Stmt {
	l := g.src(g.locks)
	out := one(lang.Stmt{Kind: lang.Lock, Obj: l})
	out = append(out, g.block(depth+1)...)
	if g.chance(14, 15) {
		out = append(out, lang.Stmt{Kind: lang.Unlock, Obj: l})
	}
	return out
}

func (g *generator) rwSection(depth int) []lang.Stmt {
	in := lang.Stmt{Kind: lang.RLock, RW: true}
	out := lang.Stmt{Kind: lang.RUnlock, RW: true}
	if !g.chance(3, 5) {
		in.Kind, out.Kind = lang.Lock, lang.Unlock
	}
	s := append(one(in), g.block(depth+1)...)
	if g.chance(14, 15) {
		s = append(s, out)
	}
	return s
}

// try is a section that is entered if the lock is free.
func (g *generator) try(int) []lang.Stmt {
	in := lang.Stmt{Kind: lang.TryLock, Obj: g.src(g.locks)}
	out := lang.Stmt{Kind: lang.Unlock, Obj: in.Obj}
	if g.has(rw) && (!g.has(mutex) || g.chance(2, 3)) {
		in.RW, in.Obj, out.RW, out.Obj = true, 0, true, 0
		if g.chance(1, 2) {
			in.Kind, out.Kind = lang.TryRLock, lang.RUnlock
		}
	}
	then := append(g.access(0), out)
	if !g.chance(3, 4) {
		then = then[:1]
	}
	return []lang.Stmt{in, {Kind: lang.If, X: lang.Reg(0), Rel: "==", Y: lang.Const(1), Then: then}}
}

func (g *generator) badUnlock(int) []lang.Stmt {
	return one(lang.Stmt{Kind: lang.Unlock, Obj: g.src(g.locks)})
}

func (g *generator) channel(int) []lang.Stmt {
	return one(g.communication())
}

func (g *generator) communication() lang.Stmt {
	s := lang.Stmt{Kind: lang.Send, Obj: g.src(g.chans), X: lang.Const(int64(1 + g.src(2)))}
	if g.sends[s.Obj] != g.chance(4, 5) {
		s = lang.Stmt{Kind: lang.Recv, Obj: s.Obj}
	}
	return s
}

func (g *generator) closeChan(int) []lang.Stmt {
	if !g.has(channels) {
		return g.access(0)
	}
	return one(lang.Stmt{Kind: lang.Close, Obj: g.src(g.chans)})
}

func (g *generator) length(int) []lang.Stmt {
	return one(lang.Stmt{Kind: lang.Len, Obj: g.src(g.chans)})
}

func (g *generator) selecting(depth int) []lang.Stmt {
	s := lang.Stmt{Kind: lang.Select}
	for range 1 + g.src(3) {
		var c lang.Stmt
		switch {
		case g.has(flags) && (g.chans == 0 || !g.chance(3, 4)):
			c = g.await()
		case g.has(timers) && (g.chans == 0 || !g.chance(3, 4)):
			c = lang.Stmt{Kind: lang.TimerRecv, Obj: 0}
		default:
			c = g.communication()
		}
		if !g.chance(1, 2) && g.left > 0 {
			g.left--
			c.Then = g.access(0)
		}
		s.Cases = append(s.Cases, c)
	}
	if g.has(defaults) && g.chance(1, 2) {
		s.Default = true
		if !g.chance(1, 2) && g.left > 0 {
			s.Else = g.block(depth + 1)
		}
	}
	return one(s)
}

// eventLoop is a loop with a receive, or several, at its head.
func (g *generator) eventLoop(depth int) []lang.Stmt {
	recv := func() lang.Stmt { return lang.Stmt{Kind: lang.Recv, Obj: g.src(g.chans)} }
	head := recv()
	if g.has(selecting) && !g.chance(1, 2) {
		head = lang.Stmt{Kind: lang.Select, Cases: []lang.Stmt{recv(), g.communication()}}
		head.Cases[0].Then = g.block(depth + 1)
		if g.has(timers) && !g.chance(2, 3) {
			head.Cases[1] = lang.Stmt{Kind: lang.TimerRecv}
		}
		if g.has(flags) && !g.chance(1, 2) {
			head.Cases[1] = g.await()
		}
		if !g.chance(2, 3) {
			head.Cases[1].Then = one(lang.Stmt{Kind: lang.Break})
		}
	}
	body := append(one(head), g.access(0)...)
	return one(lang.Stmt{Kind: lang.Loop, X: lang.Const(int64(1 + g.src(3))), Then: append(body, g.block(depth+1)...)})
}

func (g *generator) condWait(depth int) []lang.Stmt {
	out := one(lang.Stmt{Kind: lang.Lock})
	wait := one(lang.Stmt{Kind: lang.CondWait})
	if !g.chance(2, 3) {
		out = append(out, lang.Stmt{Kind: lang.Load, Obj: g.src(g.vars)})
		wait = one(lang.Stmt{Kind: lang.If, X: lang.Reg(0), Rel: "==", Then: wait})
	}
	out = append(out, wait...)
	if !g.chance(1, 2) && g.left > 0 {
		g.left--
		out = append(out, g.access(0)...)
	}
	return append(out, lang.Stmt{Kind: lang.Unlock})
}

func (g *generator) signal(int) []lang.Stmt {
	s := lang.Stmt{Kind: lang.Signal}
	if !g.chance(2, 3) {
		s.Kind = lang.Broadcast
	}
	if g.chance(2, 3) {
		return one(s)
	}
	return []lang.Stmt{{Kind: lang.Lock}, s, {Kind: lang.Unlock}}
}

func (g *generator) group(int) []lang.Stmt {
	switch g.src(5) {
	case 0:
		return one(lang.Stmt{Kind: lang.WGWait})
	case 1, 2:
		return one(lang.Stmt{Kind: lang.WGAdd, X: lang.Const(-1)})
	}
	return one(lang.Stmt{Kind: lang.WGAdd, X: lang.Const(int64(1 + g.src(2)))})
}

func (g *generator) once(depth int) []lang.Stmt {
	return one(lang.Stmt{Kind: lang.Once, Then: g.block(depth + 1)})
}

// timer makes operations on timers. Timer 0 (a ticker in some programs) is
// everybody's; it is only ever reset, as in Go making a timer makes a new
// object. The timers of AfterFuncs are used by the body that makes them.
func (g *generator) timer(int) []lang.Stmt {
	at := lang.Const(int64(1 + g.src(2)))
	switch g.src(8) {
	case 0, 1:
		return one(lang.Stmt{Kind: lang.Sleep, X: at})
	case 2:
		return one(lang.Stmt{Kind: lang.TimerReset, X: at})
	case 3:
		return one(lang.Stmt{Kind: lang.TimerStop})
	case 4, 5:
		if len(g.funcs) > 0 && !g.inFunc {
			g.timers++
			g.mine = append(g.mine, g.timers)
			return one(lang.Stmt{Kind: lang.AfterFunc, Obj: g.timers, X: at, Body: g.funcs[g.src(len(g.funcs))]})
		}
	case 6:
		if len(g.mine) > 0 {
			s := lang.Stmt{Kind: lang.TimerReset, X: at, Obj: g.mine[g.src(len(g.mine))]}
			if g.chance(1, 2) {
				s = lang.Stmt{Kind: lang.TimerStop, Obj: s.Obj}
			}
			return one(s)
		}
	}
	return one(lang.Stmt{Kind: lang.TimerRecv})
}

func (g *generator) choose(depth int) []lang.Stmt {
	if !g.chance(4, 5) {
		return one(lang.Stmt{Kind: lang.Yield})
	}
	s := lang.Stmt{Kind: lang.If, X: lang.Reg(0), Rel: "==", Then: g.access(0)}
	return []lang.Stmt{{Kind: lang.Choose, X: lang.Const(int64(2 + g.src(2)))}, s}
}

// fault is one that matters.
func (g *generator) fault(depth int) []lang.Stmt {
	s := lang.Stmt{Kind: lang.If, X: lang.Reg(0), Rel: "==", Y: lang.Const(1), Then: g.access(0)}
	return []lang.Stmt{{Kind: lang.Fault}, s}
}

// flag waits for a variable, or sets it if that is one of its own.
func (g *generator) flag(int) []lang.Stmt {
	if g.f&(coarse|updates) != 0 && !g.chance(1, 2) {
		return one(lang.Stmt{Kind: lang.CAS, Obj: g.vars, Y: lang.Const(1)})
	}
	return one(g.await())
}

// await waits for a variable. In coarse mode that is a variable of its own, as
// a plain store cannot wake anybody, and so it is where variables have updates.
func (g *generator) await() lang.Stmt {
	if g.f&(coarse|updates) != 0 {
		return lang.Stmt{Kind: lang.Await, Obj: g.vars}
	}
	return lang.Stmt{Kind: lang.Await, Obj: g.src(g.vars)}
}

func (g *generator) spawn(int) []lang.Stmt {
	if len(g.funcs) == 0 || !g.chance(2, 3) {
		return one(lang.Stmt{Kind: lang.Join, Obj: 0})
	}
	return one(lang.Stmt{Kind: lang.Go, Body: g.funcs[g.src(len(g.funcs))]})
}

func (g *generator) closeHandler(int) []lang.Stmt {
	if g.handlers == 0 {
		return g.access(0)
	}
	return one(lang.Stmt{Kind: lang.HandlerClose, Obj: g.src(g.handlers)})
}
