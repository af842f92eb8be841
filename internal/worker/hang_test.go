package worker

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/wire"
)

// A test that never gives control back is ended after its budget, with the
// place where it was.
func TestHang(t *testing.T) {
	t.Parallel()
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := job(t, "A Sleep B")
			j.Grace = 10 * time.Second
			j.Config.Tests = map[string]wire.Settings{"Sleep": {BudgetMS: 1}}
			var got *wire.Result
			var lines []string
			record := outcome(&lines)
			if _, err := explore(t.Context(), j, func(m wire.Message) {
				record(m)
				if m.Test == "Sleep" && m.Result != nil {
					got = m.Result
				}
			}); err != nil {
				t.Fatal(err)
			}
			if got == nil || got.Verdict != "unsupported" || !strings.Contains(got.Pos, "fake_test.go:") || got.Executions != 41 {
				t.Errorf("%+v", got)
			}
			if last := lines[len(lines)-1]; last != "result B pass" {
				t.Errorf("the test after it: %s", last)
			}
		})
	}
}

// What takes long at the end of a test, failure by failure, is no hang.
func TestManyFailures(t *testing.T) {
	t.Parallel()
	for name, explore := range explorers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := job(t, "Failures")
			j.Grace = 10 * time.Second
			j.Config.BudgetMS = 1
			var lines []string
			if _, err := explore(t.Context(), j, outcome(&lines)); err != nil {
				t.Fatal(err)
			}
			lines = slices.DeleteFunc(lines, func(l string) bool { return !strings.HasPrefix(l, "failure") && !strings.HasPrefix(l, "result") })
			want := []string{"failure Failures fatal: 0", "failure Failures fatal: 1", "failure Failures fatal: 2", "result Failures pass"}
			if diff := cmp.Diff(want, lines); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A process that says that it describes a failure is no hang. One that says nothing more is,
// and then no code of the user's is to blame.
func TestJudging(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]wire.Result{
		"Judging": {Verdict: "pass"},
		"Judges":  {Verdict: "error", Reason: "an execution has failed, and gocheck did not come to describe it: race at a.go:1: x is accessed"},
	} {
		for name, explore := range explorers {
			t.Run(program+"/"+name, func(t *testing.T) {
				t.Parallel()
				j := job(t, program)
				j.Grace = 10 * time.Second
				j.Config.BudgetMS = 1
				var got wire.Result
				if _, err := explore(t.Context(), j, func(m wire.Message) {
					if m.Type == "judging" {
						t.Error("it is passed on that a failure is being described")
					}
					if m.Result != nil {
						got = *m.Result
					}
				}); err != nil {
					t.Fatal(err)
				}
				if got.Verdict != want.Verdict || got.Reason != want.Reason {
					t.Errorf("%+v", got)
				}
			})
		}
	}
}
