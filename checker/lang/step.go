package lang

import (
	"fmt"

	"gocheck.dev/checker"
)

// Step performs a decision, which must be enabled, and returns its event. The
// event is reused.
func (m *Machine) Step(d checker.Decision) *checker.Event {
	t := &m.tasks[d.Task]
	m.op = t.op
	op := &m.op
	m.effects = m.effects[:0]
	ev := &m.ev
	*ev = checker.Event{Decision: d, Kind: op.Kind, Obj: op.Obj, Child: checker.NoTask, Index: t.index, Pos: op.Pos, Op: op}
	t.index++
	joint := false
	switch op.Kind {
	case checker.Tick:
		at, _ := m.nextDeadline()
		if m.anyEnabled() {
			m.left -= at - m.now
		}
		m.now = at
		m.ticks++
		ev.Arg = m.now
		t.op.Arg = m.left
	case checker.Begin, checker.TimerFire:
		t.begun = true
		if t.handler >= 0 {
			h := &m.handlers[t.handler]
			h.current = d.Task
			for i, q := range h.queue {
				if q == d.Task {
					h.queue = append(h.queue[:i], h.queue[i+1:]...)
					break
				}
			}
		}
		if op.Kind == checker.TimerFire {
			tm := &m.timers[t.timer]
			tm.armed, tm.child = false, checker.NoTask
		}
	case checker.Select:
		in := m.instr(t)
		if d.Choice == checker.DefaultCase {
			ev.Kind, ev.Obj = checker.Default, 0
			t.pc = in.targets[len(in.targets)-1]
			break
		}
		c := &in.cases[d.Choice]
		cs := &in.s.Cases[d.Choice]
		ev.Obj, ev.Kind = c.Obj, c.Kind
		t.pc = in.targets[d.Choice]
		joint = m.communicate(ev, cs)
	case checker.Spin:
		t.pc = m.instr(t).jump
		m.round(t)
	case checker.Send, checker.Recv, checker.Await, checker.TimerRecv:
		s := m.instr(t).s
		t.pc++
		joint = m.communicate(ev, s)
	default:
		in := m.instr(t)
		t.pc++
		m.perform(ev, in)
	}
	m.changed(ev)
	m.watch(t, ev, op)
	if joint {
		m.tasks[d.Partner].spin.dirty = true
	}
	if op.Kind != checker.Tick {
		m.advance(d.Task)
		ev.Last = m.tasks[d.Task].ended
	} else {
		m.tasks[d.Task].arrived = m.ticks
	}
	if joint {
		m.advance(d.Partner)
		ev.PartnerLast = m.tasks[d.Partner].ended
	}
	ev.Effects = m.effects
	return ev
}

func (m *Machine) instr(t *task) *instr { return &m.p.code[t.body][t.pc] }

func (m *Machine) value(t *task, o Operand) int64 {
	if o.IsReg {
		return t.regs[o.N&(userRegs-1)]
	}
	return o.N
}

func (t *task) set(reg int, v int64) { t.regs[reg&(userRegs-1)] = v }

// fail ends the task with a failure of the program.
func (m *Machine) fail(ev *checker.Event, t *task, kind, format string, args ...any) {
	t.failed, t.ended = true, true
	if m.failure == nil {
		var pos checker.Pos
		if ev != nil {
			pos = ev.Pos
		}
		m.failure = &checker.Failure{Kind: kind, Message: fmt.Sprintf(format, args...), Pos: m.p.Position(pos)}
	}
}

// communicate performs what can also be a case of a Select. It says whether
// the event is a rendezvous.
func (m *Machine) communicate(ev *checker.Event, s *Stmt) bool {
	t := &m.tasks[ev.Task]
	switch ev.Kind {
	case checker.Await:
		ev.Val = uint64(m.vars[ev.Obj])
		t.set(s.Reg, m.vars[ev.Obj])
	case checker.TimerRecv:
		tm := &m.timers[ev.Obj-m.p.timerBase]
		tm.armed = tm.period > 0
		for tm.armed && tm.deadline <= m.now { // a slow receiver misses ticks
			tm.deadline += tm.period
			ev.Arg = tm.deadline
		}
		t.set(s.Reg, 1)
	case checker.Send:
		c := &m.chans[ev.Obj-m.p.chanBase]
		if c.closed {
			ev.Kind = checker.SendClosed
			m.fail(ev, t, "close", "send on closed channel")
			return false
		}
		v := m.value(t, s.X)
		if ev.Partner == checker.NoTask {
			c.buf = append(c.buf, v)
			return false
		}
		u := &m.tasks[ev.Partner]
		m.partnerOp = u.op
		ev.PartnerOp = &m.partnerOp
		ev.PartnerIndex = u.index
		u.index++
		in := m.instr(u)
		if u.op.Kind == checker.Select {
			u.set(in.s.Cases[ev.PartnerChoice].Reg, v)
			u.pc = in.targets[ev.PartnerChoice]
		} else {
			u.set(in.s.Reg, v)
			u.pc++
		}
		return true
	case checker.Recv:
		c := &m.chans[ev.Obj-m.p.chanBase]
		if len(c.buf) == 0 {
			ev.Kind = checker.RecvClosed
			t.set(s.Reg, 0)
			return false
		}
		t.set(s.Reg, c.buf[0])
		copy(c.buf, c.buf[1:])
		c.buf = c.buf[:len(c.buf)-1]
	}
	return false
}

// perform performs the operations that are not cases.
func (m *Machine) perform(ev *checker.Event, in *instr) {
	p := m.p
	s := in.s
	t := &m.tasks[ev.Task]
	switch in.kind {
	case checker.Spawn:
		ev.Child = m.newChild(ev.Task, s.Body, checker.Op{Kind: checker.Begin, Pos: in.pos})
		m.tasks[ev.Task].went = int32(s.Body)
	case checker.Post, checker.PostFront:
		n := int(in.obj - p.handBase)
		if m.handlers[n].closed {
			ev.Kind = checker.PostClosed
			m.fail(ev, t, "close", "post to a closed handler")
			return
		}
		ev.Child = m.newChild(ev.Task, s.Body, checker.Op{Kind: checker.Begin, Obj: in.obj, Pos: in.pos})
		m.tasks[ev.Child].handler = int32(n)
		h := &m.handlers[n]
		h.queue = append(h.queue, ev.Child)
		if in.kind == checker.PostFront {
			copy(h.queue[1:], h.queue)
			h.queue[0] = ev.Child
		}
	case checker.CloseHandler:
		m.handlers[in.obj-p.handBase].closed = true
	case checker.Read, checker.Write, checker.CAS, checker.Store, checker.Inc, checker.Mask, checker.Merge:
		m.memory(ev, in, t)
	case checker.Lock, checker.Unlock, checker.TryLock, checker.Arrive, checker.RLock, checker.RUnlock, checker.TryRLock:
		m.locking(ev, in, t)
	case checker.Close:
		c := &m.chans[in.obj-p.chanBase]
		if c.closed {
			ev.Kind = checker.SendClosed
			m.fail(ev, t, "close", "close of closed channel")
			return
		}
		c.closed = true
	case checker.Len:
		t.set(s.Reg, int64(len(m.chans[in.obj-p.chanBase].buf)))
	case checker.Add:
		g := &m.groups[in.obj-p.groupBase]
		ev.Arg = m.op.Arg
		if *g+ev.Arg < 0 {
			ev.Kind = checker.AddNegative
			m.fail(ev, t, "panic", "negative WaitGroup counter")
			return
		}
		*g += ev.Arg
	case checker.Enqueue:
		t.woken = false
		w := &m.conds[in.obj-p.condBase]
		*w = append(*w, ev.Task)
	case checker.Signal:
		w := m.conds[in.obj-p.condBase]
		for i, u := range w {
			if u == ev.Partner {
				m.tasks[u].woken = true
				m.conds[in.obj-p.condBase] = append(w[:i], w[i+1:]...)
				break
			}
		}
	case checker.Broadcast:
		w := &m.conds[in.obj-p.condBase]
		for _, u := range *w {
			m.tasks[u].woken = true
		}
		*w = (*w)[:0]
	case checker.Once:
		o := &m.onces[in.obj-p.onceBase]
		if *o == onceNew {
			ev.Kind = checker.OnceFirst
			*o = onceInside
			return
		}
		ev.Kind = checker.OnceDone
		t.pc = in.jump
	case checker.OnceEnd:
		m.onces[in.obj-p.onceBase] = onceOver
	case checker.Choose:
		t.set(s.Reg, int64(ev.Choice))
		if s.Kind == Fault {
			m.faults += ev.Choice
		}
	case checker.TimerSet:
		tm := &m.timers[in.obj-p.timerBase]
		ev.Arg = m.op.Arg
		wasArmed := tm.armed
		tm.armed, tm.deadline = true, ev.Arg
		switch s.Kind {
		case TimerNew, TickerNew:
			tm.isFunc, tm.child, tm.period = false, checker.NoTask, 0
			if s.Kind == TickerNew {
				tm.period = max(m.value(t, s.X), 1)
			}
		case AfterFunc:
			tm.isFunc, tm.body = true, int32(s.Body)
			m.timerTask(ev, in)
		case TimerReset:
			t.set(s.Reg, b2i(wasArmed))
			if tm.period > 0 {
				tm.period = max(m.value(t, s.X), 1)
			}
			if tm.isFunc && tm.child == checker.NoTask {
				m.timerTask(ev, in)
			}
		}
	case checker.TimerStop:
		tm := &m.timers[in.obj-p.timerBase]
		t.set(s.Reg, b2i(tm.armed))
		tm.armed = false
	}
}

// timerTask creates the task of an AfterFunc.
func (m *Machine) timerTask(ev *checker.Event, in *instr) {
	n := in.obj - m.p.timerBase
	ev.Child = m.newChild(ev.Task, int(m.timers[n].body), checker.Op{Kind: checker.TimerFire, Obj: in.obj, Pos: in.pos})
	m.tasks[ev.Child].timer = int32(n)
	m.timers[n].child = ev.Child
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (m *Machine) memory(ev *checker.Event, in *instr, t *task) {
	s := in.s
	x := &m.vars[ev.Obj]
	switch s.Kind {
	case Load, AtomicLoad:
		t.set(s.Reg, *x)
	case Store, AtomicStore:
		*x = m.value(t, s.X)
	case AddVar:
		*x += m.value(t, s.X)
		t.set(s.Reg, *x)
	case CAS:
		old := m.value(t, s.X)
		ev.WasCAS, ev.Arg = true, old
		if *x == old {
			ev.Kind = checker.Write
			*x = m.value(t, s.Y)
			t.set(s.Reg, 1)
		} else {
			ev.Kind = checker.Read
			t.set(s.Reg, 0)
		}
	case Put:
		if ev.Kind = checker.Write; *x == m.value(t, s.X) {
			ev.Kind = checker.Read
		}
		*x = m.value(t, s.X)
	}
	ev.Val = uint64(*x)
	switch s.Kind {
	case Inc:
		*x += m.value(t, s.X)
	case Mask:
		*x &= m.value(t, s.X)
	case Merge:
		*x |= m.value(t, s.X)
	}
}

func (m *Machine) locking(ev *checker.Event, in *instr, t *task) {
	l := m.lock(in.obj)
	switch in.kind {
	case checker.Lock:
		l.holder = ev.Task
	case checker.Arrive:
		l.arrived = ev.Task
	case checker.RLock:
		l.readers++
	case checker.Unlock:
		if l.holder == checker.NoTask {
			ev.Kind = checker.BadUnlock
			m.fail(ev, t, "unlock", "unlock of unlocked mutex")
			return
		}
		l.holder, l.arrived = checker.NoTask, checker.NoTask
	case checker.RUnlock:
		if l.readers == 0 {
			ev.Kind = checker.BadUnlock
			m.fail(ev, t, "unlock", "read unlock of unlocked mutex")
			return
		}
		l.readers--
	case checker.TryLock:
		if !m.free(&m.op) {
			ev.Kind = checker.LockBusy
			t.set(in.s.Reg, 0)
			return
		}
		ev.Kind = checker.Lock
		l.holder = ev.Task
		if in.s.RW {
			l.arrived = ev.Task
		}
		t.set(in.s.Reg, 1)
	case checker.TryRLock:
		if !m.free(&m.op) {
			ev.Kind = checker.LockBusy
			t.set(in.s.Reg, 0)
			return
		}
		ev.Kind = checker.RLock
		l.readers++
		t.set(in.s.Reg, 1)
	}
}
