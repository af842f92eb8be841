package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// A Coordinator offers the work of a run, and passes its records on to who waits for them. What
// it knows is in the run's records: one that begins again with the same tests comes to the same
// pieces of work, and finds the records of those that are done.
type Coordinator struct {
	road  Road
	run   Run
	cores *worker.Cores
	warn  func(string)
	ctx   context.Context
	stop  context.CancelFunc
	lost  <-chan struct{}
	done  sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]*waiting
	known   map[string][]byte // records that nobody has asked for yet
	passed  map[string]bool   // records that were passed on
	workers map[string]heard
	warned  map[string]bool
}

// waiting is work whose record is awaited.
type waiting struct {
	offer  offer
	says   func(m []byte)
	over   func(worker.Answer)
	looked time.Time // when it was last offered, or seen to be
}

// heard is a worker's last word.
type heard struct {
	status Status
	at     time.Time
}

// Lead begins a run, or goes on with it if its coordinator has died. The cores are made as many
// as the workers have. warn is told of workers that cannot help.
func Lead(ctx context.Context, road Road, run Run, cores *worker.Cores, warn func(string)) (*Coordinator, error) {
	ctx, stop := context.WithCancel(ctx)
	c := &Coordinator{
		road: road, run: run, cores: cores, warn: warn, ctx: ctx, stop: stop,
		waiting: map[string]*waiting{}, known: map[string][]byte{}, passed: map[string]bool{}, workers: map[string]heard{}, warned: map[string]bool{},
	}
	var err error
	if c.lost, err = road.Lead(ctx, run); err != nil {
		stop()
		return nil, err
	}
	for _, h := range []struct {
		subject string
		f       func(string, []byte)
	}{{"says.*", c.said}, {"worker.*", c.worker}} {
		if _, err := road.Hear(run.ID, h.subject, h.f); err != nil {
			stop()
			return nil, err
		}
	}
	c.done.Go(func() {
		if err := road.Records(ctx, run.ID, c.record); err != nil && ctx.Err() == nil {
			c.warn(err.Error())
		}
	})
	c.done.Go(c.look)
	return c, nil
}

// Lost is closed when another coordinator has taken over.
func (c *Coordinator) Lost() <-chan struct{} { return c.lost }

// Close ends the run, which is forgotten: nobody is to go on with it.
func (c *Coordinator) Close() error {
	c.stop()
	c.done.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return c.road.End(ctx, c.run.ID)
}

// Leave ends the coordinator, not the run.
func (c *Coordinator) Leave() {
	c.stop()
	c.done.Wait()
}

// look looks, from time to time, at what does not come by itself.
func (c *Coordinator) look() {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
			c.count()
			c.sweep()
		}
	}
}

// sweep looks for the records of what is not offered any more, which the stream of records may have
// missed, and offers again what has none: an acknowledgement that comes late may have removed it,
// when another worker had it in hand and died.
func (c *Coordinator) sweep() {
	c.mu.Lock()
	var ids []string
	for id, w := range c.waiting {
		if time.Since(w.looked) > sweep {
			ids = append(ids, id)
		}
	}
	c.mu.Unlock()
	slices.Sort(ids)
	for _, id := range ids {
		there, err := c.road.Offered(c.ctx, c.run.ID, id)
		if err != nil {
			return // the next time
		}
		c.mu.Lock()
		w := c.waiting[id]
		if w != nil {
			w.looked = time.Now()
		}
		c.mu.Unlock()
		if w == nil || there {
			continue
		}
		data, err := c.road.Record(c.ctx, c.run.ID, id)
		switch {
		case err != nil:
			return
		case data != nil:
			c.record(id, data)
		default:
			c.offer(id, &w.offer)
		}
	}
}

// offer makes work known to workers.
func (c *Coordinator) offer(id string, o *offer) {
	data, err := pack(c.ctx, c.road, c.run.ID, o)
	if err == nil {
		err = c.road.Offer(c.ctx, c.run.ID, id, data)
	}
	if err != nil && c.ctx.Err() == nil {
		c.warn(fmt.Sprintf("offering work: %v", err)) // it is offered again later
	}
}

// record takes a record.
func (c *Coordinator) record(id string, data []byte) {
	c.mu.Lock()
	w := c.waiting[id]
	delete(c.waiting, id)
	switch {
	case w != nil:
		c.passed[id] = true
	case !c.passed[id]:
		c.known[id] = data
	}
	c.mu.Unlock()
	if w != nil {
		c.answer(id, w, data)
	}
}

// answer passes a record on. One that cannot be read is looked at again by a later sweep.
func (c *Coordinator) answer(id string, w *waiting, data []byte) {
	var r record
	if err := unpack(c.ctx, c.road, c.run.ID, data, &r); err != nil {
		if c.ctx.Err() == nil {
			c.warn(fmt.Sprintf("reading a record: %v", err))
		}
		c.mu.Lock()
		w.looked = time.Now()
		c.waiting[id] = w
		c.mu.Unlock()
		return
	}
	w.over(r.Answer)
}

// said passes on what a worker says of the work in hand.
func (c *Coordinator) said(subject string, data []byte) {
	c.mu.Lock()
	w := c.waiting[last(subject)]
	c.mu.Unlock()
	if w != nil {
		w.says(data)
	}
}

// worker takes a worker's status.
func (c *Coordinator) worker(subject string, data []byte) {
	var s Status
	if json.Unmarshal(data, &s) != nil || s.Worker != last(subject) || s.Slots < 0 || s.Slots > 1<<16 {
		return
	}
	c.mu.Lock()
	_, old := c.workers[s.Worker]
	c.workers[s.Worker] = heard{s, time.Now()}
	refused := s.Refuses != "" && !c.warned[s.Worker]
	if refused {
		c.warned[s.Worker] = true
	}
	c.mu.Unlock()
	if refused {
		c.warn(fmt.Sprintf("the worker at %s does not help: %s", s.Host, s.Refuses))
	}
	if !old {
		c.count()
	}
}

// count makes the cores as many as the workers have, and returns that.
func (c *Coordinator) count() int {
	c.mu.Lock()
	n := 0
	maps.DeleteFunc(c.workers, func(_ string, h heard) bool { return time.Since(h.at) > silent })
	for _, h := range c.workers {
		if h.status.Refuses == "" {
			n += h.status.Slots
		}
	}
	c.mu.Unlock()
	c.cores.Resize(n)
	return n
}

// Package makes a binary known to the workers. files is what is beside its tests, or nil.
func (c *Coordinator) Package(j worker.Job, binary, files io.ReadSeeker) (worker.Far, error) {
	described := job{Dir: j.Dir, Config: j.Config, Grace: j.Grace, Begin: j.Begin}
	var err error
	if described.Binary, err = c.object(binary); err != nil {
		return nil, fmt.Errorf("sending the test binary: %w", err)
	}
	if files != nil {
		if described.Files, err = c.object(files); err != nil {
			return nil, fmt.Errorf("sending the files beside the tests: %w", err)
		}
	}
	text, err := json.Marshal(described)
	if err != nil {
		return nil, fmt.Errorf("describing the tests: %w", err)
	}
	name, err := c.object(strings.NewReader(string(text)))
	if err != nil {
		return nil, fmt.Errorf("describing the tests: %w", err)
	}
	return &pkg{c: c, job: name}, nil
}

// pkg is the work of one package.
type pkg struct {
	c   *Coordinator
	job string
}

// id is the name of a piece of work among those of all packages.
func (p *pkg) id(work string) string { return nameOf([]byte(p.job + " " + work))[:32] }

// Begin implements worker.Far.
func (p *pkg) Begin(w worker.Work, says func(m wire.Message), over func(worker.Answer)) {
	c, id := p.c, p.id(w.ID)
	x := &waiting{offer: offer{p.job, w}, over: over, looked: time.Now(), says: func(data []byte) {
		var m wire.Message
		if json.Unmarshal(data, &m) == nil {
			says(m)
		}
	}}
	c.mu.Lock()
	data := c.known[id]
	delete(c.known, id)
	again := c.passed[id]
	c.waiting[id] = x
	c.mu.Unlock()
	go func() {
		if again {
			var err error
			if data, err = c.road.Record(c.ctx, c.run.ID, id); err != nil && c.ctx.Err() == nil {
				c.warn(fmt.Sprintf("reading a record again: %v", err))
			}
		}
		switch {
		case data != nil:
			c.record(id, data)
		case !again: // else a later sweep finds it
			c.offer(id, &x.offer)
		}
	}()
}

// Hint implements worker.Far.
func (p *pkg) Hint(work string, h worker.Hint) {
	data, err := json.Marshal(h)
	if err == nil {
		err = p.c.road.Tell(p.c.run.ID, "hint."+p.id(work), data)
	}
	_ = err // it is a hint
}

// Drop implements worker.Far.
func (p *pkg) Drop(work string) {
	c, id := p.c, p.id(work)
	c.mu.Lock()
	_, waits := c.waiting[id]
	delete(c.waiting, id)
	c.mu.Unlock()
	if !waits {
		return
	}
	go func() {
		_ = c.road.Withdraw(c.ctx, c.run.ID, id) // or it is done in vain
		p.Hint(work, worker.Hint{Stop: true})
	}()
}

// last is the last word of a subject.
func last(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }
