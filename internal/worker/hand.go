package worker

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"gocheck.dev/internal/wire"
)

// A Hand is a process of a test binary that does pieces of work for others, one after the other:
// the other end of a Far.
type Hand struct {
	job    Job
	s      *served // nil: none has been started, or it has ended
	events chan event
	over   chan struct{}
	serial int64
	pause  chan chan struct{} // who wants it to hold on, to be closed when it does
	resume chan struct{}
	held   bool // it was told to hold on, and not yet to go on
}

// NewHand is for the binary of job. Its process is started with the first work.
func NewHand(job Job) *Hand {
	job.Config.Served, job.Config.KeepMS = true, 0
	return &Hand{job: job, events: make(chan event), over: make(chan struct{}), pause: make(chan chan struct{}), resume: make(chan struct{})}
}

// Times are how long a piece of work may be.
type Times struct {
	Slice time.Duration // after that what is left of it becomes another piece
	Least time.Duration // nothing is given away before
}

// doing is a piece of work.
type doing struct {
	h       *Hand
	w       *Work
	serial  int64 // of its command
	says    func(wire.Message)
	answer  Answer
	kept    int         // message with the last report of what is left; -1: there is none
	wanted  int         // parts for others, that were not given yet
	gave    bool        // some were
	asked   bool        // for one
	stopped bool        // it was told to end,
	leaves  bool        // and what is left, however large, is wanted
	patient *time.Timer // for a part
	lookAt  *time.Timer // when it is time to give
	waits   chan struct{}
}

// givePatience is how long a process that is asked for a part may take: it looks between two
// executions.
const givePatience = 200 * time.Millisecond

// Do does the work. What is said before its end goes to says. When ctx ends, the process is
// killed, and there is no answer.
//
// The process leaves what is large in a file in dir, which is the caller's to remove.
func (h *Hand) Do(ctx context.Context, w *Work, dir string, times Times, hints <-chan Hint, says func(wire.Message)) (Answer, error) {
	if err := h.start(ctx, w); err != nil {
		return Answer{}, err
	}
	d := &doing{h: h, w: w, says: says, kept: -1, patient: stoppedTimer(), lookAt: stoppedTimer()}
	defer func() {
		if d.waits != nil {
			close(d.waits)
		}
	}()
	h.serial++
	d.serial = h.serial
	c := w.Command
	c.Serial, c.Store, c.Stopped = d.serial, filepath.Join(dir, "left-"), true
	s := h.s
	s.silent = time.Time{}
	grace := s.grace
	if c.BudgetMS > 0 {
		s.silent = time.Now().Add(time.Duration(c.BudgetMS)*time.Millisecond + grace)
	}
	if w.Ending {
		s.askToEnd()
	}
	h.goOn() // it may have been told to hold on when the work before was over
	s.tell(c)
	says(wire.Message{Type: "taken", Test: c.Test})
	slice := stoppedTimer()
	if times.Slice > 0 {
		slice.Reset(times.Slice)
	}
	ripe := time.Now().Add(times.Least)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case e := <-h.events:
			if e.of != s {
				break
			}
			if e.end != nil {
				h.s = nil
				d.answer.Ended = e.end.told(&s.end)
				return d.answer, nil
			}
			if aboutFailure(&e.m) && !s.silent.IsZero() {
				s.silent = later(s.silent, time.Now().Add(grace))
			}
			if s.end.note(&e.m) {
				break
			}
			if d.message(e.m) {
				if e.m.Last {
					h.end()
				}
				return d.answer, nil
			}
		case hint := <-hints:
			d.hint(hint, ripe)
		case <-d.lookAt.C:
			d.give()
		case <-d.patient.C:
			d.refused()
		case <-slice.C:
			d.stop(true)
		case held := <-h.pause:
			d.waits, h.held = held, true
			h.serial++
			s.tell(wire.Command{Do: wire.DoHold, Serial: h.serial})
		case <-h.resume:
			h.goOn()
		case <-tick.C:
			s.hangs(time.Now())
		case <-ctx.Done():
			h.end()
			return Answer{}, ctx.Err()
		}
	}
}

// start starts a process if there is none, and waits for it to name its tests.
func (h *Hand) start(ctx context.Context, w *Work) error {
	if h.s != nil {
		return nil
	}
	s, err := serve(&h.job, &h.job.Config, h.events, h.over)
	if err != nil {
		return err
	}
	h.held = false
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case e := <-h.events:
			switch {
			case e.of != s:
			case e.end != nil:
				return startError(e.end)
			case e.m.Type == "tests":
				h.s = s
				return nil
			}
		case <-tick.C:
			s.hangs(time.Now())
		case <-ctx.Done():
			s.kill()
			return ctx.Err()
		}
	}
}

// goOn has the process go on if it was told to hold on.
func (h *Hand) goOn() {
	if h.held {
		h.held = false
		h.s.tell(wire.Command{Do: wire.DoOn})
	}
}

// end ends the process at once.
func (h *Hand) end() {
	if h.s != nil {
		h.s.kill()
		h.s = nil
	}
}

// Close ends the process, and waits until it is gone, if that does not take long: nothing is done
// any more.
func (h *Hand) Close() {
	if s := h.s; s != nil {
		h.end()
		for late := time.After(time.Second); s != nil; {
			select {
			case e := <-h.events:
				if e.of == s && e.end != nil {
					s = nil
				}
			case <-late:
				s = nil
			}
		}
	}
	close(h.over)
}

// Pause has the work in hand hold on between two executions, and returns when it does, or is
// over. The caller calls Resume.
func (h *Hand) Pause(ctx context.Context, idle <-chan struct{}) {
	held := make(chan struct{})
	select {
	case h.pause <- held:
	case <-idle:
		return
	case <-ctx.Done():
		return
	}
	select {
	case <-held:
	case <-ctx.Done():
	}
}

// Resume lets it go on.
func (h *Hand) Resume(ctx context.Context, idle <-chan struct{}) {
	select {
	case h.resume <- struct{}{}:
	case <-idle:
	case <-ctx.Done():
	}
}

// message takes what the process says, and reports whether the work is done.
func (d *doing) message(m wire.Message) (done bool) {
	switch {
	case m.Type == "held":
		if d.waits != nil {
			close(d.waits)
			d.waits = nil
		}
		return false
	case m.Test != d.w.Command.Test:
		return false // of package initialisation
	case m.Type == "progress":
		d.says(m)
		return false
	case m.Type == "unit" && m.Unit != nil:
		return d.unit(m)
	case m.Type == "result":
		d.answer.Messages = append(d.answer.Messages, m)
		return true
	}
	d.answer.Messages = append(d.answer.Messages, m)
	return false
}

// unit takes a report. What it says of what is left replaces what was said before.
func (d *doing) unit(m wire.Message) bool {
	if d.kept >= 0 {
		k := d.answer.Messages[d.kept].Unit
		if k.Gave != nil {
			k.Rest, k.Sum = nil, wire.Sum{}
		} else {
			d.answer.Messages = append(d.answer.Messages[:d.kept], d.answer.Messages[d.kept+1:]...)
		}
	}
	u := *m.Unit
	m.Unit = &u
	if u.File != "" && !d.leaves {
		// As without a place for it: there is no time, or nobody who would go on with it.
		_ = os.Remove(u.File) // it is in the caller's folder
		u.Rest, u.File = nil, ""
		u.Sum.Bound = worse(u.Sum.Bound, "time")
		if d.stopped {
			u.Sum.Bound = worse(u.Sum.Bound, "interrupted")
		}
	}
	d.kept = len(d.answer.Messages)
	d.answer.Messages = append(d.answer.Messages, m)
	if u.Gave != nil {
		d.gave, d.asked = true, false
		d.patient.Stop()
		d.wanted--
		d.give()
	}
	return u.Over
}

// hint takes what is wanted.
func (d *doing) hint(h Hint, ripe time.Time) {
	switch {
	case h.End:
		d.h.s.askToEnd()
	case h.Late:
		d.h.s.tell(wire.Command{Do: wire.DoLate, Serial: d.serial})
	case h.Leave:
		d.stop(true)
	case h.Stop:
		d.stop(false)
	case h.Give > 0 && !d.stopped && d.wanted == 0:
		d.wanted = h.Give
		d.lookAt.Reset(max(time.Until(ripe), 0))
	}
}

// give asks for the next part that is wanted. When there are enough, the work ends: they are
// known to others by its answer only.
func (d *doing) give() {
	switch {
	case d.stopped || d.asked:
	case d.wanted > 0:
		d.asked = true
		d.patient.Reset(givePatience)
		d.h.s.tell(wire.Command{Do: wire.DoGive, Serial: d.serial})
	case d.gave:
		d.stop(true)
	}
}

// refused goes on when there is nothing to give.
func (d *doing) refused() {
	if !d.asked {
		return
	}
	d.wanted, d.asked = 0, false
	if d.gave {
		d.stop(true)
		return
	}
	d.says(wire.Message{Type: "letters", Test: d.w.Command.Test, Letters: &wire.Letters{Split: &wire.Split{Took: givePatience}}})
}

// stop ends the work, if it can be gone on with.
func (d *doing) stop(leaves bool) {
	switch d.w.Command.Do {
	case wire.DoExplore, wire.DoPart, wire.DoWhole:
		if !d.stopped {
			d.stopped, d.leaves = true, leaves
			d.h.s.tell(wire.Command{Do: wire.DoStop, Serial: d.serial})
		}
	}
}

// told is an ending for others.
func (e *ending) told(seen *ending) *Ending {
	return &Ending{How: describe(e), Killed: killed(e), Hung: seen.hung || e.hung, Judging: seen.judging, Stderr: e.stderr}
}

func stoppedTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}
