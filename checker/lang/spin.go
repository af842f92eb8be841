package lang

import (
	"slices"

	"gocheck.dev/checker"
)

// spin is the loop that a task is in, and what its present round has done.
type spin struct {
	in    bool
	regs  [numRegs]int64 // with which every round begins
	clean int            // rounds that changed nothing
	step  int64          // by how much the time advances for a loop that asks for it, the next time

	begun  uint32 // number of the event in whose step the round began
	until  int64  // the time that the loop waits for, if it asks for the time
	seen   []sighting
	clock  sighting         // of the time, if asked for
	held   []checker.Object // locks taken in the round
	ops    int
	sole   checker.Kind // of the event of the last operation
	choice int32        // of it
	dirty  bool         // something was changed
	plain  bool         // made plain accesses of coarse mode
	busy   bool         // a TryLock failed
	late   bool         // default was taken although a partner may come
	choosy bool         // a select chose what it might not choose again
	moved  bool         // looked again at something that had changed since the first look

	// What the round before has found not to be ready, if it did nothing else.
	waits    bool   // default, or a TryLock
	excluded uint64 // cases that change nothing
}

// mostStep bounds the time that a loop waits for which asks for nothing but the time.
const mostStep = 1 << 10

// sighting is an object that a round has read, and how often it had changed.
type sighting struct {
	obj     checker.Object
	kind    checker.Kind // NoKind: none
	changes int
	ticks   int
	at      uint32 // number of the event in whose step that was
}

// enter begins the first round of a spin.
func (m *Machine) enter(t *task) {
	t.spin = spin{in: true, regs: t.regs, step: 1, seen: t.spin.seen[:0], held: t.spin.held[:0]}
	m.round(t)
}

// round begins a round in the step of the task's last event.
func (m *Machine) round(t *task) {
	s := &t.spin
	t.regs = s.regs
	*s = spin{in: true, regs: s.regs, clean: s.clean, step: s.step, begun: t.index - 1,
		seen: s.seen[:0], held: s.held[:0], waits: s.waits, excluded: s.excluded}
}

// look notes that the round depends on o.
func (m *Machine) look(t *task, o checker.Object, k checker.Kind) {
	s := &t.spin
	if !s.in {
		return
	}
	for _, x := range s.seen {
		if x.obj == o {
			s.moved = s.moved || x.changes != m.changes[o]
			return
		}
	}
	s.seen = append(s.seen, sighting{o, k, m.changes[o], m.ticks, t.index - 1})
}

// watch notes what an event means for the round that its task is in.
func (m *Machine) watch(t *task, ev *checker.Event, op *checker.Op) {
	s := &t.spin
	if !s.in || ev.Kind == checker.Spin || ev.Kind == checker.Yield {
		return
	}
	s.ops++
	s.sole, s.choice = ev.Kind, ev.Choice
	several := op.Kind == checker.Select && len(op.Cases) > 1
	switch ev.Kind {
	case checker.Read, checker.Await:
		m.look(t, ev.Obj, checker.Read)
		s.choosy = s.choosy || several
	case checker.Lock, checker.Arrive, checker.RLock:
		if op.Kind != checker.Lock || m.lock(ev.Obj).arrived == checker.NoTask {
			s.held = append(s.held, ev.Obj) // else Arrive was the acquisition
			m.look(t, ev.Obj, checker.Lock)
		}
	case checker.Unlock, checker.RUnlock:
		i := slices.Index(s.held, ev.Obj)
		if i < 0 {
			s.dirty = true
			break
		}
		s.held = slices.Delete(s.held, i, i+1)
	case checker.LockBusy:
		s.busy = true
	case checker.Len:
		if m.p.objects[ev.Obj].Cap > 0 { // else it is always 0
			m.look(t, ev.Obj, checker.Len)
		}
	case checker.Default:
		for _, c := range op.Cases {
			switch c.Kind {
			case checker.Await:
				m.look(t, c.Obj, checker.Read)
			case checker.TimerRecv:
				m.look(t, c.Obj, checker.TimerRecv)
			case checker.Send, checker.Recv:
				if m.p.objects[c.Obj].Cap > 0 || !m.p.partners[int(c.Obj-m.p.chanBase)] {
					m.look(t, c.Obj, checker.Len)
				} else {
					s.late = true
				}
			}
		}
	case checker.RecvClosed:
		s.choosy = s.choosy || several
	case checker.Wait, checker.Join, checker.OnceDone:
	default:
		s.dirty = true
	}
}

// again ends a round. It is true if the next one has begun, and false if the task
// has announced an operation by which it begins.
func (m *Machine) again(t *task, in *instr) bool {
	s := &t.spin
	clean := !s.dirty && len(s.held) == 0
	sole := clean && s.ops == 1 && s.clock.kind == checker.NoKind && !s.plain
	waits, excluded := s.waits, s.excluded
	s.waits, s.excluded = false, 0
	t.op = checker.Op{Kind: checker.Spin, Pos: in.pos, Partner: checker.NoTask}
	t.arrived = m.ticks
	switch {
	case !clean:
		s.clean, s.step = 0, 1
		if s.begun == t.index-1 { // and no end of that in one step
			t.op.Kind = checker.Yield
			return false
		}
	case m.p.Rounds > 0:
		if s.clean++; s.clean >= m.p.Rounds {
			return false
		}
	case sole && (s.sole == checker.LockBusy || s.sole == checker.Default):
		s.waits, s.excluded = true, excluded
	case sole && (s.sole == checker.RecvClosed || s.sole == checker.Await) && s.choosy:
		s.waits, s.excluded = waits, excluded|1<<s.choice
	case s.busy || s.late || s.choosy || s.moved:
	default:
		for _, x := range s.seen {
			t.op.Cases = append(t.op.Cases, checker.Case{Kind: x.kind, Obj: x.obj, Pos: in.pos, At: x.at})
		}
		if x := s.clock; x.kind == checker.Tick && s.step < mostStep {
			t.op.Cases = append(t.op.Cases, checker.Case{Kind: checker.Tick, Pos: in.pos, At: x.at})
			s.until = m.now + s.step
			s.step *= 2
		}
		return false
	}
	m.round(t)
	t.pc = in.jump
	return true
}

// narrow takes from the first operation of a round what the round before has come
// to, if that round did nothing else.
func (m *Machine) narrow(t *task, op *checker.Op) {
	s := &t.spin
	if !s.in || s.ops > 0 {
		return
	}
	op.Waits = s.waits
	if s.excluded != 0 {
		op.Cases = slices.Clone(op.Cases)
		for i := range op.Cases {
			if s.excluded&(1<<i) != 0 {
				op.Cases[i].Kind = checker.NoKind
			}
		}
	}
}

// tell notes that the round asks for the time.
func (m *Machine) tell(t *task) {
	if c := &t.spin.clock; c.kind == checker.NoKind {
		*c = sighting{kind: checker.Tick, ticks: m.ticks, at: t.index - 1}
	}
}

// roused says whether something has changed that the task's last round has read.
func (m *Machine) roused(t *task) bool {
	for i := range t.op.Cases {
		x := &t.spin.clock
		if i < len(t.spin.seen) {
			x = &t.spin.seen[i]
		}
		switch x.kind {
		case checker.Tick:
			if m.ticks > x.ticks {
				return true
			}
			continue
		case checker.TimerRecv:
			if m.ticks > x.ticks {
				return true
			}
		}
		if m.changes[x.obj] != x.changes {
			return true
		}
	}
	return false
}

// waitsUntil is the time that a task waits for by a loop that asks for it, else 0.
func (t *task) waitsUntil() int64 {
	if n := len(t.op.Cases); t.op.Kind == checker.Spin && n > 0 && t.op.Cases[n-1].Kind == checker.Tick {
		return t.spin.until
	}
	return 0
}

// changed counts an event that changes what a round may have seen of its object.
func (m *Machine) changed(ev *checker.Event) {
	switch ev.Kind {
	case checker.Write, checker.Inc, checker.Mask, checker.Merge, checker.LockBusy, checker.Send, checker.Recv, checker.Close,
		checker.TimerSet, checker.TimerStop, checker.TimerFire, checker.TimerRecv:
		m.changes[ev.Obj]++
	}
}
