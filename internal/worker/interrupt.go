package worker

import (
	"slices"
	"time"

	"gocheck.dev/internal/wire"
)

// interrupt makes the processes end their work and report what is known.
func (p *pool) interrupt() {
	p.ending, p.since = true, time.Now()
	for _, s := range p.procs {
		switch {
		case s.at == nil:
		case s.halted != 0:
			s.tell(wire.Command{Do: wire.DoOn})
			fallthrough
		default:
			if t := s.at.of; t.kept && t.phase != byOne && t.phase != reporting && s.at != t.verifier {
				s.tell(wire.Command{Do: wire.DoStop, Serial: s.at.serial})
				continue
			}
			s.askToEnd()
		}
	}
}

// lastWork has a process report the tests that several processes have explored.
func (p *pool) lastWork(now time.Time) {
	for _, s := range p.procs {
		if s.at != nil || !s.listed || s.closed || s.end.hung {
			continue
		}
		for _, t := range p.tests {
			if c, do := p.next(t, now); do == wire.DoConclude {
				s.askToEnd() // it is not to make failures smaller
				p.begin(s, c, do, now)
				break
			}
		}
	}
}

// silent reports whether, after an interrupt, no process will send a message any more.
func (p *pool) silent() bool {
	for _, t := range p.tests {
		if t.phase == reporting && len(p.procs) > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(p.procs, func(s *served) bool { return s.at != nil })
}

// interrupted gives the result "interrupted" to the tests that were being explored and were not
// reported in time.
func (p *pool) interrupted() {
	p.saved.write(p, true)
	for _, s := range p.procs {
		s.end.interrupted = true
		if s.at != nil {
			s.kill()
		}
	}
	for _, t := range p.tests {
		switch {
		case t.phase == over || len(t.log) == 0:
		case t.phase == inDoubt:
			p.finish(t, t.verdict)
		default:
			sum := t.total()
			p.finish(t, &wire.Result{
				Verdict: "incomplete", Bound: "interrupted", Reason: "interrupted in the midst of an execution", Algorithm: algorithmOf(&p.job.Config, t.test),
				Executions: sum.Executions, Blocked: sum.Blocked, Failing: sum.Failing, Events: sum.Events,
				Seconds: wire.Number(time.Since(t.began).Seconds()),
			})
		}
	}
	p.flush()
}
