package lang

import "gocheck.dev/checker"

// advance runs a task up to its next announcement, or its end.
func (m *Machine) advance(id checker.Task) {
	t := &m.tasks[id]
	code := m.p.code[t.body]
	for !t.ended {
		if int(t.pc) >= len(code) {
			t.ended = true
			break
		}
		in := &code[t.pc]
		switch in.code {
		case opVisible:
			if !m.announce(id, t, in) {
				t.pc++
				continue
			}
			return
		case opLoad, opStore:
			o := m.variable(t, in.s)
			as := checker.NoKind
			if in.code == opLoad {
				t.set(in.s.Reg, m.vars[o])
			} else {
				x := m.value(t, in.s.X)
				if m.p.Plain && m.vars[o] == x {
					as = checker.Read
				}
				m.vars[o] = x
				m.changes[o]++
				t.spin.dirty = true
			}
			t.spin.plain = true
			m.look(t, o, checker.Read)
			m.effects = append(m.effects, checker.Effect{Task: id, Obj: o, Write: in.code == opStore, As: as, Pos: in.pos})
			t.pc++
		case opUpdate:
			o := m.variable(t, in.s)
			old, x := m.vars[o], m.value(t, in.s.X)
			if in.kind == checker.Inc {
				m.vars[o] += x
			} else {
				m.vars[o] |= x
			}
			m.changes[o]++
			t.spin.dirty, t.spin.plain = true, true
			m.look(t, o, checker.Read)
			m.effects = append(m.effects, checker.Effect{
				Task: id, Obj: o, Write: in.kind == checker.Inc || m.vars[o] != old, As: in.kind, Pos: in.pos,
			})
			t.pc++
		case opAssign:
			t.set(in.s.Reg, arith(in.s.Rel, m.value(t, in.s.X), m.value(t, in.s.Y)))
			t.pc++
		case opIfNot:
			t.pc++
			if !holds(in.s.Rel, m.value(t, in.s.X), m.value(t, in.s.Y)) {
				t.pc = in.jump
			}
		case opJump:
			t.pc = in.jump
		case opLoop:
			t.regs[in.counter] = m.value(t, in.s.X)
			t.pc++
		case opTest:
			t.pc++
			if t.regs[in.counter] <= 0 {
				t.pc = in.jump
			}
			t.regs[in.counter]--
		case opAssert:
			t.pc++
			if !holds(in.s.Rel, m.value(t, in.s.X), m.value(t, in.s.Y)) {
				m.fail(&checker.Event{Pos: in.pos}, t, "assert", "assertion failed")
			}
		case opNow:
			t.set(in.s.Reg, m.now)
			m.tell(t)
			t.pc++
		case opSpin:
			t.pc++
			m.enter(t)
		case opRound:
			if !m.again(t, in) {
				return
			}
		case opLeave:
			t.spin.in = false
			t.pc++
		case opExit:
			t.ended = true
		}
	}
	if t.handler >= 0 {
		m.handlers[t.handler].current = checker.NoTask
	}
	for i, u := range m.live {
		if u == id {
			m.live = append(m.live[:i], m.live[i+1:]...)
			break
		}
	}
}

// variable is the cell that a memory statement accesses.
func (m *Machine) variable(t *task, s *Stmt) checker.Object {
	if !s.Indexed {
		return checker.Object(s.Obj)
	}
	n := int64(len(m.vars))
	return checker.Object(((int64(s.Obj)+t.regs[s.Idx&(userRegs-1)])%n + n) % n)
}

// announce makes in the task's next operation. It is false for a Join of a
// child that was never made: that is passed over.
func (m *Machine) announce(id checker.Task, t *task, in *instr) bool {
	op := &t.op
	*op = checker.Op{Kind: in.kind, Obj: in.obj, Pos: in.pos, Partner: checker.NoTask, Loop: in.loop}
	t.arrived = m.ticks
	s := in.s
	switch in.kind {
	case checker.Read, checker.Write, checker.Await, checker.Inc, checker.Mask, checker.Merge:
		op.Obj = m.variable(t, s)
	case checker.CAS, checker.Store:
		op.Obj = m.variable(t, s)
		op.Arg = m.value(t, s.X)
	case checker.Spawn:
		op.Alike = t.went == int32(s.Body)
	case checker.Join:
		if s.Obj >= int(t.children) {
			return false
		}
		op.Partner = m.p.child(id, s.Obj)
	case checker.Post, checker.PostFront, checker.Send:
		op.User = in.user
	case checker.Select:
		op.User = in.user
		op.Cases, op.HasDefault = in.cases, s.Default
		m.narrow(t, op)
	case checker.TryLock, checker.TryRLock:
		m.narrow(t, op)
	case checker.Add:
		op.Arg = m.value(t, s.X)
	case checker.Choose:
		op.Arg = max(m.value(t, s.X), 1)
		if s.Kind == Fault {
			op.Arg, op.Most = 2, m.p.Faults
		}
	case checker.Sleep, checker.TimerSet:
		op.Arg = m.now + m.value(t, s.X)
	}
	return true
}

func holds(rel string, a, b int64) bool {
	switch rel {
	case "==":
		return a == b
	case "!=":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

func arith(op string, a, b int64) int64 {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		if b == 0 {
			return 0
		}
		return a / b
	case "%":
		if b == 0 {
			return 0
		}
		return a % b
	}
	return a
}
