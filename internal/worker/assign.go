package worker

import (
	"cmp"
	"slices"
	"time"

	"gocheck.dev/internal/wire"
)

// advance checks whether a test is explored.
func (p *pool) advance(t *sharing, now time.Time) {
	if !t.phase.explores() || len(t.pieces) == 0 {
		return
	}
	for _, s := range t.trim() {
		s.tell(wire.Command{Do: wire.DoStop, Serial: s.at.serial})
	}
	p.finished(t)
	if t.phase == byOne || !t.explored(p.ending || t.late(now)) {
		return
	}
	last := t.pieces[len(t.pieces)-1]
	sum := t.total()
	if p.ending && !t.explored(false) { // else it was done before anybody interrupted it
		sum.Bound = worse(sum.Bound, "interrupted")
	}
	switch {
	case last.result != nil:
		r := last.result
		if f := last.failed; f != nil {
			f.Execution += sum.Executions
			t.log = append(t.log, wire.Message{Type: "failure", Test: t.test, Failure: f})
		}
		r.Executions += sum.Executions
		r.Blocked += sum.Blocked
		r.Failing += sum.Failing
		r.Events += sum.Events
		r.Seconds = wire.Number(now.Sub(t.began).Seconds())
		p.finish(t, r)
	case sum.Again || sum.Unstable != nil || sum.Bound == "divided" || slices.ContainsFunc(sum.Failures, divergent):
		// By itself, as without others.
		p.anew(t)
	default:
		for _, c := range t.pieces {
			if !c.over {
				t.left, t.leftLog = t.pieces, len(t.log)
			}
		}
		t.phase, t.sum = reporting, sum
	}
}

// divergent reports whether a repeated execution differed. The cause may be other processes
// that touch the same files. Then the program repeats exactly when it runs alone.
func divergent(f wire.Found) bool { return f.Kind == "divergence" }

// assign gives work to idle processes, and starts further ones.
func (p *pool) assign(now time.Time) error {
	if p.ending {
		p.lastWork(now)
		return nil
	}
	if p.quiet(now) {
		return p.fault
	}
	idle, starting := 0, 0
	for _, s := range p.procs {
		switch {
		case s.closed || s.end.hung:
		case !s.listed:
			starting++
		case s.at == nil && !p.work(s, now):
			idle++
		}
	}
	p.share(now)
	asked := 0
	for _, s := range p.procs {
		if s.asked && s.fresh {
			asked++
		}
	}
	if p.job.Far != nil {
		p.askFar(idle-asked, now)
	}
	for range idle - asked {
		if p.job.Far != nil {
			break
		}
		if s := p.richest(now); s != nil {
			t := s.at.of
			t.next++
			s.asked, s.fresh, s.to = true, true, t.next
			asked++
			s.tell(wire.Command{Do: wire.DoGive, Serial: s.at.serial, To: s.to, New: true})
		}
	}
	if idle == 0 && starting == 0 {
		stalled := p.stalled()
		if stalled {
			p.borrowed++
		}
		if stalled || (p.waiting(now) || p.richest(now) != nil) && (len(p.procs) == 0 || p.cores.more()) {
			if err := p.start(); err != nil {
				return err
			}
			if p.job.Far != nil {
				return p.assign(now) // they are there at once
			}
		}
	}
	for _, s := range p.procs {
		if s.at == nil && s.listed && !s.closed && asked == 0 && len(p.procs) > 1 && now.Sub(s.idle) > idleFor {
			s.closed = true
			s.shut()
			break
		}
	}
	return nil
}

// waiting reports whether there is work without a process.
func (p *pool) waiting(now time.Time) bool {
	for _, t := range p.tests {
		if c, _ := p.next(t, now); c != nil {
			return true
		}
	}
	return false
}

// next is a test, or a piece of one, without a process, and what is to be done about it.
func (p *pool) next(t *sharing, now time.Time) (*piece, wire.Do) {
	switch {
	case t.phase == reporting && t.closer == nil:
		return &piece{of: t}, wire.DoConclude
	case !t.phase.explores():
		return nil, ""
	case len(t.pieces) == 0:
		return &piece{of: t}, wire.DoExplore
	}
	for _, c := range t.pieces {
		switch {
		case c.over || c.by != nil || t.late(now) && t.phase != byOne:
		case t.phase == byOne:
			return c, wire.DoWhole
		case c.owner != nil:
			return c, wire.DoJoin
		case c.part == nil:
			return c, wire.DoExplore
		default:
			return c, wire.DoPart
		}
	}
	return nil, ""
}

// work gives work to an idle process. It returns false if there is none.
func (p *pool) work(s *served, now time.Time) bool {
	for _, t := range p.tests {
		c, do := p.next(t, now)
		if c == nil {
			continue
		}
		p.begin(s, c, do, now)
		return true
	}
	return false
}

// begin gives a process a piece of work.
func (p *pool) begin(s *served, c *piece, do wire.Do, now time.Time) {
	t := c.of
	if t.began.IsZero() {
		t.began = now
		if len(t.log) == 0 {
			t.log = append(t.log, wire.Message{Type: "start", Test: t.test})
			p.flush()
		}
	}
	if s.halted != 0 {
		s.halted = 0
		s.tell(wire.Command{Do: wire.DoOn})
	}
	p.serial++
	c.serial, c.by = p.serial, s
	c.identify(do, p.job.Far != nil)
	s.at, s.asked, s.progress = c, false, nil
	t.crowded = t.crowded || len(p.procs) > 1
	left := t.remaining(now)
	s.silent = p.patience(s, now)
	w := wire.Command{Do: do, Test: t.test, Serial: c.serial, BudgetMS: left.Milliseconds(), Part: c.part, File: c.file, Store: p.saved.store()}
	switch do {
	case wire.DoExplore:
		if len(t.pieces) == 0 {
			t.pieces = []*piece{c}
		}
	case wire.DoPart:
		w.Clean, w.Leaks = t.before(c)
		w.Ends, w.Pools = t.modes()
	case wire.DoJoin:
		p.join(c, &w)
	case wire.DoVerify:
		for _, m := range t.held {
			w.Schedules = append(w.Schedules, *m.Failure.Schedule)
		}
		s.silent = now.Add(s.begin + s.grace)
	case wire.DoConclude:
		t.closer = c
		w.Part, w.File, w.Sum = nil, "", &t.sum
		// A probe of the first piece has ended that, if it has failed.
		w.Probe = t.seen == nil && (len(t.pieces) > 1 || t.resumed) && t.pieces[len(t.pieces)-1].ended && !p.ending
		if t.budget > 0 && (t.sum.Chance != 0 || t.sum.Overtakes) { // it explores phases
			s.silent = now.Add(s.begin + s.grace + left)
			break
		}
		s.silent = now.Add(s.begin + s.grace + time.Duration(len(t.sum.Failures))*3*time.Second)
	}
	if s.far != nil {
		s.far.begin(s, c, w)
		return
	}
	s.tell(w)
}

// patience is the time at which an exploring process counts as hanging.
func (p *pool) patience(s *served, now time.Time) time.Time {
	left := s.at.of.remaining(now)
	if left == 0 {
		return time.Time{} // without a bound a test may think for as long as it likes
	}
	return now.Add(left + s.grace)
}

// modes reports whether the ends of the test are operations, and whether its pools are shared,
// as far as is known.
func (t *sharing) modes() (ends wire.Announced, pools bool) {
	for _, c := range t.pieces {
		ends |= c.done.Ends | c.now.Ends
		pools = pools || c.done.Pools || c.now.Pools
	}
	return ends, pools
}

// richest is a process that can give work away: the one that gave last the longest time ago.
func (p *pool) richest(now time.Time) *served {
	var best *served
	for _, s := range p.procs {
		c := s.at
		if c == nil || s.asked || c.by != s || now.Before(c.refuse.until) {
			continue
		}
		t := c.of
		if t.phase == byOwners && (t.hungry() || t.busiest(now) != s) {
			continue
		}
		if !t.divides || t.phase != exploring && t.phase != byOwners || t.late(now) || now.Sub(t.began) < p.job.Help {
			continue
		}
		if best == nil || c.gave.Before(best.at.gave) {
			best = s
		}
	}
	return best
}

// ended handles the end of a process: its work is finished, or goes back to be done.
func (p *pool) ended(s *served, end *ending) error {
	end.hung, end.interrupted = end.hung || s.end.hung, s.end.interrupted || p.ending
	end.judging = cmp.Or(end.judging, s.end.judging)
	p.gone(s)
	c := s.at
	switch {
	case !p.listed:
		if p.ctx.Err() != nil {
			p.ending = true
			return nil
		}
		return startError(end)
	case p.ending:
		if c != nil && c.by == s {
			c.settle()
		}
		return nil
	case !s.listed, c == nil && !s.closed:
		if p.vain++; p.vain > 2 || len(p.procs) == 0 && !s.listed {
			p.giveUp(end)
		}
		return nil
	case c == nil || c.by != s || c.of.phase == over:
		return nil
	}
	t := c.of
	if t.verifier == c {
		p.verified(t, false)
		return nil
	}
	again := killed(end) && !end.hung && c.kills == 0 && t.found == nil
	switch {
	case again && t.closer == c:
		t.closer, t.kills = nil, t.kills+1
		if t.kills > 1 {
			_, r := lastWords(end)
			r.Algorithm, r.Executions, r.Events, r.Failing = t.sum.Algorithm, t.sum.Executions, t.sum.Events, t.sum.Failing
			p.finish(t, r)
		}
	case again:
		c.kills++
		if c.part == nil && c.rest == nil && c.owner == nil {
			t.skip = len(t.log) - 1 // it will say that again, but for the start
		}
		if c.owner != nil {
			c.now, c.by, t.phase = wire.Sum{}, nil, byOwners // all of it is done again
			if c.owner.joined == nil {
				p.anew(t)
			}
			break
		}
		c.settle()
	default:
		p.died(s, t, c, end)
	}
	return nil
}

// died makes the result for work that a process could not report.
func (p *pool) died(s *served, t *sharing, c *piece, end *ending) {
	failure, result := lastWords(end)
	if r := t.settled.unless(failure, t.found, result); r != nil {
		p.finish(t, r)
		return
	}
	result.Algorithm = algorithmOf(&p.job.Config, t.test)
	if q := s.progress; q != nil {
		result.Executions, result.Blocked, result.Failing, result.Events = q.Executions, q.Blocked, q.Failing, q.Events
	}
	if f := t.found; f != nil {
		// An execution that was to be like the one that failed has ended it.
		t.log = append(t.log, wire.Message{Type: "failure", Test: t.test, Failure: f})
		p.finish(t, &wire.Result{
			Verdict: "fail", Algorithm: result.Algorithm, Bound: "failure", Executions: f.Execution, Failing: 1, Seconds: wire.Number(time.Since(t.began).Seconds()),
		})
		return
	}
	if t.closer == c {
		result.Executions, result.Blocked, result.Failing, result.Events = t.sum.Executions, t.sum.Blocked, t.sum.Failing, t.sum.Events
		if failure != nil {
			failure.Execution = result.Executions
			t.log = append(t.log, wire.Message{Type: "failure", Test: t.test, Failure: failure})
		}
		p.finish(t, result)
		return
	}
	if c.owner != nil && !killed(end) {
		p.anew(t) // so it is said of which execution it came
		return
	}
	if failure != nil {
		failure.Execution = result.Executions + 1
		result.Executions++
		result.Failing++
	}
	if c.owner != nil {
		p.ownerEnded(c, result)
		return
	}
	if t.phase == byOne {
		t.phase = exploring // it is over: advance makes a result of it
	}
	p.lastWords(c, failure, result)
}

// giveUp ends the remaining tests when starting again does not help.
func (p *pool) giveUp(end *ending) {
	why := endedSo("the test binary ended without running this test", end)
	for _, t := range p.tests {
		if t.phase == over {
			continue
		}
		if len(t.log) == 0 {
			t.log = append(t.log, wire.Message{Type: "start", Test: t.test})
			t.began = time.Now()
		}
		p.finish(t, &wire.Result{Verdict: "error", Reason: why})
	}
}
