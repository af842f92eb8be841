package lang

import "gocheck.dev/checker"

// This file says what the machine can do next.

// Decisions implements checker.State.
func (m *Machine) Decisions(t checker.Task, buf []checker.Decision) []checker.Decision {
	op := &m.tasks[t].op
	d := checker.Decision{Task: t, Partner: checker.NoTask}
	switch op.Kind {
	case checker.Select:
		closedOrBuffered := false // some case is ready without a partner
		for i := range op.Cases {
			d.Choice = int32(i)
			c := &op.Cases[i]
			before := len(buf)
			buf = m.caseDecisions(t, c.Kind, c.Obj, d, buf)
			if len(buf) > before && buf[before].Partner == checker.NoTask {
				closedOrBuffered = true
			}
		}
		if op.HasDefault && !op.Waits && !closedOrBuffered && !m.partnerArrived(t, op) {
			buf = append(buf, checker.Decision{Task: t, Choice: checker.DefaultCase, Partner: checker.NoTask})
		}
		return buf
	case checker.Send, checker.Recv:
		return m.caseDecisions(t, op.Kind, op.Obj, d, buf)
	case checker.Signal:
		for _, w := range m.conds[op.Obj-m.p.condBase] {
			d.Partner = w
			buf = append(buf, d)
		}
		if d.Partner == checker.NoTask {
			buf = append(buf, d)
		}
		return buf
	case checker.Choose:
		for i := range checker.ValuesOf(op.Arg, op.Most, m.faults) {
			d.Choice = int32(i)
			buf = append(buf, d)
		}
		return buf
	case checker.Tick:
		if m.affordable() {
			return append(buf, d)
		}
		if _, ok := m.nextDeadline(); ok && !m.anyEnabled() {
			buf = append(buf, d)
		}
		return buf
	}
	if m.enabled(t, op) {
		buf = append(buf, d)
	}
	return buf
}

// enabled says whether an operation with one alternative can be performed.
func (m *Machine) enabled(t checker.Task, op *checker.Op) bool {
	p := m.p
	switch op.Kind {
	case checker.Begin:
		h := m.tasks[t].handler
		if h < 0 {
			return true
		}
		hd := &m.handlers[h]
		return hd.current == checker.NoTask && (!m.p.objects[op.Obj].FIFO || hd.queue[0] == t)
	case checker.Join:
		return m.tasks[op.Partner].ended
	case checker.Await:
		return m.vars[op.Obj] != 0
	case checker.Lock:
		l := m.lock(op.Obj)
		return l.holder == checker.NoTask && l.readers == 0
	case checker.Arrive:
		return m.lock(op.Obj).arrived == checker.NoTask
	case checker.RLock:
		return m.lock(op.Obj).arrived == checker.NoTask
	case checker.Wait:
		return m.groups[op.Obj-p.groupBase] == 0
	case checker.Wake:
		return m.tasks[t].woken
	case checker.Once:
		return m.onces[op.Obj-p.onceBase] != onceInside
	case checker.Sleep:
		return m.now >= op.Arg
	case checker.Spin:
		return m.roused(&m.tasks[t])
	case checker.TryLock, checker.TryRLock:
		return !op.Waits || m.free(op)
	case checker.TimerFire:
		tm := &m.timers[op.Obj-p.timerBase]
		return tm.child == t && m.due(op.Obj)
	case checker.TimerRecv:
		return m.due(op.Obj)
	}
	return true
}

// free says whether a TryLock or TryRLock succeeds.
func (m *Machine) free(op *checker.Op) bool {
	l := m.lock(op.Obj)
	return l.arrived == checker.NoTask && (op.Kind == checker.TryRLock || l.holder == checker.NoTask && l.readers == 0)
}

func (m *Machine) due(o checker.Object) bool {
	tm := &m.timers[o-m.p.timerBase]
	return tm.armed && tm.deadline <= m.now
}

// caseDecisions appends the alternatives of a channel operation or of a case
// of a Select; d is filled in but for the partner.
func (m *Machine) caseDecisions(t checker.Task, k checker.Kind, o checker.Object, d checker.Decision, buf []checker.Decision) []checker.Decision {
	switch k {
	case checker.Await:
		if m.vars[o] != 0 {
			buf = append(buf, d)
		}
	case checker.TimerRecv:
		if m.due(o) {
			buf = append(buf, d)
		}
	case checker.Recv:
		c := &m.chans[o-m.p.chanBase]
		if len(c.buf) > 0 || c.closed {
			buf = append(buf, d)
		}
	case checker.Send:
		c := &m.chans[o-m.p.chanBase]
		capacity := m.p.objects[o].Cap
		if c.closed || len(c.buf) < capacity {
			return append(buf, d)
		}
		if capacity > 0 {
			return buf
		}
		mayWait := m.tasks[t].op.HasDefault
		for _, u := range m.live {
			if u == t {
				continue
			}
			op := &m.tasks[u].op
			d.Partner, d.PartnerChoice = u, 0
			switch {
			case op.Kind == checker.Recv && op.Obj == o:
				buf = append(buf, d)
			case op.Kind == checker.Select && !(op.HasDefault && mayWait):
				for j := range op.Cases {
					if op.Cases[j].Kind == checker.Recv && op.Cases[j].Obj == o {
						d.PartnerChoice = int32(j)
						buf = append(buf, d)
					}
				}
			}
		}
	}
	return buf
}

// partnerArrived says whether a Select of t has a partner for one of its
// unbuffered cases that has been waiting since before the last Tick: default
// is not possible then, as the partner cannot be late any more.
func (m *Machine) partnerArrived(t checker.Task, op *checker.Op) bool {
	if m.ticks == 0 {
		return false
	}
	for i := range op.Cases {
		c := &op.Cases[i]
		other := checker.Recv
		switch c.Kind {
		case checker.Recv:
			other = checker.Send
		case checker.Send:
		default:
			continue
		}
		if m.p.objects[c.Obj].Cap > 0 {
			continue
		}
		for _, u := range m.live {
			uo := &m.tasks[u].op
			if u == t || m.tasks[u].arrived == m.ticks {
				continue
			}
			if uo.Kind == other && uo.Obj == c.Obj {
				return true
			}
			if uo.Kind == checker.Select && !uo.HasDefault {
				for j := range uo.Cases {
					if uo.Cases[j].Kind == other && uo.Cases[j].Obj == c.Obj {
						return true
					}
				}
			}
		}
	}
	return false
}

// anyEnabled says whether anything but a Tick is enabled.
func (m *Machine) anyEnabled() bool {
	var space [4]checker.Decision
	for _, t := range m.live {
		if m.tasks[t].op.Kind != checker.Tick && len(m.Decisions(t, space[:0])) > 0 {
			return true
		}
	}
	return false
}

// nextDeadline is the earliest later time that somebody waits for: a sleeper,
// an armed AfterFunc, a receiver on an armed timer.
func (m *Machine) nextDeadline() (int64, bool) {
	at, found := m.earliest()
	if !found { // a loop that asks for the time makes it go on only if nobody else does
		for _, t := range m.live {
			if d := m.tasks[t].waitsUntil(); d > m.now && (!found || d < at) {
				at, found = d, true
			}
		}
	}
	return at, found
}

// affordable says whether time may move to the earliest deadline while something can run.
func (m *Machine) affordable() bool {
	at, found := m.earliest()
	return found && at-m.now <= m.left
}

// earliest is nextDeadline without loops that ask for the time.
func (m *Machine) earliest() (at int64, found bool) {
	consider := func(d int64) {
		if d > m.now && (!found || d < at) {
			at, found = d, true
		}
	}
	receiver := func(o checker.Object) {
		if tm := &m.timers[o-m.p.timerBase]; tm.armed {
			consider(tm.deadline)
		}
	}
	for _, t := range m.live {
		op := &m.tasks[t].op
		switch op.Kind {
		case checker.Sleep:
			consider(op.Arg)
		case checker.TimerFire:
			if tm := &m.timers[op.Obj-m.p.timerBase]; tm.armed && tm.child == t {
				consider(tm.deadline)
			}
		case checker.TimerRecv:
			receiver(op.Obj)
		case checker.Select, checker.Spin:
			for i := range op.Cases {
				if op.Cases[i].Kind == checker.TimerRecv {
					receiver(op.Cases[i].Obj)
				}
			}
		}
	}
	return at, found
}
