package worker

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"gocheck.dev/internal/wire"
)

// A Far has pieces of work done by processes of any machine. For the pool that shares the work of
// a package, a piece that is done far away is a process of its own. So what is added up, and in
// which order, is the same: docs/design/cluster.md.
type Far interface {
	// Begin has the work done. What is said of it before its end comes to says, and may be lost.
	// Its answer comes once, to over. Neither is called before Begin returns.
	Begin(w Work, says func(wire.Message), over func(Answer))
	// Hint tells whoever does the work, and may be lost.
	Hint(id string, h Hint)
	// Drop says that nobody waits for the answer any more.
	Drop(id string)
}

// Work is a piece of work.
type Work struct {
	ID      string // that of no other work of the package; the same in each run of the same tests
	Command wire.Command
	Alone   bool `json:",omitempty"` // no other process of that machine is to work at that time
	Ending  bool `json:",omitempty"` // it is not to take long: the user waits
}

// A Hint tells whoever does a piece of work what is wanted now.
type Hint struct {
	Give  int  `json:",omitempty"` // so many parts of it, for others
	Stop  bool `json:",omitempty"` // it is to end, and to say what is left
	End   bool `json:",omitempty"` // it is to end, and to say what is known
	Late  bool `json:",omitempty"` // its test has no more time
	Leave bool `json:",omitempty"` // it is to end, as its worker does: another goes on with what is left
}

// Answer is all that was said of a piece of work, and how its process ended, if it did.
type Answer struct {
	Messages []wire.Message
	Ended    *Ending `json:",omitempty"`
}

// Ending is how a process ended that has not finished its work.
type Ending struct {
	How    string // exit status, or signal
	Killed bool   // by a signal from outside
	Hung   bool   // it was silent for too long
	Stderr string // its last words

	Judging *wire.Failure `json:",omitempty"` // that it had found, and had not described yet
}

// Error says how it ended, as that of a process of this machine does.
func (e *Ending) Error() string { return e.How }

// ending is what the pool knows of the end of a process.
func (e *Ending) ending() *ending {
	return &ending{err: e, stderr: e.Stderr, hung: e.Hung, judging: e.Judging}
}

// far is the link to whoever does a piece of work elsewhere.
type far struct {
	by     Far
	events chan<- event
	over   <-chan struct{}
	id     string // of the work in hand; "": none
	ending bool   // the next work is not to take long
}

// process starts a process of this machine; or, where the work is done elsewhere and the tests
// are known, only what stands for one.
func (p *pool) process() (*served, error) {
	if p.job.Far == nil || !p.listed {
		return serve(&p.job, &p.job.Config, p.events, p.over)
	}
	return &served{far: &far{by: p.job.Far, events: p.events, over: p.over}, listed: true}, nil
}

func (f *far) send(e event) {
	select {
	case f.events <- e:
	case <-f.over:
	}
}

// begin has the work of s done.
func (f *far) begin(s *served, c *piece, w wire.Command) {
	s.silent = time.Time{}
	f.id = c.id
	work := Work{ID: c.id, Command: w, Alone: w.Do == wire.DoVerify || c.of.alone, Ending: f.ending}
	f.ending = false
	id := c.id
	var answered atomic.Bool
	says := func(m wire.Message) {
		if !answered.Load() {
			f.send(event{of: s, work: id, m: m})
		}
	}
	over := func(a Answer) {
		answered.Store(true)
		for _, m := range a.Messages {
			f.send(event{of: s, work: id, m: m})
		}
		if a.Ended != nil {
			f.send(event{of: s, work: id, end: a.Ended.ending()})
		}
	}
	f.by.Begin(work, says, over)
}

// tell passes on what is told of the work in hand.
func (f *far) tell(s *served, c wire.Command) {
	switch {
	case c.Do == wire.DoHold: // that concerns one machine: see Work.Alone
		serial := c.Serial
		go f.send(event{of: s, m: wire.Message{Type: "held", Serial: serial}})
	case f.id == "":
	case c.Do == wire.DoStop && (s.at == nil || s.at.by != s): // it does not count any more
		f.drop(s)
	case c.Do == wire.DoEarly, c.Do == wire.DoLate:
		f.by.Hint(f.id, Hint{Late: true})
	case c.Do == wire.DoStop:
		f.by.Hint(f.id, Hint{Stop: true})
	}
}

// drop forgets the work in hand.
func (f *far) drop(s *served) {
	if f.id == "" || s.at == nil {
		return
	}
	f.by.Drop(f.id)
	id, test := f.id, s.at.of.test
	f.id = ""
	go f.send(event{of: s, work: id, m: wire.Message{Type: "unit", Test: test, Unit: &wire.Unit{Over: true}}})
}

// end has the work in hand end soon, or the next.
func (f *far) end(s *served) {
	if s.at == nil {
		f.ending = true
		return
	}
	f.by.Hint(f.id, Hint{End: true})
}

// shut ends what stands for a process.
func (f *far) shut(s *served) {
	if s.at != nil && f.id != "" {
		f.by.Drop(f.id)
	}
	go f.send(event{of: s, end: &ending{}})
}

// What is told may be lost, so who is late is told again.
const (
	lateAfter = time.Second
	lateEvery = time.Second
)

// hurry tells those who work elsewhere that their tests have no more time. With their work they
// have got what was left then, but they may have begun later, or after another has died.
func (p *pool) hurry(now time.Time) {
	if p.job.Far == nil {
		return
	}
	for _, s := range p.procs {
		c := s.at
		if c != nil && c.by == s && s.taken && c.of.phase.explores() && c.of.late(now.Add(-lateAfter)) && now.Sub(s.hurried) >= lateEvery {
			s.hurried = now
			s.tell(wire.Command{Do: wire.DoLate, Serial: c.serial})
		}
	}
}

// taken notes that somebody has begun the work of s: before that, the time of its test has not
// begun.
func (p *pool) taken(s *served, t *sharing, now time.Time) {
	if s.taken = true; !t.taken {
		t.taken, t.began = true, now
	}
}

// askFar asks those who work elsewhere for work for so many that have none.
func (p *pool) askFar(idle int, now time.Time) {
	for p.cores.more() {
		s, err := p.process()
		if err != nil {
			return // it starts nothing
		}
		s.idle = now
		p.procs = append(p.procs, s)
		idle++
	}
	var givers []*served
	for idle > len(givers) {
		s := p.richest(now)
		if s == nil {
			break
		}
		s.asked = true
		givers = append(givers, s)
	}
	for _, s := range givers {
		s.fresh = true
		s.far.by.Hint(s.far.id, Hint{Give: (idle + len(givers) - 1) / len(givers)})
	}
}

// identify gives the work that is begun now an id. It depends on what came before it in the same
// test, and on nothing else. So whoever explores the test again comes to the same.
func (c *piece) identify(do wire.Do, wanted bool) {
	if !wanted {
		return
	}
	t := c.of
	c.gives = 0
	switch {
	case do == wire.DoConclude:
		c.id = identity(t.test, do, t.again, t.kills, &t.sum)
	case do == wire.DoVerify:
		c.id = identity(t.test, do, t.again, t.held)
	case c.id == "":
		c.id = identity(t.test, do, t.again)
	case c.begun:
		c.id = identity(c.id, 0)
	}
	c.begun = true
}

// child is the id of a part that is given away.
func (c *piece) child() string {
	if c.id == "" {
		return ""
	}
	c.gives++
	return identity(c.id, c.gives)
}

func identity(of ...any) string {
	text, err := json.Marshal(of)
	if err != nil {
		panic(fmt.Sprintf("encoding what work is about: %v", err)) // strings and numbers
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}
