package runtime

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/checker/explore"
	"gocheck.dev/runtime/internal/calls"
)

// TestAnswers: each step answers the watchdog, those that are made again without the
// scheduler as well.
func TestAnswers(t *testing.T) {
	s := testSites(t, "", "a")
	var x *Execution
	steps, unanswered := 0, 0
	x = newExecution(Settings{}, func() {
		var a atomic.Int64
		for range 2 {
			Go(s, func() {
				for i := range 3 {
					x.questioned.Store(true)
					StoreWord(s+1, wordOfInt64(&a), int64(i))
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
	var x *Execution
	steps := 0
	x = newExecution(Settings{}, func() {
		var a atomic.Int64
		for i := range 100 {
			StoreWord(s+1, wordOfInt64(&a), int64(i))
			if x.again.N > 50 { // they are made again
				stop.Store(true)
				x.questioned.Store(true)
				steps++
			}
		}
		for range 2 {
			Go(s, func() { AddWord(s+1, wordOfInt64(&a), 1) })
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

// whoCalls is an operation that takes down the callers of its methods.
type whoCalls struct {
	accessShadow
	asked, performed []bool // by the scheduler
}

func (w *whoCalls) decisions(t *task, buf []checker.Decision) []checker.Decision {
	_, stack := calls.RunningTask()
	w.asked = append(w.asked, calls.Scheduling(stack))
	return append(buf, t.always())
}

func (w *whoCalls) perform(*task, *checker.Event) {
	_, stack := calls.RunningTask()
	w.performed = append(w.performed, calls.Scheduling(stack))
}

// TestScheduling: a scheduler that takes its time is told from a task that computes.
func TestScheduling(t *testing.T) {
	s := testSites(t, "")
	w := &whoCalls{}
	once(Settings{}, func() {
		Gosched(s) // the first step is made by the driver
		current().do(checker.Op{Kind: checker.Yield}, w)
	})
	if !slices.Contains(w.asked, true) || len(w.performed) == 0 || slices.Contains(w.performed, true) {
		t.Errorf("asked by the scheduler: %v; performed by it: %v", w.asked, w.performed)
	}
}

// TestBudgetBeforeTheFirstStep: an execution that is cut where it begins is cut at its test.
func TestBudgetBeforeTheFirstStep(t *testing.T) {
	s := testSites(t, "a", "b")
	for _, algorithm := range []string{"dfs", "closure", "revisit", "random"} {
		var a atomic.Int64
		x := newExecution(Settings{}, func() { AddWord(s+1, wordOfInt64(&a), 1) })
		x.at = s
		res, err := explore.Run(x, checker.Options{Algorithm: algorithm, Deadline: time.Now().Add(-time.Second)})
		if err != nil || res.Bound != "time" || x.LastSite() != s && x.LastSite() != s+1 {
			t.Errorf("%s: cut short at %q: %+v, %v", algorithm, x.LastSite().Line(), res, err)
		}
	}
}
