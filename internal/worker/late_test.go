package worker

import (
	"slices"
	"testing"
	"time"

	"gocheck.dev/internal/wire"
)

// hinted notes what it is told.
type hinted struct{ hints []Hint }

func (h *hinted) Begin(Work, func(wire.Message), func(Answer)) {}
func (h *hinted) Hint(_ string, hint Hint)                     { h.hints = append(h.hints, hint) }
func (h *hinted) Drop(string)                                  {}

// TestHurry: who works elsewhere on a test that has no more time is told so, again and again, but
// not before somebody has begun.
func TestHurry(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		name  string
		early bool
		phase phase
		taken time.Duration // since the work was offered; < 0: it was not
		at    []time.Duration
		hints int
	}{
		{"in time", false, exploring, 0, []time.Duration{time.Minute, 2 * time.Minute}, 0},
		{"late", false, exploring, 0, []time.Duration{time.Hour + lateAfter, time.Hour + lateAfter, time.Hour + lateAfter + lateEvery}, 2},
		{"taken later", false, exploring, time.Minute, []time.Duration{time.Hour + lateAfter, time.Hour + time.Minute + lateAfter}, 1},
		{"not taken", false, exploring, -1, []time.Duration{2 * time.Hour}, 0},
		{"others have left time for phases", true, exploring, 0, []time.Duration{time.Minute}, 1},
		{"reported", false, reporting, 0, []time.Duration{2 * time.Hour}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			far1 := &hinted{}
			p := &pool{job: Job{Far: far1}}
			x := &sharing{test: "TestX", phase: c.phase, clock: clock{began: now, budget: time.Hour, early: c.early}}
			s := &served{far: &far{by: far1, id: "x"}}
			s.at = &piece{of: x, by: s}
			p.procs = []*served{s}
			if c.taken >= 0 {
				p.taken(s, x, now.Add(c.taken))
			}
			for _, at := range c.at {
				p.hurry(now.Add(at))
			}
			if len(far1.hints) != c.hints || slices.ContainsFunc(far1.hints, func(h Hint) bool { return h != Hint{Late: true} }) {
				t.Errorf("it was told %+v, want %d times that it is late", far1.hints, c.hints)
			}
		})
	}
}

// TestDoubtedBudget: a test that is explored again, as others may have spoilt it, has what is left
// of its budget, and two fifths at least.
func TestDoubtedBudget(t *testing.T) {
	for _, c := range []struct{ budget, gone, least, most time.Duration }{
		{100 * time.Hour, 10 * time.Hour, 89 * time.Hour, 90 * time.Hour},
		{100 * time.Hour, 99 * time.Hour, 39 * time.Hour, 40 * time.Hour},
	} {
		p := &pool{}
		x := &sharing{test: "TestX", phase: inDoubt, clock: clock{began: time.Now().Add(-c.gone), budget: c.budget}, log: []wire.Message{{Type: "start"}}}
		p.verified(x, false)
		if left := x.remaining(time.Now()); left < c.least || left > c.most {
			t.Errorf("%v of %v are gone: %v are left", c.gone, c.budget, left)
		}
	}
}

// TestWholeByTime: who explores a test by itself elsewhere may end by time, with nothing left that
// is wanted. Then that is its result.
func TestWholeByTime(t *testing.T) {
	p := &pool{}
	x := &sharing{test: "TestX", phase: byOne, clock: clock{began: time.Now(), budget: time.Hour}}
	s := &served{}
	c := &piece{of: x, by: s}
	s.at, x.pieces = c, []*piece{c}
	p.unit(s, c, &wire.Unit{Over: true, Sum: wire.Sum{Executions: 5, Bound: "time"}})
	p.advance(x, time.Now())
	if x.phase != reporting || x.sum.Executions != 5 || x.sum.Bound != "time" {
		t.Errorf("phase %v, %+v: nobody would report it", x.phase, x.sum)
	}
}
