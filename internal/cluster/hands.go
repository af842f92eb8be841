package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gocheck.dev/internal/wire"
	"gocheck.dev/internal/worker"
)

// Doer does pieces of work, in one process after the other. Package machine has the real one.
type Doer interface {
	// Do does the work. There is no answer if ctx ends.
	Do(ctx context.Context, run, job string, w *worker.Work, times worker.Times, hints <-chan worker.Hint, says func(wire.Message)) (worker.Answer, error)
	Close()
}

// patience is for how many times as long as a record takes to be written a worker works before it
// gives anything away: servers that are slow have too much to write, and parts are what they write.
const patience = 20

// A Worker takes work from all runs that are led.
type Worker struct {
	Road   Road
	Status Status // what is said of it: Worker, Host, PID, Version, GOOS, GOARCH, Slots
	Doer   func(slot int) Doer
	Log    func(string)

	mu    sync.Mutex
	runs  []Run
	more  chan struct{} // closed when runs has changed
	works map[string]Working
	since map[string]time.Time
	hints map[string]chan worker.Hint
	done  map[string][2]int64 // by run
	slow  time.Duration       // how long records take to be written, of late
}

// Work works until ctx ends. What is in hand then is ended in order, unless force ends, too.
func (w *Worker) Work(ctx, force context.Context) error {
	w.more = make(chan struct{})
	w.works, w.since = map[string]Working{}, map[string]time.Time{}
	w.hints, w.done = map[string]chan worker.Hint{}, map[string][2]int64{}
	var all sync.WaitGroup
	defer all.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	heard := map[string]func(){}
	err := make(chan error, 1)
	all.Go(func() {
		err <- w.Road.Runs(ctx, func(runs []Run) {
			for _, r := range runs {
				if heard[r.ID] != nil {
					continue
				}
				if unhear, e := w.Road.Hear(r.ID, "hint.*", w.hinted); e == nil {
					heard[r.ID] = unhear
				}
			}
			for id, unhear := range heard {
				if !slices.ContainsFunc(runs, func(r Run) bool { return r.ID == id }) {
					unhear()
					delete(heard, id)
				}
			}
			w.mu.Lock()
			w.runs = runs
			close(w.more)
			w.more = make(chan struct{})
			w.mu.Unlock()
			w.beat()
		})
	})
	all.Go(func() {
		tick := time.NewTicker(beat)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				w.beat()
			case <-ctx.Done():
				return
			}
		}
	})
	for i := range w.Status.Slots {
		all.Go(func() { w.slot(ctx, force, i) })
	}
	select {
	case e := <-err:
		if ctx.Err() == nil {
			return e
		}
	case <-ctx.Done():
	}
	return nil
}

// refuses says why the worker does not work for a run, "" if it does.
func (w *Worker) refuses(r *Run) string {
	s := &w.Status
	switch {
	case r.Protocol != Protocol || r.Version != s.Version:
		return fmt.Sprintf("it is gocheck %s (protocol %d), the run is of %s (protocol %d)", s.Version, Protocol, r.Version, r.Protocol)
	case r.GOOS != s.GOOS || r.GOARCH != s.GOARCH:
		return fmt.Sprintf("it is %s/%s, the tests are built for %s/%s", s.GOOS, s.GOARCH, r.GOOS, r.GOARCH)
	}
	return ""
}

// beat says to each run how the worker is.
func (w *Worker) beat() {
	w.mu.Lock()
	runs := w.runs
	s := w.Status
	for id, x := range w.works {
		x.Seconds = time.Since(w.since[id]).Seconds()
		s.Works = append(s.Works, x)
	}
	w.mu.Unlock()
	slices.SortFunc(s.Works, func(a, b Working) int { return strings.Compare(a.ID, b.ID) })
	for i := range runs {
		w.mu.Lock()
		s.Done, s.Lost = w.done[runs[i].ID][0], w.done[runs[i].ID][1]
		w.mu.Unlock()
		s.Refuses = w.refuses(&runs[i])
		if data, err := json.Marshal(s); err == nil {
			_ = w.Road.Tell(runs[i].ID, "worker."+s.Worker, data) // the next one is soon
		}
	}
}

// hinted passes a hint on to who has that work in hand.
func (w *Worker) hinted(subject string, data []byte) {
	var h worker.Hint
	if json.Unmarshal(data, &h) != nil {
		return
	}
	w.mu.Lock()
	to := w.hints[last(subject)]
	w.mu.Unlock()
	if to != nil {
		select {
		case to <- h:
		default: // it has not looked at the ones before
		}
	}
}

// slot works with one process at a time.
func (w *Worker) slot(ctx, force context.Context, n int) {
	doer := w.Doer(n)
	defer doer.Close()
	for turn := n; ctx.Err() == nil; turn++ {
		w.mu.Lock()
		more := w.more
		runs := slices.DeleteFunc(slices.Clone(w.runs), func(r Run) bool { return w.refuses(&r) != "" })
		w.mu.Unlock()
		if len(runs) == 0 {
			select {
			case <-more:
			case <-ctx.Done():
			}
			continue
		}
		run := runs[turn%len(runs)]
		d, err := w.Road.Take(ctx, run.ID)
		switch {
		case errors.Is(err, ErrNone), ctx.Err() != nil:
		case err != nil:
			// A run that ends takes its work with it.
			select {
			case <-time.After(time.Second):
			case <-more:
			case <-ctx.Done():
			}
		default:
			if err := w.do(ctx, force, &run, doer, d); err != nil && !errors.Is(err, ErrOver) && force.Err() == nil {
				w.Log(err.Error())
			}
		}
	}
}

// do does a piece of work, and commits its record. What comes of it counts if nobody was earlier.
func (w *Worker) do(taking, ctx context.Context, run *Run, doer Doer, d Delivery) error {
	id := d.ID()
	old, err := w.Road.Record(ctx, run.ID, id)
	if err != nil {
		return err
	}
	if old != nil {
		return d.Ack()
	}
	var o offer
	if err := unpack(ctx, w.Road, run.ID, d.Data(), &o); err != nil {
		return err
	}
	hints := make(chan worker.Hint, 8)
	w.mu.Lock()
	least := max(run.Least, patience*w.slow)
	w.works[id], w.since[id], w.hints[id] = Working{ID: id, Test: o.Work.Command.Test}, time.Now(), hints
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.works, id)
		delete(w.since, id)
		delete(w.hints, id)
		w.mu.Unlock()
	}()
	defer context.AfterFunc(taking, func() {
		select {
		case hints <- worker.Hint{Leave: true}:
		case <-ctx.Done():
		}
	})()
	over := make(chan struct{})
	var holding sync.WaitGroup
	holding.Go(func() {
		tick := time.NewTicker(run.AckWait / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = d.InProgress() // if it is lost, another worker does the same work, and one of both counts
			case <-over:
				return
			}
		}
	})
	r := record{By: w.Status.Worker}
	if d.Attempt() > run.Deaths {
		r.Answer = quarantined(&o, d.Attempt()-1)
	} else {
		// Who is killed again and again still comes further.
		times := worker.Times{Slice: run.Slice >> (d.Attempt() - 1), Least: least}
		r.Answer, err = doer.Do(ctx, run.ID, o.Job, &o.Work, times, hints, func(m wire.Message) {
			if data, err := json.Marshal(m); err == nil {
				_ = w.Road.Tell(run.ID, "says."+id, data)
			}
		})
	}
	var won bool
	var data []byte
	if err == nil {
		data, err = pack(ctx, w.Road, run.ID, &r)
	}
	if err == nil {
		began := time.Now()
		won, err = w.Road.Commit(ctx, run.ID, id, data)
		w.mu.Lock()
		w.slow += (time.Since(began) - w.slow) / 8
		w.mu.Unlock()
	}
	close(over)
	holding.Wait()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", o.Work.Command.Test, err)
	case !won:
		w.Log(o.Work.Command.Test + ": another worker was earlier with the same part, whose result counts: this one was not heard of in time, or asked twice")
	}
	w.mu.Lock()
	n := w.done[run.ID]
	if won {
		n[0]++
	} else {
		n[1]++
	}
	w.done[run.ID] = n
	w.mu.Unlock()
	return d.Ack()
}

// quarantined is the answer for work of which workers have died.
func quarantined(o *offer, deaths int) worker.Answer {
	why := fmt.Sprintf("%d workers took a part of this test and did not come back: the machine may have no memory left for it (-memory, -p of the workers), or lost the connection", deaths)
	return worker.Answer{Messages: []wire.Message{{Type: "result", Test: o.Work.Command.Test, Result: &wire.Result{Verdict: "error", Reason: why}}}}
}
