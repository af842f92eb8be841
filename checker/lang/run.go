package lang

import (
	"strconv"

	"gocheck.dev/checker"
)

// Run implements checker.Program.
func (p *Program) Run(s checker.Scheduler) checker.Outcome { return p.last.run(s, p.run) }

func (p *Program) run(s checker.Scheduler) checker.Outcome {
	if p.machine == nil {
		p.machine = NewMachine(p)
	} else {
		p.machine.Reset()
	}
	m := p.machine
	for m.Enabled() {
		d, ok := s.Next(m)
		if !ok {
			break
		}
		s.Did(m, m.Step(d))
	}
	return m.Outcome()
}

// Enabled says whether the execution can go on.
func (m *Machine) Enabled() bool {
	if m.anyEnabled() {
		return true
	}
	if !m.p.usesTime {
		return false
	}
	_, ok := m.nextDeadline()
	return ok
}

// Outcome is what the execution has come to so far: the final values of
// variables, and of each task, by name, its registers and whether it ended.
func (m *Machine) Outcome() checker.Outcome {
	var b []byte
	for i, v := range m.vars {
		b = append(b, m.p.cells[i]...)
		b = append(b, '=')
		b = strconv.AppendInt(b, v, 10)
		b = append(b, ' ')
	}
	b = m.observe(b, 0)
	return checker.Outcome{Failure: m.failure, Observed: string(b)}
}

// observe appends the task and its children, in order of their names.
func (m *Machine) observe(b []byte, id checker.Task) []byte {
	if int(id) >= len(m.tasks) || !m.tasks[id].created {
		return b
	}
	t := &m.tasks[id]
	b = append(b, '(')
	switch {
	case t.failed:
		b = append(b, '!')
	case t.ended:
		b = append(b, '.')
	case !t.begun:
		b = append(b, '-')
	case m.p.Rounds > 0 && t.op.Kind == checker.Spin:
		b = append(b, '*') // goes round no more
	default:
		b = append(b, '?')
	}
	n := userRegs
	for n > 0 && t.regs[n-1] == 0 {
		n--
	}
	for _, r := range t.regs[:n] {
		b = strconv.AppendInt(b, r, 10)
		b = append(b, ' ')
	}
	for _, c := range m.p.names[id].children {
		b = m.observe(b, c)
	}
	return append(b, ')')
}

// Blocked says whether some task has begun and not ended, or is a message
// that nobody can begin: at the end of an execution, a deadlock.
func (m *Machine) Blocked() bool {
	for _, t := range m.live {
		k := m.tasks[t].op.Kind
		if k != checker.Tick && k != checker.TimerFire {
			return true
		}
	}
	return false
}
