package worker

import (
	"context"
	"time"

	"gocheck.dev/checker/explore"
	"gocheck.dev/internal/wire"
)

// DefaultHelp is the time for which one process explores a test before others help. Most tests
// are over by then.
const DefaultHelp = 300 * time.Millisecond

// idleFor is how long an idle process is kept.
const idleFor = time.Second

// lookEvery is how often the clock is looked at.
const lookEvery = 20 * time.Millisecond

// Share is Explore by up to as many processes as there are cores: several tests
// at a time, and one test by several processes where its algorithm can be divided.
// What is passed on, and its order, is the same: docs/design/cores.md. The caller has
// acquired one core. Where a is not nil, what is left is saved there.
func Share(ctx context.Context, job Job, cores *Cores, saved *Saved, sink func(wire.Message)) (Summary, error) {
	over := make(chan struct{})
	p := &pool{job: job, cores: cores, sink: sink, events: make(chan event), over: over, saved: saved, ctx: ctx}
	if p.job.Help == 0 {
		p.job.Help = DefaultHelp
	}
	p.job.Config.Served = true
	p.job.Config.KeepMS = keepEvery.Milliseconds()
	if saved != nil {
		p.job.Config.KeepMS = saved.every().Milliseconds()
	}
	defer close(over)
	defer p.endAll()
	return p.run()
}

// keepEvery is the interval at which a process reports what is left. If it is killed, its work
// since the last report is done again.
const keepEvery = 3 * time.Second

// pool is the processes of one package.
type pool struct {
	job    Job
	ctx    context.Context
	cores  *Cores
	saved  *Saved
	sink   func(wire.Message)
	events chan event
	over   chan struct{}

	procs    []*served
	tests    []*sharing // as the binary has listed them
	byName   map[string]*sharing
	listed   bool
	serial   int64
	ending   bool // interrupted
	given    int  // parts
	borrowed int  // processes beyond the cores that were acquired
	since    time.Time
	begun    int   // explorations, anew by one process
	doubted  int   // tests that were explored again, by themselves
	fault    error // a process could not be started
	vain     int   // processes that ended without having done anything
}

func (p *pool) run() (Summary, error) {
	if err := p.start(); err != nil {
		return Summary{}, err
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	done := p.ctx.Done()
	for {
		select {
		case e := <-p.events:
			if err := p.event(e); err != nil {
				return p.summary(), err
			}
		case <-done:
			done = nil
			p.interrupt()
		case <-tick.C:
		}
		now := time.Now()
		for _, s := range p.procs {
			s.hangs(now)
		}
		if p.listed {
			for _, t := range p.tests {
				p.advance(t, now)
			}
			p.hurry(now)
			if p.flush() {
				p.saved.write(p, true)
				return p.summary(), nil
			}
			if p.ending && (p.silent() || now.Sub(p.since) > p.job.lastWords()) {
				p.interrupted()
				return p.summary(), nil
			}
			if err := p.assign(now); err != nil {
				return p.summary(), err
			}
			p.saved.write(p, false)
		} else if p.ending {
			return p.summary(), nil
		}
	}
}

// start starts another process.
func (p *pool) start() error {
	s, err := p.process()
	if err != nil {
		return err
	}
	s.idle = time.Now()
	p.procs = append(p.procs, s)
	for _, t := range p.tests {
		t.crowded = t.crowded || len(p.procs) > 1 && t.phase != over && len(t.pieces) > 0
	}
	return nil
}

// endAll ends the processes that are left. All cores but the caller's are given
// back.
func (p *pool) endAll() {
	for _, s := range p.procs {
		s.shut()
	}
	wait := time.NewTimer(2 * time.Second)
	defer wait.Stop()
	late := wait.C
	for len(p.procs) > 0 {
		select {
		case e := <-p.events:
			if e.end != nil {
				if text, ok := crash(e.end.stderr); ok && !p.ending && p.fault == nil {
					p.sink(wire.Message{Type: "output", Output: "after its last test the test binary crashed:\n" + text + "\n"})
				}
				p.gone(e.of)
			}
		case <-late:
			late = nil
			for _, s := range p.procs {
				s.end.interrupted = true
				s.kill()
			}
		}
	}
}

// gone forgets a process.
func (p *pool) gone(s *served) {
	for i, o := range p.procs {
		if o == s {
			p.procs = append(p.procs[:i], p.procs[i+1:]...)
			switch {
			case p.borrowed > 0:
				p.borrowed--
			case len(p.procs) > 0:
				p.cores.Release()
			}
			return
		}
	}
}

func (p *pool) summary() Summary {
	s := Summary{Given: p.given, Anew: p.begun, Doubted: p.doubted, Interrupted: p.ending && !p.listed}
	for _, t := range p.tests {
		s.Tests = append(s.Tests, t.test)
		if p.ending && t.phase != over {
			s.NotRun, s.Interrupted = append(s.NotRun, t.test), true
		}
	}
	return s
}

// list takes the names of the tests.
func (p *pool) list(names []string) {
	p.listed = true
	p.byName = map[string]*sharing{}
	for _, name := range names {
		c := p.job.Config.Of(name)
		o := options(&c)
		t := &sharing{test: name, clock: clock{budget: time.Duration(c.BudgetMS) * time.Millisecond}, divides: explore.Divisible(&o) || p.saved == nil && p.job.Far == nil && explore.Keepable(&o)}
		t.kept = t.divides || explore.Keepable(&o)
		if reason, ok := p.job.Config.Skipped[name]; ok {
			t.phase = over
			t.log = []wire.Message{{Type: "skipped", Test: name, Output: reason}}
		}
		p.tests = append(p.tests, t)
		p.byName[name] = t
	}
	p.saved.restore(p)
}

// flush passes on what is said of the tests, in their order, and says whether all
// are over.
func (p *pool) flush() bool {
	for _, t := range p.tests {
		for ; t.passed < len(t.log); t.passed++ {
			p.sink(t.log[t.passed])
		}
		if t.phase != over {
			return false
		}
	}
	return true
}

// event takes what a process says.
func (p *pool) event(e event) error {
	s := e.of
	if e.end != nil {
		return p.ended(s, e.end)
	}
	m := e.m
	if e.work != "" && (s.at == nil || s.at.id != e.work) {
		return nil
	}
	s.closed = s.closed || m.Last // what it were told now would be lost
	switch {
	case m.Type == "tests":
		if s.listed = true; !p.listed {
			p.list(m.Tests)
		}
		if p.job.Far != nil {
			s.closed = true // the work is done elsewhere
			s.shut()
		}
		s.silent = time.Time{}
		return nil
	case m.Type == "held":
		if m.Serial == s.halted {
			s.held, s.silent = true, time.Time{}
		}
		return nil
	case m.Test == "":
		if !p.listed {
			p.sink(m) // it initialises its packages
		}
		return nil
	case m.Type == "reads":
		p.sink(m) // whatever becomes of the piece of work: others will read the same
		return nil
	}
	t := p.byName[m.Test]
	if t == nil || s.at == nil || s.at.of != t || t.phase == over {
		if m.Type == "unit" && m.Unit.Over || m.Type == "result" {
			p.free(s) // of what does not count any more
		}
		return nil
	}
	c := s.at
	dropped := c.by != s
	if aboutFailure(&m) && !s.silent.IsZero() {
		s.silent = later(s.silent, time.Now().Add(s.grace))
	}
	if s.end.note(&m) {
		return nil
	}
	switch m.Type {
	case "taken":
		p.taken(s, t, time.Now())
	case "unit":
		p.unit(s, c, m.Unit)
	case "letters":
		if !dropped {
			p.letters(s, c, m.Letters)
		}
	case "progress":
		if s.progress = m.Progress; !dropped {
			p.progress(t, c, m)
		}
	case "met":
		if !dropped {
			t.met.add(m.Failure)
		}
	case "settled":
		if !dropped {
			t.settled = settledBy(&m)
		}
	case "found", "smaller":
		if !dropped {
			if t.found = m.Failure; p.turn(t) {
				p.sink(m)
			}
		}
	case "result":
		p.free(s)
		if !dropped {
			p.result(t, c, m.Result)
		}
	default:
		if m.Type == "failure" {
			t.found = nil
			t.met.reported(m.Failure)
		}
		if t.skip > 0 {
			t.skip--
		} else if !dropped && m.Type == "failure" && t.crowded && !t.alone {
			t.held = append(t.held, m)
		} else if !dropped {
			t.log = append(t.log, m)
		}
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// free lets a process do something else.
func (p *pool) free(s *served) {
	s.at, s.asked, s.held, s.taken, s.silent, s.idle = nil, false, false, false, time.Time{}, time.Now()
}

// unit takes what has come of the piece that s works on.
func (p *pool) unit(s *served, c *piece, u *wire.Unit) {
	if u.Over {
		p.free(s)
	}
	if c.of.verifier == c {
		p.verified(c.of, u.Sum.Failed)
		return
	}
	if c.by != s {
		return // the piece does not count any more
	}
	if u.Lost != "" {
		p.saved.fails(u.Lost)
		if !u.Over {
			return // what was left before is
		}
	}
	c.now, c.rest, c.restFile = u.Sum, u.Rest, u.File
	if c.of.phase == byOne && (u.File != "" || u.Over) {
		c.of.phase = exploring // from here on it is gone on with, or over
	}
	if u.File != "" {
		p.saved.has(u.File)
	}
	if u.Gave != nil {
		s.asked = false
		c.gave = time.Now()
		p.given++
		c.of.gave(c, u.Gave)
	}
	if u.Over {
		if u.Sum.Early && !c.of.early {
			p.early(c.of)
		}
		c.ended = ends(&u.Sum)
		c.settle()
		c.part, c.file = u.Rest, u.File
		c.over = u.Rest == nil
		if c.owner != nil && !p.ending && ordered(&u.Sum) {
			p.anew(c.of)
		}
	}
	p.saved.changed()
}

// early has the exploration of a test end: what is left of its time is for phases.
func (p *pool) early(t *sharing) {
	t.early = true
	for _, c := range t.pieces {
		if c.by != nil {
			c.by.tell(wire.Command{Do: wire.DoEarly, Serial: c.serial})
		}
	}
}

// turn reports whether what is said of the test can be passed on at once.
func (p *pool) turn(t *sharing) bool {
	for _, o := range p.tests {
		if o == t {
			p.flush()
			return true
		}
		if o.phase != over {
			return false
		}
	}
	return false
}
