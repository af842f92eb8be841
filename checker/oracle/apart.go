package oracle

import (
	"slices"

	"gocheck.dev/checker"
	"gocheck.dev/checker/lang"
)

// CountApart is Count for traces apart: what the messages of one handler do to
// a lock is not ordered. That is sound as long as every message releases what
// it takes; if some message does not, the traces are the ordinary ones.
func CountApart(p *lang.Program, limit int) (*Result, error) {
	r, err := Count(p, limit)
	if err != nil {
		return nil, err
	}
	if r.keepsLock() {
		return r, nil
	}
	return count(p, limit, !p.Coarse && p.Pause == 0, NewApartTrace(NewInterner()))
}

// keepsLock says whether in some execution a message ends with a lock.
func (r *Result) keepsLock() bool {
	for _, ds := range r.Traces {
		m := lang.NewMachine(r.p)
		type hold struct {
			by   checker.Task
			lock checker.Object
		}
		held := map[hold]bool{}
		for _, d := range ds {
			ev := m.Step(d)
			switch ev.Kind {
			case checker.Lock, checker.Unlock:
				held[hold{ev.Task, ev.Obj}] = ev.Kind == checker.Lock
			}
			if !ev.Last || !m.IsMessage(ev.Task) {
				continue
			}
			for h, locked := range held {
				if locked && h.by == ev.Task {
					return true
				}
			}
		}
	}
	return false
}

// Covers says whether the execution with decisions long contains the one with
// decisions short, which is maximal: all its events are there with all their
// predecessors, and all tasks that do not end go on to the same point, but for
// messages that are waiting in short.
func (r *Result) Covers(long, short []checker.Decision) bool {
	m, u := r.execute(long)
	n, w := r.execute(short)
	for f := w; f.parent != nil; f = f.parent {
		if !u.has(f.id) {
			return false
		}
	}
	for _, t := range n.Tasks() {
		if n.Op(t).Kind == checker.Begin {
			continue
		}
		if w.last[t] != u.last[t] || !slices.Contains(m.Tasks(), t) {
			return false
		}
	}
	return true
}
