package worker

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gocheck.dev/internal/wire"
)

// explored is what is said of a program of numbers, by that many processes.
func explored(ctx context.Context, t *testing.T, n int, tests string, program numbers) ([]wire.Message, Summary) {
	t.Helper()
	text, err := json.Marshal(program)
	if err != nil {
		t.Fatal(err)
	}
	j := job(t, tests, "FAKE_NUMBERS="+string(text))
	j.Config.Algorithm = "closure"
	j.Help = time.Millisecond
	var said []wire.Message
	sink := func(m wire.Message) {
		if m.Type == "output" {
			return // once a process
		}
		if r := m.Result; r != nil {
			r.Seconds = 0
		}
		said = append(said, m)
	}
	var sum Summary
	if n == 0 {
		sum, err = Explore(ctx, j, sink)
	} else {
		sum, err = share(ctx, n, j, sink)
	}
	if err != nil {
		t.Fatal(err)
	}
	return said, sum
}

// TestOwners explores programs by one process and by several owners, which are killed
// or not, and demands that all say the same.
func TestOwners(t *testing.T) {
	const all = 200
	program := numbers{All: all, Takes: 100 * time.Microsecond}
	with := func(f func(*numbers)) numbers {
		p := program
		f(&p)
		return p
	}
	late := program.nth(all * 9 / 10)
	for _, c := range []struct {
		name    string
		tests   string
		program numbers
		kills   int64 // owners, after so many numbers
		given   bool
		anew    bool // it is explored by one process, after all
	}{
		{"Pass", "A B", program, 0, true, false},
		{"Killed", "A", program, 2, true, false},
		{"KilledLate", "A", program, 20, true, false},
		{"Deaf", "A", with(func(p *numbers) { p.Deaf = true }), 0, false, false},
		{"Fails", "A B", with(func(p *numbers) { p.Fails = late }), 0, true, true},
		{"Exits", "A", with(func(p *numbers) { p.Exits = late }), 0, true, true},
		{"Leaks", "A", with(func(p *numbers) { p.Leaks = []int{late} }), 0, true, true},
		{"LeaksAll", "A", with(func(p *numbers) {
			for n := range all {
				p.Leaks = append(p.Leaks, n)
			}
		}), 0, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			want, _ := explored(t.Context(), t, 0, c.tests, c.program)
			for _, n := range []int{2, 4} {
				c.program.Patient = c.given && n == 4 // by 2 processes there may be none left to help
				if c.kills > 0 {
					c.program.Kills, c.program.After = t.TempDir(), c.kills
				}
				got, sum := explored(t.Context(), t, n, c.tests, c.program)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("by %d processes (-one, +several):\n%s", n, diff)
				}
				t.Logf("%d processes: %d parts given, %d tests explored anew", n, sum.Given, sum.Anew)
				if n == 4 && (c.given != (sum.Given > 0) || c.anew != (sum.Anew > 0)) {
					t.Errorf("by %d processes: %d parts given, %d tests explored anew", n, sum.Given, sum.Anew)
				}
				if n == 4 && c.kills > 0 {
					if files, err := os.ReadDir(c.program.Kills); err != nil || len(files) == 0 {
						t.Errorf("no owner was killed: %v", err)
					}
				}
			}
		})
	}
}

// TestOwnersAlwaysKilled: what kills an owner twice is reported.
func TestOwnersAlwaysKilled(t *testing.T) {
	program := numbers{All: 300, Takes: 100 * time.Microsecond, Kills: t.TempDir()}
	program.Fails = program.nth(270)
	for _, n := range []int{1, 3} {
		said, _ := explored(t.Context(), t, n, "A", program)
		if last := said[len(said)-1]; len(said) != 2 || last.Result == nil || last.Result.Verdict != "error" {
			t.Errorf("by %d processes: %+v", n, said)
		}
	}
}

// TestOwnersHurried: a failure is said that there is no time to come to again.
func TestOwnersHurried(t *testing.T) {
	program := numbers{All: 200, Takes: 100 * time.Microsecond, Hurried: true, Patient: true}
	program.Fails = program.nth(180)
	said, sum := explored(t.Context(), t, 3, "A", program)
	last := said[len(said)-1]
	if r := last.Result; sum.Anew != 1 || len(said) != 3 || said[1].Failure == nil || r == nil || r.Verdict != "fail" || r.Executions < 2 {
		t.Errorf("%d explored anew: %+v, %+v", sum.Anew, said, last.Result)
	}
}

// TestOwnersInterrupted: what they have come to by then is said.
func TestOwnersInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	came := filepath.Join(t.TempDir(), "came")
	go func() {
		defer cancel()
		for range time.Tick(10 * time.Millisecond) {
			if _, err := os.Stat(came); err == nil || t.Context().Err() != nil {
				return
			}
		}
	}()
	said, sum := explored(ctx, t, 3, "A", numbers{All: 1 << 20, Takes: time.Millisecond, Patient: true, Came: came})
	last := said[len(said)-1]
	if r := last.Result; sum.Given == 0 || len(said) != 2 || r == nil || r.Verdict != "incomplete" || r.Bound != "interrupted" || r.Executions < 10 {
		t.Errorf("%d parts were given: %+v, %+v", sum.Given, said, last.Result)
	}
}
