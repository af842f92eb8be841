package cluster

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// servers are the servers of a simulated cluster: what JetStream does, in virtual time, with the
// faults of one. A message that is not acknowledged in time is given to another worker, an
// acknowledgement removes it whoever has it in hand now, what is told may be lost, and an
// answer may get lost on its way back.
type servers struct {
	mu      sync.Mutex
	changed chan struct{} // closed at each change
	runs    map[string]led
	parts   map[string]*part
	order   []string // of parts
	done    map[string][]byte
	records []string
	objects map[string][]byte
	hearers map[int]hearer
	next    int
	down    time.Time // until then nobody gets an answer
	free    time.Time // when the server has written all that it was sent
	ran     map[string]int

	latency time.Duration // of a message, one way
	write   time.Duration // of one that is kept: one after the other
	loses   float64       // what is told, and answers
	misses  float64       // records, of which Records does not tell
	rand    *rand.Rand
}

type led struct {
	run   Run
	until time.Time
}

type part struct {
	data      []byte
	taken     time.Time // zero: it waits
	deadline  time.Time
	delivered int
}

type hearer struct {
	run, subject string
	f            func(string, []byte)
}

func newServers(seed uint64) *servers {
	return &servers{
		changed: make(chan struct{}), runs: map[string]led{}, parts: map[string]*part{}, done: map[string][]byte{}, objects: map[string][]byte{},
		hearers: map[int]hearer{}, ran: map[string]int{}, latency: 200 * time.Microsecond, rand: rand.New(rand.NewPCG(seed, 24)),
	}
}

// change tells all who wait. The caller holds mu.
func (s *servers) change() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// client is a connection to the servers.
type client struct {
	s   *servers
	mu  sync.Mutex
	cut time.Time // until then it has no connection
}

var errCut = errors.New("no connection")

// wait lets the time of a request pass: of one that the servers keep, too.
func (c *client) wait(ctx context.Context, kept bool) error {
	s := c.s
	s.mu.Lock()
	now := time.Now()
	until := now.Add(2 * s.latency)
	if kept {
		s.free = later(s.free, now).Add(s.write)
		until = later(until, s.free.Add(2*s.latency))
	}
	until = later(until, s.down)
	s.mu.Unlock()
	c.mu.Lock()
	until = later(until, c.cut)
	c.mu.Unlock()
	select {
	case <-time.After(time.Until(until)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (c *client) isCut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return time.Now().Before(c.cut) || time.Now().Before(c.s.down)
}

func (c *client) Lead(ctx context.Context, run Run) (<-chan struct{}, error) {
	s := c.s
	for {
		if err := c.wait(ctx, true); err != nil {
			return nil, err
		}
		s.mu.Lock()
		free := time.Now().After(s.runs[run.ID].until)
		if free {
			run.Epoch = time.Now().UnixNano()
			s.runs[run.ID] = led{run, time.Now().Add(15 * time.Second)}
			s.change()
		}
		s.mu.Unlock()
		if free {
			break
		}
		time.Sleep(time.Second)
	}
	lost := make(chan struct{})
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(3 * time.Second):
			}
			if c.wait(ctx, true) != nil {
				return
			}
			s.mu.Lock()
			ours := s.runs[run.ID].run.Epoch == run.Epoch
			if ours {
				s.runs[run.ID] = led{run, time.Now().Add(15 * time.Second)}
			}
			s.mu.Unlock()
			if !ours {
				close(lost)
				return
			}
		}
	}()
	return lost, nil
}

func (c *client) Runs(ctx context.Context, f func([]Run)) error {
	var said []Run
	for {
		c.s.mu.Lock()
		var runs []Run
		for _, id := range slices.Sorted(maps.Keys(c.s.runs)) {
			if l := c.s.runs[id]; time.Now().Before(l.until) {
				runs = append(runs, l.run)
			}
		}
		c.s.mu.Unlock()
		if !slices.Equal(runs, said) {
			said = runs
			f(runs)
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return nil
		}
	}
}

func (c *client) End(ctx context.Context, run string) error {
	if err := c.wait(ctx, true); err != nil {
		return err
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	delete(c.s.runs, run)
	c.s.change()
	return nil
}

func (c *client) Offer(ctx context.Context, _, id string, data []byte) error {
	if err := c.wait(ctx, true); err != nil {
		return err
	}
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.parts[id] == nil {
		s.parts[id] = &part{data: data}
		s.order = append(s.order, id)
		s.change()
	}
	return nil
}

func (c *client) Offered(ctx context.Context, _, id string) (bool, error) {
	if err := c.wait(ctx, false); err != nil {
		return false, err
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.parts[id] != nil, nil
}

func (c *client) Withdraw(ctx context.Context, _, id string) error {
	if err := c.wait(ctx, true); err != nil {
		return err
	}
	c.s.remove(id)
	return nil
}

func (s *servers) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.parts, id)
	if i := slices.Index(s.order, id); i >= 0 {
		s.order = slices.Delete(s.order, i, i+1)
	}
}

func (c *client) Take(ctx context.Context, run string) (Delivery, error) {
	s := c.s
	end := time.After(5 * time.Second)
	for {
		if err := c.wait(ctx, false); err != nil {
			return nil, err
		}
		s.mu.Lock()
		now := time.Now()
		wait := s.runs[run].run.AckWait
		var next time.Duration = time.Hour
		for _, id := range s.order {
			p := s.parts[id]
			if !p.taken.IsZero() && now.Before(p.deadline) {
				next = min(next, p.deadline.Sub(now))
				continue
			}
			p.taken, p.deadline = now, now.Add(wait)
			p.delivered++
			d := &taken{c: c, id: id, data: p.data, attempt: p.delivered, wait: wait}
			s.mu.Unlock()
			return d, nil
		}
		changed := s.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-time.After(next):
		case <-end:
			return nil, ErrNone
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// taken is a delivery. What it says of its message may come late, and is then of another's.
type taken struct {
	c       *client
	id      string
	data    []byte
	attempt int
	wait    time.Duration
}

func (d *taken) ID() string   { return d.id }
func (d *taken) Data() []byte { return d.data }
func (d *taken) Attempt() int { return d.attempt }

func (d *taken) InProgress() error {
	if d.c.isCut() {
		return errCut
	}
	s := d.c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.parts[d.id]; p != nil {
		p.deadline = time.Now().Add(d.wait)
	}
	return nil
}

func (d *taken) Ack() error {
	late := time.Duration(0)
	s := d.c.s
	s.mu.Lock()
	if s.rand.Float64() < s.loses {
		s.mu.Unlock()
		return nil
	}
	if s.rand.Float64() < s.loses {
		late = time.Duration(s.rand.Int64N(int64(time.Minute)))
	}
	s.mu.Unlock()
	time.AfterFunc(late, func() { s.remove(d.id) }) // whoever has it in hand: nats-server's issue 4786
	return nil
}

func (c *client) Commit(ctx context.Context, _, id string, data []byte) (won bool, err error) {
	s := c.s
	for {
		if err := c.wait(ctx, true); err != nil {
			return false, err
		}
		s.mu.Lock()
		if _, there := s.done[id]; !there {
			s.done[id], won = data, true
			s.records = append(s.records, id)
			s.change()
		}
		lost := s.rand.Float64() < s.loses
		s.mu.Unlock()
		if !lost {
			return won, nil
		}
		won = false // it is tried again, and finds its own record
	}
}

func (c *client) Record(ctx context.Context, _, id string) ([]byte, error) {
	if err := c.wait(ctx, false); err != nil {
		return nil, err
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.s.done[id], nil
}

func (c *client) Records(ctx context.Context, _ string, f func(id string, data []byte)) error {
	s := c.s
	for next := 0; ctx.Err() == nil; {
		s.mu.Lock()
		changed, there := s.changed, next < len(s.records)
		var id string
		var data []byte
		missed := true
		if there {
			id, missed = s.records[next], s.rand.Float64() < s.misses
			data = s.done[id]
			next++
		}
		s.mu.Unlock()
		if !missed {
			f(id, data)
		}
		if !there {
			select {
			case <-changed:
			case <-ctx.Done():
			}
		}
	}
	return nil
}

func (c *client) Queue(context.Context, string) (Queue, error) {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return Queue{Waiting: uint64(len(c.s.parts)), Done: uint64(len(c.s.records))}, nil
}

func (c *client) Put(ctx context.Context, _, name string, r io.Reader) error {
	data, err := io.ReadAll(r)
	if err == nil {
		err = c.wait(ctx, true)
	}
	if err != nil {
		return err
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.objects[name] = data
	return nil
}

func (c *client) Get(ctx context.Context, _, name string, w io.Writer) error {
	if err := c.wait(ctx, false); err != nil {
		return err
	}
	c.s.mu.Lock()
	data, ok := c.s.objects[name]
	c.s.mu.Unlock()
	if !ok {
		return errors.New("there is no object " + name)
	}
	_, err := io.Copy(w, bytes.NewReader(data))
	return err
}

func (c *client) Has(ctx context.Context, _, name string) (bool, error) {
	if err := c.wait(ctx, false); err != nil {
		return false, err
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	_, ok := c.s.objects[name]
	return ok, nil
}

func (c *client) Tell(run, subject string, data []byte) error {
	if c.isCut() {
		return errCut
	}
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rand.Float64() < s.loses {
		return nil
	}
	for _, h := range s.hearers {
		if prefix, _ := strings.CutSuffix(h.subject, "*"); h.run == run && strings.HasPrefix(subject, prefix) {
			time.AfterFunc(2*s.latency, func() { h.f(subject, data) })
		}
	}
	return nil
}

func (c *client) Hear(run, subject string, f func(string, []byte)) (func(), error) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	n := s.next
	s.hearers[n] = hearer{run, subject, f}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.hearers, n)
	}, nil
}
