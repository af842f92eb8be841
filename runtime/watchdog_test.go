package runtime

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
)

// What counts as silence is the time in which the task could have run, not that in
// which the process was stopped.
func TestSilence(t *testing.T) {
	now := time.Unix(1000, 0)
	var s silence
	look := func(answer bool, after time.Duration) time.Duration {
		now = now.Add(after)
		return s.heard(answer, now)
	}
	look(true, 0)
	for i, l := range []struct {
		answer      bool
		after, want time.Duration
	}{
		{false, lookEvery, lookEvery},
		{false, time.Hour, 3 * lookEvery}, // stopped, and continued
		{false, lookEvery, 4 * lookEvery},
		{true, lookEvery, 0},
		{false, lookEvery, lookEvery},
		{true, time.Hour, 0},
	} {
		if got := look(l.answer, l.after); got != l.want {
			t.Errorf("look %d, %v later: silent for %v, want %v", i, l.after, got, l.want)
		}
	}
	for range int(blockedFor / lookEvery) {
		look(false, lookEvery)
	}
	if got := look(false, lookEvery); got <= blockedFor {
		t.Errorf("it looks every %v, and comes to %v only", lookEvery, got)
	}
}

// TestAnswers: each step answers the watchdog, those that are made again without the
// scheduler as well.
func TestAnswers(t *testing.T) {
	s := testSites(t, "", "a")
	var x *execution
	steps, unanswered := 0, 0
	x = newExecution(settings{}, func() {
		var a atomic.Int64
		for range 2 {
			Go(s, func() {
				for i := range 3 {
					x.questioned.Store(true)
					AtomicInt64Store(&a, s+1, int64(i))
					if steps++; x.questioned.Load() {
						unanswered++
					}
				}
			})
		}
	})
	counted := &counting{Program: x}
	if res, err := explore.Run(counted, checker.Options{Algorithm: "closure"}); err != nil || !res.Exhaustive {
		t.Fatalf("%+v, %v", res, err)
	}
	if steps == 0 || counted.again == 0 || unanswered > 0 {
		t.Errorf("%d of %d steps have not answered, %d were made again", unanswered, steps, counted.again)
	}
}

// TestLateWhereRepeated: what is made again without the scheduler is ended by it all the
// same, when the watchdog has asked.
func TestLateWhereRepeated(t *testing.T) {
	s := testSites(t, "", "a")
	var stop atomic.Bool
	var x *execution
	steps := 0
	x = newExecution(settings{}, func() {
		var a atomic.Int64
		for i := range 100 {
			AtomicInt64Store(&a, s+1, int64(i))
			if x.again.n > 50 { // they are made again
				stop.Store(true)
				x.questioned.Store(true)
				steps++
			}
		}
		for range 2 {
			Go(s, func() { AtomicInt64Add(&a, s+1, 1) })
		}
	})
	for _, algorithm := range []string{"closure", "revisit"} {
		steps = 0
		stop.Store(false)
		res, err := explore.Run(x, checker.Options{Algorithm: algorithm, Stop: &stop})
		if err != nil || res.Bound != "stopped" || res.Executions != 1 || res.CutShort != 1 || steps > 2 {
			t.Errorf("%s: %d steps: %+v, %v", algorithm, steps, res, err)
		}
	}
}

// whoCalls is an operation that takes down who has called its methods.
type whoCalls struct {
	accessShadow
	asked, performed []bool // by the scheduler
}

func (w *whoCalls) decisions(t *task, buf []checker.Decision) []checker.Decision {
	_, calls := runningTask()
	w.asked = append(w.asked, scheduling(calls))
	return append(buf, t.always())
}

func (w *whoCalls) perform(*task, *checker.Event) {
	_, calls := runningTask()
	w.performed = append(w.performed, scheduling(calls))
}

// TestScheduling: a scheduler that takes its time is told from a task that computes.
func TestScheduling(t *testing.T) {
	s := testSites(t, "")
	w := &whoCalls{}
	once(settings{}, func() {
		Gosched(s) // the first step is made by the driver
		current().do(checker.Op{Kind: checker.Yield}, w)
	})
	if !slices.Contains(w.asked, true) || len(w.performed) == 0 || slices.Contains(w.performed, true) {
		t.Errorf("asked by the scheduler: %v; performed by it: %v", w.asked, w.performed)
	}
}

// TestWhereabouts: an empty loop has an instruction that is on no line.
func TestWhereabouts(t *testing.T) {
	last := testSites(t, "")
	for frame, want := range map[string][2]string{
		"a_test.go:55":  {"a_test.go:55", "at a_test.go:55"},
		"a_test.go:0":   {"p_test.go:1:1", "after p_test.go:1"},
		"a_test.go:1":   {"p_test.go:1:1", "after p_test.go:1"},
		"a_test.go:101": {"a_test.go:101", "at a_test.go:101"},
	} {
		if pos, at := whereabouts(frame, last); pos != want[0] || at != want[1] {
			t.Errorf("%s: %q, %q", frame, pos, at)
		}
	}
}
