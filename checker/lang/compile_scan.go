// This file goes through a program before it is compiled.

package lang

func (p *Program) capOf(ch int) int {
	if ch < len(p.Caps) {
		return p.Caps[ch]
	}
	return 0
}

// scan counts the objects of each class, and marks bodies that are started by
// a statement.
func (c *compiler) scan(code []Stmt, started []bool) {
	p := c.p
	for i := range code {
		s := &code[i]
		need := func(n *int) { *n = max(*n, s.Obj+1) }
		switch s.Kind {
		case Inc, Mask, Merge:
			for cell := range p.cells {
				if cell == s.Obj || s.Indexed {
					c.updated[cell] = true
				}
			}
		case Go:
			started[s.Body] = true
		case Post, PostFront:
			started[s.Body] = true
			need(&p.handlers)
		case HandlerClose:
			need(&p.handlers)
		case Lock, Unlock, TryLock, RLock, RUnlock, TryRLock:
			if s.RW {
				need(&p.rwlocks)
			} else {
				need(&p.locks)
			}
		case Send, Recv:
			p.partners[s.Obj] = p.partners[s.Obj] || !s.looks
			need(&p.chans)
		case Close, Len:
			need(&p.chans)
		case WGAdd, WGWait:
			need(&p.groups)
		case CondWait:
			need(&p.conds)
			p.locks = max(p.locks, s.Lock+1)
		case Signal, Broadcast:
			need(&p.conds)
		case Once:
			need(&p.onces)
		case AfterFunc:
			started[s.Body] = true
			fallthrough
		case TimerNew, TickerNew, TimerReset, TimerStop, TimerRecv:
			need(&p.timers)
			p.usesTime = true
		case Sleep, Now:
			p.usesTime = true
		}
		for j := range s.Cases {
			s.Cases[j].looks = s.Default
		}
		c.scan(s.Then, started)
		c.scan(s.Else, started)
		c.scan(s.Cases, started)
	}
}
