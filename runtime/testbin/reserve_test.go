package testbin

import (
	"testing"
	"time"

	"gocheck.dev/checker"
	"gocheck.dev/internal/wire"
	rt "gocheck.dev/runtime"
)

// TestLate: work of which it is told that its test has no more time ends as by its budget, with no
// time kept for phases, and other work does not.
func TestLate(t *testing.T) {
	r := newTestRun(&driver{cfg: wire.Config{Settings: wire.Settings{Memory: 1 << 30, BudgetMS: 3600_000}}}, rt.Test{Name: "TestX"})
	r.served, r.serial = &served{}, 3
	o := r.firstOptions()
	since := r.start.Add(time.Minute)
	for _, tt := range []struct {
		serial int64
		ends   time.Duration // since the work began
	}{{2, time.Hour}, {3, time.Minute}} {
		r.served.late.Store(&lateness{tt.serial, since})
		if got := o.Deadline.Add(-o.Reserve()).Sub(r.start); got != tt.ends {
			t.Errorf("work 3 ends after %v when work %d is late, want %v", got, tt.serial, tt.ends)
		}
	}
	if r.early(&checker.Result{Bound: "time"}) || r.lasts(2*time.Minute) > 0 {
		t.Error("there is time for phases")
	}
}

// TestReportsEnd: what is said of failures has one bound for all of them, which is the test's
// budget and a share of it; a later piece of work has what is left of the budget.
func TestReportsEnd(t *testing.T) {
	began := time.Now()
	for _, tt := range []struct {
		name         string
		budget, left time.Duration
		until        time.Duration // since the piece of work began; 0: there is no bound
	}{
		{"no budget", 0, 0, 0},
		{"all of it", 50 * time.Hour, 50 * time.Hour, 60 * time.Hour},
		{"a later piece of work", 50 * time.Hour, time.Millisecond, 10*time.Hour + time.Millisecond},
		{"a small one", time.Millisecond, time.Millisecond, time.Second + time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newTestRun(&driver{cfg: wire.Config{Settings: wire.Settings{Memory: 1 << 30, BudgetMS: tt.budget.Milliseconds()}}}, rt.Test{Name: "TestX"})
			r.start, r.budgetMS = began, tt.left.Milliseconds()
			end := r.reportsEnd()
			if tt.until == 0 {
				if !end.IsZero() || !r.hasTime() {
					t.Errorf("it ends at %v", end)
				}
				return
			}
			if want := began.Add(tt.until); !end.Equal(want) {
				t.Errorf("it ends at %v, want %v", end, want)
			}
			if o := r.bounded(&checker.Found{}, 1, 1000*time.Hour); !o.Deadline.Equal(end) {
				t.Errorf("a search may take until %v, all of them until %v", o.Deadline, end)
			}
			r.start = began.Add(-1000 * time.Hour)
			if r.hasTime() {
				t.Error("there is time after the end")
			}
			found := &wire.Failure{Schedule: &wire.Schedule{}}
			if got := r.explained(checker.Found{}, found); got != found || !got.Unexplained {
				t.Errorf("after the end it is reported as %+v, not as it was found", got)
			}
		})
	}
}
