package worker

import (
	"time"

	"gocheck.dev/internal/wire"
)

// progress says how far all pieces of the test have come.
func (p *pool) progress(t *sharing, c *piece, m wire.Message) {
	if m.Progress == nil {
		return
	}
	if !p.turn(t) {
		return
	}
	all := *m.Progress
	for _, q := range t.pieces {
		s := q.done
		if q != c {
			s = q.sofar()
		}
		all.Executions += s.Executions
		all.Blocked += s.Blocked
		all.Failing += s.Failing
		all.Events += s.Events
		if s.Estimate > 0 && m.Progress.Estimate == 0 {
			all.Estimate = s.Estimate
		}
	}
	if all.Executions < t.said {
		return // what others have done since they spoke last is not known
	}
	t.said = all.Executions
	all.Seconds = wire.Number(time.Since(t.began).Seconds())
	m.Progress = &all
	p.sink(m)
}

// result takes the result of a test that a process has explored, or reported, by
// itself; or the last words of one that gives up.
func (p *pool) result(t *sharing, c *piece, r *wire.Result) {
	if r == nil {
		return
	}
	if t.phase == reporting || t.phase == byOne {
		r.Seconds = wire.Number(time.Since(t.began).Seconds()) // not since it was begun by this process
	}
	switch {
	case t.phase == byOne && t.seen != nil && r.Verdict == "incomplete":
		// There was no time to come to the failure again.
		t.phase, t.sum = reporting, *t.seen
		return
	case t.phase == reporting || t.phase == byOne || c.part == nil && c.owner == nil && len(t.pieces) == 1:
		p.finish(t, r)
		return
	case c.owner != nil:
		p.ownerEnded(c, r)
		return
	}
	p.lastWords(c, nil, r) // the process ends with this
}

// lastWords ends a test with a piece that could not be explored to its end. The
// counts of r are those of the work in hand.
func (p *pool) lastWords(c *piece, f *wire.Failure, r *wire.Result) {
	c.now, c.rest, c.by = wire.Sum{}, nil, nil
	c.failed, c.result, c.ended, c.over = f, r, true, true
}

// finish ends a test.
func (p *pool) finish(t *sharing, r *wire.Result) {
	if t.doubtful(r) && !p.ending {
		t.phase, t.doubted, t.verdict = inDoubt, t.phase, r
		return
	}
	t.log = append(t.log, t.held...)
	t.log = append(t.log, t.met.take(t.test)...)
	t.phase, t.closer = over, nil
	t.log = append(t.log, wire.Message{Type: "result", Test: t.test, Result: r})
	for _, c := range t.pieces {
		c.by = nil
	}
	t.pieces = nil
	p.saved.changed()
}
