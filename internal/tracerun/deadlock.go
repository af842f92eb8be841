package tracerun

import (
	"fmt"
	"slices"

	"gocheck.dev/checker"
)

// deadlock is the failure of an execution that has come to its end, nil if
// everybody has finished. Of a Go test it is the main task that has to.
func (p *Program) deadlock() *checker.Failure {
	m := p.machine
	if !m.Blocked() {
		return nil
	}
	if p.t.Go && !slices.ContainsFunc(m.Tasks(), func(t checker.Task) bool { return p.TaskName(t) == "main" }) {
		return nil
	}
	f := &checker.Failure{Kind: "deadlock"}
	waiting, behind := 0, 0
	for _, t := range m.Tasks() {
		op := m.Op(t)
		switch op.Kind {
		case checker.Begin:
			behind++
			continue
		case checker.Tick:
			continue
		}
		waiting++
		at := p.Position(op.Pos)
		if f.Pos == "" {
			f.Pos = at
		}
		what := p.code.ObjectName(op.Obj)
		if n, ok := p.objects[what]; ok {
			what = n
		}
		if op.Kind == checker.Lock {
			if holder := m.Holder(op.Obj); holder != checker.NoTask {
				what += ", which " + p.TaskName(holder) + " holds,"
			}
		}
		if op.Kind == checker.Select {
			what = "its select"
		}
		f.Details = append(f.Details, fmt.Sprintf("%s waits for %s at %s", p.TaskName(t), what, at))
	}
	f.Message = fmt.Sprintf("%d tasks wait for ever", waiting)
	if waiting == 1 {
		f.Message = "a task waits for ever"
	}
	switch {
	case behind == 1:
		f.Message += ", and a message behind them"
	case behind > 1:
		f.Message += fmt.Sprintf(", and %d messages behind them", behind)
	}
	return f
}
