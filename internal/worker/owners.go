package worker

import (
	"slices"
	"time"

	"gocheck.dev/internal/wire"
)

// A test that is explored by closure is divided among owners, each a process. They send each
// other letters (checker.Divided), all through the pool. So the pool knows when all owners wait
// and no letter is on its way. It keeps what a process needs to take the place of one that was
// killed.
//
// Their results are added up in no order. So a result that depends on the order, such as a
// failure, ends the division: one process explores the test anew.

// owner is the piece of an owner.
type owner struct {
	number   int
	joined   []byte   // what its process has to know first; nil: it cannot begin anew
	letters  [][]byte // then: who has given what to whom, and all for it
	due      int64    // letters that its present process gets,
	received int64    // and has,
	waits    bool     // with nothing to do
	pending  int      // fragments
}

// idle reports whether its process waits for letters, and there are none.
func (o *owner) idle() bool { return o.waits && o.received == o.due }

// refusal is how long an owner is not asked again to give work away. To look for a part takes
// time, even if there is none.
type refusal struct {
	until time.Time
	pause time.Duration
}

const (
	firstPause = 50 * time.Millisecond
	lastPause  = time.Second
	// splitShare: a process has so many times as long for other things. Who waits has nothing
	// else to do, so it may be a third of the time of who is asked.
	splitShare = 2
)

func (r *refusal) refused(now time.Time, took time.Duration) {
	r.pause = min(max(firstPause, 2*r.pause), lastPause)
	r.until = now.Add(max(r.pause, splitShare*took))
}

func (r *refusal) gave(now time.Time, took time.Duration) {
	r.pause = 0
	r.until = now.Add(splitShare * took)
}

// letters takes the message of a process that explores by closure.
func (p *pool) letters(s *served, c *piece, l *wire.Letters) {
	t := c.of
	if l.Split != nil {
		s.asked = false
		p.divided(s, c, l.Split)
	}
	o := c.owner
	if o == nil {
		return
	}
	n := &c.now
	n.Executions, n.Blocked, n.Events, n.Leaks, n.Clean, n.Estimate = l.Executions, l.Blocked, l.Events, l.Leaks, l.Clean, l.Estimate
	o.received, o.waits, o.pending = l.Received, l.Waits, l.Pending
	to := map[*piece][][]byte{}
	for _, x := range l.Sent {
		for _, q := range t.pieces {
			if q.owner.number == x.To {
				to[q] = append(to[q], x.Data)
			}
		}
	}
	for _, q := range t.pieces {
		if len(to[q]) > 0 {
			p.deliver(q, to[q])
		}
	}
	if leaks, clean := t.leaks(); leaks && clean {
		p.anew(t)
	}
}

// deliver passes letters on.
func (p *pool) deliver(c *piece, letters [][]byte) {
	o := c.owner
	o.letters = append(o.letters, letters...)
	if c.by != nil {
		o.due += int64(len(letters))
		c.by.tell(wire.Command{Do: wire.DoLetters, Serial: c.serial, Letters: letters, Memory: p.memory(c.of)})
	}
}

// divided handles the answer of a process that was asked to give work away.
func (p *pool) divided(s *served, c *piece, a *wire.Split) {
	t := c.of
	if a.Letter == nil {
		c.refuse.refused(time.Now(), a.Took)
		return
	}
	p.given++
	c.gave = time.Now()
	c.refuse.gave(c.gave, a.Took)
	c.now.Ends |= a.Ends
	c.now.Pools = c.now.Pools || a.Pools
	if c.owner == nil {
		c.owner = &owner{joined: a.Own}
		t.phase = byOwners
	}
	if a.New != nil {
		t.pieces = append(t.pieces, &piece{of: t, owner: &owner{number: a.To, joined: a.New, letters: slices.Clone(t.splits)}})
	}
	t.splits = append(t.splits, a.Letter)
	for _, q := range t.pieces {
		if q != c {
			p.deliver(q, [][]byte{a.Letter})
			continue
		}
		q.owner.letters = append(q.owner.letters, a.Letter)
		s.tell(wire.Command{Do: wire.DoLetters, Serial: c.serial, Memory: p.memory(t)})
	}
}

// memory is the bound of an owner's memory.
func (p *pool) memory(t *sharing) int64 {
	c := p.job.Config.Of(t.test)
	if c.Memory == 0 {
		return 0
	}
	return max(c.Memory/int64(len(t.pieces)), 1)
}

// join is the work of an owner, from its beginning.
func (p *pool) join(c *piece, w *wire.Command) {
	o := c.owner
	o.due, o.received, o.waits, o.pending = int64(len(o.letters)), 0, false, len(o.letters)
	w.Part, w.Letters, w.Memory = o.joined, o.letters, p.memory(c.of)
	w.Ends, w.Pools = c.of.modes()
}

// finished checks whether all owners wait and no letter is on its way.
func (p *pool) finished(t *sharing) {
	if t.phase != byOwners {
		return
	}
	for _, c := range t.pieces {
		if !c.over && (c.by == nil || !c.owner.idle()) {
			return
		}
	}
	t.phase = ownersDone
	for _, c := range t.pieces {
		if c.by != nil {
			c.by.tell(wire.Command{Do: wire.DoOver, Serial: c.serial})
		}
	}
}

// share asks owners to give work to those that have none.
func (p *pool) share(now time.Time) {
	for _, t := range p.tests {
		if t.phase != byOwners || t.late(now) {
			continue
		}
		for _, c := range t.pieces {
			if c.by == nil || !c.owner.idle() || t.promised(c.owner.number) {
				continue
			}
			if s := t.busiest(now); s != nil {
				s.asked, s.fresh, s.to = true, false, c.owner.number
				s.tell(wire.Command{Do: wire.DoGive, Serial: s.at.serial, To: s.to})
			}
		}
	}
}

// promised reports whether an owner was asked to give work to that one.
func (t *sharing) promised(number int) bool {
	for _, c := range t.pieces {
		if c.by != nil && c.by.asked && c.by.to == number {
			return true
		}
	}
	return false
}

// busiest is the owner that has most to do, of those that may have something to give.
func (t *sharing) busiest(now time.Time) *served {
	var best *piece
	for _, c := range t.pieces {
		if c.by == nil || c.over || c.by.asked || c.owner.idle() || now.Before(c.refuse.until) {
			continue
		}
		if best == nil || c.owner.pending > best.owner.pending {
			best = c
		}
	}
	if best == nil {
		return nil
	}
	return best.by
}

// hungry reports whether an owner has no work left.
func (t *sharing) hungry() bool {
	for _, c := range t.pieces {
		if c.by != nil && c.owner.idle() {
			return true
		}
	}
	return false
}

// leaks reports whether some executions leave a goroutine blocked, and whether some do not.
func (t *sharing) leaks() (leaks, clean bool) {
	for _, c := range t.pieces {
		leaks = leaks || c.done.Leaks > 0 || c.now.Leaks > 0
		clean = clean || c.done.Clean > 0 || c.now.Clean > 0
	}
	return leaks, clean
}

// ordered reports whether an owner's result, or the way it ended, depends on the order of all
// executions.
func ordered(s *wire.Sum) bool {
	switch s.Bound {
	case "", "time", "interrupted":
		return s.Failing > 0 || s.Truncated > 0 || s.Blocked > 0 || s.Again || s.Refused != nil || s.Outside != nil || s.Unstable != nil
	}
	return true
}

// anew has the test explored by one process.
func (p *pool) anew(t *sharing) {
	if t.phase == byOwners || t.phase == ownersDone {
		if sum := t.total(); len(sum.Failures) > 0 && !slices.ContainsFunc(sum.Failures, divergent) {
			sum.Bound = "failure"
			t.seen = &sum
		}
	}
	p.stop(t)
	p.begun++
	t.undivided()
	t.again++
	t.phase, t.pieces, t.said, t.met = byOne, []*piece{{of: t}}, 0, nil
}

// undivided takes the division back: the test has no owners any more.
func (t *sharing) undivided() { t.next, t.splits = 0, nil }

// ownerEnded ends the test with an owner whose process has ended with that result, of
// which the counts are those of that process.
func (p *pool) ownerEnded(c *piece, r *wire.Result) {
	t := c.of
	if fault := r.Verdict == "error"; !fault && r.Bound != "time" {
		p.anew(t)
		return
	} else if !fault {
		c.now.Executions, c.now.Blocked, c.now.Events = r.Executions, r.Blocked, r.Events
		c.now.Bound, c.over, c.by = r.Bound, true, nil // the others have no more time, either
		return
	}
	sum := t.total()
	r.Executions, r.Blocked, r.Failing, r.Events = sum.Executions, sum.Blocked, sum.Failing, sum.Events
	p.stop(t)
	p.finish(t, r)
}

// stop ends all work on the test.
func (p *pool) stop(t *sharing) {
	for _, c := range t.pieces {
		if s := c.by; s != nil {
			c.by = nil
			s.tell(wire.Command{Do: wire.DoStop, Serial: c.serial})
		}
	}
}

// stalled reports whether a closure cannot go on: an owner has no process, and none will become
// free.
func (p *pool) stalled() bool {
	for _, t := range p.tests {
		if t.phase != byOwners && t.phase != ownersDone {
			continue
		}
		missing, all := false, true
		for _, c := range t.pieces {
			missing = missing || !c.over && c.by == nil
			all = all && (c.over || c.by == nil || c.owner.idle())
		}
		if missing && all {
			return true
		}
	}
	return false
}
