package testbin

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
)

// An exploration by closure that is divided belongs to owners, which send each other
// what they find that is another's (checker.Divided). All letters go through the
// command.

// owner is what a run knows of itself that explores as one of them.
type owner struct {
	received int64
	late     bool // there was no time to wait for the end
	turns    uint // between executions
	posted   time.Time
}

// postEvery is how often an owner sends its letters. Only idle owners wait for them.
const postEvery = 20 * time.Millisecond

// lookAtMail is how often an owner that waits looks at what no letter tells.
const lookAtMail = 20 * time.Millisecond

// A mailbox has the letters that have come and were not looked at.
type mailbox struct {
	some    atomic.Bool   // there is something
	came    chan struct{} // has one when something has come
	mu      sync.Mutex
	serial  int64 // of the work that they are for
	letters [][]byte
	memory  int64
}

// put is called by who listens.
func (m *mailbox) put(c *wire.Command) {
	m.mu.Lock()
	if c.Serial > m.serial {
		m.serial, m.letters, m.memory = c.Serial, nil, 0
	}
	m.letters = append(m.letters, c.Letters...)
	if c.Memory > 0 {
		m.memory = c.Memory
	}
	m.some.Store(true)
	m.mu.Unlock()
	m.wake()
}

func (m *mailbox) wake() {
	select {
	case m.came <- struct{}{}:
	default:
	}
}

// take returns what has come for that work.
func (m *mailbox) take(serial int64) (letters [][]byte, memory int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.some.Store(false)
	if m.serial == serial {
		letters, memory = m.letters, m.memory
	}
	m.letters, m.memory = nil, 0
	return letters, memory
}

func (r *testRun) becomeOwner() { r.owner = &owner{posted: time.Now()} }

// receive reads the letters that have come, and says whether there were any.
func (r *testRun) receive(d checker.Divided) bool {
	s := r.served
	if !s.mail.some.Load() {
		return false
	}
	letters, memory := s.mail.take(r.serial)
	if memory > 0 {
		d.SetMemory(memory)
	}
	for _, l := range letters {
		if err := d.Receive(l); err != nil {
			panic(fmt.Sprintf("reading what another process has sent: %v", err))
		}
	}
	r.owner.received += int64(len(letters))
	return len(letters) > 0
}

// exchange reads and sends letters, between two executions.
func (r *testRun) exchange(d checker.Divided) {
	r.receive(d)
	o := r.owner
	if o.turns++; o.turns%8 != 0 || time.Since(o.posted) < postEvery {
		return
	}
	r.post(d, nil, false)
	if res := d.Result(); res.Bound != "" || res.Failing > 0 {
		d.Stop() // it will have to be explored by one process
	}
}

// post says what the command and the others have to know.
func (r *testRun) post(d checker.Divided, split *wire.Split, waits bool) {
	res := d.Result()
	l := &wire.Letters{
		Split: split, Waits: waits, Pending: d.Pending(), Estimate: wire.Number(res.Estimate),
		Executions: res.Executions, Blocked: res.Blocked, Events: res.Events, Leaks: r.leaks, Clean: r.clean,
	}
	if o := r.owner; o != nil {
		o.posted = time.Now()
		l.Received = o.received
		for _, x := range d.Letters() {
			l.Sent = append(l.Sent, wire.Letter{To: x.To, Data: x.Data})
		}
	}
	r.send(wire.Message{Type: "letters", Letters: l})
}

// split gives a part of a closure away, if there is one.
func (r *testRun) split(d checker.Divided, g *wire.Command) {
	if r.store != "" {
		return // all that is left has to be in one place
	}
	r.served.give.CompareAndSwap(g, nil)
	answer := &wire.Split{To: g.To}
	began := time.Now()
	if res := d.Result(); res.Bound == "" && res.Failing == 0 && !r.failed { // else it will be explored by one process
		if letter, ok := d.Split(g.To); ok {
			answer.Letter, answer.Ends, answer.Pools = letter, r.x.Known.Ends, r.x.Known.Pools
			if g.New {
				answer.New = d.Joining(g.To).Encode()
			}
			if r.owner == nil {
				if own := d.Joining(0); own != nil {
					answer.Own = own.Encode()
				}
				r.becomeOwner()
				r.given = true
			}
		}
	}
	answer.Took = time.Since(began)
	r.post(d, answer, false)
}

// wait is called when nothing is pending: something may still come from others.
func (r *testRun) wait(d checker.Divided) bool {
	o, s := r.owner, r.served
	if o == nil {
		return false
	}
	tick := time.NewTicker(lookAtMail)
	defer tick.Stop()
	for said := false; ; {
		if r.receive(d) {
			return true
		}
		late := r.budgetMS > 0 && time.Now().After(r.deadline().Add(-r.reserve()))
		switch {
		case s.over.Load() == r.serial:
			return false
		case late, s.stop.Load() == r.serial, s.gone.Load(), r.d.stop.Load():
			o.late = late
			d.Stop()
			return false
		}
		s.holdOn(r)
		if g := s.give.Load(); g != nil && g.Serial == r.serial {
			s.give.CompareAndSwap(g, nil)
			r.post(d, &wire.Split{To: g.To}, said)
		}
		if !said {
			said = true
			r.post(d, nil, true)
		}
		select {
		case <-s.mail.came:
		case <-tick.C:
		}
	}
}

// bound is what has ended the work of an owner.
func (o *owner) bound(r *testRun, res *checker.Result) string {
	switch s := r.served; {
	case res.Bound != "stopped":
		return res.Bound
	case o.late:
		return "time"
	case s.stop.Load() == r.serial || s.gone.Load() || r.d.stop.Load():
		return "interrupted"
	}
	return res.Bound
}
