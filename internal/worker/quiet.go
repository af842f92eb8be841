package worker

import (
	"slices"
	"time"

	"gocheck.dev/internal/wire"
)

// Processes that explore tests of one package at the same time may meet outside of
// gocheck's control: in a file that a test writes, say. A failure that comes of it
// is none. So a failure that was found beside other processes is tried once more
// without them before it is said; if it does not come again, the test is explored
// again, by itself.

// anewShare is the part of the budget that such an exploration has, at least: two fifths, of which
// one may be for phases.
const anewShare = 0.4

// quiet sees to tests that want no other process to work, and says whether there is
// one.
func (p *pool) quiet(now time.Time) bool {
	var t *sharing
	for _, o := range p.tests {
		if o.phase == inDoubt || o.alone && o.phase != over {
			t = o
			break
		}
	}
	if t == nil {
		for _, s := range p.procs {
			if s.halted != 0 {
				s.halted, s.held = 0, false
				s.tell(wire.Command{Do: wire.DoOn})
				if s.at != nil {
					s.silent = p.patience(s, now)
				}
			}
		}
		return false
	}
	var free *served
	busy := false
	for _, s := range p.procs {
		switch {
		case s.at != nil && (s.at == t.verifier || s.at.of == t && t.alone && s.at.by == s):
			return true
		case s.at != nil:
			if s.halted == 0 {
				p.serial++
				s.halted = p.serial
				s.tell(wire.Command{Do: wire.DoHold, Serial: s.halted})
			}
			busy = busy || !s.held // so it is until its execution is over
		case s.listed && !s.closed && !s.end.hung:
			free = s
		}
	}
	if busy {
		return true
	}
	switch {
	case free == nil:
		// All who are left hold on in the midst of other work.
		if slices.ContainsFunc(p.procs, func(s *served) bool { return s.at == nil && !s.closed }) {
			return true // one is about to come
		}
		// It takes the place of one of them.
		p.borrowed++
		if err := p.start(); err != nil {
			p.fault = err
		}
	case t.phase == inDoubt && !t.tryable():
		p.verified(t, false)
	case t.phase == inDoubt:
		t.verifier = &piece{of: t}
		p.begin(free, t.verifier, wire.DoVerify, now)
	default:
		if c, _ := p.next(t, now); c != nil {
			p.begin(free, c, wire.DoExplore, now)
		}
	}
	return true
}

// doubtful reports whether other processes may have caused the result. A prefix that did not
// repeat (divergence) has no failure that could be held. It ends the test like one.
func (t *sharing) doubtful(r *wire.Result) bool {
	if len(t.held) > 0 {
		return true
	}
	return t.crowded && !t.alone && (r.Verdict == "error" && r.Bound == "blocked" || r.Bound == "divergence")
}

// tryable reports whether there are schedules of what is in doubt. A divergence has
// none.
func (t *sharing) tryable() bool {
	return len(t.held) > 0 && !slices.ContainsFunc(t.held, func(m wire.Message) bool { return m.Failure.Schedule == nil })
}

// verified takes the answer.
func (p *pool) verified(t *sharing, again bool) {
	r := t.verdict
	t.verifier, t.verdict = nil, nil
	if again {
		t.alone = true // nothing more is to be held
		t.log, t.held = append(t.log, t.held...), nil
		p.finish(t, r)
		return
	}
	p.doubted++
	t.alone, t.held, t.found, t.met = true, nil, nil, nil
	t.undivided()
	t.again++
	t.phase, t.closer, t.seen = exploring, nil, nil
	t.pieces, t.left, t.said = []*piece{{of: t}}, nil, 0
	if t.budget > 0 {
		// What others have spoilt is no reason to take twice as long.
		t.began = later(t.began, time.Now().Add(time.Duration(anewShare*float64(t.budget))-t.budget))
	}
	t.skip = len(t.log) - 1 // it will say that again, but for the start
}
